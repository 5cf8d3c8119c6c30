"""A proposal comes out right in a client that puts in words, whatever it makes of ranges."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.editor import Wire, docs

pytestmark = pytest.mark.asyncio

SNIPPETS = {"textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}}
BOTH = {
    "textDocument": {
        "completion": {"completionItem": {"snippetSupport": True, "insertReplaceSupport": True}}
    }
}


async def edit_for(capabilities: dict[str, Any], folder: Path) -> tuple[str, str, str]:
    """The line up to the range of the one proposal, its text, and what follows the range."""
    for page in ("start", "guides/spare"):
        path = folder / f"{page}.mdx"
        path.parent.mkdir(exist_ok=True)
        path.write_text("---\ntitle: T\n---\n")
    text = docs("start", "guides/sp")
    (folder / "docs.json").write_text(text)
    uri = (folder / "docs.json").as_uri()
    wire = await Wire.start()
    await wire.initialize(folder, capabilities=capabilities)
    document = {"uri": uri, "languageId": "json", "version": 1, "text": text}
    wire.send("textDocument/didOpen", {"textDocument": document})
    cursor = {"line": 0, "character": text.index("guides/sp") + len("guides/sp")}
    params = {"textDocument": {"uri": uri}, "position": cursor}
    items: list[Any] = []
    for number in range(200):
        items = (await wire.ask("textDocument/completion", params, number))["result"]["items"]
        if items:
            break
        await asyncio.sleep(0.05)
    await wire.hang_up()

    [edit] = [item["textEdit"] for item in items if item["label"] == "guides/spare"]
    start, end = edit["range"]["start"]["character"], edit["range"]["end"]["character"]
    return text[:start], edit["newText"], text[end:]


@pytest.mark.parametrize(
    ("capabilities", "before", "new", "after"),
    [
        pytest.param(BOTH, '"start", ', '"guides/spare"', "]", id="ranges"),
        pytest.param(SNIPPETS, '"start", ', '"guides/spare', '"]', id="up-to-the-cursor"),
        pytest.param({}, '"start", "guides/', 'spare"', "]", id="a-word"),
    ],
)
async def test_a_page_is_put_in_whole(
    capabilities: dict[str, Any], before: str, new: str, after: str, tmp_path: Path
) -> None:
    found = await edit_for(capabilities, tmp_path)

    assert found[0].endswith(before)
    assert found[1] == new
    assert found[2].startswith(after)
    assert '["start", "guides/spare"]' in "".join(found)
