"""How many people (or animals, or studies) a paper rests on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aitia.model.passage import Quote
from aitia.model.scales import SentenceRole
from aitia.reading.numbers.written import COUNT, WRITTEN, parse_count
from aitia.reading.paper.document import ReadSentence

Found = tuple[int, Quote]
LARGEST = 200_000_000

_NUMBER = rf"(?<![\w.,/−–-])(?P<n>{COUNT}|{WRITTEN})"
_PEOPLE = (
    r"(?:patients?|participants?|women|men|adults?|children|infants?|neonates?|newborns?|subjects?|"
    r"volunteers?|people|persons?|"
    r"individuals?|adolescents?|students?|workers?|nurses?|veterans?|boys|girls|mothers?|smokers|residents|"
    r"survivors|households|"
    r"couples|physicians|recipients|outpatients|inpatients|mice|rats|rabbits|dogs|eyes|families|caregivers|"
    r"nulliparae|parturients|"
    r"males?|females?|cases|pregnancies|houses|procedures|knees|hips|teeth|specimens|samples|"
    r"marrows|biopsies|athletes|elderly|preterms?|"
    r"babies|toddlers|employees)"
)
_OTHER_THINGS = (
    r"arm|group|of\b|per\b|or\b|week|month|year|day|mg|were\b|was\b|exclu|(?:general )?practices|hospitals|"
    r"cent(?:re|er)s|clinics|schools|villages|wards|clusters|sites\b|countries|communities"
)
_ADJECTIVES = (
    rf"(?:(?!{_OTHER_THINGS}|and\b)[A-Za-z][\w/’'-]{{0,24}},?\s)?"
    rf"(?:(?!{_OTHER_THINGS})[A-Za-z][\w/’'-]{{0,24}},?\s){{0,6}}"
)
_PATTERNS: tuple[tuple[int, re.Pattern[str]], ...] = tuple(
    (weight, re.compile(pattern, re.I))
    for weight, pattern in (
        (6, rf"\b(?:total of|altogether|in total|in all)\s?,?\s{_NUMBER}\s{_ADJECTIVES}{_PEOPLE}\b"),
        (
            6,
            rf"\b{_NUMBER}\s{_ADJECTIVES}{_PEOPLE}\b[^.;]{{0,140}}?\b(?:were|was|have "
            rf"been)\s(?:\w+\s){{0,2}}(?:randomi[sz]ed|enrolled|"
            r"recruited|included|assigned|allocated|studied|entered|analy[sz]ed|divided|evaluated)\b",
        ),
        (
            6,
            rf"\b(?:randomi[sz]ed|enrolled|recruited|randomly (?:assigned|allocated|divided)|"
            rf"included|studied)\s{_NUMBER}\s{_ADJECTIVES}{_PEOPLE}\b",
        ),
        (
            5,
            rf"\b(?:among|of|in|from|involving|with)\s(?:the\s|"
            rf"a total of\s)?{_NUMBER}\s{_ADJECTIVES}{_PEOPLE}\b",
        ),
        (4, rf"(?:^|[.;:,(]\s?){_NUMBER}\s{_ADJECTIVES}{_PEOPLE}\b"),
        (3, rf"\b{_PEOPLE}\s?[\[(]\s?n\s?=\s?(?P<n>{COUNT})"),
        (2, rf"\b{_NUMBER}\s{_ADJECTIVES}{_PEOPLE}\b"),
        (2, rf"\b[Nn]\s?=\s?(?P<n>{COUNT})\b"),
    )
)
_COUNTED_PEOPLE = _PATTERNS[6][1]
"""What every pattern but the two of "n =" needs; where it is not found, those need not be tried."""
_PATTERNS_OF_N = (_PATTERNS[5], _PATTERNS[7])
_ARM_N = re.compile(rf"\b[nN]\s?=\s?(?P<n>{COUNT})\b")
_ARM_PEOPLE = re.compile(
    rf"\b(?:group|arm) (?:[(\[]|(?:was|had|included|comprised|consisted) (?:comprised )?(?:of )?)"
    rf"(?P<n>{COUNT}) {_ADJECTIVES}{_PEOPLE}\b",
    re.I,
)
_ASSIGNED = re.compile(
    rf"(?<![\w.,/−–-])(?P<n>{COUNT}) (?:(?:{_PEOPLE}|were|was) )?(?:were |was )?(?:randomly )?"
    rf"(?:assigned|allocated|randomi[sz]ed) to [^.;()]{{3,80}}? and (?P<m>{COUNT}) (?:{_PEOPLE} )?(?:were )?"
    rf"(?:(?:assigned|allocated|randomi[sz]ed) )?to\b",
    re.I,
)
"""Two arms of one trial: "24 were assigned to surgery and 24 to continued treatment"."""
_SYNTHESIS = re.compile(
    rf"(?P<n>{COUNT})\s(?:(?!trials|studies|rcts)[A-Za-z][\w-]{{0,20}}\s){{0,3}}(?:{_PEOPLE})\b|\b(?:total "
    rf"sample size|[Nn])\s?(?:of|=|was)\s?(?P<m>{COUNT})",
    re.I,
)
_STUDIES = re.compile(
    rf"\b{_NUMBER}\s(?:(?!patients|participants|"
    rf"of\b)[A-Za-z][\w/-]{{0,20}},?\s(?:\([^)]{{1,25}}\)\s)?){{0,5}}(?:trials?|studies|study|RCTs?|"
    rf""
    r"articles|papers|reports|cohorts)\b",
    re.I,
)
_INCLUDED = re.compile(
    r"(?i)\b(?:includ|eligible|identif|met|analy|pool|involv|contribut|meta-analys|provided|selected)\w*"
)
_EVENTS_IN = re.compile(
    r"(?i)\b(?:occurred|observed|seen|developed|reported|required|found|noted|detected|experienced|present|"
    r"was|were)\s(?:in|by|among)\b|\bdeaths? (?:of|in|among)\s"
)
_ONE_ARM = re.compile(
    r"(?i)\b(?:group|arm)s? (?:[(\[]|(?:was|were|had|included|comprised|consisted)\b)[^.;]{0,16}\Z"
)
"""Before a number that counts one arm only."""
_LOOKED_AT = re.compile(
    r"(?i)\b(?:screened|excluded|citations|records|abstracts|hits|lost|died|withdrew|dropped|"
    r"invited|approached|surviving|initially (?:assessed|contacted|evaluated)|assessed for eligibility)\b"
)


def read_sample_size(document: Sequence[ReadSentence], synthesis: bool) -> Found | None:
    """The number of participants, from the wording that states it best; else the sum of the arms' "n ="."""
    own = [s for s in document if s.role is not SentenceRole.OTHERS]
    pool = [s for s in own if s.section_id in ("title", "abstract")]
    if not any(s.section_id == "abstract" for s in pool):
        pool = own[:300]
    if synthesis:
        return _largest(pool)
    best = _best(sorted(pool, key=lambda s: s.role is not SentenceRole.METHOD))
    if best is None or best[0] <= 5:
        summed = _arms(pool)
        if summed is not None:
            return summed
    return best[1] if best else None


def _best(pool: Sequence[ReadSentence]) -> tuple[int, Found] | None:
    """The best-worded number; methods come first, and a clear statement among them ends the search."""
    best: tuple[int, Found] | None = None
    for sentence in pool:
        if best is not None and best[0] >= (8 if sentence.role is SentenceRole.METHOD else 6):
            break
        found = _in_sentence(sentence)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    return best


def _in_sentence(sentence: ReadSentence) -> tuple[int, Found] | None:
    text = sentence.text[:1500]
    if not re.search(r"(?i)\d|\b(?:ten|twelve|\w+teen|\w+ty|hundred|thousand)\b", text):
        return None
    people = _COUNTED_PEOPLE.search(text) is not None
    for weight, pattern in _PATTERNS if people else _PATTERNS_OF_N if "=" in text else ():
        for match in pattern.finditer(text):
            count = parse_count(match.group("n"))
            if count is None or not 4 <= count <= LARGEST or _is_year(match, text):
                continue
            bonus = {SentenceRole.METHOD: 2, SentenceRole.RESULT: 1}.get(sentence.role, 0)
            before = text[max(0, match.start() - 60) : match.start() + 4]
            penalty = 3 if _LOOKED_AT.search(text[match.start() : match.end() + 40]) else 0
            penalty += 4 if _EVENTS_IN.search(before) or re.match(r"\s?of\b", text[match.end("n") :]) else 0
            penalty += 4 if _ONE_ARM.search(text[max(0, match.start("n") - 40) : match.start("n")]) else 0
            return weight + bonus - penalty, (count, sentence.quote(match.start("n"), match.end()))
    return None


def _is_year(match: re.Match[str], text: str) -> bool:
    number = match.group("n")
    before = text[max(0, match.start("n") - 12) : match.start("n")].lower()
    return (
        bool(re.fullmatch(r"(?:19|20)\d\d", number))
        and re.search(r"\b(?:in|to|and|since|during|of|from|june|july)\s?\Z", before) is not None
    )


def _arms(pool: Sequence[ReadSentence]) -> Found | None:
    """The sum of the arms' sizes ("n = 40", "group (40 women)") in the first sentence that gives two."""
    for sentence in pool:
        if sentence.role not in (SentenceRole.METHOD, SentenceRole.RESULT):
            continue
        text = sentence.text[:1500]
        if both := _ASSIGNED.search(text):
            counts = [parse_count(both[arm]) or 0 for arm in ("n", "m")]
            if all(4 <= count <= LARGEST for count in counts):
                return sum(counts), sentence.quote(*both.span())
        found = list(_ARM_N.finditer(text)) or list(_ARM_PEOPLE.finditer(text))
        counts = [parse_count(m.group("n")) or 0 for m in found]
        if len(counts) < 2 or not all(4 <= c <= LARGEST for c in counts):
            continue
        parts = [c for c in counts if c < sum(counts) - c or len(counts) == 2]
        return sum(parts), sentence.quote(found[0].start(), min(found[-1].end(), found[0].start() + 300))
    return None


def _largest(pool: Sequence[ReadSentence]) -> Found | None:
    """Reviews state their total with the studies; the largest count of people beside studies is it."""
    best: Found | None = None
    for sentence in pool:
        text = sentence.text[:1500]
        if not _STUDIES.search(text) or (_LOOKED_AT.search(text) and not _INCLUDED.search(text)):
            continue
        for match in _SYNTHESIS.finditer(text):
            name = "n" if match.group("n") else "m"
            count = parse_count(match.group(name))
            if count is not None and 10 <= count <= LARGEST and (best is None or count > best[0]):
                best = (count, sentence.quote(match.start(name), match.end()))
    return best


def read_studies_included(document: Sequence[ReadSentence]) -> Found | None:
    """How many studies a review includes."""
    candidates: list[tuple[int, Found]] = []
    for sentence in document:
        if sentence.section_id not in ("title", "abstract") or sentence.role is SentenceRole.OTHERS:
            continue
        for match in _STUDIES.finditer(sentence.text[:1500]):
            count = parse_count(match.group("n"))
            if count is None or not 1 <= count <= 5000:
                continue
            near = sentence.text[max(0, match.start() - 60) : match.end() + 80]
            weight = 2 * (_INCLUDED.search(near) is not None) - 2 * (_LOOKED_AT.search(near) is not None)
            weight += sentence.role is SentenceRole.RESULT
            candidates.append((weight, (count, sentence.quote(match.start("n"), match.end()))))
    return max(candidates, key=lambda c: c[0])[1] if candidates else None
