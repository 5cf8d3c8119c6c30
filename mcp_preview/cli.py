"""The command line, `mcp-preview`."""

from __future__ import annotations

import sys

NOT_THERE = 2


def main() -> int:
    """Say that there is no preview yet."""
    print(
        "mcp-preview: the preview of a site's search server is not part of this version. "
        "`docs-lsp check` finds what is wrong in a site today.",
        file=sys.stderr,
    )
    return NOT_THERE
