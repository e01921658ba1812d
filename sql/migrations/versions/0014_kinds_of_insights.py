"""What an insight is, and why it ranks where it does."""

from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add kind and why."""
    run_script(op.get_bind(), MIGRATIONS / "rules" / "name_insights.sql")
