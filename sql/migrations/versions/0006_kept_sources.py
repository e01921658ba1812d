"""What a source gave counts until the sources asked instead of it have answered in full."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the sources that are kept; no question has any yet."""
    kind = postgresql.ARRAY(sa.Text())
    op.add_column("questions", sa.Column("kept_sources", kind, server_default="{}", nullable=False))
