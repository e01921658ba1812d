"""Every rule by its stable name, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from aitia.model.claim import Claim
from validators.design import causal_word_allowed, has_results
from validators.direction import direction_agrees, significance_agrees
from validators.findings import ClaimContext, Finding
from validators.identity import ends_named, no_self_reference, right_paper
from validators.numbers import (
    arms_possible,
    finite_numbers,
    interval_contains_point,
    interval_ordered,
    numbers_in_quote,
    p_agrees_with_interval,
    point_agrees_with_arms,
    ratio_interval_symmetric,
    ratio_positive,
)
from validators.own_result import not_denied, not_turned, own_result, quote_not_planted, supported_elsewhere
from validators.quote import quote_length, quote_role, quote_verbatim
from validators.quote_says import ends_in_their_roles, quote_says_direction
from validators.vocabulary import confidence_low, confidence_range, known_relation, known_types

Rule = Callable[[Claim, ClaimContext], Iterator[Finding]]

RULES: tuple[Rule, ...] = (
    right_paper,
    quote_verbatim,
    quote_length,
    quote_not_planted,
    supported_elsewhere,
    quote_role,
    own_result,
    known_types,
    known_relation,
    confidence_range,
    no_self_reference,
    has_results,
    finite_numbers,
    ratio_positive,
    interval_ordered,
    interval_contains_point,
    ratio_interval_symmetric,
    arms_possible,
    point_agrees_with_arms,
    numbers_in_quote,
    p_agrees_with_interval,
    direction_agrees,
    not_denied,
    not_turned,
    ends_in_their_roles,
    quote_says_direction,
    significance_agrees,
    causal_word_allowed,
    ends_named,
    confidence_low,
)


def _sentence(rule: Rule) -> str:
    return " ".join((rule.__doc__ or "").strip().split("\n\n")[0].split())


CATALOGUE: Mapping[str, str] = MappingProxyType({rule.__name__: _sentence(rule) for rule in RULES})
"""Rule name to one line that says what must hold."""
