"""What is found of each option, in the form that a verdict keeps."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.model.passage import Quote


class State(StrEnum):
    """What the sentences say of one of the three conditions."""

    HOLDS = "holds"
    OPEN = "open"
    FAILS = "fails"


class Check(BaseModel):
    """One condition of a cause, and why it is judged so."""

    model_config = ConfigDict(frozen=True)

    state: State
    why: str


class OptionQuote(BaseModel):
    """A sentence that tells of an option; `about` is "both", "option" or "event"."""

    model_config = ConfigDict(frozen=True)

    paper_id: str
    title: str
    about: str
    quote: Quote


class OptionFinding(BaseModel):
    """One option. `letters` are all under which it stands; `share` (0 to 1) compares it with the others."""

    model_config = ConfigDict(frozen=True)

    letters: str
    text: str
    stands: bool
    share: float
    precedence: Check
    mechanism: Check
    counterfactual: Check
    quotes: tuple[OptionQuote, ...] = ()
    documents: tuple[str, ...] = ()


class Options(BaseModel):
    """All options; `none_letters` say "none of the others", `chosen` are the letters that hold."""

    model_config = ConfigDict(frozen=True)

    findings: tuple[OptionFinding, ...]
    none_letters: str = ""
    chosen: str = ""
    confidence: float = 0.0
    sentences: int = 0
    documents: int = 0
    method: str = ""
