"""The table of log-in pages that wait for an answer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "mcp_preview_log_ins",
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("site", "hash"),
    )
    op.create_index("mcp_preview_log_ins_expires", "mcp_preview_log_ins", ["site", "expires"])
