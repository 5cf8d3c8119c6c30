"""Reports errors and warnings in a file of a documentation site that the agent has just written.

It reads the hook's event from standard input. Errors and warnings in that file, or the reason why
it could not be checked, are printed to standard error with exit code 2, which passes them to the
agent. Otherwise there is no output. Nothing is written, and without docs-lsp nothing is checked.
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
"""Maximum time for a check; the hook itself is killed after 60 seconds."""
_REPORTED = ("error", "warning")


class NotChecked(Exception):
    """The file could not be checked. The message says why."""


def main() -> int:
    """Check the file of the event. Return the exit code."""
    changed = _read_changed_file(sys.stdin.read())
    site = _find_site(changed) if changed else None
    program = shutil.which("docs-lsp")
    if changed is None or site is None or program is None:
        return 0
    try:
        findings = _check(program, site, changed)
    except NotChecked as reason:
        print(f"{changed.name} was not checked: {reason}", file=sys.stderr)
        return 2
    name = changed.relative_to(site.parent).as_posix()
    for finding in findings[:SHOWN]:
        start = finding["range"]["start"]
        position = f"{name}:{start['line']}:{start['column']}"
        line = f"{position} {finding['severity']} {finding['rule']}  {finding['message']}"
        print(line, file=sys.stderr)
    if len(findings) > SHOWN:
        print(f"… and {len(findings) - SHOWN} more: `docs-lsp check`", file=sys.stderr)
    return 2 if findings else 0


def _read_changed_file(event: str) -> Path | None:
    """Return the file that a tool has written, or None."""
    try:
        path = json.loads(event)["tool_input"]["file_path"]
        return Path(path).resolve(strict=True)
    except (ValueError, KeyError, TypeError, OSError):
        return None


def _find_site(changed: Path) -> Path | None:
    """Return the docs.json of the site that contains a file, or None."""
    folders = (folder / "docs.json" for folder in changed.parents)
    return next((path for path in folders if path.is_file()), None)


def _check(program: str, site: Path, changed: Path) -> list[dict[str, Any]]:
    """Return the errors and warnings in a file. Raises `NotChecked`."""
    # docs.json may reference a JSON file: check the whole site, and keep the file's findings.
    target = site if changed.suffix == ".json" else changed
    name = changed.relative_to(target.parent).as_posix()
    command = [program, "check", "--format", "json", "--severity", "warning", "--exit-zero"]
    try:
        process = subprocess.run(
            [*command, str(target)],
            capture_output=True,
            timeout=SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        report = json.loads(process.stdout)
    except subprocess.TimeoutExpired:
        raise NotChecked(f"it took more than {SECONDS:g} s. Run `docs-lsp check` later.") from None
    except OSError as error:
        raise NotChecked(f"docs-lsp cannot be run: {error.strerror}.") from None
    except ValueError:
        raise NotChecked(_last_line(process.stderr)) from None
    return [
        finding
        for finding in report["findings"]
        if finding["file"] == name and finding["severity"] in _REPORTED
    ]


def _last_line(output: bytes) -> str:
    lines = output.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "docs-lsp exited without output."


if __name__ == "__main__":
    sys.exit(main())
