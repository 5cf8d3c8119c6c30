"""Options of the preview program that only the user's own settings may give.

They say who can reach the preview, where it stores its tokens and which model it runs, so they come
from the options with which the editor starts the server. Files in a workspace (docs-lsp.toml,
settings of a folder) cannot set them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

SECTION = "docsLsp"
TABLE = "previewServer"
"""The key of these options in the initialization options."""
_OPTIONS = {
    "embeddings": "--embeddings",
    "host": "--host",
    "publicUrl": "--public-url",
    "store": "--store",
    "trustedProxy": "--trusted-proxy",
}


def build_preview_options(options: object) -> tuple[str, ...]:
    """Return the command-line options of `mcp-preview serve` for initialization options."""
    return tuple(_iter_command_options(options))


def _iter_command_options(options: object) -> Iterator[str]:
    section = options.get(SECTION, options) if isinstance(options, Mapping) else None
    table = section.get(TABLE) if isinstance(section, Mapping) else None
    if not isinstance(table, Mapping):
        return
    for name, option in _OPTIONS.items():
        values = table.get(name)
        for value in values if isinstance(values, list) else [values]:
            if isinstance(value, str) and value:
                yield f"{option}={value}"
