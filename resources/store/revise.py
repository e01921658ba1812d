"""`python -m resources.store.revise "what changes"`: writes the migration from the schema to the classes."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from alembic import command
from alembic.autogenerate.api import AutogenContext
from alembic.config import Config
from sqlalchemy import URL, make_url
from sqlmodel import AutoString

from resources.store.migrate import MIGRATIONS, head_revision, upgrade
from resources.store.server import EmbeddedServer, sqlalchemy_url
from resources.store.session import make_engine


def revise(message: str) -> None:
    """Write the next numbered migration into sql/migrations/versions, from a throw-away database."""
    with tempfile.TemporaryDirectory(prefix="aitia-revise-") as folder:
        Path(folder).chmod(0o755)
        server = EmbeddedServer(Path(folder) / "postgres", durable=False)
        server.start()
        try:
            server.ensure_database("revise")
            _write(make_url(sqlalchemy_url(server.url("revise"))), message)
        finally:
            server.stop()


def _write(address: URL, message: str) -> None:
    engine = make_engine(address)
    number = f"{int(head_revision()) + 1:04d}"
    upgrade(engine)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.revision(config, message, autogenerate=True, rev_id=number)
    engine.dispose()


def render_item(kind: str, item: object, context: AutogenContext) -> str | bool:
    """Write pgvector's and SQLModel's types so that a migration needs neither's internals."""
    if kind != "type":
        return False
    if isinstance(item, AutoString):
        return "sa.Text()"
    if type(item).__module__.startswith("pgvector"):
        context.imports.add("from pgvector.sqlalchemy import Vector")
        return "Vector()"
    return False


def is_compared(_item: object, name: str | None, kind: str, reflected: bool, other: object) -> bool:
    """False for what only SQL states: indexes of rules (`rule_…`), and keys and secret of tenants."""
    if kind == "table" and name in ("tenant_keys", "tenant_secret"):
        return False
    return not (kind == "index" and reflected and other is None and (name or "").startswith("rule_"))


if __name__ == "__main__":
    revise(" ".join(sys.argv[1:]) or "changes")
