"""Narrow indexes of neighbours; readings that come or go, and a person's retractions, are changes."""

from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let the index of each end of an edge hold the other; record readings; let a review retract a paper."""
    for end, other in (("source", "target"), ("target", "source")):
        name = op.f(f"ix_edges_{end}_node_id")
        op.drop_index(name, "edges")
        op.create_index(name, "edges", [f"{end}_node_id"], postgresql_include=[f"{other}_node_id"])
    for rules in ("record_readings.sql", "retract_papers.sql"):
        run_script(op.get_bind(), MIGRATIONS / "rules" / rules)
