"""When the identifiers of two records contradict each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from aitia.identity.identifiers import (
    is_arxiv_doi,
    is_preprint_doi,
    normalise_arxiv_id,
    normalise_doi,
    normalise_pmcid,
    normalise_pmid,
)
from aitia.model.paper import PaperRecord

Identifiers = frozenset[tuple[str, str]]
"""Pairs of scheme and canonical value; `preprint` is the DOI of a preprint server."""


def identifiers_of(record: PaperRecord) -> Identifiers:
    """The record's identifiers in canonical form; what cannot be read is left out.

    A preprint's DOI is a scheme of its own: it does not contradict the DOI of the published version.
    """
    found: set[tuple[str, str]] = set()
    if pmid := normalise_pmid(record.pmid):
        found.add(("pmid", pmid))
    if pmcid := normalise_pmcid(record.pmcid):
        found.add(("pmcid", pmcid))
    doi = normalise_doi(record.doi)
    for arxiv in (
        normalise_arxiv_id(record.arxiv_id),
        normalise_arxiv_id(doi) if is_arxiv_doi(doi) else None,
    ):
        if arxiv:
            found.add(("arxiv", arxiv))
    if doi and not is_arxiv_doi(doi):
        found.add(("preprint" if is_preprint_doi(doi) else "doi", doi))
    return frozenset(found)


def contradictions(identifiers: Iterable[Identifiers]) -> dict[str, list[str]]:
    """Schemes with more than one value among records that are said to be one paper."""
    values: dict[str, set[str]] = defaultdict(set)
    for held in identifiers:
        for scheme, value in held:
            values[scheme].add(value)
    return {scheme: sorted(found) for scheme, found in sorted(values.items()) if len(found) > 1}


def disputed(identifiers: Sequence[Identifiers]) -> set[tuple[str, str]]:
    """Identifiers whose holders disagree directly: one PMID with two DOIs, one DOI with two PMIDs."""
    holders: dict[tuple[str, str], list[Identifiers]] = defaultdict(list)
    for held in identifiers:
        for identifier in held:
            holders[identifier].append(held)
    return {identifier for identifier, records in holders.items() if contradictions(records)}


def describe(found: Mapping[str, Sequence[str]]) -> str:
    """`pmid 1 and 2; doi 10.1/a and 10.1/b`, at most five values a scheme."""
    return "; ".join(f"{scheme} {' and '.join(values[:5])}" for scheme, values in found.items())


def describe_identifiers(record: PaperRecord) -> str:
    """`pmid 1, doi 10.1/a` of one record."""
    return ", ".join(f"{scheme} {value}" for scheme, value in sorted(identifiers_of(record)))
