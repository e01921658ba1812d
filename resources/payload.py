"""XML and JSON from outside, parsed within limits of size, depth and number of nodes.

Both parsers refuse in milliseconds what would take memory or time out of proportion to its size.
"""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import XMLParser

MAX_BYTES = 32 * 1024 * 1024
MAX_NODES = 600_000
MAX_ELEMENTS = 250_000
MAX_TAG = 65_536
MAX_DEPTH = 100

_LONG_TAG = re.compile(rb"<[a-zA-Z][^<>]{%d}" % MAX_TAG)

Json = Any
"""What a JSON document holds; callers check the type of every part they use."""


class PayloadError(ValueError):
    """The payload is malformed, or larger, deeper or denser than any genuine one."""


class _Limited(TreeBuilder):
    """Builds a tree and gives up on more levels than a genuine document has."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise PayloadError(f"XML is nested deeper than {MAX_DEPTH} levels")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        self._depth -= 1
        return super().end(tag)


def parse_xml(data: bytes | bytearray, max_bytes: int = MAX_BYTES) -> Element:
    """The root element. Entity declarations and external references are refused, a DOCTYPE is not.

    Raises PayloadError.
    """
    _check_size(data, max_bytes)
    # Counted before parsing, which takes microseconds an element and holds all attributes of a tag.
    if data.count(b"<") - data.count(b"</") > MAX_ELEMENTS:
        raise PayloadError(f"XML has more than {MAX_ELEMENTS} elements")
    if data.count(b"=") > 4 * MAX_ELEMENTS or _LONG_TAG.search(data):
        raise PayloadError("XML has more or longer attributes than a genuine document")
    parser = XMLParser(target=_Limited(), forbid_dtd=False, forbid_entities=True, forbid_external=True)
    try:
        parser.feed(data)
        root = parser.close()
    except PayloadError:
        raise
    except DefusedXmlException as error:
        raise PayloadError(f"XML declares entities, which is refused: {type(error).__name__}") from error
    except (ParseError, ValueError, LookupError, AssertionError) as error:
        raise PayloadError(f"not well-formed XML: {str(error)[:200]}") from error
    if not isinstance(root, Element):
        raise PayloadError("XML has no root element")
    return root


def parse_json(data: bytes | bytearray | str, max_bytes: int = MAX_BYTES) -> Json:
    """The decoded document. Raises PayloadError."""
    _check_size(data, max_bytes)
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if raw.count(b"[") + raw.count(b"{") > MAX_NODES or raw.count(b",") > 4 * MAX_NODES:
        raise PayloadError(f"JSON has more than {MAX_NODES} containers")
    try:
        return json.loads(data)
    except RecursionError as error:
        raise PayloadError("JSON is nested too deeply") from error
    except ValueError as error:
        raise PayloadError(f"not JSON: {str(error)[:200]}") from error


def _check_size(data: bytes | bytearray | str, max_bytes: int) -> None:
    if not data or data.isspace():
        raise PayloadError("empty")
    if len(data) > max_bytes:
        raise PayloadError(f"{len(data)} bytes, more than the limit of {max_bytes}")
