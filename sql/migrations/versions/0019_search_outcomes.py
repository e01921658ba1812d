"""What came of a search changes only when it is sent again; questions and rounds are sealed."""

from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tie the outcome of a search to its sending, and seal questions and rounds."""
    run_script(op.get_bind(), MIGRATIONS / "rules" / "keep_outcomes.sql")
