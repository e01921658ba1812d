"""Word lists by which arms are told apart."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STOP = _words(
    "a an the of in on at to for by with without and or vs versus than as per from after before during mg "
    "kg g ml mcg ug iu dose doses daily day days week weeks month months year years hour hours min once "
    "twice group groups arm arms patients patient participants subjects women men children people who "
    "received receive receiving treated treatment therapy alone plus only its their this that were was is "
    "are be been all each other same number level levels rate rates score scores mean total change "
    "changes study "
)
CONTROL_WORDS = _words(
    "placebo control controls sham usual standard conventional nothing no untreated saline vehicle dummy "
    "comparator baseline routine traditional without waitlist waiting comparison conservative none normal "
)
GENERIC_CONTROL = _words("control placebo sham vehicle comparator untreated comparison ")
GENERIC_ACTIVE = _words("intervention experimental active treatment treated study ")
UNITS = _words("mg mcg g kg ml h hour hours day days week weeks month months min fold iu ")
GROUPISH = _words(
    "group groups arm arms patients participants subjects women men children recipients infants "
)
JOINING = _words("plus + and with combination combined added to ")
PARTING = _words("than versus vs compared alone while whereas or but ")
