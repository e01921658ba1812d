"""What the papers' findings come to: effects, pooling, grades, conflicts, relations between the nodes."""

METHOD_VERSION = "21"
"""Raised whenever a rule of grading changes, so that every relation is graded anew."""
