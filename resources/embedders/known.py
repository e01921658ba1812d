"""The embedders' names, apart from their clients, which take longer to import."""

from typing import Literal

MINILM = "all-MiniLM-L6-v2"
GEMINI = "gemini-embedding-001"


def full_name(chosen: Literal["minilm", "gemini"]) -> str:
    """The name under which the vectors of the setting's embedder are stored."""
    return {"minilm": MINILM, "gemini": GEMINI}[chosen]
