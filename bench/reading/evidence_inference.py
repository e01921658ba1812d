"""Reading the Evidence Inference files: articles, prompts and their annotations."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from aitia.reading.trained.outcome_reader import Article, prepare_article
from aitia.text.sentences import Sentence, sentences
from bench.labelled import read_jsonl

CLASSES = {
    "significantly increased": 0,
    "significantly increase": 0,
    "significantly decreased": 1,
    "significantly decrease": 1,
    "no significant difference": 2,
}


@dataclass(frozen=True)
class Prompt:
    """One question put to one article: the label most annotators gave, and what they marked.

    `label` is 0 increased, 1 decreased, 2 no significant difference. `answers` are the distinct
    (label, sentence) pairs, `spans` the marked offsets.
    """

    article: str
    intervention: str
    comparator: str
    outcome: str
    label: int
    gold: str
    gold_start: int
    answers: tuple[tuple[int, str], ...]
    spans: tuple[tuple[int, int], ...]


def read_prompts(path: Path) -> tuple[list[Prompt], dict[str, str]]:
    """The prompts that carry evidence, and the articles' texts by their key."""
    prompts: list[Prompt] = []
    texts: dict[str, str] = {}
    for row in read_jsonl(path):
        key = str(row["pmcid"])
        texts[key] = row["text"]
        for prompt in row["prompts"]:
            marked = [
                (CLASSES[a["label"]], a["evidence"], int(a["start"]), int(a["end"]))
                for a in prompt["annotations"]
                if a["label"] in CLASSES and a["evidence"].strip()
            ]
            if not marked:
                continue
            label = Counter(m[0] for m in marked).most_common(1)[0][0]
            gold = next(m for m in marked if m[0] == label)
            prompts.append(
                Prompt(
                    key,
                    prompt["intervention"],
                    prompt["comparator"],
                    prompt["outcome"],
                    label,
                    gold[1],
                    gold[2],
                    tuple(dict.fromkeys((m[0], m[1]) for m in marked)),
                    tuple((m[2], m[3]) for m in marked),
                )
            )
    return prompts, texts


_HEADING = re.compile(r"(?:^|\n)([A-Z][A-Z0-9 .,&/()\-–]{3,120}):\n")


def headed_parts(text: str) -> tuple[str, list[tuple[str, int, int]]]:
    """The title, and every other part with its heading ("BODY.RESULTS"), start and end."""
    title = text[6:300].strip().split("\n")[0] if text.startswith("TITLE") else ""
    marks = list(_HEADING.finditer(text))
    ends = [*(m.start() for m in marks[1:]), len(text)]
    parts = [(m.group(1), m.end(), end) for m, end in zip(marks, ends, strict=False)]
    return title, [part for part in parts if not part[0].startswith("TITLE")]


def article_sections(text: str) -> tuple[str, list[Sentence], list[Sentence]]:
    """Title, sentences of the abstract and sentences of the body; offsets as in the text."""
    title, parts = headed_parts(text)
    if not parts:
        return title, [], list(sentences(text, "body"))
    abstract: list[Sentence] = []
    body: list[Sentence] = []
    for name, start, end in parts:
        own = name.startswith("ABSTRACT")
        section = "abstract" if own else name.lower().split(".")[-1][:40] or "body"
        shifted = [
            replace(s, start=s.start + start, end=s.end + start) for s in sentences(text[start:end], section)
        ]
        (abstract if own else body).extend(shifted)
    return title, abstract, body


def prepare_articles(texts: dict[str, str]) -> dict[str, Article]:
    """Every article split into candidate sentences."""
    return {key: prepare_article(text, sentences(text, "body")) for key, text in texts.items()}
