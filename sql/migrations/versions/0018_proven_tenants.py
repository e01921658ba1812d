"""A session sees a tenant's rows only with that tenant's proof; names, links and the change log are kept apart too."""

from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the secret that proofs follow from, and the policies that ask for one."""
    run_script(op.get_bind(), MIGRATIONS / "rules" / "prove_tenants.sql")
