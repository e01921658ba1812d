"""How far a question has read the change log stands with the question; every foreign key has its index."""

import sqlalchemy as sa
from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

INDEXES = (
    ("claim_decisions", "extraction_id"),
    ("claims", "extraction_id"),
    ("graded_relation_edges", "edge_id"),
    ("question_extractions", "paper_id"),
    ("question_papers", "paper_id"),
    ("verdict_relations", "graded_relation_id"),
)


def upgrade() -> None:
    """Move the watermarks, then add the indexes."""
    for name in ("reasoned_below", "marked_in"):
        op.add_column("questions", sa.Column(name, sa.BigInteger(), nullable=True))
    run_script(op.get_bind(), MIGRATIONS / "rules" / "move_watermarks.sql")
    op.drop_table("watermarks")
    for table, column in INDEXES:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])
    op.create_index("ix_effect_estimates_claim", "effect_estimates", ["claim_id", "extraction_id"])
    op.drop_index("ix_effect_estimates_claim_id", "effect_estimates")
    run_script(op.get_bind(), MIGRATIONS / "rules" / "index_spending.sql")
