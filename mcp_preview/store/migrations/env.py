"""The script that Alembic runs: migrations on the connection of `mcp_preview.store.opening`."""

from alembic import context

from mcp_preview.store.tables import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
with context.begin_transaction():
    context.run_migrations()
