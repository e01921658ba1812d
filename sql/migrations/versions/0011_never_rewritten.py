"""What was read is never rewritten, and each row of it has a seal that `aitia db verify` works out anew.

A later migration that adds a column which may not be NULL to a sealed table writes the table's seals anew.
"""

import sqlalchemy as sa
from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of seals, seal what is stored, and refuse what would rewrite it."""
    op.create_table(
        "seals",
        sa.Column("table_name", sa.Text(), nullable=False),
        sa.Column("row_key", sa.Text(), nullable=False),
        sa.Column("seal", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_name", "row_key"),
    )
    for name in ("never_rewrite.sql", "seal_rows.sql"):
        run_script(op.get_bind(), MIGRATIONS / "rules" / name)
