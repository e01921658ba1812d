"""How often a question is searched again: every so many hours, daily where nothing is said."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the hours; every question is searched daily as before."""
    op.add_column("questions", sa.Column("refresh_hours", sa.Integer(), nullable=True))
    op.create_check_constraint("questions_refresh_hours", "questions", "refresh_hours BETWEEN 1 AND 8784")
