"""The bundled demonstration corpus: synopses written for this project (see README.md in this folder)."""

from __future__ import annotations

from resources.sources.demonstration.corpus import Synopsis, demonstration_records, load_synopses
from resources.sources.demonstration.source import DemonstrationSource

__all__ = ["DemonstrationSource", "Synopsis", "demonstration_records", "load_synopses"]
