"""Closed lists, orders and ranges stand in the schema."""

from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the checks; rows of before are left as they are."""
    run_script(op.get_bind(), MIGRATIONS / "rules" / "close_lists.sql")
