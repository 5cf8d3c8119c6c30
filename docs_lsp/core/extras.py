"""How to install the packages that a part of docs-lsp needs."""

from __future__ import annotations

import shlex
import sys

_DISTRIBUTION = "docs-lsp"


def format_install_command(extra: str) -> str:
    """Return the command that adds a part such as `preview` to this very installation.

    It is right for pip, for pipx, whose environments have a Python of their own, and for what was
    installed from a folder or a git URL (PEP 610).
    """
    requirement = f"{_DISTRIBUTION}[{extra}]{_find_origin()}"
    return shlex.join([sys.executable or "python3", "-m", "pip", "install", requirement])


def _find_origin() -> str:
    """Return ` @ URL` for a package installed from a folder or git; empty for one from an index."""
    import json
    from importlib import metadata

    try:
        text = metadata.distribution(_DISTRIBUTION).read_text("direct_url.json")
        origin = json.loads(text) if text else {}
    except (metadata.PackageNotFoundError, ValueError):
        return ""
    url = origin.get("url", "")
    control = origin.get("vcs_info")
    if control:
        revision = control.get("requested_revision")
        return f" @ {control['vcs']}+{url}{f'@{revision}' if revision else ''}"
    return f" @ {url}" if url else ""
