"""The same site as other writers, or programs, would have written its docs.json."""

from __future__ import annotations

import json

from docs_lsp.core.problem import DeletedFile, NewFile
from docs_lsp.files.draft import Draft
from tests.jsontree.styles import Style
from tests.mutations.world import World

STYLES = {
    "two spaces": Style("  "),
    "carriage returns": Style("  ", newline="\r\n"),
    "tabs": Style("\t"),
    "one line": Style(None, comma=", "),
    "no blanks": Style(None, colon=":"),
}


def restyled(world: World, name: str) -> World:
    """A world with docs.json, and the files that its `$ref`s name, in a style."""
    draft = Draft(world.files)
    for file in world.site.parts:
        text = STYLES[name].written(json.loads(world.files.read(file))).decode()
        draft = draft.with_changes([DeletedFile(file)]).with_changes([NewFile(file, text)])
    return World.of_files(f"{world.name}, {name}", draft)
