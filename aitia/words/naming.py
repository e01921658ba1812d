"""How a thing named in a paper becomes a node of the graph."""

from __future__ import annotations

import unicodedata

from aitia.model.keys import NodeId, stable_id

_LONGEST = 200


def canonical_name(text: str) -> str:
    """Lower case, accents off, every run of other characters one underscore: "3D Gaussian Splatting"
    becomes `3d_gaussian_splatting`. Empty when the text has neither letter nor digit.
    """
    plain = _plain(_plain(text))  # folding case can bring new compositions, hence twice
    words = "".join(c if c.isalnum() else " " for c in plain).split()
    return "_".join(words)[:_LONGEST].rstrip("_")


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(c for c in parts if not unicodedata.combining(c))


def node_id(kind: str, name: str) -> NodeId:
    """The id of the node of that type whose canonical name is `name`."""
    return NodeId(stable_id("node", kind, name))
