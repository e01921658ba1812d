"""Great Expectations suites: what must hold of the rows that an asset wrote for a question."""

from validators.suites.catalogue import SUITES, Expectation, Suite
from validators.suites.runner import SuiteResult, SuiteWorker, validate

__all__ = ["SUITES", "Expectation", "Suite", "SuiteResult", "SuiteWorker", "validate"]
