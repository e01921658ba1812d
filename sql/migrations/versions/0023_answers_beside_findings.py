"""One edge of the same words for the answer to the question, and one for an open finding."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let an answer stand beside a finding of the same words: one that a person accepts later was lost."""
    op.drop_constraint("edges_natural_key", "edges", type_="unique")
    columns = (
        "source_node_id",
        "target_node_id",
        "relationship_type",
        "passage_id",
        "char_start",
        "char_end",
    )
    op.create_index(
        "edges_natural_key",
        "edges",
        [*columns, "extraction_id", sa.text("((provenance #>> '{claim,answers_question}') IS NULL)")],
        unique=True,
    )
