"""Words of change that only name an arm: the "delayed" of delayed treatment says nothing of an outcome."""

from __future__ import annotations

from collections.abc import Sequence

from aitia.reading.paper.arm_words import GROUPISH
from aitia.reading.paper.arms import FIRST, SECOND, Names, Token, stem
from aitia.reading.statements.direction_cues import is_cue


def quiet_arms(sentence: str, names: Names, tokens: Sequence[Token]) -> str:
    """The sentence with such words blotted out by as many letters, so that every offset stays.

    `tokens` are those of `mark_roles`. A word counts as part of an arm's name only beside another word of
    that name or beside "group" and the like.
    """
    near = names.first | names.second
    parts, place = [], 0
    for number, token in enumerate(tokens):
        if token.role not in (FIRST, SECOND) or not is_cue(token.text):
            continue
        beside = [*tokens[max(0, number - 1) : number], *tokens[number + 1 : number + 2]]
        if any(stem(t.text) in near or t.text.lower() in GROUPISH for t in beside):
            parts += [sentence[place : token.start], "x" * (token.end - token.start)]
            place = token.end
    return "".join([*parts, sentence[place:]]) if parts else sentence
