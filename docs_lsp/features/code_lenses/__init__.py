"""What an editor shows above a line: how much is behind an element of docs.json, and where in the
navigation a page is.

Where a lens stands can be told from the tree, so the lenses are there at once. What it says is told
when the client asks for one that is in sight, because it takes a look at the whole site.
"""

from __future__ import annotations

from itertools import islice

from docs_lsp.features._commands import PREVIEW_OPEN, PREVIEW_START, PREVIEW_STOP, SHOW_REFERENCES
from docs_lsp.features._view import View
from docs_lsp.features.code_lenses.element_lenses import (
    NAVIGATION,
    PREVIEW,
    STOP,
    lenses_in,
    said_of,
)
from docs_lsp.features.code_lenses.lens import words
from docs_lsp.features.code_lenses.page_lenses import is_page, page_command
from docs_lsp.features.to_lsp import Json, range_of
from docs_lsp.text import Encoding, Span

__all__ = ["SHOW_REFERENCES", "code_lenses", "is_outdated", "resolved_lens"]

_MOST = 500
_PAGE = "page"
_OF_THE_FILE = (NAVIGATION, PREVIEW, STOP, _PAGE)
"""What these are about is the same wherever they stand."""


def code_lenses(view: View, file: str, encoding: Encoding) -> list[Json]:
    """The answer to `textDocument/codeLens`: where lenses stand, without their words."""
    if view.site.facts is None or not view.site.is_ours:
        return []
    text = view.text(file)
    base = {"uri": view.uri(file), "file": file, "version": view.versions.get(file)}
    lenses = [
        {
            "range": range_of(text, lens.span, encoding),
            "data": {**base, "about": lens.about, "at": lens.at},
        }
        for lens in islice(lenses_in(view, file), _MOST)
    ]
    if is_page(view, file):
        top = range_of(text, Span(0, 0), encoding)
        lenses.append({"range": top, "data": {**base, "about": _PAGE, "at": 0}})
    return lenses


def resolved_lens(
    view: View, data: Json, encoding: Encoding, *, shows_references: bool = False
) -> Json | None:
    """The command of a lens that was made with this `data`; None where it is outdated, or has
    nothing to say.

    It does nothing but to show its words, unless the client can show references.
    """
    match data:
        case {"file": str(file), "about": str(about), "at": int(at)}:
            overview = view.site.overview()
            if overview is None or is_outdated(view, data):
                return None
        case _:
            return None
    if about in (PREVIEW, STOP):
        return _preview(view, about)
    if about == _PAGE:
        return page_command(file, view, overview, encoding, shows_references=shows_references)
    said = said_of(about, file, at, overview)
    return words(said) if said else None


def is_outdated(view: View, data: Json) -> bool:
    """Whether the text has changed since a lens was made with this `data`, so that what it is
    about may stand elsewhere now."""
    match data:
        case {"file": str(file), "about": about, "version": version} if about not in _OF_THE_FILE:
            return bool(view.versions.get(file) != version)
    return False


def _preview(view: View, about: str) -> Json | None:
    """Starts the preview of the site's search server, or else opens or stops it."""
    if about == STOP:
        title, command = "stop", PREVIEW_STOP
    elif view.is_previewed:
        title, command = "MCP preview runs: open", PREVIEW_OPEN
    else:
        title, command = "Preview MCP server", PREVIEW_START
    if about == STOP and not view.is_previewed:
        return None
    return {"title": title, "command": command, "arguments": [view.uri(view.site.name)]}
