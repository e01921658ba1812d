"""Other names of a thing; they live in `aitia.words`."""

from aitia.words.everyday import known_names
from aitia.words.names import other_names

__all__ = ["known_names", "other_names"]
