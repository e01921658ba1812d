"""What is set aside instead of being merged."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.model.keys import PaperId
from aitia.model.paper import PaperRecord


class SetAside(StrEnum):
    """Why something a record says does not count."""

    IDENTIFIERS = "identifiers disagree"
    TEXT = "other text"
    STANDING = "standing of another paper"


class Quarantined(BaseModel):
    """A record set aside until a person decides, and why; `paper_id` is the paper it touches, if any.

    With kind `STANDING` the record itself is merged and only what it says of a retraction is set aside.
    `found`: the record still names the paper, whose own text stands.
    """

    model_config = ConfigDict(frozen=True)

    record: PaperRecord
    reason: str
    kind: SetAside = SetAside.IDENTIFIERS
    paper_id: PaperId | None = None
    found: bool = False

    @property
    def place(self) -> str:
        """The record's source and its key there."""
        return f"{self.record.source} {self.record.record_id}"


_MOST_NAMED = 5


def remarks(quarantined: Iterable[Quarantined]) -> tuple[str, ...]:
    """What a reader of the verdict is told of records set aside: a sentence a kind, without their places."""
    by_kind: dict[SetAside, list[Quarantined]] = {kind: [] for kind in SetAside}
    for item in quarantined:
        by_kind[item.kind].append(item)
    return tuple(_remark(kind, items) for kind, items in by_kind.items() if items)


def _remark(kind: SetAside, items: list[Quarantined]) -> str:
    papers = sorted({item.paper_id for item in items if item.paper_id})
    more = f" and {len(papers) - _MOST_NAMED} more" if len(papers) > _MOST_NAMED else ""
    named = f" ({', '.join(papers[:_MOST_NAMED])}{more})" if papers else ""
    count = "1 record was" if len(items) == 1 else f"{len(items)} records were"
    if kind is SetAside.IDENTIFIERS:
        return f"{count} set aside because of identifiers that contradict each other{named}."
    if kind is SetAside.TEXT:
        return f"{count} set aside, with another text under a known name{named}; the first text stands."
    said = "1 document speaks" if len(items) == 1 else f"{len(items)} documents speak"
    return f"{said} of the retraction of a paper that is not its own{named}; that was not taken over."
