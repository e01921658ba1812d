"""What a language model says of a verdict, kept beside it."""

import sqlalchemy as sa
from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; its rows are never changed."""
    op.create_table(
        "verdict_wordings",
        sa.Column("verdict_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("engine", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["verdict_id"], ["verdicts.verdict_id"]),
        sa.PrimaryKeyConstraint("verdict_id", "kind"),
    )
    run_script(op.get_bind(), MIGRATIONS / "rules" / "refuse_changes_of_wordings.sql")
