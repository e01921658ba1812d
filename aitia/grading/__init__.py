"""Grades of studies (Algorithm 3) and of bodies of evidence (GRADE), each step with its reason."""

from aitia.grading.body import grade_body
from aitia.grading.study import grade_study

__all__ = ["grade_body", "grade_study"]
