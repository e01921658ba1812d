"""A pairwise question has what sentences, imported edges and both say."""

from pathlib import Path

from aitia.question import read_question
from assets.steps.pairs import pair_words
from resources.store.imported import import_edges, paths_between
from resources.store.session import Store

QUESTION = read_question("Is raloxifene a cause of melanoma?")


def section(store: Store, texts: list[str], folder: Path | None = None, edges: str = "") -> str:
    if folder:
        listed = folder / "edges.csv"
        listed.write_text(f"source,relation,target\n{edges}", encoding="utf-8")
        import_edges(store, listed, "tiny", "CC0-1.0")
    with store.session() as session:
        paths = paths_between(session, QUESTION.intervention, QUESTION.outcome)
    return pair_words(QUESTION, texts, ["paper 1"] * len(texts), paths)


def test_without_a_sentence_or_a_path_nothing_is_decided(store: Store) -> None:
    shown = section(store, [])
    assert "no sentence of the papers names both" in shown
    assert "no imported edges" in shown
    assert "undecided" in shown


def test_text_decides_with_its_quote_and_paths_stand_beside_it(store: Store, tmp_path: Path) -> None:
    edges = "Raloxifene,BINDS,ESR1\nESR1,ASSOCIATES,melanoma\n"
    shown = section(store, ["Raloxifene causes melanoma in mice."], tmp_path, edges)
    assert "**From text:** causal" in shown
    assert "“Raloxifene causes melanoma in mice.” (paper 1" in shown
    assert "Raloxifene binds ESR1; ESR1 associates melanoma (tiny, CC0-1.0)" in shown
    assert "**From both:** causal, by the text" in shown


def test_paths_alone_decide_nothing(store: Store, tmp_path: Path) -> None:
    shown = section(store, [], tmp_path, "raloxifene,CAUSES,melanoma\n")
    assert "undecided; paths are shown but have no vote" in shown
