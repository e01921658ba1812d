"""Great Expectations suites: what must hold of the rows that an asset wrote for a question."""

from validators.suites.catalogue import SUITES, Expectation, Suite
from validators.suites.runner import WORKER, SuiteResult, SuiteWorker, validate

__all__ = ["SUITES", "WORKER", "Expectation", "Suite", "SuiteResult", "SuiteWorker", "validate"]
