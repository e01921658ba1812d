"""Comparison questions: "Is Y higher, lower, or the same when comparing A to B?" and its relatives."""

from __future__ import annotations

import re

from aitia.model.scales import QuestionKind
from aitia.question.arms import cut_comparator, inner, split_pair, with_head, without_illness
from aitia.question.causal import Form, Sense, starts_causal
from aitia.question.conditions import names_people
from aitia.question.draft import Draft
from aitia.question.phrases import treated_outcome

_MORE = (
    "higher|greater|more|longer|larger|bigger|faster|increased|raised|elevated|prolonged|more common|"
    "more frequent|more likely"
)
_LESS = (
    "lower|less|fewer|shorter|smaller|slower|reduced|decreased|lowered|shortened|less common|less frequent|"
    "rarer|less likely"
)
_BETTER = "better|improved|enhanced"
_WORSE = "worse|impaired"
_SAME = (
    "(?:about |roughly )?the same|no different|not different|unchanged|similar|equal|equivalent|unaffected|"
    "different|changed|altered"
)
_WORD = rf"(?:{_MORE}|{_LESS}|{_BETTER}|{_WORSE}|{_SAME})"
_LIST = rf"(?:either )?{_WORD}(?:(?:,? or |, and |, ?| and | ?/ ?){_WORD}){{0,5}}"
_LIST_END = re.compile(rf"(?:^|[, ]+)(?P<words>{_LIST})[, ]*$", re.IGNORECASE)
_AUXILIARY = re.compile(
    r"^(?:is|are|was|were|does|do|did|will|would|can|could|has|have)(?: there)? (?=\S)|^(?:which|what) is "
    r"(?=\S)",
    re.IGNORECASE,
)
_COMPARING = re.compile(
    r"[, ]+(?:when |if |by |in |while |on |upon )?(?:you )?(?:comparing|we compare|compare) (?=\S)",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    r"[, ]+(?:when|if) (?P<first>[^,]{1,400}) (?:is|are|was|were) compared (?:with|to|against) (?=\S)",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"^(?:is|are|was|were) there (?:an? |any )?(?:\w{1,20} ){0,2}differences? in (?P<outcome>.{1,600}?)"
    r" (?:between|when comparing) (?P<arms>.{3,})$"
    r"|^what (?:is|are) the differences? in (?P<outcome2>.{1,600}?) between (?P<arms2>.{3,})$"
    r"|^(?:does|do|did) (?P<outcome3>.{1,600}?) (?:differ|vary|change) between (?P<arms3>.{3,})$",
    re.IGNORECASE,
)
_HOW = re.compile(
    r"^how (?:does|do|did) (?P<first>.{1,400}?) compare (?:with|to|against) (?P<second>.{1,400}?)"
    r" (?:for|in terms of|on|regarding|with respect to|with regard to) (?P<outcome>.{1,})$",
    re.IGNORECASE,
)
_FOR = r"(?:(?:for|at|in) (?=\w{2,30}ing\b)|for|in terms of|with respect to|regarding|to (?=\w)|against) ?"
_RANK = re.compile(
    r"^(?:is|are|was|were) (?P<first>.{1,400}?) (?P<rank>(?:more|less|as|equally) (?:effective|"
    r"efficacious|good|safe|useful)"
    r"|better|worse|superior|inferior|non-?inferior|equivalent|safer|preferable)"
    r" (?:than|to|as|compared (?:with|to)) (?P<second>.{1,400}?)"
    rf" {_FOR}(?P<outcome>.{{1,}})$",
    re.IGNORECASE,
)
_BARE_RANK = re.compile(
    r"^(?:is|are|was|were) (?P<first>.{1,400}?) "
    r"(?P<rank>(?:more|less|as) (?:effective|efficacious|good|useful)|better|worse|superior|"
    r"inferior|safer|preferable) (?:than|to|as) (?P<second>.{1,400})$",
    re.IGNORECASE,
)
_IN = re.compile(r"(?P<second>.{1,300}?) (?:in|among) (?P<where>.{2,300})$", re.IGNORECASE)
_WITH = re.compile(r".{1,200}? (?:with|suffering from|who have) (?P<ill>.{2,200})$", re.IGNORECASE)
_BETTER_RANKS = frozenset(("better", "superior", "more effective", "more efficacious", "preferable"))
_WORSE_RANKS = frozenset(("worse", "inferior", "less effective", "less efficacious"))
_BEST = r"(?:the )?(?:better|best|more effective|most effective|safer|preferable)"
_EITHER = re.compile(
    rf"^(?:is|are|was|were) (?P<first>.{{1,400}}?),? or (?P<second>.{{1,400}}?) {_BEST} "
    rf"{_FOR}(?P<outcome>.{{1,}})$"
    rf"|^(?:which|what) (?:one )?(?:is|are|works?|helps?) {_BEST} {_FOR}(?P<outcome2>.{{1,600}}?)[,:;] "
    r"(?:is it )?(?P<first2>.{1,400}?),? or (?P<second2>.{1,400})$",
    re.IGNORECASE,
)
_WORKS = re.compile(
    r"^(?:do|does|did) (?P<first>.{1,400}?) (?:work|help) "
    r"(?P<how>as well|as much|better|more|worse|less well|less)"
    rf" (?:as|than) (?P<second>.{{1,400}}?) {_FOR}(?P<outcome>.{{1,}})$",
    re.IGNORECASE,
)
_IN_ARM = re.compile(
    rf"^(?:is|are|was|were) (?P<outcome>.{{1,600}}?) (?P<words>{_LIST}) "
    r"(?:(?:when|if) )?(?P<link>with|in|for|after|under|using|on|among|following|by|given) (?P<arms>.{1,})$",
    re.IGNORECASE,
)
_NOMINAL = re.compile(
    r"^(?P<first>.{1,400}?) (?:versus|vs\.?|compared (?:with|to)) (?P<second>.{1,400}?) "
    r"(?:on|for|in terms of) (?P<outcome>.{1,})$",
    re.IGNORECASE,
)
_HAVE = re.compile(
    r"^(?:do|does|did) (?P<first>.{1,400}?) "
    r"(?:have|get|develop|suffer|experience|show|report|need|require|use) "
    rf"(?:an? )?(?P<words>{_LIST}) (?P<outcome>.{{2,600}}?)(?: than (?P<second>.{{2,}}))?$",
    re.IGNORECASE,
)


def read_comparison(text: str) -> Draft | None:
    """The draft of a comparison, or None when the question is of another shape."""
    for read in (
        _how,
        _comparing,
        _passive,
        _difference,
        _rank,
        _unranked,
        _either,
        _works,
        _in_arm,
        _have,
        _nominal,
    ):
        draft = read(text)
        if draft is not None:
            return draft
    return None


def _draft(outcome: str, first: str, second: str | None, sense: Sense = Sense.OPEN) -> Draft:
    kind = QuestionKind.COMPARISON if second is not None else QuestionKind.EFFECT
    if second is None:
        return Draft(kind, inner(first), outcome, None, sense=sense)
    first, second = inner(first), inner(second)
    return Draft(kind, with_head(first, second), outcome, with_head(second, first), sense=sense)


def _comparing(text: str) -> Draft | None:
    match = _COMPARING.search(text)
    if match is None:
        return None
    arms = text[match.end() :]
    pair = split_pair(arms)
    outcome, sense = _measured(text[: match.start()])
    first, second = pair if pair else (arms, "")
    return _draft(outcome, first, second, sense)


def _passive(text: str) -> Draft | None:
    match = _PASSIVE.search(text)
    if match is None:
        return None
    outcome, sense = _measured(text[: match.start()])
    return _draft(outcome, match["first"], text[match.end() :], sense)


def _measured(left: str) -> tuple[str, Sense]:
    """The outcome before "when comparing", without auxiliary and direction words, and what these presume."""
    left = _AUXILIARY.sub("", left.strip(" ,"))
    match = _LIST_END.search(left)
    if match:
        return left[: match.start()], sense_of(match["words"])
    left = re.sub(r"^(?:an? |any )?(?:significant )?differences? in ", "", left, flags=re.IGNORECASE)
    return re.sub(r" (?:differ|change|vary|different)$", "", left, flags=re.IGNORECASE), Sense.OPEN


def sense_of(words: str) -> Sense:
    """What a list of direction words presumes: open unless it holds a single one."""
    plain = words.lower().strip()
    for pattern, sense in (
        (_MORE, Sense.MORE),
        (_LESS, Sense.LESS),
        (_BETTER, Sense.BETTER),
        (_WORSE, Sense.WORSE),
    ):
        if re.fullmatch(pattern, plain):
            return sense
    return Sense.OPEN


def _difference(text: str) -> Draft | None:
    match = _DIFFERENCE.match(text)
    if match is None:
        return None
    outcome = match["outcome"] or match["outcome2"] or match["outcome3"]
    arms = match["arms"] or match["arms2"] or match["arms3"]
    pair = _between(arms)
    return _draft(outcome, *pair) if pair else None


def _between(arms: str) -> tuple[str, str] | None:
    """ "Between A and B": the "and" that cuts, else what `split_pair` finds."""
    pieces = re.split(r" and ", arms, flags=re.IGNORECASE)
    return (pieces[0], pieces[1]) if len(pieces) == 2 else split_pair(arms)


def _how(text: str) -> Draft | None:
    match = _HOW.match(text)
    return _draft(_deed(match["outcome"])[0], match["first"], match["second"]) if match else None


def _rank(text: str) -> Draft | None:
    match = _RANK.match(text)
    if match is None:
        return None
    return _ranked(match, _rank_sense(match["rank"]))


def _rank_sense(rank: str) -> Sense:
    word = rank.lower()
    return Sense.BETTER if word in _BETTER_RANKS else Sense.WORSE if word in _WORSE_RANKS else Sense.OPEN


def _ranked(match: re.Match[str], sense: Sense) -> Draft:
    deed, did = _deed(match["outcome"])
    if did is None:
        return _draft(treated_outcome(deed), match["first"], match["second"], sense)
    return _draft(deed, match["first"], match["second"], did if sense is Sense.BETTER else Sense.OPEN)


def _either(text: str) -> Draft | None:
    """ "Is A or B better for Y?" and "Which is better for Y, A or B?" presume nothing."""
    match = _EITHER.match(text)
    if match is None:
        return None
    deed, did = _deed(match["outcome"] or match["outcome2"])
    outcome = deed if did is not None else treated_outcome(deed)
    return _draft(outcome, match["first"] or match["first2"], match["second"] or match["second2"])


def _works(text: str) -> Draft | None:
    match = _WORKS.match(text)
    if match is None:
        return None
    how = match["how"].lower()
    sense = (
        Sense.OPEN if how.startswith("as ") else Sense.BETTER if how in ("better", "more") else Sense.WORSE
    )
    return _ranked(match, sense)


def _deed(outcome: str) -> tuple[str, Sense | None]:
    """An outcome that begins with what is done to it: "preventing stroke", "reduce pain"."""
    for form in (Form.GERUND, Form.BASE):
        word = starts_causal(outcome, form)
        if word and outcome[word.end :].strip():
            return outcome[word.end :], word.sense
    return outcome, None


def _unranked(text: str) -> Draft | None:
    """ "Is A better than B?" names no outcome; the draft says so. "… in heart failure" names the illness."""
    match = _BARE_RANK.match(text)
    if match is None:
        return None
    within = _IN.match(match["second"])
    ill = _WITH.match(within["where"]) if within else None
    if within is None or (ill is None and names_people(within["where"])):
        return _draft("", match["first"], match["second"])
    outcome = f"{ill['ill']} in {within['where']}" if ill else within["where"]
    return _draft(treated_outcome(outcome), match["first"], within["second"], _rank_sense(match["rank"]))


def _in_arm(text: str) -> Draft | None:
    match = _IN_ARM.match(text)
    if match is None:
        return None
    first, second, _ = cut_comparator(match["arms"])
    second, outcome = without_illness(second, match["outcome"])
    return _draft(outcome, first, second, sense_of(match["words"]))


def _have(text: str) -> Draft | None:
    match = _HAVE.match(text)
    if match is None:
        return None
    return _draft(match["outcome"], match["first"], match["second"], sense_of(match["words"]))


def _nominal(text: str) -> Draft | None:
    if re.match(
        r"(?:is|are|was|were|does|do|did|can|could|will|would|what|how|who|which)\b", text, re.IGNORECASE
    ):
        return None
    match = _NOMINAL.match(text)
    if match is None:
        return None
    first = re.sub(
        r"^(?:the )?(?:effects?|impact|efficacy|effectiveness) of ", "", match["first"], flags=re.IGNORECASE
    )
    return _draft(_deed(match["outcome"])[0], first, match["second"])
