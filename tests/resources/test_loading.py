"""Loading rests the search for garbage, and only while it lasts."""

from __future__ import annotations

import gc
import importlib

import pytest

from resources.loading import loading


def test_no_garbage_is_looked_for_while_modules_load_and_what_is_there_then_never() -> None:
    kept = [[]]  # type: ignore[var-annotated]
    with loading():
        assert not gc.isenabled()
        with loading():
            pass
        assert not gc.isenabled(), "the inner one ends, the outer one goes on"
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    assert not any(found is kept for found in gc.get_objects())


def test_a_module_that_cannot_be_loaded_leaves_the_search_for_garbage_on() -> None:
    with pytest.raises(ImportError), loading():
        importlib.import_module("resources.no_such_module")
    assert gc.isenabled()
