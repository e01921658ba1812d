"""An interrupt is told from a failure, however deep it lies."""

from __future__ import annotations

from dagster_shared.error import SerializableErrorInfo

from assets.automation.answer import _interrupted


def _error(name: str, message: str, cause: SerializableErrorInfo | None = None) -> SerializableErrorInfo:
    return SerializableErrorInfo(message=message, stack=[], cls_name=name, cause=cause)


def test_an_interrupt_that_a_library_wrapped_is_one() -> None:
    wrapped = _error("PydanticSerializationError", "Error calling function `dump`: KeyboardInterrupt: ")
    assert _interrupted(_error("DagsterExecutionStepExecutionError", "while running a step", wrapped))


def test_an_interrupt_behind_two_causes_is_one() -> None:
    deep = _error("OSError", "closed", _error("KeyboardInterrupt", ""))
    assert _interrupted(_error("StoreError", "the store is gone", deep))


def test_another_failure_is_none() -> None:
    assert not _interrupted(_error("StoreError", "the store is gone", _error("OSError", "closed")))
