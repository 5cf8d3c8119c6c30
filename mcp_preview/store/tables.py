"""The tables of the store, as the newest migration leaves them."""

from __future__ import annotations

import json

from sqlalchemy import (
    BigInteger,
    Column,
    Dialect,
    ForeignKeyConstraint,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)
from sqlalchemy.types import TypeDecorator

VERSION_TABLE = "mcp_preview_version"
"""The table in which Alembic stores the version. A database can be shared with other programs."""


class EscapedText(TypeDecorator[str]):
    """Text with JSON escapes, for NUL and lone surrogates from clients.

    PostgreSQL or its drivers reject these. Other ASCII text is unchanged.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the stored form of a string."""
        return None if value is None else json.dumps(value)[1:-1]

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the string of a stored form."""
        return None if value is None else str(json.loads(f'"{value}"'))


def _build_text_column(name: str, *, nullable: bool = False) -> Column[str]:
    """Return a column for text."""
    return Column(name, EscapedText, nullable=nullable)


def _build_hash_column() -> Column[str]:
    """Return the column for a SHA-256 in hexadecimal digits."""
    return Column("hash", String(64), nullable=False)


def _build_time_column(name: str, *, nullable: bool = False) -> Column[int]:
    """Return a column for seconds since 1970."""
    return Column(name, BigInteger, nullable=nullable)


metadata = MetaData()

registrations = Table(
    "mcp_preview_registrations",
    metadata,
    _build_text_column("site"),
    _build_text_column("client_id"),
    Column("document", Text, nullable=False),  # JSON that is not searched.
    _build_time_column("created"),
    _build_time_column("used", nullable=True),
    _build_time_column("expires"),
    PrimaryKeyConstraint("site", "client_id"),
)
Index("mcp_preview_registrations_expires", registrations.c.expires)

# Log-in pages that wait for an answer.
log_ins = Table(
    "mcp_preview_log_ins",
    metadata,
    _build_text_column("site"),
    _build_hash_column(),
    _build_text_column("document"),
    _build_time_column("expires"),
    PrimaryKeyConstraint("site", "hash"),
)
Index("mcp_preview_log_ins_expires", log_ins.c.site, log_ins.c.expires)

credentials = Table(
    "mcp_preview_credentials",
    metadata,
    _build_text_column("site"),
    _build_text_column("client_id"),
    _build_text_column("label"),
    Column("secret_hash", Text, nullable=False),
    _build_time_column("created"),
    PrimaryKeyConstraint("site", "client_id"),
)

# One row for each log-in. Revoking a grant changes only this row, so that it also applies to tokens
# that another process is issuing at the same moment.
families = Table(
    "mcp_preview_families",
    metadata,
    _build_text_column("site"),
    _build_text_column("family"),
    _build_text_column("client_id"),
    _build_text_column("subject"),
    _build_text_column("resource"),
    _build_text_column("scope"),
    _build_text_column("credential", nullable=True),
    _build_time_column("expires"),
    _build_time_column("revoked", nullable=True),
    PrimaryKeyConstraint("site", "family"),
    # No token outlives its credential, in whatever order a deletion and an issue are made.
    ForeignKeyConstraint(
        ["site", "credential"], [credentials.c.site, credentials.c.client_id], ondelete="CASCADE"
    ),
)
Index("mcp_preview_families_credential", families.c.site, families.c.credential)
Index("mcp_preview_families_expires", families.c.expires)


def _build_family_constraint() -> ForeignKeyConstraint:
    """Return the foreign key to the table of families."""
    return ForeignKeyConstraint(
        ["site", "family"], [families.c.site, families.c.family], ondelete="CASCADE"
    )


codes = Table(
    "mcp_preview_codes",
    metadata,
    _build_text_column("site"),
    _build_hash_column(),
    _build_text_column("family"),
    _build_text_column("redirect_uri"),
    _build_text_column("code_challenge"),
    _build_time_column("expires"),
    _build_time_column("used", nullable=True),
    PrimaryKeyConstraint("site", "hash"),
    _build_family_constraint(),
)
Index("mcp_preview_codes_family", codes.c.site, codes.c.family)

tokens = Table(
    "mcp_preview_tokens",
    metadata,
    _build_text_column("site"),
    _build_hash_column(),
    _build_text_column("family"),
    Column("kind", String(7), nullable=False),  # `access` or `refresh`
    _build_time_column("expires"),
    _build_time_column("used", nullable=True),  # for a refresh token: the time of its replacement
    PrimaryKeyConstraint("site", "hash"),
    _build_family_constraint(),
)
Index("mcp_preview_tokens_family", tokens.c.site, tokens.c.family)
Index("mcp_preview_tokens_expires", tokens.c.expires)
