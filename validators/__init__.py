"""The rules that a proposed claim must pass, and the suites that hold over what the assets wrote."""

VALIDATORS_VERSION = "12"
"""Raised whenever a rule changes, so that every claim is decided anew."""
