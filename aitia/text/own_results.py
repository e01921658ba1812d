"""Which clauses of a sentence tell a result of the paper's own, from mood, tense and attribution.

A hypothesis, an aim, a design, a recommendation, a simulation, somebody else's finding and a wish speak of
effects in the words of results. Readers take only what is left; a rule asks again of what they propose.
"""

from __future__ import annotations

import re
from enum import StrEnum

from aitia.model.data import read_table
from aitia.text.addressed import addressed

_LIMIT = 2_000
_WORDS: dict[str, str] = read_table(__package__, "own_results.toml")


class NoResult(StrEnum):
    """Why a clause is no result of the paper's own."""

    HYPOTHESIS = "hypothesis"
    AIM = "aim"
    DESIGN = "design"
    GUIDELINE = "guideline"
    SIMULATION = "simulation"
    CITED = "cited"
    WISH = "wish"
    ADDRESSED = "addressed"


def _stems(name: str) -> str:
    """Any word that begins like one of a list."""
    words = (re.escape(word).replace(r"\-", r"[\s-]") for word in _WORDS[name].split())
    return rf"(?:{'|'.join(words)})\w*"


def _any(name: str) -> str:
    """Any word of a list as it stands."""
    return rf"(?:{'|'.join(word.replace('-', '[ -]') for word in _WORDS[name].split())})"


_FEW = r"(?:[\w'-]+\s){0,3}"
_BE = r"(?:is|are|was|were|be|been|being)"
_WHO = (
    r"(?:we|i|they|one|authors?|investigators?|researchers?|stud(?:y|ies)|trials?|work|paper|analysis|"
    r"article)"
)
_PATTERNS: tuple[tuple[NoResult, re.Pattern[str]], ...] = (
    (
        NoResult.WISH,
        re.compile(
            r"\b(?:hopes?|hoped|hoping|wish(?:es|ed)?|ideally|desirable|welcome news)\b|\bwould like\b|"
            r"\b(?:further|more|future|additional|larger|new) (?:[\w-]+ ){0,2}(?:research|stud(?:y|ies)|"
            r"trials?|work|evidence)"
            r" (?:[\w-]+ ){0,2}(?:should|must|needed|required|warranted|will|would|could|may|might|can)\b|"
            r"\b(?:research|stud(?:y|ies)|trials?|work|evidence|investigations?) "
            r"(?:(?:with|of|in|on|into|for|at|using|comparing) (?:(?!that\b)[\w-]+ ){1,8})?(?:is|are) "
            r"(?:\w+ ){0,2}(?:needed|required|warranted|necessary|called for)\b|"
            r"\b(?:awaited|under ?way|in progress|still pending)\b|"
            r"\bremains? to be\b|\bwants? (?:[\w-]+ ){1,4}to\b|\b(?:time|the future) will tell\b"
        ),
    ),
    (
        NoResult.HYPOTHESIS,
        re.compile(
            rf"\b{_WHO}\s{_FEW}{_stems('supposed')} |\bit (?:\w+\s){{1,3}}{_stems('supposed')} (?:that|to)\b|"
            rf"\b{_BE} (?:\w+ly )?(?:thought|supposed|{_stems('supposed')}) (?:to|that)\b|\bbeen "
            rf"{_stems('supposed')}\b|"
            rf"\b{_stems('suppositions')} (?:[\w'-]+ ){{0,3}}?(?:was|is|that|holds?|rests?|states?)\b|"
            r"\b(?:plausibl[ey]|conceivabl[ey]|theoretically|presumably|hypothetically|in theory)\b|"
            r"\b(?:on theoretical|in principle|on paper)\b|\bor so (?:it|we|they)\b|"
            rf"\breasons? (?:to|for) (?:{_stems('supposed')}|think|hop\w+)|\bit (?:was|is|has been) argued\b|"
            rf"\b(?:could|might) (?:\w+ly )?{_stems('changes')}\b|^\W*if only\b|"
            r"^\W*(?:suppose|supposing|imagine|let us assume)\b|"
            r"^\W*(?:if|were|had|provided|should)\b.{3,200}\b(?:would|could|might)\b"
        ),
    ),
    (
        NoResult.DESIGN,
        re.compile(
            rf"\b{_stems('planned')} (?:[\w'-]+ ){{0,3}}to (?:{'|'.join(_WORDS['to_find_out'].split())})\b|"
            rf"\b{_any('needed')} (?:[\w'-]+ ){{0,3}}to (?:{'|'.join(_WORDS['to_find_out'].split())})\b|"
            rf"\b{_BE} {_any('judged')} (?:(?:as|to|be|an?|the) )*(?:\w+ly )?{_any('worth')}\b|"
            r"\b(?:statistical |study )?power was (?:\d|set|estimated|calculated)|^\W*assuming\b|"
            r"\b(?:could|can|enough to) (?!not\b)(?:\w+ )?detect\b|"
            r"\b(?:one|two)-(?:sided|tailed) (?:\w+ )?tests? (?:of|that|whether|for)\b|"
            r"\bprotocol (?:\w+ )?(?:foresaw|foresees|specif\w+|called for|provid\w+|requir\w+|stat\w+)\b|"
            r"\b(?:was|were) to (?:be )?(?:stop|end|close|halt|continue|terminat|declar)\w*\b|"
            r"\bsample sizes?\b|\bpower (?:to|of|calculation)\b|\bstopping rules?\b|\bwill (?:be |have |"
            r"not )?\w+|"
            rf"\b{_BE} (?:pre-?specified|regarded|defined|taken|planned|scheduled) (?:as|to)\b|"
            r"\b(?:end-? ?points?|outcomes?|outcome measures?) (?:was|were|is|are) (?:an?|the|any|"
            r"defined|change|time to)\b"
            r"(?! same)"
        ),
    ),
    (
        NoResult.AIM,
        re.compile(
            rf"^\W*(?:in order )?to (?:{'|'.join(_WORDS['to_find_out'].split())})\b|"
            rf"\b(?:the|our|its|main|primary|first|secondary|overall|specific) {_stems('aims')} "
            rf"(?:[\w'-]+ ){{0,8}}?"
            r"(?:was|is|were|are) (?:to|whether|if|how|that|an?|the)\b|"
            rf"\b{_WHO}\s(?:\w+\s)?{_stems('set_out')} (?:[\w'-]+ ){{0,2}}(?:to|whether|if|out)\b|"
            r"\b(?:investigation|evaluation|assessment|examination|comparison|study|trial)s? (?:of|into) "
            r".{3,160} (?:was|were) (?:carried out|done|performed|undertaken|conducted|made)\W*$|"
            r"\bwhether\b.{3,200}\b(?:was|is|were) (?:the|our|an?) (?:\w+ ){0,2}"
            r"(?:question|aim|objective|issue)\b|"
            r"\bquestions? (?:\w+ )?(?:of )?(?:whether|if|how)\b|\b(?:nobody|no one|nothing) (?:\w+ )?"
            r"(?:knows?|knew|is known|has (?:tested|studied|shown))\b|"
            r"\?\W*$|\b(?:unclear|unknown|uncertain|unsettled|not known|not clear|open question) (?:\w+ "
            r")?(?:whether|if)\b|"
            r"\bwhether\b.{0,200}\b(?:is|are|was|were|remains?) (?:\w+ )?(?:unclear|unknown|uncertain|"
            r"unsettled|open|"
            r"debated|disputed|controversial|not known)\b"
        ),
    ),
    (
        NoResult.GUIDELINE,
        re.compile(
            rf"\b{_stems('advisers')}\s{_FEW}{_stems('advice')}\b|"
            rf"\baccording to (?:[\w'-]+\s){{0,3}}{_stems('advisers')}|"
            rf"\b{_BE} (?:\w+ly )?(?:recommended|advised|endorsed|encouraged|urged)\b|"
            r"\bit is (?:\w+ )?(?:good|best|common|usual|standard|customary|accepted|normal) (?:clinical )?"
            r"(?:practice|care|to)\b|"
            r"\b(?:preferred|recommended) (?:choice|option|agent|treatment)\b|\b(?:treatment|drug|agent) of "
            r"choice\b|\b(?:current|national|international) (?:standards|practice|policy)\b|"
            r"\b(?:should|must|ought to)\b(?! not)"
        ),
    ),
    (
        NoResult.CITED,
        re.compile(
            r"\bet al\b|\band (?:colleagues|co-?workers|associates)\b|^\W*according to (?!protocol|"
            r"intention)\w+(?: and \w+)?, |"
            r"\b(?:previous|prior|earlier|another|other|existing) (?:[\w-]+ ){0,2}(?:stud(?:y|ies)|"
            r"trials?|reports?|groups?|cent(?:re|er)s?|hospitals?|countries|laborator(?:y|ies)|"
            r"authors|investigators|researchers|teams?|meta-analys[ei]s|reviews?|work|literature)\b"
            rf"(?=.{{0,40}}\b{_stems('told')})|"
            rf"\b(?:has|have|had) (?:also |previously |been |recently |long )*{_stems('told')} (?:to|"
            r"that|in)\b|"
            r"\b(?:in the literature|by others|published elsewhere|it is (?:well )?(?:known|established|"
            r"accepted)|are known to|"
            r"is known to)\b|"
            r"\bin the past(?=\W*$|,)|\b(?:in recent years|last year|for (?:decades|centuries)|historically|"
            r"traditionally|repeatedly been|long been|published (?:last|in \d{4}))\b|"
            rf"\bin (?:the|an?) {_any('famous')} (?:[\w-]+ ){{0,3}}(?:trial|study|cohort|experiment)\b|"
            rf"\bthe (?!study|trial|present|site|local|blinded|our|same|two|other)[\w-]+ (?:investigators|"
            rf"collaborators|collaboration|trialists|consortium) (?:have |has |had )?{_stems('told')}|"
            rf"\b{_stems('told')} (?:[\w-]+ )?(?:elsewhere|before \[)|"
            rf"\b(?:textbooks?|handbooks?|authorities)\s(?:\w+ )?{_stems('told')}|"
            r"\b(?:described|reported|published) by \w+ \(|\b(?:trials|studies) had "
            r"(?:found|shown|reported)\b"
        ),
    ),
    (
        NoResult.SIMULATION,
        re.compile(
            rf"\b{_stems('simulated')}|\b(?:{'|'.join(_WORDS['scenarios'].split())}) (?:scenario|cohort|"
            r"population)s?\b|"
            rf"\bextrapolat\w+\b|\bmodel(?:'s|s')? {_stems('of_a_model')}\b|"
            r"\bin (?:an? |the |our |these |computer )?simulations?\b(?!-| (?:group|train|educat|arm))|"
            r"\bsimulations? (?:show|suggest|predict|indicat|estimat|found|reveal)\w*|\bsimulated "
            r"(?:cohort|population)s?\b|"
            rf"\b{_BE} (?:projected|forecast|modelled|modeled) (?:to|that)\b|"
            r"(?<!as )\bwould (?!seem|appear|like|be (?:desirable|welcome|expected))"
        ),
    ),
)
# A supposition that the result is held against: "as expected", "contrary to our hypothesis that".
_COMPARED = re.compile(rf"\b(?:{_stems('compared')})(?:\s[\w'-]+){{0,5}}\s?\Z|\b(?:that|which) \Z")
_FOUND = re.compile(
    r"\b(?:we|i) (?:[\w'-]+ ){0,2}(?:found|observed|saw|detected|noted|show(?:ed)?|demonstrated|"
    r"confirmed|conclude[sd]?)\b|"
    r"\b(?:this|our|the present|the current|these) (?:[\w-]+ ){0,2}(?:stud(?:y|ies)|trials?|analys[ei]s|"
    r"results?|data|"
    r"findings?|reviews?|meta-analys[ei]s)\b.{0,80}?(?<!to )\b(?:found|show\w*|suggest\w*|indicat\w*|"
    r"demonstrat\w*|confirm\w*|"
    r"support\w*|reveal\w*)\b"
)
_SEEN = re.compile(
    r"\d|\b(?:was|were|did|had|fell|rose|led|showed|became|\w+(?:duced|creased|wered|vented|proved|sened|ned|"
    r"ted|sed|ved|led|ged))\b"
)
_GENERAL = re.compile(rf"\b(?:{'|'.join(_WORDS['changes'].split())})(?:e?s)?\b")
_OTHERS_WORK = re.compile(r"\bour (?:micro)?simulations?\b|\bother\b")
_CUT = re.compile(
    r"(?<=\w),\s(?=(?:there|it|we|they)\s(?:was|were|is|had)\b)|;\s|,?\s(?:but|whereas|yet|although|"
    r"though)\s(?!not\b)|\.\s|:\s|"
    r",?\sand (?=(?:we|our|this|these|it|they|should|must|will|found|showed|further|more|may|led|"
    r"reduced|increased)\b)"
)
# What the result is held against, in front of it.
_AGAINST = re.compile(
    r"^\W*(?:contrary to|despite|against|as|unlike|in (?:contrast|line|keeping|accordance) (?:to|with)|"
    r"consistent with|"
    r"similar to)\s[^,]{3,200},\s"
)
# Two names and what they say: "Garcia and Lopez showed that …". No treatment claims, argues or reports that.
_BY_NAME = re.compile(
    r"^\W*(?!Kaplan|Cox|Mann|Bland|Forest|Funnel)[A-Z][a-z]+(?: and [A-Z][a-z]+| [A-Z][a-z]+) "
    rf"(?:have |has |had )?{_stems('says')} that\b"
)
# What was said before, and is repeated: "as reported elsewhere, X reduces Y".
_REPEATED = re.compile(
    rf"^\W*as (?:has been |was |have been |we have |is )?(?:\w+ly )?{_stems('told')} (?:\w+ )?"
    r"(?:elsewhere|before|previously|earlier|by|in (?:the|other|an?|previous|earlier))\b"
)
_CONCEDED = re.compile(r"^\W*(?:while|whereas|although|though|even though)\s[^,]{8,200},\s")
_SUPPOSED = re.compile(rf"\b{_stems('supposed')}\b")
_EARLIER = re.compile(r"\b(?:previous|prior|earlier|other|existing|recent)\b")
_ASIDE = re.compile(
    r",\s(?:which was |originally |initially )?(?:designed|powered|defined|intended|planned)\b[^,]{3,160},"
)


def told_as_truth(sentence: str) -> bool:
    """Whether a sentence says what a treatment does in general, in the present tense and without a figure.

    Among results that is somebody's opinion or knowledge of before, not what was seen in the study.
    """
    plain = sentence[:_LIMIT].lower()
    if _SEEN.search(plain) or _FOUND.search(plain):
        return False
    return _GENERAL.search(plain) is not None


def no_result(sentence: str) -> NoResult | None:
    """Why no clause of a sentence is a result of the paper's own; None where one is."""
    if addressed(sentence) is not None:
        return NoResult.ADDRESSED
    kinds = [kind for _, _, kind in _clauses(sentence)]
    if len(kinds) > 1 and _AGAINST.match(sentence[:_LIMIT].lower()):
        kinds = kinds[1:]
    return kinds[0] if kinds and all(kinds) else None


def clauses_of(sentence: str) -> tuple[str, ...]:
    """The clauses of a sentence that may tell a result of its own."""
    return tuple(sentence[start:end] for start, end, kind in _clauses(sentence) if kind is None)


def own_words(sentence: str) -> str:
    """A sentence with the clauses that are no result of its own blanked, every other character in place."""
    text = sentence
    for start, end, kind in _clauses(sentence):
        if kind is not None:
            text = text[:start] + " " * (end - start) + text[end:]
    return text


def _clauses(sentence: str) -> list[tuple[int, int, NoResult | None]]:
    """Begin, end and kind of each clause."""
    plain = _ASIDE.sub(lambda match: " " * len(match.group()), sentence[:_LIMIT].lower())
    found, begin = [], 0
    if _REPEATED.match(plain) or _BY_NAME.match(sentence):
        return [(0, len(sentence), NoResult.CITED)]
    if conceded := _CONCEDED.match(plain):
        begin = conceded.end()
        found.append((0, begin, _kind(plain[:begin])))
    elif against := _AGAINST.match(plain):
        begin = against.end()
        supposed, earlier = (pattern.search(against.group()) for pattern in (_SUPPOSED, _EARLIER))
        kind = NoResult.HYPOTHESIS if supposed else NoResult.CITED if earlier else None
        found.append((0, begin, kind))
    for match in (*_CUT.finditer(plain, begin), None):
        end = match.start() if match else len(plain)
        if end - begin > 12 or not match:
            found.append((begin, end, _kind(plain[begin:end])))
            begin = match.end() if match else end
    return [clause for clause in found if sentence[clause[0] : clause[1]].strip()]


def _kind(clause: str) -> NoResult | None:
    own = _FOUND.search(clause)
    if own is not None and not _OTHERS_WORK.search(own.group()):
        return None
    for kind, pattern in _PATTERNS:
        match = pattern.search(clause)
        if match is None:
            continue
        if kind is NoResult.HYPOTHESIS and _COMPARED.search(clause[: match.start()]):
            continue
        return kind
    return None
