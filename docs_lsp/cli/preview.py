"""`docs-lsp preview`: hands over to the preview, which is a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace


def run(arguments: Namespace) -> int:
    """Become `mcp-preview serve`; the exit code where a process cannot become another one."""
    # Nothing that lies in the writer's folder may be taken for one of our modules.
    command = [sys.executable, "-P", "-m", "mcp_preview", "serve", *arguments.rest]
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(sys.executable, command)
    return subprocess.call(command)
