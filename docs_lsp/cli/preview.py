"""`docs-lsp preview`: runs the preview, which is a separate program."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace

from docs_lsp.cli.preview_process import build_preview_command


def run(arguments: Namespace) -> int:
    """Replace the process by `mcp-preview serve`, or run it and return the exit code."""
    command = build_preview_command("serve", *arguments.rest)
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(command[0], command)
    return subprocess.call(command)
