"""The site against the last commit in an editor, over a real pipe."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

pytest.importorskip("dulwich")

from tests.e2e.editor import PATIENCE, Editor, docs
from tests.e2e.test_code_actions import actions, take, titles
from tests.revisions.history import History

PAGE = "---\ntitle: Tides\n---\nHigh water is at six, and again at half past six.\n"
REDIRECT = "Redirect `/tides` to `/ebb`"

Offered = list[types.CodeAction | types.Command]


async def _offered(editor: Editor) -> Offered:
    """What is offered for the navigation once the last commit has been read."""
    found: Offered = []
    async with asyncio.timeout(PATIENCE):
        while REDIRECT not in titles(found):
            found = await actions(editor, "docs.json", '"navigation"')
            await asyncio.sleep(0.05)
    return found


@pytest.mark.asyncio
@pytest.mark.parametrize("profile", ["visual-studio-code", "neovim@v0.11"])
async def test_a_moved_page_is_told_of_and_redirected(profile: str, tmp_path: Path) -> None:
    site = tmp_path / "docs"
    site.mkdir()
    History(tmp_path).commit({"docs/docs.json": docs("tides", "ropes"), "docs/tides.mdx": PAGE})
    now = {"docs.json": docs("ebb", "ropes"), "ebb.mdx": PAGE, "ropes.mdx": "Ropes."}
    for name, text in now.items():
        (site / name).write_text(text)
    settings = {"compareWith": "HEAD"}
    editor = await Editor.start(
        site, profile, configuration=settings, options={"docsLsp": settings}
    )
    try:
        editor.open("docs.json")
        found = await _offered(editor)
        if editor.answer.capabilities.diagnostic_provider:
            (finding,) = (await editor.pull("docs.json")).items
        else:
            (finding,) = await editor.shows("lost-address")
        assert (finding.code, finding.severity) == ("lost-address", 3)
        changed = await take(editor, found, REDIRECT)
        redirect = '"redirects": [{"source": "/tides", "destination": "/ebb"}]'
        assert redirect in " ".join(changed["docs.json"].split())
        assert REDIRECT not in titles(await actions(editor, "docs.json", '"navigation"'))
    finally:
        assert await editor.stop() == 0
