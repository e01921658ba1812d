"""How a claim answers a question: arms and outcome by word, abbreviation and synonym; what is indirect."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from aitia.domains.registry import adapter_for
from aitia.model.claim import Claim, StudyFacts
from aitia.model.evidence import OutcomePart, OutcomeRole, QuestionMatch
from aitia.model.landscape import VIEWS, View, belongs
from aitia.model.scales import TRIAL_DESIGNS, Direction, Domain, QuestionKind
from aitia.question.arms import is_inactive
from aitia.question.specification import Question
from aitia.reading.paper.arms import control_words, is_a_time, stems
from aitia.reading.statements.asked_outcome import family_of, part_of
from aitia.reading.statements.head_to_head import is_nothing, rival_of
from aitia.reading.statements.lack import is_low_exposure
from aitia.words.everyday import everyday_names, known_names
from aitia.words.methods import method_key
from aitia.words.names import kinds_in, same_thing

Similarity = Callable[[str, str], float]

SAME = 0.6
_CLOSE = 0.82
_RELATED = 0.35
_SAFETY = re.compile(
    r"(?i)adverse|side effect|safety|tolerab|toxic|bleed|h(?:a)?emorrhag|harm|complication|withdraw|"
    r"discontinu"
)
_WELCOME = re.compile(
    r"\b(?:relief|relieved|free|freedom|surviv\w+|recover\w*|remission|resol\w+|cure[sd]?)\b"
)
_SEVERE = re.compile(r"(?i)\b(?:severe|critical|serious)\b")
_GRAVE = re.compile(
    r"(?i)\b(?:sever\w+|serious\w*|critical\w*|major|grades?|high-grade|life-threatening|extreme\w*|disabling)\b"
)
_ILLNESS = (
    r"(?:covid(?:-?19)?|sars-cov-2|coronavirus|influenza|flu|pneumonia|malaria|sepsis|disease|illness|"
    r"infection|course)"
)
_NAMED_ILLNESSES = tuple(
    re.compile(rf"(?i)\b(?:{names})")
    for names in (
        r"covid|sars[- \u2010\u2011]?cov|corona ?virus|(?:2019-)?ncov",
        r"influenza|flu\b|h1n1",
        r"\w*pneumoni",
        r"malaria|(?:p\. ?|plasmodium )falciparum",
        r"\w*sep(?:sis|tic)\b",
    )
)
"""An illness by its usual names: its severe course is told only by a paper that names it."""
_SEVERE_ILLNESS = re.compile(
    rf"(?i)\b(?:severe|critical|serious)(?: (?:acute|respiratory|viral|bacterial))* {_ILLNESS}\b|"
    rf"\b{_ILLNESS} severity\b|\bseverity of (?:the )?{_ILLNESS}\b"
)
_SEVERE_COURSE = re.compile(
    r"(?i)\b(?:icu|intensive care|critical(?:ly)?|ventilat\w+|intubat\w+|death|died|mortality|surviv\w+|"
    r"hospitali[sz]\w+|severe|severity|ards|"
    r"oxygen|organ failure|clinical (?:deterioration|worsening|progression))\b"
)
_COURSES = {
    "death": re.compile(r"(?i)\b(?:deaths?|died|mortality)\b"),
    "mechanical ventilation": re.compile(r"(?i)\b(?:ventilat|intubat)\w+"),
    "admission to intensive care": re.compile(r"(?i)\b(?:icu|intensive care)\b"),
    "admission to hospital": re.compile(
        r"(?i)\bhospitali[sz]ation\b|\badmi(?:ssion|tted) to (?:the )?hospital\b"
    ),
}
"""What a severe course is told as, the gravest first."""
_LESS_OF_IT = re.compile(
    r"(?i)\b(?:cessation|quit\w*|stop\w*|avoid\w*|delay\w*|defer\w*|decaffeinated|\w+-free)\b"
)
_PAIN = re.compile(r"(?i)\b(?:pain(?![- ]?(?:free|relie\w+|killer\w*))|vas|nrs)\b")
_RELIEF = re.compile(
    r"(?i)\b(?:duration|time|period|quality|effects?) of (?:\w+ ){0,3}analgesia\b|"
    r"\banalgesi[ac] (?:duration|time|period|quality|effects?)\b|"
    r"\b(?:prolong|extend|lengthen|improv|enhanc)\w* (?:[\w-]+ ){0,4}analgesia\b|"
    r"\bpain[- ](?:free|relief)\b"
)
_LESS_RELIEF = re.compile(
    r"(?i)\b(?:shorter|shorten\w*|less|worse\w*|inferior|lower|poorer|reduc\w+|decreas\w+)\b"
)
_INDIRECT = {OutcomePart.COMPONENT: "a kind of", OutcomePart.PROXY: "what stands for or holds"}
_WEAK = (
    "overall long short term incidence occurrence risk rate event events number proportion symptom symptoms "
    "any total primary main clinical level severe severity major serious change improvement reduction "
    "prevention use effect effects hospital inpatient"
)


def match_claim(
    question: Question, claim: Claim, facts: StudyFacts, similarity: Similarity | None = None
) -> QuestionMatch:
    """Role, score, whether the arms are swapped, and what differs between question and claim.

    `similarity` (0 to 1, an embedder's cosine, say) only helps where words and synonyms do not decide; it
    never overrules them, since embeddings do not see direction.
    """
    if question.kind is QuestionKind.LANDSCAPE or question.domain == Domain.MACHINE_LEARNING:
        return _match_landscape(question, claim, similarity)
    arm, swapped = _arm_of(question, claim, similarity)
    known_otherwise = arm < SAME and claim.answers_question is not None
    if known_otherwise:
        arm = SAME  # the reader, who saw the whole paper, took it for the arm that was asked for
    if arm < SAME:
        reason = f"the claim is about {claim.cause!r}, not {question.intervention!r}"
        return QuestionMatch(role=OutcomeRole.UNRELATED, score=round(arm * 0.3, 3), reason=reason)
    if _compares_forms(question, claim, facts):
        reason = f"{claim.comparator!r} is {question.intervention!r} too: forms of it were compared"
        return QuestionMatch(role=OutcomeRole.UNRELATED, score=0.0, reason=reason)
    if claim.answers_question is None and (reason := _lacks_an_arm(question, claim, swapped, similarity)):
        return QuestionMatch(role=OutcomeRole.UNRELATED, score=0.0, reason=reason)
    outcome = outcome_match(question.outcome, claim.effect, similarity)
    if claim.answers_question is not None:
        outcome = max(outcome, SAME)
    if claim.answers_question is not None and _misses_severity(question.outcome, claim.quote.text):
        reason = f"the quote speaks of the illness, not of {question.outcome!r}"
        return QuestionMatch(role=OutcomeRole.UNRELATED, score=0.0, reason=reason)
    if _takes_relief_for_pain(question.outcome, claim):
        reason = f"the quote tells how long or how well pain was relieved, not more {question.outcome!r}"
        return QuestionMatch(role=OutcomeRole.UNRELATED, score=0.0, reason=reason)
    role, reason = _role(question, claim, outcome)
    part = part_of(question.outcome, claim.quote.text) if role is OutcomeRole.MAIN else None
    if part is OutcomePart.OTHER:
        reason = f"the quote tells another outcome than {question.outcome!r}"
        return QuestionMatch(role=OutcomeRole.UNRELATED, score=0.0, reason=reason, part=part)
    # Of another outcome, the claim names what it reports: only the arm may be another.
    score = arm * (outcome if role is OutcomeRole.MAIN else 1.0)
    if claim.answers_question is not None and role is OutcomeRole.MAIN:
        score = min(score, claim.answers_question) if score else claim.answers_question
    if known_otherwise:  # another name alone is no other intervention: said, not counted against the study
        reason = f"{reason}; the paper calls {question.intervention!r} {claim.cause!r}"
    # A reader that is sure of its answer has seen that the paper's other word means the outcome asked for.
    meant = max(outcome, claim.answers_question or 0.0)
    notes = _indirectness(question, claim, facts, 1.0 if known_otherwise else arm, meant, role)
    if part in _INDIRECT:
        notes = (*notes, f"Outcome: {_INDIRECT[part]} {question.outcome} was measured.")
    if rival := rival_of(question, claim):
        notes = (*notes, f"Comparator: {rival} was used; the question asks about no other treatment.")
    return QuestionMatch(
        role=role,
        score=round(min(1.0, score), 3),
        swapped=swapped,
        indirectness=notes,
        reason=reason,
        part=part,
        family=None if role is OutcomeRole.MAIN else family_of(claim.effect),
        rival=rival,
    )


def _arm_of(question: Question, claim: Claim, similarity: Similarity | None) -> tuple[float, bool]:
    """How well the claim's cause fits an arm that was asked for, and whether that is the other one."""
    first = term_match(question.intervention, claim.cause, similarity)
    second = term_match(question.comparator, claim.cause, similarity) if question.comparator else 0.0
    low = is_low_exposure(claim.cause, question.intervention)
    # An answer that is told of the other arm names the question's intervention as what it was compared with.
    told = claim.answers_question is not None and claim.comparator == question.intervention
    return max(first, second), told or low or (second > first and second >= SAME)


def _lacks_an_arm(question: Question, claim: Claim, swapped: bool, similarity: Similarity | None) -> str:
    """Why a finding has but one of two treatments that are to be compared ("tamoxifen against placebo" tells
    nothing of anastrozole against tamoxifen); "" where it has both or its other arm is not named."""
    if is_inactive(question.comparator) or is_a_time(question.comparator or ""):
        return ""
    other = question.intervention if swapped else question.comparator
    told = claim.comparator or ""
    if term_match(other, told, similarity) >= _RELATED or (not swapped and not _is_another_arm(told)):
        return ""
    return f"{claim.cause!r} is compared with {told or 'nothing that is named'!r}, not with {other!r}"


def _is_another_arm(name: str) -> bool:
    """Whether a comparator is named and cannot be any treatment, as "control" and "usual care" can."""
    return bool(name) and (is_nothing(name) or not control_words(name))


def _compares_forms(question: Question, claim: Claim, facts: StudyFacts) -> bool:
    """Whether a trial gave what a question asks about, against nothing or placebo, to both of its arms: one
    dose or kind against another tells nothing of it."""
    other = claim.comparator if claim.comparator and claim.comparator != question.comparator else ""
    if not is_inactive(question.comparator) or facts.design not in TRIAL_DESIGNS:
        return False
    if control_words(other) or is_low_exposure(other, question.intervention) or _LESS_OF_IT.search(other):
        return False
    return _is_form(question.intervention, other) and (
        claim.answers_question is not None or _is_form(question.intervention, claim.cause)
    )


def _is_form(asked: str, found: str) -> bool:
    """Whether a name names the asked thing or a kind of it, with other words around."""
    return same_thing(asked, found) >= _CLOSE or bool(kinds_in(asked, found))


def tells_another(outcome: str, text: str) -> bool:
    """Whether a text is known to tell another outcome than the one asked for."""
    return _misses_severity(outcome, text) or part_of(outcome, text) is OutcomePart.OTHER


def _misses_severity(outcome: str, text: str) -> bool:
    """Whether something severe was asked for and the text speaks of nothing such."""
    if _SEVERE_ILLNESS.search(outcome):
        return not _SEVERE_COURSE.search(text)
    return bool(_SEVERE.search(outcome)) and not (_GRAVE.search(text) or _SEVERE_COURSE.search(text))


def _takes_relief_for_pain(outcome: str, claim: Claim) -> bool:
    """Whether longer or better relief was read as more pain: "analgesia was prolonged"."""
    text = claim.quote.text
    if claim.direction is not Direction.INCREASES or not _PAIN.search(outcome) or _PAIN.search(text):
        return False
    return bool(_RELIEF.search(text)) and not _LESS_RELIEF.search(text)


def _role(question: Question, claim: Claim, outcome: float) -> tuple[OutcomeRole, str]:
    if outcome >= SAME:
        return OutcomeRole.MAIN, f"{claim.effect!r} is the outcome asked for"
    adapter = adapter_for(question.domain)
    low = claim.effect.lower()
    safety = _SAFETY.search(low)
    harm = next(
        (term for term in adapter.harm_terms if _holds(low, term)), safety.group() if safety else None
    )
    feared = (claim.direction is Direction.INCREASES or safety is not None) and not _WELCOME.search(low)
    if harm and feared and outcome < _RELATED and not _is_its_event(question.outcome, claim.effect):
        return OutcomeRole.HARM, f"{claim.effect!r} is an adverse outcome ({harm}) that was not asked for"
    surrogate = next((term for term in adapter.surrogate_outcomes if _holds(low, term)), None)
    if surrogate:
        return (
            OutcomeRole.SURROGATE,
            f"{claim.effect!r} is a surrogate ({surrogate}) for {question.outcome!r}",
        )
    return OutcomeRole.OTHER, f"{claim.effect!r} is another outcome than {question.outcome!r}"


def _is_its_event(asked: str, effect: str) -> bool:
    """Whether another name is of the event that is asked about: nausea, of vomiting."""
    return part_of(asked, effect) is OutcomePart.OWN


def _holds(text: str, term: str) -> bool:
    return re.search(rf"\b{re.escape(term)}", text) is not None


@lru_cache(maxsize=20_000)
def _weights(term: str) -> tuple[tuple[str, float], ...]:
    return tuple((stem, 0.35 if stem in _weak_stems() else 1.0) for stem in sorted(stems(term)))


@lru_cache(maxsize=1)
def _weak_stems() -> frozenset[str]:
    return frozenset(s for word in _WEAK.split() for s in stems(word))


@lru_cache(maxsize=20_000)
def _names(term: str) -> tuple[str, ...]:
    bare = re.sub(r"\s?[(\[][^)\]]*[)\]]", "", term)
    inside = re.findall(r"[(\[]([^)\]]{2,40})[)\]]", term)
    whole = everyday_names(term) if not _is_qualified(bare) else ()
    return tuple(dict.fromkeys((bare, *inside, *whole)))


def _is_qualified(term: str) -> bool:
    """Whether a term says more than one name that has synonyms: "interval carcinoma" is not any cancer, and
    "cancer mortality" neither any cancer nor any death."""
    known = known_names(term)
    named = frozenset().union(*(stems(name) for name in known))
    return len(known) > 1 or (bool(named) and bool(stems(term) - named - _weak_stems()))


def term_match(asked: str | None, found: str, similarity: Similarity | None = None) -> float:
    """0 to 1: how surely `found` names what `asked` names; 1 for the same words or a known synonym."""
    if not asked or not found:
        return 0.0
    if asked.lower().strip() == found.lower().strip():
        return 1.0
    if not shares_letter(asked, found):
        return 0.3
    held = stems(found) | frozenset(s for name in everyday_names(found) for s in stems(name))
    held |= {s.rstrip("0123456789") for s in held if s[:1].isalpha()}  # vitamin D3 is a vitamin D
    best = max(
        (_recall(name, held) * (1.0 if n == 0 else 0.95) for n, name in enumerate(_names(asked))), default=0.0
    )
    best = max(best, same_thing(asked, found))
    if best < SAME and similarity is not None:
        cosine = similarity(asked, found)
        best = max(best, SAME + (cosine - _CLOSE) if cosine >= _CLOSE else best)
    return min(1.0, best)


_LETTERED = re.compile(r"\b([A-Za-z]{4,20})[\s-]([A-Z]\d{0,2}|\d{1,2})(?![\w.])")


def shares_letter(asked: str, found: str) -> bool:
    """False where what tells the asked thing from its kin (the D of "vitamin D") is not found."""
    for match in _LETTERED.finditer(asked):
        own = rf"{re.escape(match.group(1))}s?[\s-]?{re.escape(match.group(2))}"
        names = [own, *map(re.escape, everyday_names(asked))]
        if re.search(rf"(?i)\b(?:{'|'.join(names)})(?![A-Za-z])", found) is None:
            return False
    return True


def _recall(name: str, held: frozenset[str]) -> float:
    weights = _weights(name)
    total = sum(w for _, w in weights)
    return sum(w for s, w in weights if s in held) / total if total else 0.0


def outcome_match(asked: str, found: str, similarity: Similarity | None = None) -> float:
    """As `term_match`, for outcomes; a severe course may be stated as intensive care or death."""
    score = term_match(asked, found, similarity)
    if _SEVERE_ILLNESS.search(asked):
        course = [m.group().lower() for m in _SEVERE_COURSE.finditer(found)]
        if any(_SEVERE.fullmatch(word) is None for word in course) or (course and score >= 0.5):
            return max(score, 0.75)
    return min(score, 0.4) if _misses_severity(asked, found) else score


def severe_courses(asked: str, text: str) -> tuple[str, ...]:
    """What of a severe course a text speaks of, the gravest first, where one is asked for; nothing of an
    illness that the text does not name: a death from influenza is no severe COVID-19."""
    if not _SEVERE_ILLNESS.search(asked):
        return ()
    named = [illness for illness in _NAMED_ILLNESSES if illness.search(asked)]
    if named and not any(illness.search(text) for illness in named):
        return ()
    return tuple(name for name, said in _COURSES.items() if said.search(text))


def _indirectness(
    question: Question, claim: Claim, facts: StudyFacts, arm: float, outcome: float, role: OutcomeRole
) -> tuple[str, ...]:
    notes = []
    if facts.is_animal:
        notes.append("Population: animals were studied, not people.")
    elif question.population and facts.population and term_match(question.population, facts.population) < 0.3:
        notes.append(
            f"Population: {facts.population} were studied; the question asks about {question.population}."
        )
    if arm < 0.75:
        notes.append(
            f"Intervention: {claim.cause} was studied; the question asks about {question.intervention}."
        )
    if question.comparator and claim.comparator and term_match(question.comparator, claim.comparator) < 0.3:
        notes.append(
            f"Comparator: {claim.comparator} was used; the question asks about {question.comparator}."
        )
    if role is OutcomeRole.SURROGATE:
        notes.append(f"Outcome: {claim.effect} is a surrogate for {question.outcome}.")
    elif role is OutcomeRole.MAIN and outcome < 0.8:
        notes.append(f"Outcome: {claim.effect} was measured; the question asks about {question.outcome}.")
    return tuple(notes)


def _match_landscape(question: Question, claim: Claim, similarity: Similarity | None) -> QuestionMatch:
    """For a landscape question the named method is the target; any paper's method may be the source."""
    asked = method_key(question.outcome)
    target, source = method_key(claim.effect), method_key(claim.cause)
    wanted = question.relation
    if wanted in VIEWS:
        return _match_view(View(wanted), question.outcome, claim)
    same = 1.0 if asked in (target, source) else term_match(question.outcome, claim.effect, similarity)
    if same < SAME:
        return QuestionMatch(
            role=OutcomeRole.UNRELATED, score=round(0.3 * same, 3), reason=f"not about {question.outcome!r}"
        )
    if wanted and claim.relation != wanted:
        reason = f"relation {claim.relation}, the question asks for {wanted}"
        return QuestionMatch(role=OutcomeRole.OTHER, score=round(0.5 * same, 3), reason=reason)
    return QuestionMatch(role=OutcomeRole.MAIN, score=same, reason=f"{claim.relation} {question.outcome!r}")


def _match_view(view: View, asked: str, claim: Claim) -> QuestionMatch:
    """A view of a field takes every claim of its kind: the gate has seen to it that the paper is about it."""
    is_asked = method_key(claim.effect) == method_key(asked)
    if belongs(view, claim.relation, claim.effect_type, is_asked):
        return QuestionMatch(
            role=OutcomeRole.MAIN, score=1.0, reason=f"{claim.relation} of a paper on {asked!r}"
        )
    return QuestionMatch(role=OutcomeRole.UNRELATED, score=0.0, reason=f"says nothing of the {view.value}")
