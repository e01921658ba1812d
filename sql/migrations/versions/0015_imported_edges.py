"""Edges of other people's graphs stand in a table of their own, with their source and licence."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the edges and the record of each import."""
    texts = ("licence", "cause", "cause_type", "cause_key", "relation", "effect", "effect_type", "effect_key")
    empty = {"cause_type": "", "effect_type": ""}
    op.create_table(
        "imported_edges",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("edge_key", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False, server_default=empty.get(name)) for name in texts),
        sa.CheckConstraint("source <> '' AND licence <> ''", name="imported_edges_have_a_licence"),
        sa.PrimaryKeyConstraint("source", "edge_key"),
    )
    op.create_index("ix_imported_edges_cause_key", "imported_edges", ["cause_key"])
    op.create_index("ix_imported_edges_effect_key", "imported_edges", ["effect_key"])
    counts = ("lines", "added", "duplicates", "refused")
    op.create_table(
        "edge_imports",
        sa.Column("import_id", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("source", "licence", "path")),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in counts),
        sa.Column("told", JSONB(), nullable=False),
        sa.Column("imported_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("import_id"),
    )
    for table in ("imported_edges", "edge_imports"):
        op.execute(
            f"CREATE TRIGGER {table}_never_emptied BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_never_changed BEFORE UPDATE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION refuse_update()"
        )
    op.execute(
        "CREATE TRIGGER edge_imports_never_deleted BEFORE DELETE ON edge_imports "
        "FOR EACH ROW EXECUTE FUNCTION refuse_delete()"
    )
