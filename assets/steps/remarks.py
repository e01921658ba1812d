"""What a verdict says of the papers behind it apart from what they found. Imports no Dagster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sqlmodel import Session

from aitia.evidence.independence import LinkMethod
from aitia.question import Question
from resources.store import graph, reading, standing
from resources.store import questions as rows

SET_ASIDE = "set_aside"


def remarks_on(session: Session, question: Question) -> tuple[str, ...]:
    """The sentences on sources that failed, on records that were set aside, and on repeated texts."""
    newest = rows.latest_round(session, question.question_id)
    noted = standing.round_notes(session, question.question_id, newest).get(SET_ASIDE)
    aside = tuple(str(line) for line in noted) if isinstance(noted, list) else ()
    asked, kept = rows.counted_sources(session, question.question_id)
    return (*kept_remark(asked, kept), *aside, *_repeated_texts(session, question))


def kept_remark(asked: Sequence[str], kept: Sequence[str]) -> tuple[str, ...]:
    """The sentence on the papers that still count because what was asked instead did not answer in full."""
    if not kept:
        return ()
    return (
        f"{', '.join(asked)} did not answer in full: the papers that {', '.join(kept)} gave before still "
        "count until that search succeeds.",
    )


def _repeated_texts(session: Session, question: Question) -> tuple[str, ...]:
    read = [item.paper_id for item in reading.question_extractions(session, question.question_id)]
    links = graph.standing_study_links(session, read)
    repeated = {link.study_id for link in links if link.method == LinkMethod.SAME_WORDING.value}
    sizes = Counter(link.study_id for link in links if link.study_id in repeated)
    if not repeated:
        return ()
    studies = "1 study" if len(repeated) == 1 else f"{len(repeated)} studies"
    return (
        f"{sizes.total()} reports count as {studies} only: their texts repeat each other nearly word "
        "for word. "
        "Whoever knows better separates two of them by a review of the pair.",
    )
