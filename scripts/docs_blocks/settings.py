"""The settings, with their defaults from the code."""

from __future__ import annotations

import tomllib
from typing import Any

from scripts.docs_blocks.markdown import read, table


def settings_table() -> str:
    """One table for each group of `scripts/docs_settings.toml`, defaults from the code."""
    from resources.settings import Settings

    fields = Settings.model_fields
    parts = []
    for group in tomllib.loads(read("scripts/docs_settings.toml")).values():
        rows = [
            (f"`{variable(name)}`", _default(name, fields[name]), meaning)
            for name, meaning in group["settings"].items()
            if name in fields
        ]
        parts.append(f"### {group['title']}\n\n" + table(("variable", "default", "meaning"), rows))
    return "\n\n".join(parts)


def described_settings() -> set[str]:
    """The settings that `scripts/docs_settings.toml` explains."""
    groups = tomllib.loads(read("scripts/docs_settings.toml")).values()
    return {name for group in groups for name in group["settings"]}


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"AITIA_{name.upper()}"


def _default(name: str, field: Any) -> str:
    if name in ("data_home", "cache_home"):
        return "the user's data home" if name == "data_home" else "the user's cache"
    value = field.get_default(call_default_factory=True)
    if value in (None, (), {}, ""):
        return "not set"
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    return f"`{','.join(value)}`" if isinstance(value, tuple) else f"`{value}`"
