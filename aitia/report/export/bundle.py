"""The bundle: rows of one question as a zip of JSON lines with checksums; same rows, same bytes."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from aitia.model.errors import BundleError

FORMAT = "aitia-bundle-1"
MANIFEST = "manifest.json"
MOST_BYTES = 2 * 2**30
"""The rows of a bundle together, unpacked; beyond that it is refused unread."""
_EARLIEST = (1980, 1, 1, 0, 0, 0)

Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def pack(rows: Rows, about: Mapping[str, Any]) -> bytes:
    """A zip of `TABLE.jsonl` files with a manifest that holds their checksums and `about`."""
    files = {f"{name}.jsonl": _lines(rows[name]) for name in sorted(rows)}
    manifest = {
        "format": FORMAT,
        **about,
        "files": {
            name: {"sha256": sha256(content).hexdigest(), "rows": content.count(b"\n")}
            for name, content in files.items()
        },
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        _put(archive, MANIFEST, (json.dumps(manifest, sort_keys=True, indent=1) + "\n").encode())
        for name, content in files.items():
            _put(archive, name, content)
    return out.getvalue()


def unpack(content: bytes) -> tuple[dict[str, list[dict[str, Any]]], dict[str, Any]]:
    """(rows by table, manifest) of a bundle whose checksums all hold. Raises BundleError otherwise."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError, EOFError):
        raise BundleError("This is no bundle: not a zip file, or one that was cut short.") from None
    with archive:
        entries = {entry.filename: entry for entry in archive.infolist()}
        if len(entries) != len(archive.infolist()) or MANIFEST not in entries:
            raise BundleError("This is no bundle: it has no manifest, or a file twice.")
        if sum(entry.file_size for entry in entries.values()) > MOST_BYTES:
            raise BundleError(f"The bundle unpacks to more than {MOST_BYTES} bytes and was not read.")
        manifest = _manifest(_get(archive, MANIFEST))
        stated = manifest["files"]
        if set(stated) != set(entries) - {MANIFEST}:
            odd = sorted(set(stated) ^ (set(entries) - {MANIFEST}))
            raise BundleError(f"The bundle was altered: {odd[0]} is not what its manifest names.")
        rows: dict[str, list[dict[str, Any]]] = {}
        for name in sorted(stated):
            rows[name.removesuffix(".jsonl")] = _rows(name, _get(archive, name), stated[name])
    return rows, manifest


def _manifest(content: bytes) -> dict[str, Any]:
    try:
        manifest = json.loads(content)
        known = manifest["format"] == FORMAT and isinstance(manifest["files"], dict)
    except (ValueError, KeyError, TypeError):
        raise BundleError("The bundle was altered: its manifest cannot be read.") from None
    if not known:
        raise BundleError(f"The bundle is not of the format {FORMAT}: export it anew with this version.")
    return dict(manifest)


def _rows(name: str, content: bytes, stated: Any) -> list[dict[str, Any]]:
    if not isinstance(stated, dict) or stated.get("sha256") != sha256(content).hexdigest():
        raise BundleError(f"The bundle was altered: {name} does not have the checksum of its manifest.")
    try:
        rows = [json.loads(line) for line in content.decode().splitlines()]
    except ValueError:
        raise BundleError(f"The bundle was altered: {name} is not JSON lines.") from None
    if not all(isinstance(row, dict) for row in rows):
        raise BundleError(f"The bundle was altered: {name} holds something other than rows.")
    return rows


def _get(archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        return archive.read(name)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError):
        raise BundleError(f"The bundle was altered: {name} cannot be unpacked.") from None
    except Exception as problem:  # zlib's own error has no common base
        raise BundleError(f"The bundle was altered: {name} cannot be unpacked ({problem}).") from None


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _EARLIEST)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)


def _lines(rows: Sequence[Mapping[str, Any]]) -> bytes:
    lines = (json.dumps(row, sort_keys=True, ensure_ascii=True, separators=(",", ":")) for row in rows)
    return "".join(f"{line}\n" for line in lines).encode()
