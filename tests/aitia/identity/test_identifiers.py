"""Identifiers: many forms, one spelling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.identity import (
    arxiv_version,
    normalise_arxiv_id,
    normalise_doi,
    normalise_pmcid,
    normalise_pmid,
)

DOI = "10.1234/abc.2020-15"
FORMS = [
    "10.1234/abc.2020-15",
    "10.1234/ABC.2020-15",
    " 10.1234/abc.2020-15\n",
    "doi:10.1234/abc.2020-15",
    "DOI: 10.1234/abc.2020-15",
    "DOI 10.1234/abc.2020-15",
    "doi.org/10.1234/abc.2020-15",
    "http://doi.org/10.1234/abc.2020-15",
    "https://doi.org/10.1234/abc.2020-15",
    "https://doi.org/10.1234/ABC.2020-15",
    "HTTPS://DOI.ORG/10.1234/abc.2020-15",
    "http://dx.doi.org/10.1234/abc.2020-15",
    "https://dx.doi.org/10.1234/abc.2020-15",
    "dx.doi.org/10.1234/abc.2020-15",
    "https://www.doi.org/10.1234/abc.2020-15",
    "www.doi.org/10.1234/abc.2020-15",
    "https://doi.org/doi:10.1234/abc.2020-15",
    "doi:https://doi.org/10.1234/abc.2020-15",
    "https://doi.org/10.1234%2Fabc.2020-15",
    "https://doi.org/10.1234%2fABC.2020-15",
    "10.1234%2Fabc.2020-15",
    "info:doi/10.1234/abc.2020-15",
    "urn:doi:10.1234/abc.2020-15",
    "hdl:10.1234/abc.2020-15",
    "10.1234/abc.2020-15.",
    "10.1234/abc.2020-15,",
    "10.1234/abc.2020-15;",
    "10.1234/abc.2020-15)",
    "(10.1234/abc.2020-15)",
    "(doi: 10.1234/abc.2020-15).",
    "[10.1234/abc.2020-15]",
    "<10.1234/abc.2020-15>",
    "<https://doi.org/10.1234/abc.2020-15>",
    "{10.1234/abc.2020-15}",
    '"10.1234/abc.2020-15"',
    "“10.1234/abc.2020-15”",
    "10.1234/abc.2020-15 [doi]",
    "10.1234/abc.2020-15[doi]",
    "S0140-6736(20)1 [pii] 10.1234/abc.2020-15 [doi]",
    "10.1234/abc.2020\u201015",
    "10.1234/abc.2020\u201315",
    "10.1234/abc.2020\u221215",
    "10.1234/abc\u200b.2020-15",
    "\ufeff10.1234/abc.2020-15",
    "10.1234/abc.\u00ad2020-15",
    "\u00a010.1234/abc.2020-15\u00a0",
    "１０.1234/abc.2020-15",
    "10.1234 / abc.2020-15",
    "https://doi.org/10.1234/abc.2020-15?utm_source=feed&x=1",
    "https://doi.org/10.1234/abc.2020-15#abstract",
    "https://onlinelibrary.wiley.com/doi/10.1234/abc.2020-15",
    "https://onlinelibrary.wiley.com/doi/full/10.1234/abc.2020-15",
    "https://onlinelibrary.wiley.com/doi/abs/10.1234/abc.2020-15",
    "https://www.tandfonline.com/doi/pdf/10.1234/abc.2020-15?needAccess=true",
    "https://journals.example.org/article/10.1234/abc.2020-15/full",
    "https://journals.example.org/article/10.1234/abc.2020-15/abstract",
    "https://journals.example.org/content/10.1234/abc.2020-15.pdf",
    "https://doi-org.library.example.edu/10.1234/abc.2020-15",
    "https://doi.org/10.1234/abc.2020-15/",
    "Lancet. 2020;1:2-3. doi: 10.1234/abc.2020-15. Epub 2020 Jan 1.",
]


@pytest.mark.parametrize("form", FORMS)
def test_sixty_forms_of_a_doi_are_one(form: str) -> None:
    assert normalise_doi(form) == DOI


@pytest.mark.parametrize(
    ("form", "doi"),
    [
        ("10.1016/S0140-6736(24)02600-X", "10.1016/s0140-6736(24)02600-x"),
        ("(10.1016/S0140-6736(24)02600-X)", "10.1016/s0140-6736(24)02600-x"),
        (
            "10.1002/(SICI)1097-0258(19980815)17:15&lt;1661::AID-SIM968&gt;3.0.CO;2-2",
            "10.1002/(sici)1097-0258(19980815)17:15<1661::aid-sim968>3.0.co;2-2",
        ),
        (
            "10.1002/(SICI)1521(1999)38:6<1::AID-1>3.0.CO;2-#",
            "10.1002/(sici)1521(1999)38:6<1::aid-1>3.0.co;2-#",
        ),
        ("https://www.biorxiv.org/content/10.1101/2020.01.02.123456v2.full", "10.1101/2020.01.02.123456"),
        ("10.1000/182", "10.1000/182"),
        ("10.1175//2572.1", "10.1175//2572.1"),
        ("<i>10.1234/x1</i>", "10.1234/x1"),
    ],
)
def test_unusual_dois_keep_what_belongs_to_them(form: str, doi: str) -> None:
    assert normalise_doi(form) == doi


@pytest.mark.parametrize(
    "form", ["", "n/a", "10.12/x", "10.1234/", "doi:", None, 10.1234, "see text", "x" * 9999]
)
def test_what_is_no_doi_is_none(form: object) -> None:
    assert normalise_doi(form) is None


@pytest.mark.parametrize(
    "form",
    ["12345678", 12345678, "PMID: 12345678", "pmid:12345678", "PMID12345678", "012345678", "12345678.0",
     "https://pubmed.ncbi.nlm.nih.gov/12345678/", "https://www.ncbi.nlm.nih.gov/pubmed/12345678",
     " 12345678 ", "MED/12345678",
     "https://europepmc.org/article/MED/12345678", "12345678 [pmid]", "pubmed.ncbi.nlm.nih.gov/12345678",
     "１２３４５６７８", "http://www.ncbi.nlm.nih.gov/pubmed/12345678?dopt=Abstract"],
)  # fmt: skip
def test_forms_of_a_pubmed_id_are_one(form: object) -> None:
    assert normalise_pmid(form) == "12345678"


@pytest.mark.parametrize(
    "form", ["", "0", "123456789", "PMC123", "10.1/2", True, None, "12 34", "-5x", "1e5"]
)
def test_what_is_no_pubmed_id_is_none(form: object) -> None:
    assert normalise_pmid(form) is None


@pytest.mark.parametrize(
    "form",
    ["PMC101395", "pmc101395", "101395", "PMCID: PMC101395", "PMC101395.2", "pmc:101395", "PMC101395 [pmc]",
     "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC101395/", "https://europepmc.org/article/PMC/PMC101395",
     "https://pmc.ncbi.nlm.nih.gov/articles/PMC101395/"],
)  # fmt: skip
def test_forms_of_a_pmc_id_are_one(form: str) -> None:
    assert normalise_pmcid(form) == "PMC101395"


@pytest.mark.parametrize(
    ("form", "identifier", "version"),
    [
        ("2301.01234", "2301.01234", None),
        ("arXiv:2301.01234v3", "2301.01234", 3),
        ("http://arxiv.org/abs/2301.01234v1", "2301.01234", 1),
        ("https://arxiv.org/pdf/2301.01234.pdf", "2301.01234", None),
        ("https://arxiv.org/pdf/2301.01234v2.pdf", "2301.01234", 2),
        ("https://doi.org/10.48550/arXiv.2301.01234", "2301.01234", None),
        ("arXiv:2301.01234 [cs.CV]", "2301.01234", None),
        ("hep-th/9901001", "hep-th/9901001", None),
        ("math.GT/0309136v2", "math/0309136", 2),
        ("0704.0001", "0704.0001", None),
    ],
)
def test_forms_of_an_arxiv_id_lose_their_version(form: str, identifier: str, version: int | None) -> None:
    assert normalise_arxiv_id(form) == identifier
    assert arxiv_version(form) == version


@pytest.mark.parametrize("form", ["", "0103067v1", "2313.01234", "10.1234/x", "12345678", None])
def test_what_is_no_arxiv_id_is_none(form: object) -> None:
    assert normalise_arxiv_id(form) is None


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_and_normalising_twice_changes_nothing(text: str) -> None:
    for normalise in (normalise_doi, normalise_pmid, normalise_pmcid, normalise_arxiv_id):
        once = normalise(text)
        assert once is None or normalise(once) == once


@given(st.from_regex(r"10\.[0-9]{4,6}/[a-z0-9()._:;<>-]{1,30}", fullmatch=True), st.sampled_from(FORMS[:24]))
def test_every_doi_survives_every_dress(doi: str, form: str) -> None:
    plain = normalise_doi(doi)
    dressed = form.replace("10.1234/abc.2020-15", doi).replace("10.1234/ABC.2020-15", doi.upper())
    if plain is not None and dressed != form:
        assert normalise_doi(dressed) == plain
