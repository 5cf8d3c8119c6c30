"""The first tables: registrations, credentials, and grants with their codes and tokens."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    _make_clients()
    _make_families()
    _make_codes()
    _make_tokens()


def _make_clients() -> None:
    """Create the tables of registrations and of credentials."""
    op.create_table(
        "mcp_preview_registrations",
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("client_id", sa.Text, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("site", "client_id"),
    )
    op.create_index("mcp_preview_registrations_expires", "mcp_preview_registrations", ["expires"])
    op.create_table(
        "mcp_preview_credentials",
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("client_id", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("secret_hash", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("site", "client_id"),
    )


def _make_families() -> None:
    """Create the table of families: each holds the codes and tokens of one log-in."""
    op.create_table(
        "mcp_preview_families",
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("family", sa.Text, nullable=False),
        sa.Column("client_id", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("resource", sa.Text, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("credential", sa.Text),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("revoked", sa.BigInteger),
        sa.PrimaryKeyConstraint("site", "family"),
        sa.ForeignKeyConstraint(
            ["site", "credential"],
            ["mcp_preview_credentials.site", "mcp_preview_credentials.client_id"],
            ondelete="CASCADE",
        ),
    )
    op.create_index(
        "mcp_preview_families_credential", "mcp_preview_families", ["site", "credential"]
    )
    op.create_index("mcp_preview_families_expires", "mcp_preview_families", ["expires"])


def _make_codes() -> None:
    op.create_table(
        "mcp_preview_codes",
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("family", sa.Text, nullable=False),
        sa.Column("redirect_uri", sa.Text, nullable=False),
        sa.Column("code_challenge", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.PrimaryKeyConstraint("site", "hash"),
        _build_family_constraint(),
    )
    op.create_index("mcp_preview_codes_family", "mcp_preview_codes", ["site", "family"])


def _make_tokens() -> None:
    op.create_table(
        "mcp_preview_tokens",
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("family", sa.Text, nullable=False),
        sa.Column("kind", sa.String(7), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.PrimaryKeyConstraint("site", "hash"),
        _build_family_constraint(),
    )
    op.create_index("mcp_preview_tokens_family", "mcp_preview_tokens", ["site", "family"])
    op.create_index("mcp_preview_tokens_expires", "mcp_preview_tokens", ["expires"])


def _build_family_constraint() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["site", "family"],
        ["mcp_preview_families.site", "mcp_preview_families.family"],
        ondelete="CASCADE",
    )
