"""Writes a released schema as SQL text: `python scripts/dump_release.py 0005`.

Runs the migrations up to that one in a throw-away server, adds the rows of rows.sql beside the dumps,
and writes tests/resources/store/released/NUMBER.sql. To be run once, when a schema is released.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
_UNCHECKED = "SET check_function_bodies = false;"  # functions stand before the tables that they read
RELEASED = ROOT / "tests" / "resources" / "store" / "released"


def dump(number: str) -> None:
    """Write the schema of that migration."""
    from alembic import command
    from alembic.config import Config
    from psycopg import sql
    from sqlalchemy import make_url, text

    from resources.store.migrate import MIGRATIONS, run_script
    from resources.store.server import EmbeddedServer, sqlalchemy_url
    from resources.store.session import make_engine

    with tempfile.TemporaryDirectory(prefix="aitia-release-") as folder:
        Path(folder).chmod(0o755)
        server = EmbeddedServer(Path(folder) / "postgres", durable=False)
        server.start()
        try:
            server.ensure_database("release")
            engine = make_engine(make_url(sqlalchemy_url(server.url("release"))))
            config = Config()
            config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
            with engine.begin() as connection:
                connection.execute(text("CREATE EXTENSION vector"))
                config.attributes["connection"] = connection
                command.upgrade(config, number)
                run_script(connection, RELEASED / "rows.sql")
                note = sql.Literal(f"{int(number):04d} as released")
                driver = connection.connection.driver_connection
                driver.execute(sql.SQL("COMMENT ON TABLE schema_version IS {}").format(note))
            engine.dispose()
            (RELEASED / f"{number}.sql").write_text(_dumped(server.url("release")), encoding="utf-8")
        finally:
            server.stop()


def _dumped(url: str) -> str:
    """The dump without comments, blank lines, psql's own commands and settings."""
    command = ["pg_dump", "--no-owner", "--no-privileges", "--inserts", url]
    whole = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    wanted = [line for line in whole.splitlines() if line and not line.startswith(("\\", "--", "SET "))]
    return "\n".join([_UNCHECKED, *wanted]) + "\n"


if __name__ == "__main__":
    for given in sys.argv[1:]:
        dump(given)
