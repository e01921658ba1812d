"""An alias link joins nodes of one type."""

from alembic import op

from resources.store.migrate import MIGRATIONS, run_script

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Refuse links across types; rows of before are left as they are."""
    run_script(op.get_bind(), MIGRATIONS / "rules" / "keep_aliases_in_type.sql")
