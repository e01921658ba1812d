"""Whether an effect holds in some people, settings or doses and not in others."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from aitia.evidence.relations.models import GroupEvidence, Subgroup, SubgroupSplit
from aitia.evidence.relations.text import AXES, LENGTHS, labels, length_label
from aitia.model.evidence import AcceptedClaim, PooledEffect
from aitia.model.keys import EdgeId, StudyId
from aitia.question.specification import Question

Weigh = Callable[[Sequence[AcceptedClaim]], GroupEvidence | None]


def claim_labels(item: AcceptedClaim) -> dict[str, str]:
    """The subgroups that a claim speaks of: its own words first, then those of its paper and study."""
    claim = item.claim
    near = labels(" . ".join((claim.population or "", claim.condition or "", claim.quote.text)))
    stated = labels(" . ".join((item.study.population or "", item.paper.title)))
    about = labels(" . ".join((item.study.population or "", item.paper.title, item.paper.abstract)))
    return {**length_label(item.study.duration), **about, **stated, **near}


def asked_labels(question: Question) -> dict[str, str]:
    """The subgroups that a question restricts itself to."""
    words = [question.population or "", *(condition.text for condition in question.conditions)]
    return labels(" . ".join(words))


def split_by_subgroup(
    members: Sequence[AcceptedClaim], told: Mapping[EdgeId, Mapping[str, str]], weigh: Weigh
) -> tuple[SubgroupSplit, ...]:
    """Splits along every axis on which two or more subgroups were studied.

    `told` gives each edge's labels. A study that reports several subgroups apart gives one row to each.
    """
    splits = []
    for axis, names in {**AXES, "duration": LENGTHS}.items():
        found = []
        for label in names:
            part = [item for item in members if told[item.edge_id].get(axis) == label]
            group = weigh(part) if part else None
            if group is not None:
                found.append(_subgroup(axis, label, part, group))
        if len(found) > 1:
            splits.append(
                SubgroupSplit(
                    axis=axis,
                    subgroups=tuple(found),
                    interaction_p=interaction(found[0].pooled, found[1].pooled),
                )
            )
    return tuple(splits)


def interaction(one: PooledEffect | None, other: PooledEffect | None) -> float | None:
    """Two-sided p that two independent pooled effects of one measure differ (Altman & Bland 2003).

    From the standard errors that the effects carry, never from their intervals: those may be of any level and
    of any distribution. None where an effect carries none.
    """
    if one is None or other is None or one.measure is not other.measure or one.se is None or other.se is None:
        return None
    variance = one.se**2 + other.se**2
    if not variance > 0:
        return None
    return math.erfc(abs(_scaled(one) - _scaled(other)) / math.sqrt(2 * variance))


def _scaled(pooled: PooledEffect) -> float:
    return math.log(pooled.point) if pooled.measure.is_ratio else pooled.point


def _subgroup(axis: str, label: str, part: Sequence[AcceptedClaim], group: GroupEvidence) -> Subgroup:
    inside: set[StudyId] = set(group.study_ids)
    return Subgroup(
        axis=axis,
        label=label,
        study_ids=group.study_ids,
        edge_ids=tuple(sorted(item.edge_id for item in part if item.study_id in inside)),
        group=group.group,
        direction=group.direction,
        significant=group.significant,
        pooled=group.pooled,
        basis=group.basis,
        certainty=group.grade.certainty,
    )
