"""What a call's answer holds whatever is asked has a key of its own, so that it is paid once."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the key; calls made before have none."""
    op.add_column("model_calls", sa.Column("part_key", sa.Text(), server_default="", nullable=False))
    op.create_index(op.f("ix_model_calls_part_key"), "model_calls", ["part_key"])
