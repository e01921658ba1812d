"""The trained reader: what a paper answers to a question, and what it found, from one small network."""

from aitia.reading.trained.answers import UNREAD, Answer
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.network import Network, Page, network
from aitia.reading.trained.paper import WORDS_ALONE, LocalModels, PaperReading, read_with_network

__all__ = [
    "UNREAD",
    "WORDS_ALONE",
    "Answer",
    "AskedOutcome",
    "LocalModels",
    "Network",
    "Page",
    "PaperReading",
    "network",
    "read_with_network",
]
