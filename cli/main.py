"""The `aitia` command. Commands load when they are called, so that --help answers at once."""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import sys
import warnings
from collections.abc import Sequence

import click

_COMMANDS = {
    "ask": ("cli.ask", "ask", "Answer a causal question from the literature."),
    "explain": ("cli.explain", "explain", "Summarise what documents hold to cause what."),
    "questions": ("cli.questions", "questions", "List the questions asked so far and their verdicts."),
    "show": ("cli.show", "show", "Show the stored verdict of a question, or an earlier version of it."),
    "export": ("cli.export", "export", "Write a verdict in a form that other programs read."),
    "import": ("cli.export", "import_bundle", "Take in a bundle that another store exported."),
    "import-edges": ("cli.edges", "import_edges", "Take in a list of another graph's edges."),
    "serve": ("cli.serve", "serve", "Serve pages to explore and an interface for programs."),
    "key": ("cli.serve", "key", "Make a key to the interface for programs."),
    "near": ("cli.near", "near", "List the stored papers nearest in meaning to a text."),
    "review": ("cli.review", "review", "Decide on what the rules leave to a person, and take it back."),
    "alias": ("cli.alias", "alias", "Say that two names are one thing, and take it back."),
    "remove": ("cli.remove", "remove", "Let a paper, a source or a question count no longer."),
    "retract": ("cli.retract", "retract", "Note that a paper is retracted, and take that back."),
    "refresh": ("cli.refresh", "refresh", "Set how often a question is searched again by the schedule."),
    "status": ("cli.status", "status", "Count what the store holds, what was spent, and what was refused."),
    "doctor": ("cli.doctor", "doctor", "Check versions, settings, disk, database, models and sources."),
    "sources": ("cli.sources", "sources", "List the sources of papers and how each answered last."),
    "sql": ("cli.sql", "sql", "Query the provenance tables, read-only."),
    "db": ("cli.db", "db", "Start, stop or inspect the database."),
    "dev": ("cli.dev", "dev", "Serve the Dagster pages with the database behind them."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they run; the list and its help lines are static."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The commands in the order a newcomer needs them."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import one command."""
        if cmd_name not in _COMMANDS:
            return None
        module, name, _ = _COMMANDS[cmd_name]
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help lines without importing the commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, _, line) in _COMMANDS.items()])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="aitia")
def cli() -> None:
    """Causal answers from the scientific literature: every number leads to one sentence of one paper."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line.

    Exit codes: 0 done, 1 failed, 2 wrong usage or question, 3 no source answered or no server runs,
    130 interrupted.
    """
    # Loading makes many objects and no garbage: looking for some every 700 objects costs a tenth of a start.
    gc.set_threshold(20_000, 10, 10)
    # Nor is it looked for when Python ends: that takes half a second with all that `ask` has loaded.
    atexit.register(gc.freeze)
    from aitia.model.errors import QuestionError, SettingsError

    try:
        # Without the standalone mode click returns the code of `Context.exit`; commands return nothing.
        code = cli.main(args=arguments, prog_name="aitia", standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as problem:
        problem.show()
        sys.exit(problem.exit_code)
    except (click.Abort, KeyboardInterrupt):
        # What was torn half-way is closed while Python ends; there is nothing in that to tell.
        sys.unraisablehook = lambda _: None
        warnings.simplefilter("ignore")
        click.echo("Interrupted. What was done is kept; the same command resumes.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python would say so again while it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except Exception as problem:
        from cli.problems import explain
        from cli.visible import visible

        click.echo(visible(f"Error: {explain(problem)}"), err=True)
        sys.exit(2 if isinstance(problem, QuestionError | SettingsError) else 1)
    else:
        if isinstance(code, int) and code:
            sys.exit(code)


if __name__ == "__main__":
    main()
