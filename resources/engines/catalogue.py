"""Reading engines by name; each is imported only when it is asked for."""

from __future__ import annotations

from aitia.errors import SettingsError
from resources.engines.base import ReadingEngine
from resources.settings import Settings
from resources.store.session import Store


def make_engine(settings: Settings, store: Store) -> ReadingEngine:
    """The engine that the settings name. `store` is where a cloud engine finds answers already paid for.

    Raises SettingsError for an unknown name, EngineUnavailable when its key is missing.
    """
    if settings.engine == "local":
        from resources.engines.local import LocalEngine

        return LocalEngine()
    raise SettingsError(f'unknown engine "{settings.engine}": choose local')
