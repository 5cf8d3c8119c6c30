"""Options of the preview's program that only the writer's own settings may give.

They say who reaches the preview, where it keeps its tokens and which model it runs, so they come
from the options with which the editor starts the server. What lies in a workspace (docs-lsp.toml,
settings of a folder) has no say in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

SECTION = "docsLsp"
TABLE = "previewServer"
"""Where they stand in the initialization options."""
_OPTIONS = {
    "embeddings": "--embeddings",
    "host": "--host",
    "publicUrl": "--public-url",
    "store": "--store",
    "trustedProxy": "--trusted-proxy",
}


def preview_options(options: object) -> tuple[str, ...]:
    """The options of `mcp-preview serve` that initialization options ask for."""
    return tuple(_options(options))


def _options(options: object) -> Iterator[str]:
    section = options.get(SECTION, options) if isinstance(options, Mapping) else None
    table = section.get(TABLE) if isinstance(section, Mapping) else None
    if not isinstance(table, Mapping):
        return
    for name, option in _OPTIONS.items():
        values = table.get(name)
        for value in values if isinstance(values, list) else [values]:
            if isinstance(value, str) and value:
                yield f"{option}={value}"
