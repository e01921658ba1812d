"""What the database itself refuses, what it records, and the vector indexes; the SQL stands in ../rules."""

from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SCRIPTS = (
    "fill_vocabulary.sql",
    "refuse_false_edges.sql",
    "refuse_changes.sql",
    "refuse_broken_chains.sql",
    "record_changes.sql",
    "index_vectors.sql",
)


def upgrade() -> None:
    """Run each script once, in order."""
    for name in SCRIPTS:
        run_script(op.get_bind(), MIGRATIONS / "rules" / name)
