"""`docs-lsp mcp`: the linter and its refactorings as MCP tools, for agents that write docs.

`workspace` is the site that the tools work on, `tool` defines a tool, and `agent_server` is the
server on the official SDK. Each other module has one tool or a few: `checking`, `fixing`, `moving`,
`adding`, `outlining`, `finding`, `searching`.
"""

from __future__ import annotations

from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path

from docs_lsp.cli.sites import require_site
from docs_lsp.core.extras import format_install_command
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.discover import SITE_FILE, find_sites


def run(arguments: Namespace) -> int:
    """Serve the tools until the client disconnects. Raises `UsageFault` if that is not possible."""
    if find_spec("mcp") is None:
        command = format_install_command("preview")
        raise UsageFault(f"this needs more packages; `{command}` installs them.")
    from docs_lsp.cli.mcp.agent_server import serve

    serve(_require_site_folder(arguments.site))
    return 0


def _require_site_folder(path: str | None) -> Path:
    """Return the folder of a site, or one without sites to create one in. Raises `UsageFault`."""
    folder = Path(path or "").absolute()
    if path is not None and not folder.exists():
        raise UsageFault(f"`{path}` does not exist; give the folder of a site.")
    if folder.is_dir() and not (folder / SITE_FILE).exists() and not find_sites(folder):
        return folder
    return require_site(path).parent
