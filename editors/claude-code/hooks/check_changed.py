"""Tells the agent what is wrong in a file of a documentation site that it has just written.

It reads the event of the hook from standard input. Errors and warnings in that file go to standard
error with exit code 2, which brings them before the agent; anything else is silent. Nothing is
written, and a machine without docs-lsp is left in peace.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

SHOWN, SECONDS = 20, 50
_LOUD = re.compile(r":\d+ (?:error|warning) ")


def main() -> int:
    """Check the file of the event; the exit code."""
    changed = _changed(sys.stdin.read())
    site = _site_around(changed) if changed else None
    program = shutil.which("docs-lsp")
    if changed is None or site is None or program is None:
        return 0
    lines = _findings(program, site, changed)
    for line in lines[:SHOWN]:
        print(line, file=sys.stderr)
    if len(lines) > SHOWN:
        print(f"… and {len(lines) - SHOWN} more: `docs-lsp check`", file=sys.stderr)
    return 2 if lines else 0


def _changed(event: str) -> Path | None:
    """The file that a tool has written."""
    try:
        written = json.loads(event)["tool_input"]["file_path"]
        return Path(written).resolve(strict=True)
    except (ValueError, KeyError, TypeError, OSError):
        return None


def _site_around(changed: Path) -> Path | None:
    """The docs.json of the site that a file belongs to."""
    folders = (folder / "docs.json" for folder in changed.parents)
    return next((one for one in folders if one.is_file()), None)


def _findings(program: str, site: Path, changed: Path) -> list[str]:
    """The lines of the report about a file, without hints and what is only worth knowing."""
    command = [program, "check", "--quiet", str(site)]
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    start = f"{changed.relative_to(site.parent).as_posix()}:"
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    return [line for line in lines if line.startswith(start) and _LOUD.search(line)]


if __name__ == "__main__":
    sys.exit(main())
