"""The capabilities of the last client, saved in the user's cache folder for debugging.

`docs-lsp doctor` reads them, and must be able to do so if nothing else of the server can be
imported. They contain no path and no name of a file.
"""

from __future__ import annotations

import asyncio
import json
import logging
import platform
from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docs_lsp import __version__
from docs_lsp.cache.folder import find_user_cache_folder, write_atomically

if TYPE_CHECKING:
    from lsprotocol.types import InitializeParams

    from docs_lsp.server.client_capabilities import ClientFlags

logger = logging.getLogger(__name__)


async def save_client(params: InitializeParams, client: ClientFlags) -> None:
    """Save who the client is and what it can do, in a thread."""
    version = (params.client_info.version if params.client_info else None) or ""
    folders = len(params.workspace_folders or ())
    await asyncio.to_thread(_write_client_facts, version, folders, client)


def read_last_client() -> dict[str, Any] | None:
    """Return the saved facts about the last client, or None if missing or invalid."""
    try:
        client_facts = json.loads(_get_client_file().read_text("utf-8"))
    except (OSError, RuntimeError, ValueError):
        return None
    match client_facts:
        case {"client": dict()}:
            return dict(client_facts)
    return None


def _write_client_facts(version: str, folders: int, client: ClientFlags) -> None:
    """Write the facts to the file for `docs-lsp doctor`; a failure is only logged."""
    client_facts = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "server": __version__,
        "python": platform.python_version(),
        "version": version,
        "folders": folders,
        "client": _convert_to_json_value(client),
    }
    try:
        write_atomically(_get_client_file(), json.dumps(client_facts, indent=2))
    except (OSError, RuntimeError) as error:
        logger.info("The editor's capabilities cannot be saved: %s", error)


def _get_client_file() -> Path:
    return find_user_cache_folder() / "docs-lsp" / "client.json"


def _convert_to_json_value(value: Any) -> Any:
    """Return a value in a form that JSON can represent."""
    if is_dataclass(value):
        return {
            each.name: _convert_to_json_value(getattr(value, each.name)) for each in fields(value)
        }
    if isinstance(value, Enum):
        return _convert_to_json_value(value.value)
    if isinstance(value, Mapping):
        return {str(key): _convert_to_json_value(one) for key, one in value.items()}
    if isinstance(value, Set):
        return sorted((_convert_to_json_value(one) for one in value), key=str)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_convert_to_json_value(one) for one in value]
    return value
