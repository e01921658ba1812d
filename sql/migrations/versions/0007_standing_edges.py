"""An edge stands by a decision of the rules in force; none exists without one."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from resources.store.migrate import MIGRATIONS, run_script

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of versions, keep with each decision the claim as it was let in, and set the rules."""
    op.create_table(
        "rule_versions",
        sa.Column("seq", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("version", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "transaction_id",
            sa.BigInteger(),
            server_default=sa.text("pg_current_xact_id()::text::bigint"),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.add_column(
        "claim_decisions",
        sa.Column("admitted", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    )
    run_script(op.get_bind(), MIGRATIONS / "rules" / "admit_edges.sql")
