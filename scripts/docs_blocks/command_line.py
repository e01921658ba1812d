"""The help of every command."""

from __future__ import annotations

from typing import Any

from scripts.docs_blocks.markdown import fenced

COMMANDS = (
    "ask",
    "explain",
    "questions",
    "show",
    "export",
    "import",
    "import-edges",
    "serve",
    "key",
    "near",
    "review",
    "alias",
    "remove",
    "retract",
    "refresh",
    "status",
    "doctor",
    "sources",
    "sql",
    "db",
    "dev",
)


def commands() -> dict[str, Any]:
    """Every command by what a person types, groups before their commands."""
    import click

    from cli.main import cli

    context = click.Context(cli, info_name="aitia")
    found: dict[str, Any] = {"aitia": cli}
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        found[f"aitia {name}"] = command
        if isinstance(command, click.Group):
            found.update({f"aitia {name} {sub}": command.commands[sub] for sub in command.commands})
    return found


def help_of(name: str) -> str:
    """The help of a command and of the commands under it, 88 characters wide."""
    import click

    wanted = "aitia" if name == "aitia" else f"aitia {name}"
    parts = []
    for typed, command in commands().items():
        if typed == wanted or (wanted != "aitia" and typed.startswith(f"{wanted} ")):
            context = click.Context(command, info_name=typed, terminal_width=88, max_content_width=88)
            context.help_option_names = ["-h", "--help"]
            parts.append(f"$ {typed} --help\n{command.get_help(context)}")
    return fenced("\n\n".join(parts))
