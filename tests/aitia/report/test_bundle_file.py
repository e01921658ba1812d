"""The same rows are the same bytes; a bundle that was altered anywhere is refused with its reason."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.model.errors import BundleError
from aitia.report.export.bundle import MANIFEST, pack, unpack

ROWS = {"papers": [{"paper_id": "pmid:1", "title": "Ärger\u2028 \x00"}], "nodes": [{"id": "n", "type": "x"}]}


def repacked(content: bytes, changed: dict[str, bytes | None]) -> bytes:
    """The same zip with other contents for some files, and its own checksums of the archive right."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            told = changed.get(name, old.read(name))
            if told is not None:
                new.writestr(name, told)
        for name in changed.keys() - set(old.namelist()):
            told = changed[name]
            if told is not None:
                new.writestr(name, told)
    return out.getvalue()


@given(
    st.dictionaries(
        st.sampled_from(["papers", "nodes", "edges"]),
        st.lists(
            st.dictionaries(st.text(max_size=5), st.text(max_size=9) | st.integers() | st.none()), max_size=4
        ),
    )
)
def test_packed_and_unpacked_are_the_same_rows_and_the_same_bytes(
    rows: dict[str, list[dict[str, object]]],
) -> None:
    content = pack(rows, {"question_id": "q"})
    read, about = unpack(content)
    assert read == rows
    assert about["question_id"] == "q"
    assert pack(read, {"question_id": "q"}) == content


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"papers.jsonl": b'{"paper_id":"pmid:2"}\n'}, "papers.jsonl does not have the checksum"),
        ({"papers.jsonl": None}, "papers.jsonl is not what its manifest names"),
        ({"more.jsonl": b"{}\n"}, "more.jsonl is not what its manifest names"),
        ({MANIFEST: b"{"}, "its manifest cannot be read"),
        ({MANIFEST: None}, "it has no manifest"),
        ({MANIFEST: json.dumps({"format": "other", "files": {}}).encode()}, "not of the format"),
    ],
)
def test_an_altered_bundle_is_refused(changed: dict[str, bytes | None], said: str) -> None:
    with pytest.raises(BundleError, match=said):
        unpack(repacked(pack(ROWS, {}), changed))


@pytest.mark.parametrize("content", [b"", b"PK\x05\x06", b"hello", pack(ROWS, {})[:-30]])
def test_what_is_no_bundle_is_refused(content: bytes) -> None:
    with pytest.raises(BundleError):
        unpack(content)


def test_every_flipped_byte_is_found_or_changes_nothing() -> None:
    content = pack(ROWS, {"question_id": "q"})
    for place in range(0, len(content), 7):
        altered = content[:place] + bytes([content[place] ^ 0xFF]) + content[place + 1 :]
        try:
            rows, about = unpack(altered)
        except BundleError:
            continue
        assert rows == ROWS
        assert about["question_id"] == "q"
