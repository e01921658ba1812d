"""Word lists by which arms are told apart, from `arm_words.toml`."""

from __future__ import annotations

from aitia.model.data import read_table, words_of

_LISTS = read_table(__package__, "arm_words.toml")

STOP = words_of(_LISTS, "stop")
CONTROL_WORDS = words_of(_LISTS, "control_words")
GENERIC_CONTROL = words_of(_LISTS, "generic_control")
GENERIC_ACTIVE = words_of(_LISTS, "generic_active")
UNITS = words_of(_LISTS, "units")
GROUPISH = words_of(_LISTS, "groupish")
JOINING = words_of(_LISTS, "joining")
PARTING = words_of(_LISTS, "parting")
