"""`docs-lsp preview`: hands over to the preview, which is a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace

from docs_lsp.cli.preview_process import preview_command


def run(arguments: Namespace) -> int:
    """Become `mcp-preview serve`; the exit code where a process cannot become another one."""
    command = preview_command("serve", *arguments.rest)
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(command[0], command)
    return subprocess.call(command)
