"""Options judged on sentences: order in time, the choice of a set, and views with keyword boost."""

from __future__ import annotations

import numpy as np
import pytest

from aitia.abduction import ChoiceModel, State, Told, best_set, choice_model, most_telling, set_shares, weigh
from aitia.abduction.choice import possible_sets, score
from aitia.abduction.precedence import order_by_dates, order_in_sentence
from aitia.abduction.views import Keywords, top_documents
from aitia.question.options import Option

SPARK, MILL, RAIN = "A spark fell on the straw", "The mill burned down", "Rain flooded the road"


@pytest.mark.parametrize(
    ("sentence", "order"),
    [
        ("The mill burned down after a spark fell on the straw.", -1),
        ("After a spark fell on the straw, the mill burned down.", -1),
        ("A spark fell on the straw, which led to the mill being burned down.", -1),
        ("A spark fell on the straw after the mill burned down.", 1),
        ("A spark fell on the straw and the mill burned down.", 0),
        ("", 0),
    ],
)
def test_wording_tells_which_came_first(sentence: str, order: int) -> None:
    assert order_in_sentence(sentence, SPARK, MILL) == order


@pytest.mark.parametrize(
    ("option", "event", "state"),
    [
        ("It rained on March 3, 2021", "The mill burned on April 9, 2021", State.HOLDS),
        ("It rained in 2022", "The mill burned in 2021", State.FAILS),
        ("The owner plans a sale in 2022", "The mill burned in 2021", State.OPEN),
        ("It rained on Dec. 30", "The mill burned in 2021", None),
        ("It rained", "The mill burned in 2021", None),
    ],
)
def test_dates_that_both_name_tell_which_came_first(option: str, event: str, state: State | None) -> None:
    check = order_by_dates(option, event)
    assert (check and check.state) == state


def test_the_official_score_is_one_a_half_or_nothing() -> None:
    truth = frozenset("BD")
    assert [score(frozenset(a), truth) for a in ("BD", "B", "AB", "", "BCD")] == [1.0, 0.5, 0.0, 0.0, 0.0]


def test_several_options_are_chosen_where_both_are_as_likely_and_sets_are_not_dear() -> None:
    model = ChoiceModel((10.0,), (2.0, -5.0), "any")
    near = model.probabilities(np.array([[0.6], [0.6], [0.1]]))
    assert best_set(near) == (0, 1)
    far = choice_model().probabilities(np.array([[0.7], [0.3], [0.2], [0.2]]))
    assert best_set(far) == (0,)
    assert sum(far.values()) == pytest.approx(1)
    assert len(far) == len(possible_sets(4)) == 14


def _vectors(*rows: tuple[float, ...]) -> np.ndarray:
    made = np.array(rows, dtype=np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def test_an_option_told_of_beside_the_event_stands_and_one_told_of_elsewhere_fails() -> None:
    told = [Told("one", 0, MILL), Told("one", 1, SPARK), Told("two", 0, RAIN), Told("two", 1, "Roads dry")]
    vectors = _vectors((1, 0.5, 0), (0.5, 1, 0), (0, 0, 1), (0, -0.1, 1))
    asked = _vectors((1, 0.2, 0), (0.2, 1, 0), (0, 0, 1))
    spark, rain = weigh(MILL, [Option("A", SPARK), Option("B", RAIN)], told, vectors, asked)
    assert spark.mechanism.state is spark.counterfactual.state is State.HOLDS
    assert rain.mechanism.state is rain.counterfactual.state is State.FAILS
    assert set(set_shares([spark, rain], choice_model())) == {(0,)}
    assert set_shares([rain], choice_model()) == {}


def test_without_a_sentence_or_an_option_nothing_is_weighed() -> None:
    nothing = np.zeros((0, 3), dtype=np.float32)
    assert weigh(MILL, [Option("A", SPARK)], [], nothing, _vectors((1, 0, 0), (0, 1, 0))) == ()
    assert weigh(MILL, [], [Told("one", 0, MILL)], _vectors((1, 0, 0)), _vectors((1, 0, 0))) == ()
    assert set_shares((), choice_model()) == {}


def test_keywords_choose_sentences_and_documents() -> None:
    told = [Told("one", 0, "Grain is milled."), Told("two", 0, SPARK), Told("two", 1, "Bread was sold.")]
    coverage = Keywords(told).coverage(SPARK)
    assert coverage[1] == pytest.approx(1)
    assert coverage[2] == 0
    assert most_telling(told, [SPARK], 1) == (1,)
    assert top_documents(told, coverage, 1) == (("two", pytest.approx(1)),)
