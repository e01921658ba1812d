"""Papers, sources and questions can be removed, and are then as if they had never come."""

from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let a review remove a paper, a source or a question."""
    run_script(op.get_bind(), MIGRATIONS / "rules" / "remove_subjects.sql")
