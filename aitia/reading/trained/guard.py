"""The guard: does a sentence bear a claim out, as a result of the paper's own on this outcome and these arms?

A linear model over the words of the sentence, with arms and outcome masked, over what the rules make of it
and over its skeleton. It was taught sentences that are easily misread, beside results of real abstracts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from aitia.model.claim import Claim
from aitia.model.passage import Passage
from aitia.model.scales import Direction, SentenceRole
from aitia.reading.models import load_arrays
from aitia.reading.models.linear import buckets, sigmoid, softmax, text_scale
from aitia.reading.paper.arms import OUTCOME, Names, mark_roles
from aitia.reading.paper.document import read_document
from aitia.reading.statements.guard_features import guard_features
from aitia.reading.statements.outcome_features import mirror, sentence_features
from aitia.reading.statements.rule_features import rule_features
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import Text, names_of
from aitia.text.sentences import sentences

MODEL = "sentence_guard"
SIZE = 2**18
NONE = 3
"""The class of a sentence that tells no result of the paper's own on the outcome for these arms."""
FLIP = (1, 0, 2, NONE)
"""The class of each class when the arms are exchanged."""
WAYS = (Direction.INCREASES, Direction.DECREASES, Direction.NO_DIFFERENCE)

DOUBTED = 0.25
"""From this probability of no result on, a claim of the local reader waits for a person, if it is of the kind
that the guard was taught."""
NO_RESULT = 0.9
"""From this probability of no result on, any claim waits."""
SURE = 0.9
"""From this probability of a right claim on, a claim may be as sure as its reader says; below it stays under
.7, but is not held back. Of easily misread sentences, out of fold by their writer, .04 of the claims above
it are wrong."""
ANSWERED = 0.5
"""From this probability on that a paper answers the question in the direction read (`answers_question` times
its share) a claim is not held back: the page was read whole, and of 57 such answers to questions on train
abstracts that waited .89 were right, of the 194 that did not .87."""
_UNSURE = 0.69
_HELD_BACK = 0.59
_LEAST = 0.003

Columns = NDArray[np.int64]
Shares = NDArray[np.float64]


def encode(sentence: str, names: Names) -> tuple[Columns, Columns]:
    """Columns of a sentence as it stands, and of its mirror image with the arms exchanged."""
    tokens = mark_roles(sentence, names)
    bound, free = sentence_features(sentence, names, tokens)
    for own, other in (rule_features(sentence, names, tokens), guard_features(sentence, names, tokens)):
        bound, free = bound | own, free | other
    return _columns(bound, free, "f"), _columns({mirror(b) for b in bound}, free, "m")


def judge(sentence: str, names: Names) -> Shares:
    """Probabilities of more, less and no difference with the first arm, and of no result at all; the mean of
    the sentence as it stands and of its mirror image."""
    model = load_arrays(MODEL)
    weights, known, scale = model["weights"], model["known"], float(model["scale"])

    def shares(columns: Columns) -> Shares:
        kept = columns[known[columns]]
        total = weights[kept].sum(axis=0, dtype=np.float64) * scale
        return softmax(total * text_scale(len(kept)) + model["bias"])

    direct, mirrored = encode(sentence, names)
    result: Shares = (shares(direct) + shares(mirrored)[list(FLIP)]) / 2
    return result


def judge_claim(claim: Claim, title: str, passages: Sequence[Passage]) -> Shares | None:
    """What the sentence that a claim quotes says of its ends; None where the quote touches no sentence."""
    asked = asked_by(claim, title, tuple(passages))
    return judge(*asked) if asked else None


def asked_by(claim: Claim, title: str, passages: tuple[Passage, ...]) -> tuple[str, Names] | None:
    """The sentence that a claim quotes, and the names of its ends in that paper."""
    quote = claim.quote
    passage = next((p for p in passages if p.passage_id == quote.passage_id), None)
    if passage is None:
        return None
    found = sentences(passage.text, passage.section_id)
    told = [s.text for s in found if s.start < quote.char_end and quote.char_start < s.end]
    if not told:
        return None
    text = _text(title, passages)
    return " ".join(told), names_of(text, AskedOutcome(claim.cause, claim.comparator or "", claim.effect))


def claim_features(claim: Claim, direction: Direction, shares: Shares) -> list[float]:
    """What tells whether a claim of the local reader is right: the guard's view of it and the reader's own.
    `direction` is one of `WAYS`."""
    place = WAYS.index(direction)
    said = WAYS.index(claim.direction) if claim.direction in WAYS else place
    own = claim.direction_shares[said] if claim.direction_shares else 0.5
    return [
        _logit(float(shares[place])),
        _logit(1 - float(shares[NONE])),
        _logit(float(shares[place] / max(_LEAST, shares[:NONE].sum()))),
        _logit(claim.confidence),
        _logit(claim.answers_question or 0.5),
        _logit(own),
        float(bool(claim.estimates)),
        float(claim.hedged),
        float(claim.negated),
        float(direction is Direction.NO_DIFFERENCE),
        float(claim.significant is True),
    ]


def probability_right(claim: Claim, shares: Shares) -> float:
    """The calibrated probability that a claim of the local reader is a result and points the right way."""
    told = load_arrays(MODEL)["claim"].astype(np.float64)
    features = np.array(claim_features(claim, said_by(claim), shares))
    return sigmoid(float(features @ told[:-1] + told[-1]))


def said_by(claim: Claim) -> Direction:
    """What a claim counts for: no difference where its difference is told not to be significant."""
    opposite = claim.direction in (Direction.INCREASES, Direction.DECREASES)
    return Direction.NO_DIFFERENCE if opposite and claim.significant is False else claim.direction


def guarded(claims: Sequence[Claim], title: str, passages: Sequence[Passage]) -> tuple[Claim, ...]:
    """The local reader's claims: sure only where very likely right, waiting where it is no result."""
    return tuple(_guarded(claim, title, tuple(passages)) for claim in claims)


def _guarded(claim: Claim, title: str, passages: tuple[Passage, ...]) -> Claim:
    asked = asked_by(claim, title, passages)
    if asked is None:
        return claim
    shares = judge(*asked)
    limit = probability_right(claim, shares) if said_by(claim) in WAYS else 1.0
    limit = limit if limit >= SURE else _UNSURE
    least = DOUBTED if _of_the_kind_taught(claim, *asked) else NO_RESULT
    if shares[NONE] >= least and _answered(claim) < ANSWERED:
        limit = _HELD_BACK
    return claim.model_copy(update={"confidence": round(min(claim.confidence, limit), 3)})


def _answered(claim: Claim) -> float:
    """The probability that the paper answers the question as the claim says; 0 where it is no answer."""
    if claim.answers_question is None or claim.direction_shares is None or said_by(claim) not in WAYS:
        return 0.0
    return claim.answers_question * claim.direction_shares[WAYS.index(said_by(claim))]


def _of_the_kind_taught(claim: Claim, sentence: str, names: Names) -> bool:
    """Whether the guard may hold a claim back for being unlikely: a result, of two arms, whose outcome the
    sentence names. A conclusion speaks in the present tense as background does, and what is not named
    cannot be told from another outcome; there the guard only says when a claim is sure."""
    named = any(token.role == OUTCOME for token in mark_roles(sentence, names))
    return claim.role is SentenceRole.RESULT and bool(claim.comparator) and named


def _columns(bound: set[str], free: set[str], side: str) -> Columns:
    return buckets(["b" + b for b in bound] + [side + f for f in free], SIZE)


def _logit(share: float) -> float:
    kept = min(1 - _LEAST, max(_LEAST, share))
    return math.log(kept / (1 - kept))


@lru_cache(maxsize=8)
def _text(title: str, passages: tuple[Passage, ...]) -> Text:
    return Text.of(title, [sentence.text for sentence in read_document(passages)])
