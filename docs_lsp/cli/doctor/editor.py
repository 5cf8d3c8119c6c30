"""Facts about the editor that started the server last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docs_lsp import __version__
from docs_lsp.cli.doctor.report import DoctorSection
from docs_lsp.server.last_client import read_last_client

TITLE = "editor, the last time"


def describe_last_editor() -> DoctorSection:
    """Return the section about the client that started the server last."""
    record = read_last_client()
    if record is None:
        return DoctorSection(TITLE, ("none has started docs-lsp yet, or it could not be kept",))
    client = record["client"]
    name = " ".join(filter(None, (str(client.get("name") or ""), str(record.get("version") or ""))))
    flags = dict(_iter_client_flags(client))
    facts = (
        f"{name or 'an editor that does not say its name'}, folders: {record.get('folders')}",
        f"{record.get('at')}, docs-lsp {record.get('server')}, Python {record.get('python')}",
        f"can: {_list_flags(flags, True)}",
        f"cannot: {_list_flags(flags, False)}",
        *(f"{flag} = {value}" for flag, value in flags.items() if not isinstance(value, bool)),
    )
    return DoctorSection(TITLE, facts, notes=tuple(_iter_notes(record)))


def _iter_notes(record: dict[str, Any]) -> Iterator[str]:
    """Yield a note if the editor started another version, or has the vendor's extension."""
    if record.get("server") != __version__:
        yield f"The editor last started docs-lsp {record.get('server')}, and this is {__version__}."
    if record["client"].get("has_vendor_extension") is True:
        yield (
            "The editor has the extension mintlify.mintlify-snippets: unknown components and props "
            "are left to it. Set `docsLsp.besideVendor` to `off` to see them from docs-lsp too."
        )


def _iter_client_flags(client: dict[str, Any], stem: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the client's capabilities, by their names in the server."""
    for name, value in client.items():
        if isinstance(value, dict):
            yield from _iter_client_flags(value, f"{stem}{name}.")
        elif f"{stem}{name}" != "name":
            words = " ".join(map(str, value)) if isinstance(value, list) else value
            yield f"{stem}{name}", words


def _list_flags(flags: dict[str, Any], is_on: bool) -> str:
    return ", ".join(flag for flag, value in flags.items() if value is is_on) or "-"
