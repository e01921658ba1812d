"""What a paper says it adjusted for, matched on or was confounded by. Linear-time patterns only."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LIMIT = 20_000
_MOST = 12
_LONGEST = 45

_ADJUSTED = re.compile(
    r"\b(?:(?:adjust(?:ed|ing|ment|ments)?|control(?:led|ling)?|correct(?:ed|ing|ion)|account(?:ed|ing)) for"
    r"|confound(?:ed|ing) by|match(?:ed|ing)(?: [\w-]{1,15}){0,2}? (?:for|on|by|regarding|according to)"
    r"|(?:analys[ei]s|analyses|model|models|regressions?|results)[^.;:()]{0,40} stratified (?:for|by)"
    r"|independent(?:ly)? of|unmeasured|(?:model|analysis) \(?includ(?:ing|ed))[ \n]{1,3}",
    re.I,
)
_SUCH_AS = re.compile(
    r"\b(?:confounders?|covariates?)"
    r"(?: \((?:such as |including |like |e\.g\.,? )?|,? (?:such as|including|like|were) )",
    re.I,
)
_BEFORE = re.compile(
    r"\b(?P<names>(?:(?:and |or )?(?:age|sex|gender|race|ethnicity|bmi|education|iq|smoking|parity"
    r"|(?:body[- ])?(?:weight|height|mass index|surface area))(?:-,?|,)? ?){1,5})"
    r"-? ?(?:matched|adjusted|stratified|standardi[sz]ed)\b",
    re.I,
)
_ASIDE = re.compile(r" ?\((?!such as|including)[^(),]{1,25}\)")
_END = re.compile(
    r"[.;:()\[\]]|, (?:the|we|there|however|which|but|it|no|this) |, however"
    r"|\b(?:was|were|is|are|did|does|remain(?:s|ed)?|showed|found|revealed|may|might|could|can|cannot|explains?|explained|using|respectively|before|assuming"
    r"|as well as|to (?:patients|controls|\d))\b",
    re.I,
)
_LIST = re.compile(r",| and | or |/")
_KINDS = (
    r"psychological|psychosocial|social|socio-?demographic|demographic|socio-?economic|lifestyle|clinical"
    r"|genetic|environmental|dietary|tumou?r-related|familial|occupational"
)
_GENERIC = re.compile(
    rf"^(?:(?:important|other|several|various|known|potential|relevant|key) )*(?P<kind>{_KINDS})"
    r"(?: (?:factors?|confounders?|variables?|characteristics|covariates?))?$",
    re.I,
)
_NO_NAME = re.compile(
    r"\b(?:it|this|these|we|adjust\w*|confound\w*|covariat\w*|variables?|factors?|potential|multiple|other|several|all|known"
    r"|characteristics|possible|relevant|any|analys\w+|model|associated|compared|effects?|bias|score|scores"
    r"|control|survival|mortality|however|number)\b|^\W*\d",
    re.I,
)
_SAME = {"gender": "sex", "bmi": "body mass index", "sexes": "sex"}
_CAPITALISED = re.compile(r"\b[A-Z][a-z]+\b")
_LEADING = re.compile(
    r"^(?:for|the|their|patients?'?|both|also|also for|baseline value|age-?standardi[sz]ed|important) (?=\S)",
    re.I,
)


def confounders_named(text: str) -> tuple[str, ...]:
    """What a paper says it adjusted for, matched on or was confounded by: lower case, each once, in order."""
    names: dict[str, None] = {}
    for stretch in _stretches(text[:_LIMIT]):
        names.update(dict.fromkeys(_names(stretch)))
    return tuple(names)[:_MOST]


def _stretches(text: str) -> Iterator[str]:
    """The words after "adjusted for", inside "confounders (…)", and before "-matched"."""
    plain = _ASIDE.sub(",", text)
    for match in sorted(
        (*_ADJUSTED.finditer(plain), *_SUCH_AS.finditer(plain), *_BEFORE.finditer(plain)),
        key=lambda match: match.start(),
    ):
        if "names" in match.re.groupindex:
            yield re.sub(r"-(?=[, /]|$)", ",", re.sub(r"^(?:and|or) ", "", match["names"]))
        else:
            rest = plain[match.end() : match.end() + 260]
            end = _END.search(rest)
            yield rest[: end.start()] if end else rest


def _names(stretch: str) -> Iterator[str]:
    """The names of a list; what comes after the first part that is none of them no longer belongs to it."""
    for part in _LIST.split(stretch):
        name = _LEADING.sub("", part.strip()).strip(" '\"")
        kind = _GENERIC.match(name)
        if kind:
            yield f"{kind['kind'].lower()} factors"
        elif _is_name(name):
            yield _SAME.get(name.lower(), _CAPITALISED.sub(lambda match: match[0].lower(), name))
        elif name:
            return


def _is_name(name: str) -> bool:
    short = len(name) > 2 or (len(name) == 2 and name.isupper())
    return (
        short
        and name[-1] != "-"
        and len(name) <= _LONGEST
        and len(name.split()) <= 5
        and not _NO_NAME.search(name)
    )
