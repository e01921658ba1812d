"""The views of a field: what papers on a method rest on, work on now, are measured on, leave out and lead to.

Counts are of papers that were read, and of what was read of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from aitia.evidence.relations.models import EvidenceSource
from aitia.model.landscape import View
from aitia.question.specification import Question
from aitia.verdict.models import LandscapeEntry
from aitia.words.methods import method_key

MOST_GROUPS = 15
MOST_QUOTES = 3
MOST_STEPS = 3
ALIKE = 0.2
"""Share of papers in common (Jaccard) from which two concepts are in one cluster."""
Groups = dict[str, list[EvidenceSource]]


def field_entries(question: Question, sources: Sequence[EvidenceSource]) -> tuple[LandscapeEntry, ...]:
    """The entries of the question's view, group by group, each group with its heading."""
    makers: Mapping[View, Callable[[Question, Sequence[EvidenceSource]], Groups]] = {
        View.FOUNDATIONS: _foundations,
        View.DATA_SETS: _counted,
        View.CURRENT: _by_year,
        View.GAPS: _gaps,
        View.BUILDS_ON: _descent,
        View.CLUSTERS: _clusters,
    }
    ordered = sorted(sources, key=lambda s: (-s.confidence, -(s.year or 0), s.edge_id))
    groups = makers[View(question.relation or "")](question, ordered)
    return tuple(
        LandscapeEntry(relation=source.relation, asked=True, name=source.cause, group=heading, source=source)
        for heading, members in groups.items()
        for source in members
    )


def field_headline(question: Question, entries: Sequence[LandscapeEntry]) -> str:
    """One sentence: how many papers, and the first groups."""
    asked = question.outcome
    if not entries:
        return f"Nothing that was read answers this about {asked}."
    view = View(question.relation or "")
    papers = len({entry.source.paper_id for entry in entries})
    heads = list(dict.fromkeys(entry.group for entry in entries))
    first = "; ".join(heads[:5])
    return {
        View.FOUNDATIONS: f"Papers on {asked} extend or use above all, beside it: {first}.",
        View.DATA_SETS: f"Papers on {asked} name above all these data sets: {first}.",
        View.CURRENT: f"{papers} papers relate their own method to {asked}; newest first.",
        View.GAPS: f"What papers on {asked} leave open in what was read: {first}.",
        View.BUILDS_ON: f"{papers} papers build on {asked} directly or over others: {first}.",
        View.CLUSTERS: f"Concepts that papers on {asked} use together: {first}.",
    }[view]


def _papers(sources: Sequence[EvidenceSource]) -> dict[str, EvidenceSource]:
    """The first source of each paper."""
    found: dict[str, EvidenceSource] = {}
    for source in sources:
        found.setdefault(source.paper_id, source)
    return found


def _by_target(sources: Sequence[EvidenceSource]) -> dict[str, dict[str, EvidenceSource]]:
    """Node name of a target → its papers, most papers first."""
    found: dict[str, dict[str, EvidenceSource]] = {}
    for source in sources:
        found.setdefault(_key(source.effect), {}).setdefault(source.paper_id, source)
    return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))


def _key(name: str) -> str:
    """The node name, with "diffusion models" and "diffusion model" as one."""
    key = method_key(name)
    return key[:-1] if len(key) > 4 and key.endswith("s") and not key.endswith(("ss", "us", "is")) else key


def _name(members: Mapping[str, EvidenceSource]) -> str:
    """How papers write it most often."""
    used = Counter(source.effect for source in members.values())
    return min(used, key=lambda name: (-used[name], name))


def _count(number: int) -> str:
    return "one paper" if number == 1 else f"{number} papers"


def _counted(_question: Question, sources: Sequence[EvidenceSource]) -> Groups:
    targets = list(_by_target(sources).values())
    shared = [members for members in targets if len(members) > 1] or targets
    return {
        f"{_name(members)} ({_count(len(members))})": list(members.values())[:MOST_QUOTES]
        for members in shared[:MOST_GROUPS]
    }


def _foundations(_question: Question, sources: Sequence[EvidenceSource]) -> Groups:
    """What papers rest on, most papers first: of how many papers that name anything, and in which years."""
    targets = list(_by_target(sources).values())
    shared = [members for members in targets if len(members) > 1] or targets
    papers = len(_papers(sources))
    return {
        f"{_name(members)} ({len(members)} of {_count(papers)}{_years(members)})": list(members.values())[
            :MOST_QUOTES
        ]
        for members in shared[:MOST_GROUPS]
    }


def _years(members: Mapping[str, EvidenceSource]) -> str:
    """`; 2023: 1, 2024: 5`, where the years are known."""
    counts = Counter(source.year for source in members.values() if source.year)
    told = ", ".join(f"{year}: {counts[year]}" for year in sorted(counts))
    return f"; {told}" if told else ""


def _by_year(_question: Question, sources: Sequence[EvidenceSource]) -> Groups:
    groups: Groups = {}
    newest = sorted(_papers(sources).values(), key=lambda s: (-(s.year or 0), -s.confidence, s.edge_id))
    for source in newest:
        groups.setdefault(str(source.year or "year unknown"), []).append(source)
    return groups


def _gaps(question: Question, sources: Sequence[EvidenceSource]) -> Groups:
    asked = question.outcome
    measured = [source for source in sources if source.relation == "evaluates"]
    tested = {source.paper_id for source in measured}
    better = [s for s in sources if s.relation == "improves_on" and s.paper_id not in tested]
    alone = [next(iter(m.values())) for m in _by_target(measured).values() if len(m) == 1]
    found = {
        f"claim to improve on {asked} and name no data set": list(_papers(better).values()),
        "data sets that one paper alone names": alone,
    }
    return {
        f"{heading} ({_count(len({s.paper_id for s in members}))})": members
        for heading, members in found.items()
        if members
    }


def _descent(question: Question, sources: Sequence[EvidenceSource]) -> Groups:
    """Breadth first from the method asked about; a paper stands at its shortest distance."""
    reached, seen = {method_key(question.outcome)}, set[str]()
    groups: Groups = {}
    for step in range(1, MOST_STEPS + 1):
        found = [s for s in sources if method_key(s.effect) in reached and s.paper_id not in seen]
        members = list(_papers(found).values())
        if not members:
            break
        seen |= {s.paper_id for s in members}
        reached = {method_key(s.cause) for s in members} - reached
        heading = "directly" if step == 1 else f"over {step - 1} other" + ("s" if step > 2 else "")
        groups[f"{heading} ({_count(len(members))})"] = members
    return groups


def _clusters(_question: Question, sources: Sequence[EvidenceSource]) -> Groups:
    """Each concept joins the more frequent one with which it shares most papers; a lone one is no cluster."""
    targets = {key: members for key, members in _by_target(sources).items() if len(members) > 1}
    heads: dict[str, list[str]] = {}
    for key, members in targets.items():
        likeness = {head: _jaccard(members, targets[head]) for head in heads}
        best = max(likeness, key=lambda head: (likeness[head], head), default=None)
        if best is not None and likeness[best] >= ALIKE:
            heads[best].append(key)
        else:
            heads[key] = [key]
    groups: Groups = {}
    several = [keys for keys in heads.values() if len(keys) > 1]
    for keys in sorted(several, key=lambda keys: (-len(keys), keys)):
        papers = _papers([s for key in keys for s in targets[key].values()])
        heading = " + ".join(_name(targets[key]) for key in keys)
        groups[f"{heading} ({_count(len(papers))})"] = list(papers.values())[:MOST_QUOTES]
    return groups


def _jaccard(one: Mapping[str, object], other: Mapping[str, object]) -> float:
    return len(one.keys() & other.keys()) / len(one.keys() | other.keys())
