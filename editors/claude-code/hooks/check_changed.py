"""Tells the agent what is wrong in a file of a documentation site that it has just written.

It reads the event of the hook from standard input. Errors and warnings in that file go to standard
error with exit code 2, which brings them before the agent; so does the reason why the file could
not be checked. Anything else is silent. Nothing is written, and a machine without docs-lsp is left
in peace.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

SHOWN = 20
SECONDS = float(os.environ.get("DOCS_LSP_HOOK_SECONDS", "50"))
"""How long a check may take; the hook itself is ended after 60."""
_LOUD = ("error", "warning")


class NotChecked(Exception):
    """Why nothing is known of a file, in words."""


def main() -> int:
    """Check the file of the event; the exit code."""
    changed = _changed(sys.stdin.read())
    site = _site_around(changed) if changed else None
    program = shutil.which("docs-lsp")
    if changed is None or site is None or program is None:
        return 0
    try:
        findings = _findings(program, site, changed)
    except NotChecked as reason:
        print(f"{changed.name} was not checked: {reason}", file=sys.stderr)
        return 2
    name = changed.relative_to(site.parent).as_posix()
    for finding in findings[:SHOWN]:
        start = finding["range"]["start"]
        place = f"{name}:{start['line']}:{start['column']}"
        line = f"{place} {finding['severity']} {finding['rule']}  {finding['message']}"
        print(line, file=sys.stderr)
    if len(findings) > SHOWN:
        print(f"… and {len(findings) - SHOWN} more: `docs-lsp check`", file=sys.stderr)
    return 2 if findings else 0


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
    return next((path for path in folders if path.is_file()), None)


def _findings(program: str, site: Path, changed: Path) -> list[dict[str, Any]]:
    """The errors and warnings in a file. Raises `NotChecked`."""
    # A JSON file may be a part of docs.json: the site is checked, and what is in the file shown.
    target = site if changed.suffix == ".json" else changed
    name = changed.relative_to(target.parent).as_posix()
    command = [program, "check", "--format", "json", "--severity", "warning", "--exit-zero"]
    try:
        done = subprocess.run(
            [*command, str(target)],
            capture_output=True,
            timeout=SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        report = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise NotChecked(f"it took more than {SECONDS:g} s. Run `docs-lsp check` later.") from None
    except OSError as error:
        raise NotChecked(f"docs-lsp cannot be run: {error.strerror}.") from None
    except ValueError:
        raise NotChecked(_last_line(done.stderr)) from None
    return [
        finding
        for finding in report["findings"]
        if finding["file"] == name and finding["severity"] in _LOUD
    ]


def _last_line(output: bytes) -> str:
    lines = output.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "docs-lsp has ended without a word."


if __name__ == "__main__":
    sys.exit(main())
