"""One HTML page that needs nothing from outside: the explanation, forest plots and how it came about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markdown_it import MarkdownIt
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict

from aitia.report.forest import forest_plot
from aitia.verdict import Verdict


class Provenance(BaseModel):
    """How the verdict came about: who read, which run, what was searched and kept."""

    model_config = ConfigDict(frozen=True)

    engine: str
    embedder: str
    run_id: str
    created_at: str
    counts: tuple[tuple[str, int], ...] = ()


def render_page(verdict: Verdict, explanation: str, provenance: Provenance) -> str:
    """The page. Text of papers is escaped; no script, style sheet, font or picture is fetched."""
    return _template().render(
        verdict=verdict,
        explanation=Markup(_markdown().render(explanation)),  # raw HTML is switched off in the renderer
        plots=[(title, Markup(plot)) for title, plot in _plots(verdict)],
        provenance=provenance,
        demonstration=any(source.demonstration for source in verdict.sources),
    )


def _plots(verdict: Verdict) -> Sequence[tuple[str, str]]:
    """The main outcome and each harm, where studies give an estimate."""
    used = {
        study for group in verdict.groups if group.group is verdict.used_group for study in group.study_ids
    }
    main = [study for study in verdict.studies if study.study_id in used] or list(verdict.studies)
    found = [(verdict.question.outcome, forest_plot(main, verdict.effect))]
    found += [(f"Harm: {harm.outcome}", forest_plot(harm.studies, harm.effect)) for harm in verdict.harms]
    return [(title, plot) for title, plot in found if plot]


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("aitia.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    return environment.get_template("page.html")


@cache
def _markdown() -> MarkdownIt:
    # Links are left as text: a paper's words must not become something to click on.
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink"])
