"""How a paper stands: retracted, corrected, under concern; and notices told from what they speak of.

A service that was asked and had nothing to say gives a signal with status `none`; without any
signal the status is `unknown`, never "fine".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.model.paper import RetractionSignal
from aitia.model.scales import RetractionStatus


class NoticeKind(StrEnum):
    """What sort of notice a publication is, when it is one: it is never evidence itself."""

    RETRACTION = "retraction"
    CORRECTION = "correction"
    CONCERN = "expression_of_concern"


class RetractionAssessment(BaseModel):
    """A paper's standing. `confirmed`: two independent origins say so. `since`: the earliest date given."""

    model_config = ConfigDict(frozen=True)

    status: RetractionStatus
    since: date | None
    confirmed: bool
    signals: tuple[RetractionSignal, ...]


_GRAVITY = {
    RetractionStatus.UNKNOWN: 0,
    RetractionStatus.NONE: 1,
    RetractionStatus.CORRECTED: 2,
    RetractionStatus.CONCERN: 3,
    RetractionStatus.RETRACTED: 4,
}
_OF_NOTICE = {
    NoticeKind.RETRACTION: RetractionStatus.RETRACTED,
    NoticeKind.CORRECTION: RetractionStatus.CORRECTED,
    NoticeKind.CONCERN: RetractionStatus.CONCERN,
}

_OPEN = r"^[\s\[(*\"'“‘]{0,5}"
_CLOSE = r"[\])*\"'”’]{0,3}"
_RETRACTED_TITLE = re.compile(
    r"^[\s\[(*\"'“‘]{0,5}(?:retracted|withdrawn)(?:\s(?:article|paper|chapter|publication|study|manuscript))?"
    r"[\])*\"'”’]{0,3}\s{0,3}[:.—–|-]"
    r"|^\s{0,3}[\[(]\s?(?:retracted|withdrawn)(?:\s(?:article|paper))?\s?[\])]"
    r"|[\[(](?:retracted|withdrawn)(?:\s(?:article|paper))?[\])]\.?\s{0,3}$",
    re.I,
)
_RETRACTED_CAPITALS = re.compile(r"^\W{0,3}(?:RETRACTED|WITHDRAWN)\b")
_NOTICE_TITLE = (
    (
        NoticeKind.RETRACTION,
        re.compile(
            _OPEN + r"(?:(?:notice|statement|announcement|letter)\sof\s)?(?:partial\s)?"
            r"(?:retraction(?:\s(?:notice|note|statement|announcement))?|withdrawal(?:\snotice)?)"
            + _CLOSE + r"\s{0,3}(?:[:.—–-]|\b(?:of|to|for)\b\s{0,3}[:\"'“‘\[]|$)"
            r"|" + _OPEN + r"(?:retraction|withdrawal)\s(?:notice|note)\b",
            re.I,
        ),
    ),
    (
        NoticeKind.CONCERN,
        re.compile(
            _OPEN + r"(?:editorial\s|publisher'?s?\s|editor'?s?\s)?(?:(?:notice|statement)\sof\s)?"
            r"expression\sof\s(?:editorial\s)?concern\b", re.I
        ),
    ),
    (
        NoticeKind.CORRECTION,
        re.compile(
            _OPEN + r"(?:(?:author|publisher|editorial)'?s?\s)?"
            r"(?:correction|corrigend(?:um|a)|errat(?:um|a)|addendum)"
            + _CLOSE + r"\s{0,3}(?:[:.—–-]|\b(?:to|for|in|of)\b\s{0,3}[:\"'“‘\[]|\bto\s(?-i:[A-Z])|$)"
            r"|" + _OPEN + r"(?:erratum|corrigendum)\s(?:to|for)\b",
            re.I,
        ),
    ),
)  # fmt: skip
_NOTICE_TYPES = {
    "retraction of publication": NoticeKind.RETRACTION,
    "retraction notice": NoticeKind.RETRACTION,
    "retraction": NoticeKind.RETRACTION,
    "partial retraction": NoticeKind.RETRACTION,
    "withdrawal": NoticeKind.RETRACTION,
    "published erratum": NoticeKind.CORRECTION,
    "correction": NoticeKind.CORRECTION,
    "corrigendum": NoticeKind.CORRECTION,
    "erratum": NoticeKind.CORRECTION,
    "addendum": NoticeKind.CORRECTION,
    "clarification": NoticeKind.CORRECTION,
    "expression of concern": NoticeKind.CONCERN,
}
_ABOUT_THIS = {
    "retractionin": RetractionStatus.RETRACTED,
    "retractedandrepublishedin": RetractionStatus.RETRACTED,
    "partialretractionin": RetractionStatus.CONCERN,
    "withdrawalin": RetractionStatus.RETRACTED,
    "expressionofconcernin": RetractionStatus.CONCERN,
    "erratumin": RetractionStatus.CORRECTED,
    "correctedandrepublishedin": RetractionStatus.CORRECTED,
}
_ABOUT_ANOTHER = {
    "retractionof": RetractionStatus.RETRACTED,
    "retractedandrepublishedfrom": RetractionStatus.RETRACTED,
    "partialretractionof": RetractionStatus.CONCERN,
    "expressionofconcernfor": RetractionStatus.CONCERN,
    "erratumfor": RetractionStatus.CORRECTED,
    "correctedandrepublishedfrom": RetractionStatus.CORRECTED,
}
_UPDATES = {
    "retraction": RetractionStatus.RETRACTED,
    "withdrawal": RetractionStatus.RETRACTED,
    "removal": RetractionStatus.RETRACTED,
    "retracted": RetractionStatus.RETRACTED,
    "partialretraction": RetractionStatus.CONCERN,
    "expressionofconcern": RetractionStatus.CONCERN,
    "correction": RetractionStatus.CORRECTED,
    "corrigendum": RetractionStatus.CORRECTED,
    "erratum": RetractionStatus.CORRECTED,
    "addendum": RetractionStatus.CORRECTED,
    "clarification": RetractionStatus.CORRECTED,
    "correctionandrepublication": RetractionStatus.CORRECTED,
}


def notice_kind(title: str, publication_types: Iterable[str] = ()) -> NoticeKind | None:
    """What notice a publication is; None for an ordinary paper, and for a retracted one."""
    for name in publication_types:
        if kind := _NOTICE_TYPES.get(name.strip().casefold().replace("-", " ")):
            return kind
    if is_retracted_title(title):
        return None
    head = title[:300]
    return next((kind for kind, pattern in _NOTICE_TITLE if pattern.search(head)), None)


def is_retracted_title(title: str) -> bool:
    """True for "RETRACTED: …", "[Retracted] …" and the like; false for "Retraction: …", a notice."""
    text = title[:300] + " " + title[-60:] if len(title) > 360 else title
    return bool(_RETRACTED_CAPITALS.search(text) or _RETRACTED_TITLE.search(text))


def signals_from_text(title: str, publication_types: Iterable[str], origin: str) -> list[RetractionSignal]:
    """What a record's own title and publication types say of it."""
    found = []
    if is_retracted_title(title):
        found.append(_signal(RetractionStatus.RETRACTED, f"{origin}:title", detail="the title says so"))
    types = {name.strip().casefold() for name in publication_types}
    if types & {"retracted publication", "retracted article", "retracted"}:
        found.append(_signal(RetractionStatus.RETRACTED, f"{origin}:publication_type"))
    return found


def signal_from_link(
    kind: str, origin: str, *, other: str | None = None, noticed_on: date | None = None, detail: str = ""
) -> RetractionSignal | None:
    """The signal in one link between a paper and a notice, as PubMed and Europe PMC give them.

    `kind` is the link's type ("RetractionIn", "Erratum for", …). Where the linked paper `other`
    (`pmid:…` or `doi:…`) is the one spoken of, the signal is `about` it.
    """
    name = re.sub(r"[^a-z]", "", kind.casefold())
    if name in _ABOUT_THIS:
        return _signal(
            _ABOUT_THIS[name], f"{origin}:notice", noticed_on=noticed_on, detail=detail or (other or "")
        )
    if name in _ABOUT_ANOTHER and other:
        return _signal(
            _ABOUT_ANOTHER[name], f"{origin}:notice", noticed_on=noticed_on, detail=detail, about=other
        )
    return None


def signal_from_update(
    kind: str, origin: str, *, about: str | None = None, noticed_on: date | None = None, detail: str = ""
) -> RetractionSignal | None:
    """The signal in a Crossref update ("retraction", "correction", …); None for a new version."""
    status = _UPDATES.get(re.sub(r"[^a-z]", "", kind.casefold()))
    return (
        _signal(status, f"{origin}:update", noticed_on=noticed_on, detail=detail, about=about)
        if status
        else None
    )


def nothing_known(origin: str) -> RetractionSignal:
    """The signal of a service that was asked and had no notice of the paper."""
    return _signal(RetractionStatus.NONE, origin)


def list_signal(pmid: str | None, retracted_pmids: frozenset[str], origin: str) -> RetractionSignal | None:
    """What a list of retracted PubMed ids says of a paper; None for a paper without a PubMed id."""
    if pmid is None:
        return None
    status = RetractionStatus.RETRACTED if pmid in retracted_pmids else RetractionStatus.NONE
    return _signal(status, origin)


def assess_retraction(signals: Sequence[RetractionSignal]) -> RetractionAssessment:
    """The gravest thing that any signal says of the paper itself (those `about` another are left out).

    More signals never make the standing look better.
    """
    own = tuple(sorted({s for s in signals if s.about is None}, key=_order))
    status = max((s.status for s in own), key=_GRAVITY.__getitem__, default=RetractionStatus.UNKNOWN)
    agreeing = [s for s in own if s.status is status]
    return RetractionAssessment(
        status=status,
        since=min((s.noticed_on for s in agreeing if s.noticed_on), default=None),
        confirmed=len({s.origin for s in agreeing}) >= 2,
        signals=own,
    )


def retraction_status(signals: Sequence[RetractionSignal]) -> RetractionStatus:
    """The status of `assess_retraction`."""
    return assess_retraction(signals).status


def graver(one: RetractionStatus, other: RetractionStatus) -> bool:
    """Whether `one` is the worse standing of the two."""
    return _GRAVITY[one] > _GRAVITY[other]


def _order(signal: RetractionSignal) -> tuple[str, str, str, str]:
    return (signal.origin, signal.status.value, str(signal.noticed_on or ""), signal.detail)


def _signal(
    status: RetractionStatus,
    origin: str,
    *,
    noticed_on: date | None = None,
    detail: str = "",
    about: str | None = None,
) -> RetractionSignal:
    return RetractionSignal(status=status, origin=origin, noticed_on=noticed_on, detail=detail, about=about)
