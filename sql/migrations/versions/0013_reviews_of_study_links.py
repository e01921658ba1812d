"""A review of a study link has an effect."""

from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Note by which report a paper was linked, and let a link be accepted or rejected."""
    run_script(op.get_bind(), MIGRATIONS / "rules" / "review_study_links.sql")
