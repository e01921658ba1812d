"""A result sentence in plain words in which the arms are called by their role in the question."""

from __future__ import annotations

from aitia.reading.arms import FIRST, SECOND, Names, mark_roles
from aitia.reading.outcome_features import p_values

FIRST_ARM, SECOND_ARM = "treatment", "control"
_JOINS = " -/"


def role_text(sentence: str, names: Names) -> str:
    """The sentence with its first arm called "treatment", its second "control", and each p value judged.

    A printed p value becomes "p significant" or "p insignificant" (at .05), because an encoder of word pieces
    reads figures badly. With the arms exchanged (`names.swapped()`) the two words change places.
    """
    judged = p_values(sentence)
    edits: list[tuple[int, int, str]] = [
        (start, end, f" p {'significant' if significant else 'insignificant'} ")
        for start, end, significant in judged
    ]
    mention: tuple[int, int, str] | None = None
    for token in mark_roles(sentence, names):
        if token.role not in (FIRST, SECOND) or any(a <= token.start < b for a, b, _ in judged):
            continue
        word = FIRST_ARM if token.role == FIRST else SECOND_ARM
        if mention and mention[2] == word and not sentence[mention[1] : token.start].strip(_JOINS):
            mention = (mention[0], token.end, word)
            continue
        if mention:
            edits.append(mention)
        mention = (token.start, token.end, word)
    if mention:
        edits.append(mention)
    parts, place = [], 0
    for start, end, word in sorted(edits):
        if start >= place:
            parts += [sentence[place:start], word]
            place = end
    return " ".join("".join([*parts, sentence[place:]]).split())
