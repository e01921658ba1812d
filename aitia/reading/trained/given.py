"""Given sentences of a paper read closely for a question: they are said to answer it, what do they answer?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aitia.model.claim import DirectionShares
from aitia.reading.trained.answers import softmax
from aitia.reading.trained.blend import own_question
from aitia.reading.trained.close import CloseReader, Told, read_closely
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import Text, names_of
from aitia.reading.trained.results import PaperNames


def read_given(
    reader: CloseReader, sentences: Sequence[str], asked: AskedOutcome, text: Text, names: PaperNames
) -> DirectionShares:
    """The shares of more, less and no difference (sum 1), as the mean over both orders of the question's
    arms: exchanging them exchanges "more" and "less" exactly.

    `text` is that of the paper, with its abbreviations, whatever its lines; `names` are the paper's own of
    its arms. The first sentences count that fit a row.
    """
    read = replace(text, lines=tuple(sentences))
    paper = names_of(read, own_question(asked, names))
    arms, numbers = (names.intervention, names.comparator), range(len(sentences))
    first, other = (
        softmax(read_closely(reader, read, arms, [Told(one, True, numbers, paper)])[0].scores)[1:4]
        for one in (asked, asked.turned())
    )
    more, less, same = (float(v) for v in (first / first.sum() + (other / other.sum())[[1, 0, 2]]) / 2)
    return more, less, same
