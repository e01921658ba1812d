"""Abductive questions: which of several options caused an event, from the documents' own sentences."""

from __future__ import annotations

from aitia.abduction.choice import ChoiceModel, best_set, choice_model
from aitia.abduction.judging import Vectors, Weighed, all_shares, set_shares, weigh
from aitia.abduction.views import Told, View, most_telling, top_documents
from aitia.model.options import Check, OptionFinding, OptionQuote, Options, State
from aitia.question.options import Option, merged_options, says_none

__all__ = [
    "Check",
    "ChoiceModel",
    "Option",
    "OptionFinding",
    "OptionQuote",
    "Options",
    "State",
    "Told",
    "Vectors",
    "View",
    "Weighed",
    "all_shares",
    "best_set",
    "choice_model",
    "merged_options",
    "most_telling",
    "says_none",
    "set_shares",
    "top_documents",
    "weigh",
]
