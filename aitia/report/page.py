"""One HTML page that needs nothing from outside: the answer first, then everything that it rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from aitia.model.passage import Passage
from aitia.model.scales import Likelihood, QuestionKind
from aitia.report.citations import named, prose_in
from aitia.report.dossier import Dossier
from aitia.report.findings import findings
from aitia.report.flow import Step, flow_diagram, flow_steps
from aitia.report.forest_tables import forest_tables
from aitia.report.marked import Marked, mark_everything, signed
from aitia.report.sections import alternative_lines, bias_lines, conflict_part, source_lines, study_lines
from aitia.verdict import Verdict
from aitia.verdict.consistency import agrees
from aitia.verdict.headline import describe_absolute
from aitia.verdict.parts import describe_direction


def render_page(dossier: Dossier) -> str:
    """The page. Text of papers is escaped; no script, style sheet, font or picture is fetched."""
    return templates().get_template("page.html").render(**page_parts(dossier))


def page_parts(dossier: Dossier) -> dict[str, object]:
    """What the template of the report is filled with; the pages to explore show the same parts."""
    marked = mark_everything(dossier)
    verdict = dossier.verdict
    sof, footnotes = findings(marked)
    steps = prisma_steps(dossier)
    parts: dict[str, object] = {
        "dossier": dossier,
        "verdict": verdict,
        "style": style(),
        "headline": marked.prose(verdict.headline, answer_anchor(marked)),
        "facts": _facts(marked),
        "named": named,
        "demonstration": any(source.demonstration for source in verdict.sources),
        "findings": sof,
        "footnotes": footnotes,
        "forests": forest_tables(marked),
        "studies": study_lines(marked),
        "bias": bias_lines(marked),
        "conditions": [(c.axis, marked.prose(c.text, "studies", kind="rows")) for c in verdict.conditions],
        "conflicts": conflict_part(marked),
        "alternatives": alternative_lines(marked),
        "limitations": _prose(marked, verdict.limitations, "sources"),
        "gaps": [(marked.prose(g.text, "searches", kind="rows"), g.would_change) for g in verdict.gaps],
        "paths": _paths(marked),
        "landscape": _landscape(marked),
        "options": _options(marked),
        "flow": flow_diagram(steps, "screening") if dossier.flow else "",
        "steps": steps,
        "sources": source_lines(marked),
        "left_out": source_lines(marked, used=False),
        "papers_out": dossier.left_out,
        "changes": _prose(marked, verdict.changes, "versions"),
        "further": prose_in(markdown().render(dossier.further), "how") if dossier.further else "",
        "is_landscape": verdict.question.kind is QuestionKind.LANDSCAPE,
    }
    passages: Sequence[Passage] = marked.citations.cited()
    titles = {paper.paper_id: paper.title for paper in dossier.papers}
    parts["passages"] = [
        (p, titles.get(p.paper_id, p.paper_id), marked.citations.marked_text(p)) for p in passages
    ]
    parts["computed"] = list(marked.computed.values())  # last: the parts above add to it
    return parts


def prisma_steps(dossier: Dossier) -> tuple[Step, ...]:
    """The stages of the flow diagram, from the rows."""
    by_source: Counter[str] = Counter()
    for search in dossier.searches:
        by_source[f"from {search.source.replace('_', ' ')}"] += search.returned or 0
    studies = {source.study_id for source in dossier.verdict.sources}
    return flow_steps(dossier.flow, dossier.papers, by_source, len(dossier.included), len(studies))


def answer_anchor(marked: Marked) -> str:
    """The entry behind the numbers of the answer: the pool of the question's own outcome."""
    from aitia.report.forest_tables import body_anchor

    main = next((r for r in marked.dossier.relations if r.role.value == "main"), None)
    return body_anchor(marked, main, main.body) if main and main.body else "sources"


def _facts(marked: Marked) -> list[tuple[str, Markup]]:
    verdict, anchor = marked.dossier.verdict, answer_anchor(marked)
    likelihood = (
        "insufficient evidence" if verdict.likelihood is Likelihood.INSUFFICIENT else verdict.likelihood.value
    )
    found = [("Conclusion", Markup("{} ({})").format(verdict.conclusion.value.replace("_", " "), likelihood))]
    if verdict.question.kind is QuestionKind.COMPARISON:
        why = "; ".join(verdict.comparison.reasons)
        found.append(("Answer", marked.prose(f"{verdict.answer.value}{f' ({why})' if why else ''}", anchor)))
    found.append(("Rule", marked.prose(verdict.rule, anchor)))
    if verdict.effect is not None:
        own = [s for s in verdict.studies if s.study_id in verdict.effect.weights] or list(verdict.studies)
        found.append(("Effect in the studies that print it", marked.pooled(verdict.effect, anchor, own)))
        found += _spread(marked, anchor)
    if verdict.absolute is not None:
        found.append(("In absolute terms", marked.prose(describe_absolute(verdict.absolute), anchor)))
    if verdict.certainty is not None:
        found.append(("Certainty (GRADE)", Markup(verdict.certainty.value.replace("_", " "))))
    found.append(("Why these studies", marked.prose(verdict.used_reason, anchor)))
    found.append(("Confidence in this answer", marked.prose(f"{verdict.confidence:.2f}", "confidence")))
    return found


def _spread(marked: Marked, anchor: str) -> list[tuple[str, Markup]]:
    """How the studies of the pool differ, and what all studies say where the pool says otherwise."""
    verdict = marked.dossier.verdict
    effect, found = verdict.effect, []
    if effect is not None and effect.k > 1:
        parts = [f"{effect.k} studies pooled", f"I² {effect.i2:.0f}%" if effect.i2 is not None else ""]
        if effect.prediction_low is not None and effect.prediction_high is not None:
            span = f"{signed(effect.prediction_low)} and {signed(effect.prediction_high)}"
            parts.append(f"a new study is expected between {span}")
        found.append(("Heterogeneity", marked.prose("; ".join(part for part in parts if part), anchor)))
    if effect is not None and not agrees(effect, verdict.direction):
        words = describe_direction(verdict.direction, verdict.question.outcome)
        found.append(("All studies together", marked.prose(words, anchor)))
    return found


def _prose(marked: Marked, lines: Sequence[str], anchor: str) -> list[Markup]:
    return [marked.prose(line[:1].upper() + line[1:], anchor, kind="rows") for line in lines]


def _paths(marked: Marked) -> list[tuple[Markup, tuple[Markup, ...]]]:
    shown = []
    for path in marked.dossier.paths:
        marks = [mark for step in path.steps if (mark := marked.citations.mark(step.quote))]
        said = f"{path.text} ({path.why})" if path.why else path.text
        shown.append((marked.prose(said, "sources", kind="rows"), marked.mark_links(marks)))
    return shown


def _landscape(marked: Marked) -> list[tuple[str, str, str, str, Markup]]:
    verdict: Verdict = marked.dossier.verdict
    rows = []
    for entry in verdict.landscape:
        mark = marked.citations.mark(entry.source.quote)
        links = marked.mark_links([mark]) if mark else (Markup(""),)
        year = str(entry.source.year or "?")
        rows.append(
            (entry.group or entry.relation.replace("_", " "), entry.name, entry.source.title, year, links[0])
        )
    return rows


def _options(marked: Marked) -> list[tuple[str, str, str, str, tuple[Markup, ...]]]:
    """Letters, event, whether it holds, the three conditions, and its sentences."""
    found = marked.dossier.verdict.options
    rows = []
    for item in found.findings if found else ():
        checks = (
            ("precedence", item.precedence),
            ("mechanism", item.mechanism),
            ("counterfactual", item.counterfactual),
        )
        marks = [mark for q in item.quotes if (mark := marked.citations.mark(q.quote)) is not None]
        said = "; ".join(f"{name} {check.state.value}" for name, check in checks)
        holds = "yes" if item.stands else "no"
        rows.append((", ".join(item.letters), item.text, holds, said, marked.mark_links(marks)))
    return rows


@cache
def templates() -> Environment:
    """The report's templates; values are escaped, a value that is missing is an error."""
    return Environment(
        loader=PackageLoader("aitia.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip


@cache
def style() -> Markup:
    """The style sheet of the report, which the pages use too."""
    loader = templates().loader
    assert loader is not None
    return Markup(loader.get_source(templates(), "style.css")[0])


@cache
def markdown() -> MarkdownIt:
    """A renderer that makes no raw HTML and no links: a paper's words must not become clickable."""
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink"])
