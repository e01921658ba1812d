"""Roles that log in on the embedded server, with passwords derived from the owner's."""

from __future__ import annotations

from psycopg import sql
from sqlalchemy import Engine

from resources.store.addresses import WRITER, writer_url

ONE_AT_A_TIME = b"SELECT pg_advisory_xact_lock(hashtextextended('roles', 7))"
"""Of two sessions that give a role its password at once one would fail: "tuple concurrently updated"."""


def let_writer_log_in(owner: Engine) -> None:
    """Give the role of the pipeline its password; done again it changes nothing."""
    password = writer_url(owner.url).password
    statement = sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(
        sql.Identifier(WRITER), sql.Literal(password)
    )
    with owner.begin() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute(ONE_AT_A_TIME)
        driver.execute(statement)
