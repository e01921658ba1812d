"""The close reader: all-mpnet-base-v2 from installed packages, with what was learned for questions added."""

from resources.close_reader.reader import OnnxCloseReader, close_reader

__all__ = ["OnnxCloseReader", "close_reader"]
