"""Grades of studies (Algorithm 3) and of bodies of evidence (GRADE), each step with its reason."""

from aitia.evidence.grading.body import grade_body
from aitia.evidence.grading.study import grade_study

__all__ = ["grade_body", "grade_study"]
