"""Lists of edges in the store: once each, with source and licence, and the paths through them."""

import gzip
import tracemalloc
from pathlib import Path

import pytest
from sqlalchemy import text

from aitia.model.errors import DocumentError, StoreError
from resources.store.imported import count_imported, import_edges, paths_between
from resources.store.session import Store

LISTED = """a,a_type,rel,b,b_type
Raloxifene,Compound,BINDS,ESR1,Gene
ESR1,Gene,ASSOCIATES,melanoma,Disease
Raloxifene,Compound,BINDS,ESR1,Gene
RALOXIFENE,Compound,TREATS,osteoporosis,Disease
oddity,Gadget,MAKES,melanoma,Disease
broken,Compound
"""


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "edges.csv"
    path.write_text(LISTED, encoding="utf-8")
    return path


def test_an_edge_counts_once_however_often_it_is_listed_or_taken_in(store: Store, listed: Path) -> None:
    first = import_edges(store, listed, "mine", "CC0-1.0")
    again = import_edges(store, listed, "mine", "CC0-1.0")
    assert (first.lines, first.added, first.duplicates) == (7, 4, 1)
    assert (again.added, again.duplicates) == (0, 5)
    assert first.refused == {"has too few columns": 1}
    assert first.unknown_types == {"Gadget": 1}
    with store.session() as session:
        assert count_imported(session) == {"mine": 4}
        assert session.execute(text("SELECT DISTINCT licence FROM imported_edges")).scalars().all() == [
            "CC0-1.0"
        ]
        assert session.execute(text("SELECT sum(added), sum(refused) FROM edge_imports")).one() == (4, 2)


def test_paths_go_whichever_way_the_edges_point_and_name_whose_they_are(store: Store, listed: Path) -> None:
    import_edges(store, listed, "mine", "CC0-1.0")
    with store.session() as session:
        (path,) = paths_between(session, "raloxifene", "Melanoma")
        (back,) = paths_between(session, "melanoma", "raloxifene")
        assert paths_between(session, "raloxifene", "no such thing") == []
        assert paths_between(session, "raloxifene", "Raloxifene") == []
    assert path.path.names == ("Raloxifene", "ESR1", "melanoma")
    assert path.path.types == ("Compound", "Gene", "Disease")
    assert path.path.relations == ("BINDS", "ASSOCIATES")
    assert path.sources == (("mine", "CC0-1.0"),)
    assert back.path.relations == ("^ASSOCIATES", "^BINDS")


def test_a_packed_list_is_read_and_a_damaged_one_stores_nothing(store: Store, tmp_path: Path) -> None:
    whole = gzip.compress(LISTED.encode() * 2_000)
    (tmp_path / "whole.csv.gz").write_bytes(whole)
    (tmp_path / "cut.csv.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DocumentError, match=r"cut\.csv\.gz cannot be read"):
        import_edges(store, tmp_path / "cut.csv.gz", "mine", "CC0-1.0")
    with store.session() as session:
        assert count_imported(session) == {}
    assert import_edges(store, tmp_path / "whole.csv.gz", "mine", "CC0-1.0").added == 5


def test_a_list_without_an_edge_licence_or_file_is_refused(
    store: Store, tmp_path: Path, listed: Path
) -> None:
    empty = tmp_path / "empty.csv"
    empty.write_text("source,relation,target\n", encoding="utf-8")
    with pytest.raises(DocumentError, match="holds no edge"):
        import_edges(store, empty, "mine", "CC0-1.0")
    with pytest.raises(DocumentError, match="needs a source and a licence"):
        import_edges(store, listed, "mine", " ")
    with pytest.raises(DocumentError, match="cannot be read"):
        import_edges(store, tmp_path / "absent.csv", "mine", "CC0-1.0")
    with pytest.raises(StoreError), store.session() as session:
        session.execute(
            text(
                "INSERT INTO imported_edges (source, licence, edge_key, cause, cause_key, relation, effect, "
                "effect_key) VALUES ('x', '', 'k', 'a', 'a', 'r', 'b', 'b')"
            )
        )


def test_memory_does_not_grow_with_the_list(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("resources.store.imported.BATCH", 500)
    most = []
    for number in (1_500, 9_000):
        path = tmp_path / f"{number}.tsv"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(f"thing {i}\tcauses\tthing {i + 1}\n" for i in range(number))
        tracemalloc.start()
        try:
            assert import_edges(store, path, path.stem, "CC0-1.0").added == number
            most.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    # The names that folding keeps are bounded, and are all that six times the lines may add.
    assert most[1] < most[0] + 8 * 2**20
