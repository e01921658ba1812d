"""`aitia review`: what waits for a person, both sides of it, and decisions that can be taken back."""

from __future__ import annotations

import getpass
import json
from collections.abc import Mapping, Sequence
from typing import Any

import click

_KINDS = ("claim", "alias_link", "study_link", "paper")


@click.group(invoke_without_command=True)
@click.pass_context
def review(context: click.Context) -> None:
    """Decide on what the rules leave to a person: claims, alias links, study links, borderline papers."""
    if context.invoked_subcommand is None:
        context.invoke(list_waiting)


@review.command("list")
@click.option("--kind", type=click.Choice(_KINDS), help="Only what waits of that kind.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Most rows.")
@click.option("--decided", is_flag=True, help="What was decided, newest first, instead of what waits.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list, with both sides and their quotes.")
def list_waiting(
    kind: str | None = None, limit: int = 20, decided: bool = False, as_json: bool = False
) -> None:
    """List what waits for a person, and its id."""
    from cli.output import print_rows
    from resources.settings import get_settings
    from resources.store import reviews
    from resources.workbench import open_workbench

    with open_workbench(get_settings()) as workbench, workbench.store.session() as session:
        found = reviews.decided(session) if decided else reviews.waiting(session, kind, limit)
    if decided:
        columns = ("subject_type", "subject_id", "decision", "reviewer", "note", "created_at", "stands")
        print_rows(columns, [tuple(row[name] for name in columns) for row in found], as_json)
    elif as_json:
        _print_json(found)
    elif not found:
        click.echo("Nothing waits for a person.")
    else:
        shown = ("subject_type", "subject_id", "what", "why")
        print_rows(shown, [tuple(row[name] for name in shown) for row in found], as_json=False)
        if found[0]["waiting"] > len(found):
            click.echo(f"{len(found)} of {found[0]['waiting']} are shown: --limit shows more.", err=True)


@review.command()
@click.argument("subject_id")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def show(subject_id: str, as_json: bool) -> None:
    """Show both sides of SUBJECT_ID (as `list` names it) with their sentences."""
    from resources.settings import get_settings
    from resources.store import reviews
    from resources.workbench import open_workbench

    with open_workbench(get_settings()) as workbench, workbench.store.session() as session:
        found = reviews.waiting(session, subject_id=subject_id)
    if not found:
        raise click.ClickException(f"{subject_id[:80]!r} does not wait: `aitia review list` names what does.")
    if as_json:
        _print_json(found)
        return
    for row in found:
        _print_sides(row)


@review.command()
@click.argument("subject_id")
@click.option("--reviewer", help="Who decides; by default the name you are logged in by.")
@click.option("--reason", default="", help="Why.")
@click.option("--json", "as_json", is_flag=True, help="Print what was stored as JSON.")
def accept(subject_id: str, reviewer: str | None, reason: str, as_json: bool) -> None:
    """Accept SUBJECT_ID: a claim, edge, alias link, study link, paper, or PAPER|PAPER as one study."""
    _decide("accept", subject_id, reviewer, reason, as_json)


@review.command()
@click.argument("subject_id")
@click.option("--reviewer", help="Who decides; by default the name you are logged in by.")
@click.option("--reason", default="", help="Why.")
@click.option("--json", "as_json", is_flag=True, help="Print what was stored as JSON.")
def reject(subject_id: str, reviewer: str | None, reason: str, as_json: bool) -> None:
    """Reject SUBJECT_ID; of two reports (a study link, or PAPER|PAPER): they are two studies."""
    _decide("reject", subject_id, reviewer, reason, as_json)


@review.command()
@click.argument("subject_id")
@click.option("--reviewer", help="Who decides; by default the name you are logged in by.")
@click.option("--reason", default="", help="Why.")
@click.option("--json", "as_json", is_flag=True, help="Print what was stored as JSON.")
def undo(subject_id: str, reviewer: str | None, reason: str, as_json: bool) -> None:
    """Take back what was decided on SUBJECT_ID: it is then as if nobody had decided."""
    _decide("undo", subject_id, reviewer, reason, as_json)


@review.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def agreement(as_json: bool) -> None:
    """Say how far each two reviewers agree on what both decided, beyond chance (Cohen's κ)."""
    from cli.output import print_rows
    from resources.settings import get_settings
    from resources.store import reviews
    from resources.workbench import open_workbench

    with open_workbench(get_settings()) as workbench, workbench.store.session() as session:
        found = reviews.reviewers_agreement(session)
    if not found and not as_json:
        click.echo("No two reviewers have decided on the same thing yet.")
        return
    rows = [(item.first, item.second, item.subjects, item.agreed, item.kappa) for item in found]
    print_rows(("first", "second", "subjects", "agreed", "kappa"), rows, as_json)


def _decide(decision: str, subject_id: str, reviewer: str | None, reason: str, as_json: bool) -> None:
    from cli.visible import visible
    from resources.settings import get_settings
    from resources.store import changes, reviews
    from resources.workbench import open_workbench

    name = getpass.getuser() if reviewer is None else reviewer
    with open_workbench(get_settings()) as workbench:
        with workbench.store.session() as session:
            kind = reviews.subject_type_of(session, subject_id)
            review_id = reviews.save_review(session, kind, subject_id, decision, name, reason)
        with workbench.store.session() as session:
            touched = [text for _, text, _ in changes.touched_since(session, 0).questions]
    stored = {"review_id": review_id, "subject_type": kind, "subject_id": subject_id, "decision": decision}
    if as_json:
        _print_json(stored | {"reviewer": name, "reason": reason, "touched_questions": touched})
        return
    click.echo(visible(f"{decision} of {kind} {subject_id} by {name} is stored as {review_id}."))
    for question in touched:
        click.echo(visible(f'It may change an answer: aitia ask "{question}"'))


def _print_sides(row: Mapping[str, Any]) -> None:
    from cli.visible import visible

    lines = [f"{row['subject_type']} {row['subject_id']}", str(row["what"]), f"Why it waits: {row['why']}"]
    for side in row["sides"] or ():
        lines += ["", f"{side['name']}:"]
        lines += [f"  “{q['quote']}” ({q['title'] or 'as asked'})" for q in side["quotes"]]
        lines += [] if side["quotes"] else ["  no sentence"]
    click.echo(visible("\n".join(lines)))


def _print_json(found: Sequence[object] | Mapping[str, object]) -> None:
    from cli.visible import visible_json

    click.echo(visible_json(json.dumps(found, ensure_ascii=False, indent=2, default=str)))
