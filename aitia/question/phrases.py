"""Cleaning of what is asked about: outcome frames ("the risk of"), arms ("the group who underwent")."""

from __future__ import annotations

import re

from aitia.model.data import read_table
from aitia.question.conditions import tidy

_WORDS: dict[str, str] = read_table(__package__, "words.toml")

_FRAME = re.compile(
    r"^(?:(?:overall|relative|absolute|long-term|short-term|future|lifetime|increased|higher|lower|"
    r"reduced) ){0,2}"
    r"(?:risks?|rates?|incidences?|likelihood|probability|odds|chances?|frequency|numbers?|proportion|"
    r"percentage|"
    r"prevalence|occurr?ences?|hazard|development|onset) (?:of|for) (?=\S)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"^(?:patients|people|participants|women|men|children|adults|infants|individuals) (?:with|who (?:had|"
    r"have|achieved?|"
    r"experienced?|developed?|required?)|achieving|experiencing|developing|having|requiring|reporting) "
    r"(?=\S)",
    re.IGNORECASE,
)
_AVERAGE = re.compile(r"^(?:mean|median|average) (?=\S)", re.IGNORECASE)
_VERBAL = re.compile(
    r"^(?:developing|getting|having|suffering(?: from)?|contracting|experiencing|a|an|the) (?=\S)",
    re.IGNORECASE,
)
_TAIL = re.compile(r"(?<=\S) (?:risks?|occurr?ences?|incidence|likelihood|probability)$", re.IGNORECASE)
_GERUND_USE = re.compile(
    r"^(?:(?:the )?(?:use|intake|consumption|administration|provision|ingestion) of|"
    r"taking|using|receiving|giving(?! up\b)|following|being given|undergoing|treatment with) (?=\S)",
    re.IGNORECASE,
)
_GROUP_WITH = re.compile(
    r"^(?:the )?(?:(?:study|intervention|treatment|treated|control|experimental|comparison) )?"
    r"(?:groups?|arms?|people|patients|participants|women|men|children|those|individuals|adults) "
    r"(?:(?:who|that|which) )?(?:(?:are|were|have|had|was) )?"
    r"(?:underwent|undergoing|received|receiving|receive|offered|given|taking|take|took|treated with|"
    r"assigned to|randomi[sz]ed to|allocated to|using|use|drink|drinking|"
    r"eat|eating|consume|consuming|with|on|exposed to) (?=\S)",
    re.IGNORECASE,
)
_GIVEN = re.compile(r"(?<=\S) (?:given|administered|started|begun|taken|used)$", re.IGNORECASE)
_GROUP = re.compile(r"(?<=\S)[- ](?:groups?|arms?)$", re.IGNORECASE)
_EMPTY = frozenset(_WORDS["empty"].split())


_CANCER = re.compile(
    r"(?!\w+ing )(?:[\w-]{2,30} ){0,5}(?:cancers?|carcinomas?|leuka?emias?|lymphomas?|melanomas?|"
    r"myelomas?|sarcomas?|glioblastomas?|mesotheliomas?)(?: (?:in|of|among) .{2,200})?",
    re.IGNORECASE,
)


def treated_outcome(text: str) -> str:
    """What a treatment that is good for a cancer is good for: survival with it. Others as they are."""
    return f"survival in {tidy(text)}" if _CANCER.fullmatch(tidy(text)) else text


def outcome_name(text: str) -> str:
    """The outcome without the frame that counts it: "the risk of developing a stroke" is "stroke"."""
    name = tidy(text)
    for _ in range(2):
        counted = _FRAME.sub("", name)
        name = tidy(_VERBAL.sub("", _COUNTED.sub("", counted) if counted != name else _AVERAGE.sub("", name)))
    return _TAIL.sub("", name)


def arm_name(text: str) -> str:
    """The arm without its group: "the group who underwent cyst aspiration" is "cyst aspiration"."""
    name = tidy(text)
    name = _GROUP_WITH.sub("", name)
    name = _GIVEN.sub("", _GERUND_USE.sub("", tidy(name)))
    shorter = tidy(_GROUP.sub("", name))
    return tidy(shorter or name)


def is_named(text: str) -> bool:
    """Whether the words name a thing: not empty, not a pronoun, not a question word."""
    words = [word.strip(",.;:!?\"'()").lower() for word in text.split()]
    return (
        bool(words)
        and any(c.isalpha() for c in text)
        and words[0] not in _QUESTION_WORDS
        and not (len(words) <= 2 and all(word in _EMPTY for word in words))
    )


_QUESTION_WORDS = frozenset(_WORDS["asking"].split())
