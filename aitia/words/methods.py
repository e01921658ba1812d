"""Names of methods and data sets of machine learning: "3DGS" and "3D Gaussian Splatting" are one node."""

from __future__ import annotations

import re

from aitia.model.data import read_table

_FORMS: dict[str, list[str]] = read_table(__package__, "methods.toml")
_KEYS = {form: key for key, forms in _FORMS.items() for form in forms}

METHODS = frozenset(_FORMS)
"""The node names that have other forms."""


def method_key(name: str) -> str:
    """The node name of a method, data set or metric: "3DGS" and "3D Gaussian Splatting" are one."""
    plain = re.sub(r"\s?\([^)]{0,20}\)$", "", " ".join(name.split())).lower()
    plain = re.sub(r"^(?:the|a|an|vanilla|original|standard)\s|\s(?:datasets?|benchmarks?)$", "", plain)
    key = re.sub(r"[^\w+-]+", "_", plain).strip("_")
    return _KEYS.get(key) or re.sub(r"[-_]+", "_", key)
