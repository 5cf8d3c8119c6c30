"""`docs-lsp cache`: where cached data are and how much they take, and their removal."""

from __future__ import annotations

from argparse import Namespace

from docs_lsp.cache.folder import clear_cache, measure_cache
from docs_lsp.cli.terminal import escape_unsafe


def run(arguments: Namespace) -> int:
    """Print the place and the size of the cache, or remove what is in it. Raises OSError."""
    usage = clear_cache() if arguments.action == "clear" else measure_cache()
    verb = "removed" if arguments.action == "clear" else "cached"
    print(f"{usage.format_size()} {verb} in {escape_unsafe(str(usage.folder))}")
    return 0
