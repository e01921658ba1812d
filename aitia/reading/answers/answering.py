"""The finding of a paper that answers a question: its outcome, its arms, turned to the question's order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from aitia.model.claim import Claim, DirectionShares, StudyFacts
from aitia.model.paper import Paper
from aitia.model.passage import Passage
from aitia.model.scales import Direction, Domain, QuestionKind
from aitia.question.specification import Question
from aitia.reading.answers.belief import as_told_of, beside_page
from aitia.reading.answers.candidates import AnswerCandidate, read_candidates, spelled_out
from aitia.reading.answers.claims import claims_of
from aitia.reading.answers.page import REPORTED, in_papers_names, page_claims, read_page
from aitia.reading.answers.trained import TrainedAnswer, trained_reader
from aitia.reading.paper.arms import Names, make_names, stems
from aitia.reading.paper.declared_outcomes import declared_outcomes
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.reading.paper.entities import is_control, read_paper_arms
from aitia.reading.statements.asked_outcome import as_asked
from aitia.reading.statements.direction import read_statements, states_a_result
from aitia.reading.statements.findings import evidence_sentences
from aitia.reading.statements.landscape import read_landscape
from aitia.reading.statements.matching import SAME, outcome_match, shares_letter, term_match
from aitia.reading.trained import WORDS_ALONE, LocalModels, PaperReading
from aitia.reading.trained.outcome_reader import DIRECTIONS, OutcomeReading, by_halves
from aitia.text.named import spelled_by_initials
from aitia.words.abbreviations import find_abbreviations
from aitia.words.methods import method_key
from aitia.words.names import other_names

_SHORT = re.compile(r"\b[A-Za-z]{4,12}\b")
_TOUCHED = 0.2
_TRUSTED_ALONE = 0.4
_OVERRULES = 0.8
RULES_COUNT = 0.4
"""What the rules' direction counts beside the trained reader's probabilities."""
DOUBTED, NAMED = 0.3, 0.75
"""Below the first probability that a page reports the answer no claim of the rules stands; where the page was
read closely, below `REPORTED`, unless the claim's score for outcome and arms has the second."""


def answer_finding(
    question: Question,
    paper: Paper,
    passages: Sequence[Passage],
    facts: StudyFacts,
    vouched: bool = False,
    models: LocalModels = WORDS_ALONE,
) -> tuple[Claim, ...]:
    """The paper's claims on the question's outcome, best first; none where outcome or arms are not reported.

    Of a longer paper, whose body the page's reading has weighed, the page's claims stand before the rules'.

    Cause and effect are the question's intervention and outcome where the paper names them, else the paper's
    own words for them; the direction is turned where the paper states it for the comparator. `vouched`: the
    paper is known to be about the intervention, under whatever name.
    """
    if question.domain == Domain.MACHINE_LEARNING or question.kind is QuestionKind.LANDSCAPE:
        return _landscape(question, paper, passages)
    evidence = evidence_sentences(paper, passages, facts)
    if not evidence:
        return ()
    page = read_page(question, paper, passages, models)
    read = partial(page_claims, question, paper, facts, page, evidence, models.names)
    longer = page.parts is not None and page.parts.whole is not None
    found = read() if longer else ()
    if not found:
        found = _with_rules(question, paper, passages, facts, vouched, page, read)
    named_so = (in_papers_names(question, paper, page, claim, models.names) for claim in found)
    return tuple(as_told_of(question, as_asked(question.outcome, claim)) for claim in named_so)


def _with_rules(
    question: Question,
    paper: Paper,
    passages: Sequence[Passage],
    facts: StudyFacts,
    vouched: bool,
    page: PaperReading,
    read: Callable[[], tuple[Claim, ...]],
) -> tuple[Claim, ...]:
    """The rules' claims beside the page's answer, and the page's own (`read`) where the rules have none."""
    reported = page.answer.reported
    claims = _by_rules(question, paper, passages, facts, vouched or reported >= REPORTED)
    if not claims:
        return read()
    closely = page.parts is not None and page.parts.close is not None
    named = (claims[0].answers_question or 0.0) >= NAMED
    least = REPORTED if closely and not named else DOUBTED
    return beside_page(question, claims, page, read) if vouched or reported >= least else ()


def _by_rules(
    question: Question, paper: Paper, passages: Sequence[Passage], facts: StudyFacts, vouched: bool
) -> tuple[Claim, ...]:
    """What the rules and the reader of single sentences make of the paper."""
    document = read_document(passages)
    text = " ".join(s.text for s in document[:60])[:20_000]
    if not vouched and not _speaks_of(question, text):
        return ()
    names = question_names(question, text)
    abbreviations = _known_abbreviations(text) | declared_outcomes([s.text for s in document])
    arms = read_paper_arms(paper, document)
    studied = max(
        term_match(question.intervention, arms.intervention or ""),
        term_match(question.intervention, paper.title),
    )
    evidence = evidence_sentences(paper, passages, facts)
    found = [
        candidate
        for sentence in evidence
        for candidate in read_candidates(question, sentence, names, studied, abbreviations)
    ]
    found = _with_trained_reader(question, evidence, text, abbreviations, found)
    found.sort(key=lambda c: (-c.score, c.sentence.index))
    return claims_of(question, paper, facts, arms, found)


def question_names(question: Question, text: str) -> Names:
    """The stems by which the question's arms and outcome are known in one text, with its abbreviations."""
    comparator = question.comparator or "placebo control"
    outcome = " ".join((question.outcome, *other_names(question.outcome)))[:400]
    written = _initials(question.intervention, text)
    first = " ".join((question.intervention, *other_names(question.intervention), written))[:400]
    return make_names(first, comparator, outcome, find_abbreviations(text))


def _speaks_of(question: Question, text: str) -> bool:
    """Whether a text speaks of the intervention, or of a comparator that is a treatment of its own."""
    rival = question.comparator
    return _mentions(question.intervention, text) or bool(
        rival and not is_control(rival) and _mentions(rival, text)
    )


def _mentions(term: str, text: str) -> bool:
    """Whether a text speaks of the intervention at all, by its words, synonyms or abbreviation."""
    if not shares_letter(term, text):
        return False
    held = stems_of_long(text)
    for name in (term, *other_names(term)):
        wanted = stems(name)
        if wanted and len(wanted & held) >= max(1, (len(wanted) + 1) // 2):
            return True
    return bool(_initials(term, text))


def _initials(term: str, text: str) -> str:
    """What a text writes out for an abbreviation in `term` that it never prints ("" without one)."""
    shorts = (word for word in _SHORT.findall(term) if sum(letter.isupper() for letter in word) > 1)
    return " ".join(spelled_by_initials(word, text) for word in shorts).strip()


def stems_of_long(text: str) -> frozenset[str]:
    """The stems of a long text (`stems` itself reads names only)."""
    return (
        frozenset().union(*(stems(text[i : i + 390]) for i in range(0, len(text), 380)))
        if text
        else frozenset()
    )


def _landscape(question: Question, paper: Paper, passages: Sequence[Passage]) -> tuple[Claim, ...]:
    claims = read_landscape(paper, read_document(passages))
    asked = method_key(question.outcome)
    answers = []
    for claim in claims:
        if method_key(claim.effect) == asked or term_match(question.outcome, claim.effect) >= SAME:
            fits = question.relation is None or claim.relation == question.relation
            sure = claim.confidence if fits else 0.5 * claim.confidence
            answers.append(claim.model_copy(update={"answers_question": round(sure, 3)}))
    return tuple(sorted(answers, key=lambda c: -(c.answers_question or 0.0)))


def _with_trained_reader(
    question: Question,
    evidence: Sequence[ReadSentence],
    text: str,
    abbreviations: dict[str, str],
    found: list[AnswerCandidate],
) -> list[AnswerCandidate]:
    """The trained reader decides where the rules are unsure or silent; disagreement lowers the score."""
    reader = trained_reader(question, evidence, text)
    answer = reader.answer() if reader else None
    if reader is None or answer is None:
        return found
    if found:
        sentences = {candidate.sentence.index: candidate.sentence for candidate in found}
        read = {index: reader.read(sentence) for index, sentence in sentences.items()}
        own = [read[candidate.sentence.index] for candidate in found]
        return [_with_belief(_checked(c, o), answer, o) for c, o in zip(found, own, strict=True)]
    alone = _trained_alone(question, answer, reader.read(answer.sentence), abbreviations)
    return [alone] if alone else []


def _with_belief(candidate: AnswerCandidate, answer: TrainedAnswer, own: OutcomeReading) -> AnswerCandidate:
    """The rules' direction and the trained reader's probabilities, mixed."""
    trained = by_halves(own, answer.probabilities).probabilities
    if candidate.direction not in DIRECTIONS:
        return replace(candidate, shares=_rounded(trained))
    rules = [float(candidate.direction is direction) for direction in DIRECTIONS]
    mixed = (RULES_COUNT * a + (1 - RULES_COUNT) * b for a, b in zip(rules, trained, strict=True))
    return replace(candidate, shares=_rounded(tuple(mixed)))


def _rounded(shares: Sequence[float]) -> DirectionShares:
    up, down, none = (round(min(1.0, max(0.0, share)), 4) for share in shares)
    return up, down, none


def _trained_alone(
    question: Question, answer: TrainedAnswer, own: OutcomeReading, abbreviations: dict[str, str]
) -> AnswerCandidate | None:
    sentence = answer.sentence
    outcome = outcome_match(question.outcome, spelled_out(sentence.text[:1500], abbreviations))
    shares = by_halves(own, answer.probabilities).probabilities
    confidence = max(shares)
    if confidence < _TRUSTED_ALONE or outcome < _TOUCHED or not states_a_result(sentence.text):
        return None
    direction = DIRECTIONS[shares.index(confidence)]
    if direction is Direction.NO_DIFFERENCE and confidence < _OVERRULES and _only_tells_change(sentence.text):
        up, down, _ = shares
        direction = Direction.INCREASES if up > down else Direction.DECREASES
    significant = direction is not Direction.NO_DIFFERENCE
    score = round(0.3 + 0.25 * confidence + 0.1 * outcome, 4)
    window = (0, len(sentence.text))
    return AnswerCandidate(
        sentence, None, (), direction, False, significant, outcome, 0.6, score, window, _rounded(shares)
    )


def _only_tells_change(sentence: str) -> bool:
    """Whether the rules read a change in a sentence and nothing that denies one."""
    told = {statement.direction for statement in read_statements(sentence)}
    return bool(told & {Direction.INCREASES, Direction.DECREASES}) and Direction.NO_DIFFERENCE not in told


def _checked(candidate: AnswerCandidate, own: OutcomeReading) -> AnswerCandidate:
    if own.direction is candidate.direction:
        return candidate
    unsure = candidate.direction is Direction.UNCLEAR or candidate.arm_score < 0.8
    if unsure and own.confidence >= _OVERRULES and candidate.significant is not False:
        return replace(candidate, direction=own.direction, turned=False, score=candidate.score - 0.05)
    return replace(candidate, score=round(candidate.score - 0.1 * own.confidence, 4))


def _known_abbreviations(text: str) -> dict[str, str]:
    return {short: long for short, long in find_abbreviations(text).items() if len(short) > 1}
