"""Runs migrations on the connection, and in the transaction, that resources.store.migrate hands over."""

from alembic import context
from sqlmodel import SQLModel

import resources.store.tables  # noqa: F401  (fills the metadata)
from resources.store.revise import is_compared, render_item

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    version_table="schema_version",
    compare_type=True,
    render_item=render_item,
    include_object=is_compared,
)
with context.begin_transaction():
    context.run_migrations()
