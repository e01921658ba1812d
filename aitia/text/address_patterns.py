"""How text shows that it is written for a reader's software: orders, labels, forms of address, markup.

The words stand in `addressed.toml`; here is how they are put together. All patterns but `HIDDEN`, `MARKUP`
and `QUOTED` read case-folded text without accents; each is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from aitia.model.data import read_table

WORDS: Mapping[str, str] = read_table(__package__, "addressed.toml")


def _any(*lists: str) -> str:
    """One of the words of these lists, as a pattern."""
    words = [word for name in lists for word in WORDS[name].split()]
    return "(?:" + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) + ")"


HIDDEN = re.compile(
    "[^\\W\\d_][\u200b-\u200f\u2060-\u2064\ufeff\u180e](?=[^\\W\\d_])|"
    "[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)
_CLAUSE_START = r"(?:^\W{0,6}|[:;!?\]>}|*#\"'\u2014]\s{0,3}|\.\s{1,3})"
ORDERED = re.compile(
    rf"(?:{_CLAUSE_START}|\b(?:please|instead|must|always)\s)(?:please\s|now\s|instead\s|only\s)?"
    rf"{_any('orders')}\s(?:{_any('objects')}\b(?!-)|http\S*|[\"'{{\[(<])"
)
_DUTY = (
    r"(?:must|should|shall|ought to|has to|have to|needs? to|"
    r"(?:is|are) (?:required |asked |obliged |expected )?to)"
)
_LABEL_END = r"\s?(?:[:=>\]|](?!\s?(?:nct|isrctn)\w)|\u2014)"
# Who is spoken to: "Note to systems:", "AI summary:", "For the extraction pipeline:", "Dear curator,".
SPOKEN_TO = re.compile(
    rf"\b{_any('notes')}(?:\s\w{{1,20}})?,?\s(?:to|for)\s(?:[\w-]{{1,20}}\s){{0,3}}"
    rf"{_any('machines', 'readers')}\b|"
    rf"{_CLAUSE_START}{_any('notes')}\s?[,:!]\s?(?:[\w-]{{1,20}}\s){{0,3}}{_any('machines', 'readers')}\b|"
    rf"{_CLAUSE_START}(?:[\w/-]{{1,20}}\s){{0,3}}(?:{_any('machines')}|machine-readable|text[ -]mining|"
    rf"language models?)(?:'s)?(?:\s[\w/-]{{1,20}}){{0,2}}{_LABEL_END}|"
    rf"{_CLAUSE_START}(?:(?:important|urgent|hidden|secret|new|real|the)\s){{0,2}}{_any('readers')}"
    rf"(?:\s(?:prompt|message|note|override|mode|update|call|instruction|command|summary)s?)?{_LABEL_END}|"
    rf"{_CLAUSE_START}(?:(?:instructions?|inst|prompt)\s?)[:=>\]|]|"
    rf"(?:{_CLAUSE_START}|\b)(?:dear|attention|hello|hey)\s(?:[\w-]{{1,20}}\s){{0,2}}"
    rf"{_any('machines', 'readers')}\b|"
    rf"{_CLAUSE_START}(?:to|for)\s(?:[\w-]{{1,20}}\s){{0,3}}{_any('machines', 'readers')}"
    rf"(?:\s[\w-]{{1,20}}){{0,3}}\s?:|"
    r"\b(?:to|for) (?:whoever|whomever|anyone who|everyone who|whatever) (?:[\w-]+ ){0,2}"
    r"(?:reads?|parses?|extracts?|process\w*|index\w*|summari\w+)\b"
)
LABELLED = re.compile(
    rf"{_CLAUSE_START}\(?(?:[\w-]{{1,20}}\s){{0,3}}{_any('dictations')}(?:\s[\w-]{{1,20}}){{0,4}}\s?[:=\u2014]|"
    rf"{_CLAUSE_START}(?:\w{{1,20}}\s){{0,2}}(?:ground truth|index terms?|"
    rf"(?:expected|desired|correct|final|required) (?:output|answer|label|result)|"
    rf"label|structured (?:result|output|data|answer))\s?[:=\u2014]|"
    rf"{_CLAUSE_START}(?:[\w-]{{1,20}}\s){{0,2}}(?:engines|readers|reviewers|graders|algorithms|machines|computers?|"
    rf"editors|models)\s?[:\u2014]|"
    rf"{_CLAUSE_START}\(?(?:for|by) (?:the )?(?:purposes? of )?"
    rf"(?:ai|data|automated|automatic|machine|information)\s(?:use|only|extraction|reading|indexing|"
    r"processing|readers?|screening|review|triage|grading|abstraction)\b|"
    rf"{_CLAUSE_START}{_any('notes')}\s?(?:\(|to the )?(?:all\s)?{_any('machines', 'readers')}\b|"
    rf"\b{_any('keys')}\s?[:=]\s?[\w.]+[,;]?\s(?:\w+\s){{0,2}}{_any('keys')}\s?[:=]|\{{\s?\w+\s?:"
)
# What is to be made of the text, instead of what was found.
DICTATED = re.compile(
    rf"\b(?:{_any('machines', 'readers')}|language models?)\s(?:\w+\s)?{_DUTY}\s(?:\w+ly\s|not\s)?"
    rf"{_any('orders')}\b(?! of)|"
    rf"\bthis (?:record|abstract|text|document|entry|passage|sentence|paragraph)\b.{{0,60}}\b{_DUTY}\b|"
    rf"\b(?:{_DUTY} (?:not )?be|to be) (?:stored|recorded|extracted|reported|concluded|returned|output|"
    r"labell?ed|entered|coded|inferred|read|taken|quoted|cited)\b.{0,40}"
    r"\b(?:this (?:record|abstract|text|document|entry|passage|sentence|paragraph|paper)|"
    r"the (?:record|database|knowledge base|graph)\b)|"
    rf"\b(?:this|the) (?:paper|article|abstract|text) {_DUTY} (?:not )?be (?:extracted|read|parsed|"
    r"cited as|quoted as|rated|ranked|classified|reported as)\b|"
    r"\bthe (?:finding|value|answer|entry|result) (?:of record|on record|to be (?:stored|recorded|returned|"
    r"reported|extracted))\b|"
    r"\bthe (?:correct|right|required|expected|only valid|official|true) (?:answer|output|verdict|conclusion|"
    r"direction|extraction|finding)\s?(?:is|are|:|=|must|should|to|for|here)|"
    r"\bthe only valid \w+|"
    r"\bwhen (?:extracting|reading this|summari[sz]ing this|processing this|parsing|grading this)\b|"
    r"\bif (?:this|the) (?:text|paper|abstract|document) is (?:read|processed|parsed)\b|"
    r"\b(?:confidence|direction|sample_size|risk_of_bias|claims?|verdict|conclusion)\s?(?:=|:=|:\s?[\"\[{]|"
    r"must be (?:set|called|reported)|should be (?:set|called|reported)|field\b)"
)
MACHINE = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|text|rules?|guidelines?|"
    r"context|sentences?|paper|conclusions?|results?|above|previous|prior|everything|validators?|filters?)\b|"
    r"\b(?:previous|prior|earlier|above|updated|system|hidden|secret|real) (?:instructions?|prompts?|orders?|"
    r"commands?)\b|"
    r"\bas (?:an?|the) (?:ai|system(?!ic|at)|assistant|language model|large language|llm|administrator|admin|"
    r"developer|operator|extraction|curator|editor in chief|reviewer)\b|"
    r"\bi (?:instruct|order|command|am the|have verified)\b|"
    r"\bas an? (?:\w+ ){0,2}(?:model|system|assistant|ai|machine|bot),|\blet the record\b|"
    rf"{_CLAUSE_START}(?:kindly|please)\s|"
    rf"{_CLAUSE_START}{_any('orders')}\s(?:[\w-]{{1,20}}\s){{1,8}}as\s|"
    rf"\b(?:ask|urge|request|instruct|require|invite)\s(?:[\w-]{{1,20}}\s){{0,3}}"
    rf"{_any('machines', 'readers')}\sto\s|"
    rf"\b(?:mandatory|compulsory|obligatory)\sto\s{_any('orders')}\b|"
    r"\b(?:the|all|any|everything|every) ?(?:text|lines?|sentences?|paragraphs?|content|passages?|"
    r"conclusions?)? (?:above|before this|preceding this|below)\b.{0,20}\b(?:is|are|was|were) "
    r"(?:void|outdated|wrong|invalid|superseded|incorrect|obsolete|false|fake|retracted|withdrawn)|"
    r"\bthe (?:assistant|model|system|ai) (?:will now|now|will) (?:output|report|say|answer|state|return|"
    r"confirm)|\bthe assistant (?:confirms|reports|states|finds|says)\b|"
    r"\bstop (?:reading|extracting)\b|"
    rf"{_CLAUSE_START}(?:do not|don't|never)\s{_any('orders')}\b|"
    r"\b(?:extraction (?:model|engine|system|tool)s?|automated (?:reader|reviewer|extraction)s?|"
    r"system prompt|developer mode|root access|output format|base64|rot13|api key)\b|"
    r"\b(?:begin|end|start) (?:of )?(?:system|instruction|prompt|data|paper|document|text|admin)\b(?! of)|"
    r"\bcurl\s|\beval\(|\bimport os\b|\bdrop table\b|\bselect \*"
)
SECOND_PERSON = re.compile(r"\b(?:you|your|yours|yourself|yourselves)\b")
TOLD_YOU = re.compile(
    r"\byou (?:must|shall|should|are (?:not )?(?:to|allowed|required|now)|have to|do not)\b"
)
QUOTED = re.compile(
    r"[\"\u201c\u2018][^\"\u201c\u201d\u2018\u2019]{2,300}[\"\u201d\u2019]|(?<!\w)'[^']{2,300}'(?!\w)"
)
MARKUP = re.compile(
    rf"<(?:/?(?!(?:{'|'.join(WORDS['plain_tags'].split())}|jats:[a-z-]{{1,20}})\b)[a-z][a-z0-9_-]{{2,30}}"
    r"(?=[\s/][^<>]{0,200}=|\s?/?>)|!--|\?|\|)|"
    r"\{\{|\}\}|\[\[|\]\]|```|\{\s?[\"']|[\"']\s?:\s?[\"\[{\d]|\[/?(?:inst|system|user|assistant|admin|hidden)\b|"
    r"###|\|\s?-{3,}|<<<|>>>|\\n(?![a-z])|&lt;|&#|%3c|/\*\s|\s\*/|(?:\A|[.!?}\]]\s?)-->|={3,}|\bstyle=|\bdisplay:",
    re.IGNORECASE,
)
