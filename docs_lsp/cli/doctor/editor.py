"""The facts about the editor that started the server last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docs_lsp import __version__
from docs_lsp.cli.doctor.report import DoctorSection
from docs_lsp.server.last_client import recall

TITLE = "editor, the last time"


def look_at_editor() -> DoctorSection:
    """The client that started the server last."""
    said = recall()
    if said is None:
        return DoctorSection(TITLE, ("none has started docs-lsp yet, or it could not be kept",))
    client = said["client"]
    name = " ".join(filter(None, (str(client.get("name") or ""), str(said.get("version") or ""))))
    flags = dict(_flags(client))
    facts = (
        f"{name or 'an editor that does not say its name'}, folders: {said.get('folders')}",
        f"{said.get('at')}, docs-lsp {said.get('server')}, Python {said.get('python')}",
        f"can: {_listed(flags, True)}",
        f"cannot: {_listed(flags, False)}",
        *(f"{flag} = {value}" for flag, value in flags.items() if not isinstance(value, bool)),
    )
    if said.get("server") == __version__:
        return DoctorSection(TITLE, facts)
    note = f"The editor last started docs-lsp {said.get('server')}, and this is {__version__}."
    return DoctorSection(TITLE, facts, notes=(note,))


def _flags(client: dict[str, Any], stem: str = "") -> Iterator[tuple[str, Any]]:
    """The client's capabilities, by the names that the server has for them."""
    for name, value in client.items():
        if isinstance(value, dict):
            yield from _flags(value, f"{stem}{name}.")
        elif f"{stem}{name}" != "name":
            words = " ".join(map(str, value)) if isinstance(value, list) else value
            yield f"{stem}{name}", words


def _listed(flags: dict[str, Any], wanted: bool) -> str:
    return ", ".join(flag for flag, value in flags.items() if value is wanted) or "-"
