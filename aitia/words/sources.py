"""The index of names, made from the vocabularies' own files: MeSH, ChEBI, MONDO, DOID, EFO and HP.

Rank 0 is a heading's preferred name, 1 another name of a heading, 2 a name that a second vocabulary gives to
a heading, 3 a supplementary substance. A second vocabulary is joined to a heading only where both name each
other: by cross reference and by a name that both share.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aitia.words.folding import fold
from aitia.words.index import Entry, build_index

VERSION = 1
HEADINGS = "mesh_id_label_mappings.tsv"
SUPPLEMENTS = "mesh_supp_id_label_mappings.tsv"
MAPPINGS = "mesh_mappings.tsv"
CHEMICALS = "chebi.json"
DISEASES = ("mondo.json", "doid.json", "efo.json", "hp.json")
FILES = (HEADINGS, SUPPLEMENTS, MAPPINGS, CHEMICALS, *DISEASES)

PREFERRED, SYNONYM, SECOND, SUBSTANCE = range(4)
_COLUMNS = 4
_MOST_LETTERS, _MOST_WORDS = 60, 7
_TELLS_USE = re.compile(r"[\t|]D(?:06|27)\.")
"""Hormones and pharmacologic actions: what a chemical is for, not what it is made of."""
_OF_A_GENE = " protein, "
_SYSTEMATIC = re.compile(r"[\[\]{}<>]|\(\d|\d,\d|\d'|,\S*\d-")
_CLASSIFIED = re.compile(r"\bNOS\b|\bNEC\b|\(disorder\)|\(finding\)|\bsusceptib|\[|, | - |_")
_GIVES_BOTH = re.compile(r"([A-Z][A-Z0-9-]{0,4}[A-Z0-9])(?: - |, )([A-Za-z].{4,60})")
_SHORT = re.compile(r"[A-Z][A-Z0-9-]{0,4}[A-Z0-9]s?")


@dataclass
class _Draft:
    lines: list[str] = field(default_factory=list)
    number: dict[str, int] = field(default_factory=dict)
    names: list[Entry] = field(default_factory=list)
    shorts: list[Entry] = field(default_factory=list)
    known: dict[str, int] = field(default_factory=dict)
    """The line of every name of a heading."""
    extra: dict[int, list[str]] = field(default_factory=dict)
    tree: list[tuple[int, int]] = field(default_factory=list)
    """A line and the one directly above it in the tree of headings."""
    classes: list[tuple[int, int]] = field(default_factory=list)
    """A substance and a class that the tree does not put it in."""

    def add(self, name: str, number: int, rank: int) -> None:
        """A name of a line; a short form in capitals is looked up as it is written."""
        if _SHORT.fullmatch(name):
            self.shorts.append((short_key(name), number, rank))
        else:
            self.names.append((fold(name), number, rank))


def make_index(texts: Mapping[str, str]) -> bytes:
    """The index over the files' contents by file name; a file that is absent adds nothing."""
    draft = _Draft()
    headings = [line for line in texts.get(HEADINGS, "").split("\n") if line.count("\t") >= _COLUMNS - 1]
    _add_headings(draft, headings)
    _add_substances(draft, texts.get(SUPPLEMENTS, "").split("\n"))
    mapped = _mapped_chemicals(texts.get(MAPPINGS, ""), draft)
    _add_chemicals(draft, _objects(texts.get(CHEMICALS, "")), mapped)
    for file in DISEASES:
        _add_diseases(draft, _objects(texts.get(file, "")))
    lines = [
        "\t".join((*line.split("\t")[:5], "|".join(draft.extra[number]))) if number in draft.extra else line
        for number, line in enumerate(draft.lines)
    ]
    tables = {"names": draft.names, "shorts": draft.shorts, "headings": list(_heading_keys(headings))}
    links = {
        "tree": draft.tree,
        "under": [(end, start) for start, end in draft.tree],
        "classes": draft.classes,
        "members": [(end, start) for start, end in draft.classes],
    }
    return build_index(lines, tables, links, {"headings": str(len(headings)), "version": str(VERSION)})


def short_key(name: str) -> str:
    """A short form without the s of its plural: SSRIs and SSRI are one."""
    return name[:-1] if len(name) > 3 and name[-1] == "s" and name[-2].isupper() else name


def heading_key(name: str) -> str:
    """What the table of headings is looked up by."""
    return name.lower().replace("-", " ")


def _heading_keys(headings: Sequence[str]) -> Iterator[Entry]:
    for number, heading in enumerate(headings):
        _, name, synonyms, *_ = heading.split("\t", 3)
        yield heading_key(name), number, PREFERRED
        for synonym in synonyms.split("|"):
            if synonym and ", " not in synonym:
                yield heading_key(synonym), number, SYNONYM


def _add_headings(draft: _Draft, headings: Sequence[str]) -> None:
    at: dict[str, int] = {}
    for number, line in enumerate(headings):
        concept_id, name, synonyms, trees, *_ = (part.rstrip("\r") for part in line.split("\t"))
        draft.lines.append(f"{concept_id}\t{name}\t{synonyms}\t{trees}\t")
        draft.number[concept_id] = number
        for rank, given in enumerate((name, *synonyms.split("|"))):
            for form in _forms(given):
                draft.add(form, number, min(rank, SYNONYM))
                draft.known.setdefault(fold(form), number)
        at.update((tree, number) for tree in trees.split("|") if tree)
    for tree, number in at.items():
        parent = at.get(tree.rpartition(".")[0])
        if parent is not None and parent != number:
            draft.tree.append((number, parent))


def _forms(name: str) -> Iterator[str]:
    """A name as people write it: "Pressure, Blood" is "Blood Pressure"."""
    if not name:
        return
    parts = name.split(", ")
    if len(parts) == 1:
        yield name
    elif len(parts) == 2 and all(parts):
        yield f"{parts[1]} {parts[0]}"


def _add_substances(draft: _Draft, lines: Iterable[str]) -> None:
    for line in lines:
        concept_id, name, synonyms, broader, *_ = (*line.rstrip("\r").split("\t"), "", "", "")
        if not name or _OF_A_GENE in name:
            continue
        number = len(draft.lines)
        names = [given for given in (name, *synonyms.split("|")) if _is_sayable(given)]
        if not names:
            continue
        draft.lines.append("\t".join((concept_id, names[0], "|".join(names[1:]), "", broader)))
        draft.number[concept_id] = number
        for given in names:
            draft.add(given, number, SUBSTANCE)
        parents = (draft.number.get(parent) for parent in broader.split(","))
        draft.tree += [(number, parent) for parent in parents if parent is not None]


def _is_sayable(name: str) -> bool:
    """Whether a name can stand in a question: not the formula of a molecule."""
    return (
        0 < len(name) <= _MOST_LETTERS and len(name.split()) <= _MOST_WORDS and not _SYSTEMATIC.search(name)
    )


def _mapped_chemicals(mappings: str, draft: _Draft) -> dict[str, int]:
    """Lines of the chemicals that MeSH is mapped to."""
    mapped: dict[str, int] = {}
    for line in mappings.split("\n"):
        parts = line.split("\t")
        if len(parts) > 4 and parts[3] == "CHEBI" and parts[1] in draft.number:
            mapped.setdefault(parts[4], draft.number[parts[1]])
    return mapped


def _add_chemicals(draft: _Draft, chemicals: Sequence[Mapping[str, Any]], mapped: dict[str, int]) -> None:
    """What a substance is (aspirin: a platelet aggregation inhibitor), through classes that MeSH lacks."""
    parents: dict[str, list[str]] = {}
    for chemical in chemicals:
        relations = chemical.get("relations", {})
        parents[chemical["id"]] = [*relations.get("is_a", ()), *relations.get("has_role", ())]
        number = draft.known.get(fold(chemical["name"]))
        if number is not None and "\tD" in draft.lines[number]:
            mapped.setdefault(chemical["id"], number)
    nearest: dict[str, frozenset[int]] = {}
    for chemical_id, number in mapped.items():
        above = _nearest_mapped(chemical_id, parents, mapped, nearest)
        draft.classes += [(number, n) for n in above if n != number and _TELLS_USE.search(draft.lines[n])]


def _nearest_mapped(
    chemical_id: str,
    parents: Mapping[str, Sequence[str]],
    mapped: Mapping[str, int],
    known: dict[str, frozenset[int]],
) -> frozenset[int]:
    """The lines of the nearest classes above a chemical that have one."""
    if chemical_id not in known:
        known[chemical_id] = frozenset()  # a circle adds nothing
        found: set[int] = set()
        for parent in parents.get(chemical_id, ()):
            own = mapped.get(parent)
            found |= _nearest_mapped(parent, parents, mapped, known) if own is None else {own}
        known[chemical_id] = frozenset(found)
    return known[chemical_id]


def _add_diseases(draft: _Draft, diseases: Sequence[Mapping[str, Any]]) -> None:
    """Further names of a heading that a disease vocabulary refers to, where one name at least is shared."""
    for disease in diseases:
        headings = {
            draft.number.get(reference["id"])
            for reference in disease.get("xrefs", ())
            if reference["namespace"].upper() in ("MESH", "MSH")
        } - {None}
        if len(headings) != 1:
            continue
        number = headings.pop()
        given = [disease["name"], *disease.get("synonyms", ())]
        if number is None or not any(draft.known.get(fold(name)) == number for name in given):
            continue
        for name in (form for listed in given for form in _abbreviated(listed)):
            if len(name) > _MOST_LETTERS or _CLASSIFIED.search(name) or (name.isupper() and len(name) > 6):
                continue
            if draft.known.get(fold(name)) is None or _SHORT.fullmatch(name):
                draft.add(name, number, SECOND)
                draft.extra.setdefault(number, [])
                if name not in draft.extra[number]:
                    draft.extra[number].append(name)


def _abbreviated(name: str) -> tuple[str, ...]:
    """A name, or the two that it gives: "MI - Myocardial infarction", "T2DM, type 2 diabetes mellitus"."""
    match = _GIVES_BOTH.fullmatch(name)
    return (match[1], match[2]) if match else (name,)


def _objects(text: str) -> list[Mapping[str, Any]]:
    try:
        found = json.loads(text) if text else []
    except ValueError:
        return []
    return [item for item in found if isinstance(item, dict) and "id" in item and item.get("name")]
