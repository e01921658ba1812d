"""Links that rules made follow the names that papers use; what is no longer proposed is withdrawn."""

import sqlalchemy as sa
from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Note names by edge and nodes by question; a link may be withdrawn."""
    op.create_table(
        "edge_names",
        sa.Column("edge_id", sa.Text(), nullable=False),
        sa.Column("node_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.Column("normal", sa.Text(), nullable=False),
        sa.Column("naming", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["edge_id"], ["edges.id"]),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"]),
        sa.PrimaryKeyConstraint("edge_id", "node_id", "name", "own", "normal", "naming"),
    )
    op.create_index(op.f("ix_edge_names_node_id"), "edge_names", ["node_id"])
    op.create_index(op.f("ix_edge_names_normal"), "edge_names", ["normal"])
    op.create_table(
        "question_nodes",
        sa.Column("question_id", sa.Text(), nullable=False),
        sa.Column("node_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["question_id"], ["questions.question_id"]),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"]),
        sa.PrimaryKeyConstraint("question_id", "node_id"),
    )
    op.create_index(op.f("ix_question_nodes_node_id"), "question_nodes", ["node_id"])
    op.drop_constraint("alias_links_status", "alias_links", type_="check")
    op.create_check_constraint(
        "alias_links_status", "alias_links", "status IN ('active', 'pending', 'rejected', 'withdrawn')"
    )
    run_script(op.get_bind(), MIGRATIONS / "rules" / "keep_links_of_persons.sql")
