"""Translations that do not follow their originals, in an editor over a real pipe."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

pytest.importorskip("dulwich")

from tests.e2e.editor import PATIENCE, Editor
from tests.revisions.history import History
from tests.server.test_translation_status import BEFORE, FOLLOWED, NOW

PAGE = "fr/tides.mdx"


async def _told(editor: Editor, *rules: str) -> list[types.Diagnostic]:
    """What is told of the page, once it is what these rules say and nothing else."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found: list[types.Diagnostic] = (await editor.pull(PAGE)).items
            if [one.code for one in found] == list(rules):
                return found
            await asyncio.sleep(0.05)


@pytest.mark.asyncio
async def test_it_is_told_until_somebody_works_on_it(tmp_path: Path) -> None:
    history = History(tmp_path)
    for files in (BEFORE, NOW):
        history.commit({f"docs/{name}": text for name, text in files.items()})
    site = tmp_path / "docs"
    for name, text in NOW.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, encoding="utf-8")
    settings = {"translations": True}
    editor = await Editor.start(site, configuration=settings, options={"docsLsp": settings})
    try:
        editor.open(PAGE, language="mdx")
        (finding,) = await _told(editor, "stale-translation")
        assert (finding.severity, finding.range.start.line) == (3, 0)
        assert "has changed in 1 commit since" in finding.message
        assert finding.message.endswith(" -- :/docs/tides.mdx` shows.")
        editor.set(PAGE, FOLLOWED)
        await _told(editor)
        editor.set(PAGE, BEFORE[PAGE])
        await _told(editor, "stale-translation")
        followed = {**NOW, PAGE: FOLLOWED}
        (site / PAGE).write_text(FOLLOWED, encoding="utf-8")
        history.commit({f"docs/{name}": text for name, text in followed.items()})
        editor.set(PAGE, FOLLOWED)
        await _told(editor)
    finally:
        assert await editor.stop() == 0
