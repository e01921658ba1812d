"""A row of the change log is seen by whoever sees the row that changed."""

from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tie each row of the change log to what it tells of."""
    run_script(op.get_bind(), MIGRATIONS / "rules" / "part_change_log.sql")
