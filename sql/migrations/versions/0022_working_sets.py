"""What follows every run is sealed, and changes only while a run is at work on the question."""

from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Seal hits, decisions of the gate, standing readings, nodes, names, vectors and lists of edges."""
    run_script(op.get_bind(), MIGRATIONS / "rules" / "keep_working_sets.sql")
