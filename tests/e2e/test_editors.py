"""What a writer sees in VS Code, Neovim and Emacs, over a real pipe."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import pytest_asyncio
from lsprotocol import types

from tests.e2e.editor import HEAD, NO_PAGES, Editor, docs

pytestmark = pytest.mark.asyncio

PROFILES = {
    "visual-studio-code": "utf-16",
    "neovim@v0.11": "utf-8",
    "emacs": "utf-32",
}
Start = Callable[..., Awaitable[Editor]]


@pytest_asyncio.fixture
async def start(tmp_path: Path) -> AsyncIterator[Start]:
    """Starts an editor on a folder; it is stopped, and what went wrong is found out, at the end."""
    editors: list[Editor] = []

    async def run(root: Path | None = None, *arguments: Any, **more: Any) -> Editor:
        editor = await Editor.start(root or tmp_path, *arguments, **more)
        editors.append(editor)
        return editor

    yield run
    for editor in editors:
        assert await editor.stop() == 0


@pytest.fixture(params=PROFILES)
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def test_a_broken_docs_json_is_shown_as_it_opens(
    start: Start, profile: str, tmp_path: Path
) -> None:
    (tmp_path / "docs.json").write_text(docs(extra=', "nmae": 1'))
    editor = await start(profile=profile)
    assert editor.encoding == PROFILES[profile]

    editor.open("docs.json")
    [found] = await editor.shows("unknown-key")
    await editor.marks("nmae")

    assert found.source == "docs-lsp"


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
async def test_the_server_follows_every_edit(
    start: Start, profile: str, line_end: str, tmp_path: Path
) -> None:
    name = "\U0001f600 \u00e9\u2028\u0085 \u4e2d"
    lines = ["{", f"  {HEAD.replace('Quay', name)},", '  "description": "\U0001f680", "nmae": 1,']
    lines += [f'  "navigation": {{{NO_PAGES}}}', "}", ""]
    (tmp_path / "docs.json").write_bytes(line_end.join(lines).encode())
    (tmp_path / "docs-lsp.toml").write_text('[rules]\ntool-name = "off"\n')
    editor = await start(profile=profile)
    editor.open("docs.json")
    await editor.shows("unknown-key")

    editor.replace("docs.json", "\U0001f680", "\U0001f680\u2029\U0001f680\u00fc")
    editor.replace("docs.json", "nmae", "e\u00e9\U0001f600e")
    editor.replace("docs.json", name, f"x\U0001f600{name}")
    editor.replace("docs.json", "\u4e2d", f'", {line_end}{line_end}  "b\u00e4d": "')
    editor.replace("docs.json", '"anchors"', f'"groups": [],{line_end}"p\U0001f600": 1, "anchors"')
    editor.replace("docs.json", '"groups": [],', "")
    editor.replace("docs.json", f"{line_end}{line_end}", line_end)

    await editor.marks("b\u00e4d", "e\u00e9\U0001f600e", "p\U0001f600")


async def test_a_second_place_is_shown_where_the_editor_can_show_it(
    start: Start, profile: str, tmp_path: Path
) -> None:
    (tmp_path / "docs.json").write_text(docs(extra=', "\U0001f600": 1, "\U0001f600": 2'))
    editor = await start(profile=profile)
    editor.open("docs.json")
    await editor.until(lambda: "duplicate-key" in editor.shown())

    [found] = [
        each
        for each in editor.client.diagnostics[editor.uri("docs.json")]
        if each.code == "duplicate-key"
    ]
    if profile == "visual-studio-code":
        assert found.code_description is not None
        explained = Path(unquote(urlsplit(found.code_description.href).path))
        await editor.until(explained.is_file)
    if found.related_information:
        [related] = found.related_information
        assert related.location.uri == editor.uri("docs.json")
        assert related.location.range.start < found.range.start
    else:
        assert profile == "emacs"


async def test_a_page_that_is_made_outside_is_noticed(
    start: Start, profile: str, tmp_path: Path
) -> None:
    """By an event where the editor watches files; Neovim cannot, so there the server looks."""
    (tmp_path / "docs.json").write_text(docs("start"))
    editor = await start(profile=profile)
    editor.open("docs.json")
    await editor.shows("missing-page")

    (tmp_path / "start.mdx").write_text("---\ntitle: T\n---\n")
    if not profile.startswith("neovim"):
        editor.happened("start.mdx", types.FileChangeType.Created)
    await editor.shows()


async def test_settings_are_applied_live(start: Start, profile: str, tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text(docs(extra=', "nmae": 1'))
    editor = await start(profile=profile, configuration={"rules": {"unknown-key": "hint"}})
    editor.open("docs.json")
    await editor.until(lambda: _severities(editor) == [types.DiagnosticSeverity.Hint])

    editor.client.set_configuration({"rules": {"unknown-key": "off"}}, section="docsLsp")
    editor.client.workspace_did_change_configuration(
        types.DidChangeConfigurationParams(settings=None)
    )
    await editor.shows()

    (tmp_path / "docs-lsp.toml").write_text('[rules]\nunknown-key = "error"\nno-such-rule = 1\n')
    editor.happened("docs-lsp.toml", types.FileChangeType.Created)
    await editor.until(lambda: _severities(editor) == [types.DiagnosticSeverity.Error])
    await editor.until(lambda: bool(editor.shown("docs-lsp.toml")))
    assert set(editor.shown("docs-lsp.toml")) == {"settings-error"}


def _severities(editor: Editor) -> list[types.DiagnosticSeverity | None]:
    found = editor.client.diagnostics.get(editor.uri("docs.json"), ())
    return [diagnostic.severity for diagnostic in found]


async def test_options_given_at_the_start_count(start: Start, tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text(docs(extra=', "nmae": 1'))
    options = {"docsLsp": {"rules": {"unknown-key": "off"}}}
    editor = await start(profile="neovim@v0.7", options=options)
    editor.open("docs.json")

    await editor.shows()


async def test_two_sites_in_one_workspace_have_their_own_findings(
    start: Start, profile: str, tmp_path: Path
) -> None:
    for site, page in (("one", "gone"), ("two", "here")):
        (tmp_path / site).mkdir()
        (tmp_path / site / "docs.json").write_text(docs(page))
        (tmp_path / site / "here.mdx").write_text("---\ntitle: T\n---\n")
    editor = await start(profile=profile)
    editor.open("two/docs.json")

    await editor.shows("missing-page", name="one/docs.json")
    await editor.shows(name="two/docs.json")

    change = types.WorkspaceFoldersChangeEvent(
        added=[], removed=[types.WorkspaceFolder(tmp_path.as_uri(), "all")]
    )
    editor.client.workspace_did_change_workspace_folders(
        types.DidChangeWorkspaceFoldersParams(change)
    )
    await editor.shows(name="one/docs.json")


async def test_a_file_without_a_folder_finds_its_site(start: Start, tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text(docs("gone", "guides/start"))
    (tmp_path / "guides").mkdir()
    (tmp_path / "guides/start.mdx").write_text("---\ntitle: T\n---\n")
    editor = await start(folders=[])
    editor.open("guides/start.mdx", language="mdx")
    await editor.shows("missing-page")

    editor.close("guides/start.mdx")
    await editor.shows()


async def test_a_text_that_was_never_saved_is_checked(start: Start, profile: str) -> None:
    editor = await start(profile=profile, folders=[])
    editor.open("untitled:docs.json", docs("gone", extra=', "nmae": 1'), language="jsonc")

    await editor.shows("unknown-key", name="untitled:docs.json")


async def test_parts_are_checked_as_they_stand_in_the_editor(
    start: Start, profile: str, tmp_path: Path
) -> None:
    (tmp_path / "docs.json").write_text(f'{{{HEAD}, "navigation": {{"$ref": "./nav.json"}}}}')
    (tmp_path / "nav.json").write_text('{"pages": ["gone"]}')
    (tmp_path / "there.mdx").write_text("---\ntitle: T\ndescription: D\n---\n")
    editor = await start(profile=profile)
    editor.open("docs.json")
    await editor.shows("missing-page", name="nav.json")
    editor.open("nav.json")
    editor.replace("nav.json", "gone", "there")

    await editor.shows(name="nav.json")
    assert editor.shown() == []


async def test_the_documents_of_another_tool_are_left_alone(start: Start, tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text('{"sidebar": [1, 2]}')
    editor = await start()
    editor.open("docs.json")

    await editor.shows()
