"""A dossier as one JSON document, and the JSON Schema that it keeps to."""

from __future__ import annotations

import json
from typing import Any

from aitia.report.dossier import Dossier

FORMAT = "aitia-verdict-1"
SCHEMA_ID = "urn:aitia:schema:verdict-1"


def document(dossier: Dossier) -> str:
    """The whole dossier; `format` names the version of the schema, published in `docs/schema/`."""
    content = {"$schema": SCHEMA_ID, "format": FORMAT, **dossier.model_dump(mode="json")}
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of `document`, made from the types."""
    made = Dossier.model_json_schema(mode="serialization")
    made["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    made["$id"] = SCHEMA_ID
    made["title"] = "A verdict of Aitia with all that it rests on"
    made["properties"] = {
        "$schema": {"const": SCHEMA_ID},
        "format": {"const": FORMAT},
        **made["properties"],
    }
    made["required"] = ["format", *made.get("required", [])]
    return made
