"""New names in an editor, and the tools for agents, as drafts of a site in memory."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from docs_lsp.cli.mcp.moving import REDIRECT, RedirectArguments
from docs_lsp.cli.mcp.workspace import AgentWorkspace
from docs_lsp.core.text import Encoding
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.features.rename import answer_rename
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import FileFault, Files
from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.site.navigation.walk import Placed
from tests.features.workspace_edits import applied

_EVERYTHING = EditAbilities(versions=True, creates=True, renames=True, deletes=True)
_MOST_RENAMED = 3
"""How many entries, and how many titles, of a site get new names."""
_NAMES = {"language": ("de", "fr", "Fr"), "version": ("v2", "v9")}
_REDIRECTS = (
    *(("/old", "/a"), ("/old/:slug*", "/guides/:slug*"), ("/z", "/none"), ("/a", "/c")),
    *(("/guides/:slug*", "/a"), ("/:slug*", "/a"), ("/api-reference/:slug*", "/a")),
)


def rename_pages_and_titles(
    site: Snapshot, files: Files
) -> Iterator[tuple[str, Draft, dict[str, str]]]:
    """Each new name that an editor takes: what for, the site then, and the files that move."""
    overview = site.get_overview()
    if overview is None:
        return
    view = View(site, files, site.root)
    pages = (listing for listing in overview.navigation.listings if listing.file == site.name)
    wanted = [(listing.span.start + 1, "renamed/page") for listing in islice(pages, _MOST_RENAMED)]
    titled = (placed for placed in overview.navigation.elements if placed.file == site.name)
    for placed in islice(titled, _MOST_RENAMED):
        wanted += _list_new_titles(placed)
    for offset, name in wanted:
        with suppress(ChangeRefused):
            edit = answer_rename(view, site.name, offset, name, Encoding.UTF16, _EVERYTHING)
            if edit is not None:
                yield name, _apply(edit, files), _list_moves(edit)


def _list_new_titles(placed: Placed) -> list[tuple[int, str]]:
    kind = placed.element.kind
    element = placed.element
    if kind is None or not kind.title or not element.has(kind.title):
        return []
    if element.find_layer(kind.title):
        return []
    _, span = placed.locate_spot(element.find_value_spot(kind.title))
    return [(span.start + 1, name) for name in _NAMES.get(kind.name, ("Renamed",))]


def _apply(edit: Any, files: Files) -> Draft:
    before = {path: files.read(path).decode() for path in files.paths()}
    return _draft(files, before, applied(before, edit))


def _list_moves(edit: Any) -> dict[str, str]:
    root = "file:///site/"
    return {
        step["oldUri"].removeprefix(root): step["newUri"].removeprefix(root)
        for step in edit.get("documentChanges", ())
        if step.get("kind") == "rename"
    }


def _draft(files: Files, before: Mapping[str, str], after: Mapping[str, str]) -> Draft:
    paths = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    changed = {path: after[path].encode() if path in after else None for path in paths}
    was = {path: before[path].encode() if path in before else None for path in paths}
    return Draft(files, changed, was)


def add_redirects(files: Files) -> Iterator[tuple[str, Draft]]:
    """Each redirect that the tool for agents adds, and the site then."""
    before = {path: files.read(path).decode() for path in files.paths()}
    for source, destination in _REDIRECTS:
        with tempfile.TemporaryDirectory() as folder:
            for path, content in before.items():
                file = Path(folder, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(content, encoding="utf-8", newline="")
            workspace = AgentWorkspace(Path(folder), lambda _: "")
            arguments = RedirectArguments(source=source, destination=destination)
            with suppress(UsageFault, FileFault):
                REDIRECT.run(workspace, arguments)
                docs = Path(folder, "docs.json").read_bytes().decode()
                yield (
                    f"{source} -> {destination}",
                    _draft(files, before, {**before, "docs.json": docs}),
                )
