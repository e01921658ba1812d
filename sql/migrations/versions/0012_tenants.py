"""Questions, verdicts, reviews and spend belong to one tenant; the database keeps them apart."""

from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add whose a row is, and the policies; what is stored belongs to the tenant `default`."""
    run_script(op.get_bind(), MIGRATIONS / "rules" / "separate_tenants.sql")
