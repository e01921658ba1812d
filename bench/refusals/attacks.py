"""Hostile payloads for `bench.refusals`: what is sent to the clients and written for the document readers.

A payload is a head, a unit that is repeated, and a tail, so that a gigabyte costs its maker no memory.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

GIGABYTE = 1 << 30
_PIECE = 1 << 20
_LEVELS = 30 * _PIECE


@dataclass(frozen=True)
class Payload:
    """`head`, then `unit` again and again until `size` bytes are reached, then `tail`."""

    head: bytes
    unit: bytes = b""
    size: int = 0
    tail: bytes = b""

    def pieces(self) -> Iterator[bytes]:
        """The payload a mebibyte at a time."""
        yield self.head
        if self.unit:
            piece = self.unit * max(1, _PIECE // len(self.unit))
            for _ in range(max(1, self.size // len(piece))):
                yield piece
        yield self.tail

    def packed(self) -> bytes:
        """The payload as gzip. A piece is packed once and stands in the stream as often as it comes."""
        squeeze = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        parts, held, check, size = [], {b"": b""}, 0, 0
        for piece in self.pieces():
            if piece not in held:
                held[piece] = squeeze.compress(piece) + squeeze.flush(zlib.Z_FULL_FLUSH)
            parts.append(held[piece])
            check, size = zlib.crc32(piece, check), size + len(piece)
        end = squeeze.flush() + struct.pack("<II", check, size & 0xFFFFFFFF)
        return b"".join([b"\x1f\x8b\x08\0\0\0\0\0\0\xff", *parts, end])

    def write(self, path: Path) -> None:
        """Write the payload to a file, packed where its name ends in .gz."""
        if path.suffix == ".gz":
            path.write_bytes(self.packed())
            return
        with path.open("wb") as file:
            file.writelines(self.pieces())


def _laughs(root: bytes) -> Payload:
    entities = b"".join(
        b'<!ENTITY a%d "%s">' % (n, (b"&a%d;" % (n - 1) if n else b"ha") * 10) for n in range(10)
    )
    return Payload(
        b'<?xml version="1.0"?><!DOCTYPE r [' + entities + b"]><" + root + b">&a9;</" + root + b">"
    )


def _quadratic(root: bytes) -> Payload:
    head = b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "' + b"ha" * 50_000 + b'">]><' + root + b">"
    return Payload(head, b"&a;", 3_000_000, b"</" + root + b">")


def _external(root: bytes) -> Payload:
    head = b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
    return Payload(head + b"<" + root + b">&a;</" + root + b">")


def xml(root: bytes) -> dict[str, Payload]:
    """The attacks on a reader of XML whose root element has that name."""
    opened, closed = b"<" + root + b">", b"</" + root + b">"
    return {
        "billion laughs": _laughs(root),
        "quadratic entity": _quadratic(root),
        "external entity": _external(root),
        "deep nesting": Payload(opened, b"<a>", _LEVELS),
        "many elements": Payload(opened, b"<a/>", _LEVELS, closed),
        "1 GB of text": Payload(opened, b"text ", GIGABYTE, closed),
        "1 GB of elements": Payload(opened, b"<p>text</p>\n", GIGABYTE, closed),
    }


JSON = {
    "billion laughs": _laughs(b"r"),
    "external entity": _external(b"r"),
    "deep nesting": Payload(b"", b"[", _LEVELS),
    "deep nesting of objects": Payload(b"", b'{"a":', _LEVELS),
    "many containers": Payload(b"[", b"[],", _LEVELS, b"[]]"),
    "1 GB of text": Payload(b'{"title": "', b"text ", GIGABYTE, b'"}'),
    "1 GB of objects": Payload(b"[", b'{"a": 1},', GIGABYTE, b"{}]"),
}
LINES = {
    "billion laughs": _laughs(b"r"),
    "external entity": _external(b"r"),
    "deep nesting": Payload(b'{"title": ', b"[", 15 * _PIECE, b"\n"),
    "deep nesting of objects": Payload(b"", b'{"a":', _LEVELS, b"\n"),
    "1 GB in one line": Payload(b'{"title": "', b"text ", GIGABYTE, b'"}\n'),
    "1 GB of line ends": Payload(b"", b"\n", GIGABYTE),
    "1 GB of short lines": Payload(b"", b"x\n", GIGABYTE),
    "1 GB of lines after a paper": Payload(b'{"title": "A paper"}\n', b"[]\n", GIGABYTE),
}


def _fields(first: bytes, unit: bytes) -> dict[str, Payload]:
    return {
        "billion laughs": _laughs(b"r"),
        "external entity": _external(b"r"),
        "deep nesting": Payload(first, b"[", _LEVELS, b"\n"),
        "1 GB in one line": Payload(first, b"text ", GIGABYTE, b"\n"),
        "1 GB of line ends": Payload(first + b"\n", b"\n", GIGABYTE),
        "1 GB of fields": Payload(first + b"x\n", unit, GIGABYTE),
        "1 GB of continuations": Payload(first + b"x\n", b"      text of one field\n", GIGABYTE),
        "1 GB of lines without a record": Payload(b"", b"ER  - \n", GIGABYTE),
    }


MEDLINE = _fields(b"PMID- 1\nTI  - ", b"AU  - Name\n")
RIS = _fields(b"TY  - JOUR\nTI  - ", b"AU  - Name\n")
BIBTEX = {
    "billion laughs": Payload(
        b'@string{a0 = "ha"}\n'
        + b"".join(b"@string{a%d = %s}\n" % (n, b" # ".join([b"a%d" % (n - 1)] * 10)) for n in range(1, 10))
        + b"@article{a, title = a9}\n"
    ),
    "external entity": _external(b"r"),
    "deep nesting": Payload(b"@article{a, title = ", b"{", 15 * _PIECE),
    "many entries": Payload(b"", b"@a{", 15 * _PIECE),
    "1 GB of text": Payload(b"@article{a, title = {", b"text ", GIGABYTE, b"}}\n"),
}


def _pdf(stream: bytes, filters: bytes, extra: bytes = b"null") -> bytes:
    """A PDF of one page whose content is `stream`, and one more object that the catalogue names."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /More 6 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter %s >>\nstream\n%s\nendstream" % (len(stream), filters, stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        extra,
    ]
    out, places = b"%PDF-1.5\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(out))
    return out + head + rows + tail


def _deflated(unit: bytes, size: int) -> bytes:
    """The unit again and again as one zlib stream: that of gzip with another head and checksum."""
    payload = Payload(b"", unit, size)
    check = 1
    for piece in payload.pieces():
        check = zlib.adler32(piece, check)
    return b"\x78\xda" + payload.packed()[10:-8] + struct.pack(">I", check)


def _bomb_in_pdf(unit: bytes) -> Payload:
    return Payload(_pdf(_deflated(unit, GIGABYTE), b"/FlateDecode"))


def _bomb_in_bomb() -> Payload:
    inner = _deflated(b" ", GIGABYTE)
    return Payload(_pdf(zlib.compress(inner, 9), b"[/FlateDecode /FlateDecode]"))


@cache
def pdf() -> dict[str, Payload]:
    """The attacks on a reader of PDF."""
    return {
        "billion laughs": _laughs(b"r"),
        "external entity": _external(b"r"),
        "deep nesting": Payload(_pdf(b"BT ET", b"null", b"[" * 15 * _PIECE)),
        "packed stream of 1 GB": _bomb_in_pdf(b" "),
        "packed text of 1 GB": _bomb_in_pdf(b"BT /F1 9 Tf (text) Tj ET\n"),
        "packed twice": _bomb_in_bomb(),
        "1 GB of text": Payload(b"%PDF-1.5\n", b"1 0 obj\n(text)\nendobj\n", GIGABYTE),
    }


ATTACKS: dict[str, Callable[[], dict[str, Payload]]] = {
    "a.nxml": lambda: xml(b"article"),
    "a.xml": lambda: xml(b"PubmedArticleSet"),
    "a.json": lambda: JSON,
    "a.jsonl": lambda: LINES,
    "a.nbib": lambda: MEDLINE,
    "a.ris": lambda: RIS,
    "a.bib": lambda: BIBTEX,
    "a.pdf": pdf,
}
"""By the name of a file of each format: what is written into it."""
