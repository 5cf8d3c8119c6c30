"""Mending, leaving out and explaining in VS Code, Neovim and Emacs, over a real pipe."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import converters, types
from pytest_lsp import client_capabilities

from tests.e2e.editor import HEAD, PATIENCE, Editor, docs
from tests.e2e.test_pull import asking
from tests.features.workspace_edits import applied

pytestmark = pytest.mark.asyncio

PAGE = "---\ntitle: T\n---\n"
PROFILES = ("visual-studio-code", "neovim@v0.11", "emacs")
Start = Callable[..., Awaitable[Editor]]
CONVERTER = converters.get_converter()


@pytest_asyncio.fixture
async def start(tmp_path: Path) -> AsyncIterator[Start]:
    """Starts an editor on a folder with pages; it is stopped at the end."""
    editors: list[Editor] = []
    for page in ("a", "b", "c"):
        (tmp_path / f"{page}.mdx").write_text(PAGE)

    async def run(profile: Any, text: str | None = None, **more: Any) -> Editor:
        if text is not None:
            (tmp_path / "docs.json").write_text(text)
        editor = await Editor.start(tmp_path, profile, **more)
        editors.append(editor)
        return editor

    yield run
    for editor in editors:
        assert await editor.stop() == 0


@pytest.fixture(params=PROFILES)
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def actions(
    editor: Editor, name: str, old: str, *only: str
) -> list[types.CodeAction | types.Command]:
    """What is offered where a text stands."""
    start = editor.texts[name].index(old)
    span = types.Range(editor.position(name, start), editor.position(name, start + len(old)))
    context = types.CodeActionContext(diagnostics=[], only=list(only) or None)
    document = types.TextDocumentIdentifier(editor.uri(name))
    found = await editor.client.text_document_code_action_async(
        types.CodeActionParams(document, span, context)
    )
    return list(found or ())


def titles(found: list[types.CodeAction | types.Command]) -> list[str]:
    return [action.title for action in found]


async def take(
    editor: Editor, found: list[types.CodeAction | types.Command], title: str
) -> dict[str, str]:
    """Take an action up, as the editor of this profile does; the files that differ then."""
    (action,) = [action for action in found if action.title == title]
    assert isinstance(action, types.CodeAction)
    if action.edit is None and action.data is not None:
        action = await editor.client.code_action_resolve_async(action)
    edit = CONVERTER.unstructure(action.edit, types.WorkspaceEdit)
    before = {**_on_disk(editor.root), **editor.texts}
    root = editor.root.as_uri() + "/"
    after = applied(before, edit, root, editor.encoding)
    for name, text in after.items():
        if name in editor.texts and editor.texts[name] != text:
            editor.set(name, text)
        elif before.get(name) != text:
            (editor.root / name).write_text(text)
            editor.happened(name, types.FileChangeType.Created)
    return {name: text for name, text in after.items() if before.get(name) != text}


def _on_disk(root: Path) -> dict[str, str]:
    files = (path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes().decode() for path in files}


async def test_a_quick_fix_leaves_a_text_without_the_finding(start: Start, profile: str) -> None:
    editor = await start(
        profile, docs("\U0001f6a2", "/a/", "b").replace("Quay", "Häfen \U0001f6a2")
    )
    editor.open("docs.json")
    await editor.shows("missing-page", "page-slash")

    found = await actions(editor, "docs.json", "/a/")
    changed = await take(editor, found, "Write `a`")

    assert '"\U0001f6a2", "a", "b"' in changed["docs.json"]
    await editor.shows("missing-page")


async def test_the_obvious_fix_is_marked(start: Start, profile: str) -> None:
    editor = await start(profile, docs("a", "/b/"))
    editor.open("docs.json")
    await editor.shows("page-slash")
    fix, *others = await actions(editor, "docs.json", "/b/", "quickfix")

    assert isinstance(fix, types.CodeAction)
    assert (fix.title, fix.kind) == ("Write `b`", "quickfix")
    assert [one.code for one in fix.diagnostics or ()] == ["page-slash"]
    capabilities = client_capabilities(profile).text_document
    assert capabilities and capabilities.code_action
    assert bool(fix.is_preferred) is bool(capabilities.code_action.is_preferred_support)
    assert not any(getattr(action, "is_preferred", None) for action in others)


async def test_all_that_is_safe_is_fixed_on_saving(start: Start, profile: str) -> None:
    editor = await start(profile, docs("/a/", "b.mdx", "gone", "c/"))
    editor.open("docs.json")
    await editor.shows("page-slash", "page-extension", "missing-page", "page-slash")

    found = await actions(editor, "docs.json", "theme", "source.fixAll")
    assert [action.kind for action in found if isinstance(action, types.CodeAction)] == [
        "source.fixAll.docs-lsp"
    ]
    changed = await take(editor, found, titles(found)[0])

    assert '["a", "b", "gone", "c"]' in changed["docs.json"]
    await editor.shows("missing-page")
    assert await actions(editor, "docs.json", "theme", "source.fixAll") == []


async def test_all_of_a_kind_are_fixed(start: Start, profile: str) -> None:
    editor = await start(profile, docs("/a/", "b.mdx", "/c/"))
    editor.open("docs.json")
    await editor.shows("page-slash", "page-extension", "page-slash")
    found = await actions(editor, "docs.json", "/a/", "quickfix")
    await take(editor, found, "Fix all `page-slash` problems in this file")

    await editor.shows("page-extension")


async def test_a_rule_is_ignored_everywhere_by_a_new_file(start: Start, profile: str) -> None:
    """Where the editor can make one."""
    editor = await start(profile, docs("a", "gone"))
    editor.open("docs.json")
    await editor.shows("missing-page")
    found = await actions(editor, "docs.json", "gone")
    ignoring = [title for title in titles(found) if title.startswith("Ignore")]
    if not _makes_files(profile):
        assert ignoring == []
        (editor.root / "docs-lsp.toml").write_text("# Ours\n")
        editor.happened("docs-lsp.toml", types.FileChangeType.Created)
        found = await actions(editor, "docs.json", "gone")

    changed = await take(editor, found, "Ignore `missing-page` everywhere")

    assert changed["docs-lsp.toml"].endswith('[rules]\nmissing-page = "off"\n')
    await editor.shows()


async def test_a_rule_is_ignored_here_in_settings_that_are_open(
    start: Start, profile: str, tmp_path: Path
) -> None:
    (tmp_path / "docs-lsp.toml").write_text("# Ours\n")
    editor = await start(profile, docs("gone", "gone-too"))
    editor.open("docs.json")
    editor.open("docs-lsp.toml", "# Not saved yet\n", "toml")
    await editor.shows("missing-page", "missing-page")
    found = await actions(editor, "docs.json", '"gone"')
    changed = await take(editor, found, "Ignore `missing-page` here")

    assert changed == {
        "docs-lsp.toml": '# Not saved yet\n\n[[ignore]]\nrule = "missing-page"\n'
        'pointer = "/navigation/pages/0"\n'
    }
    await editor.shows("missing-page")


def _makes_files(profile: str) -> bool:
    workspace = client_capabilities(profile).workspace
    assert workspace
    edits = workspace.workspace_edit
    return bool(edits and types.ResourceOperationKind.Create in (edits.resource_operations or ()))


async def test_a_page_is_made(start: Start, tmp_path: Path) -> None:
    editor = await start("visual-studio-code", docs("a", "guides/start"))
    editor.open("docs.json")
    await editor.shows("missing-page")
    found = await actions(editor, "docs.json", "guides/start")
    (tmp_path / "guides").mkdir()  # An editor does so by itself.
    changed = await take(editor, found, "Create `guides/start.mdx`")

    assert list(changed) == ["guides/start.mdx"]
    await editor.shows()


async def test_a_rule_is_explained_in_a_document_or_a_message(
    start: Start, profile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    editor = await start(profile, docs("a", "/b/"))
    editor.open("docs.json")
    await editor.shows("page-slash")
    found = await actions(editor, "docs.json", "/b/")
    (explain,) = [action for action in found if action.title == "Explain `page-slash`"]
    # pytest-lsp's types take an action that runs a command for the command itself.
    assert isinstance(explain, types.Command)
    assert "'docsLsp.explainRule'" in explain.command
    await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams("docsLsp.explainRule", arguments=["page-slash"])
    )

    await editor.until(lambda: bool(editor.client.shown_documents or editor.client.messages))
    if editor.client.shown_documents:
        (shown,) = editor.client.shown_documents
        assert shown.uri.endswith("/page-slash.md")
        (written,) = (tmp_path / "cache").rglob("page-slash.md")
        assert written.as_uri() == shown.uri
        assert "page-slash" in written.read_text("utf-8")
    else:
        (message,) = editor.client.messages
        assert message.message.startswith("page-slash: ")
        editor.client.messages.clear()


async def test_entries_are_moved_about(start: Start, profile: str) -> None:
    editor = await start(profile, docs("a", "b", "c"))
    editor.open("docs.json")
    await editor.shows()
    found = await actions(editor, "docs.json", '"a", "b"', "refactor")
    changed = await take(editor, found, "Move these down")

    assert '["c", "a", "b"]' in changed["docs.json"]
    await editor.shows()


async def test_a_part_goes_into_a_file_of_its_own(start: Start, tmp_path: Path) -> None:
    group = {"group": "Harbour", "pages": ["a", "b", "c"], "description": "x" * 200}
    site = {**json.loads(f"{{{HEAD}}}"), "navigation": {"groups": [group]}}
    (tmp_path / "navigation").mkdir()
    editor = await start("visual-studio-code", json.dumps(site, indent=2))
    editor.open("docs.json")
    found = await actions(editor, "docs.json", "Harbour", "refactor.extract")
    changed = await take(editor, found, "Move the group `Harbour` into `navigation/harbour.json`")

    assert '"$ref": "./navigation/harbour.json"' in changed["docs.json"]
    assert json.loads(changed["navigation/harbour.json"]) == group


async def test_an_action_of_an_older_text_changes_nothing(start: Start) -> None:
    editor = await start("visual-studio-code", docs("a", "/b/"))
    editor.open("docs.json")
    await editor.shows("page-slash")
    (fix, *_) = await actions(editor, "docs.json", "/b/")
    assert isinstance(fix, types.CodeAction)
    editor.replace("docs.json", '"a", ', "")
    answer = await editor.client.code_action_resolve_async(fix)

    assert answer.edit is None
    assert answer.title == fix.title


# What is wrong with the whole site


async def test_files_that_no_one_has_open_are_in_the_workspace(
    start: Start, tmp_path: Path
) -> None:
    (tmp_path / "nav.json").write_text('{"pages": ["a", "gone"]}')
    (tmp_path / "a.mdx").write_text("---\ntitle: @\n---\n")
    (tmp_path / "b.mdx").write_text("[Nowhere](/nowhere)\n")
    (tmp_path / "api.json").write_text('{"openapi": "3.1.0", "info": {"title": "T"}, "paths": {}}')
    (tmp_path / ".mintignore").write_text("notes/[old\n")
    text = f'{{{HEAD}, "api": {{"openapi": "api.json"}}, "navigation": {{"$ref": "./nav.json"}}}}'
    editor = await start(asking(), text)
    expected = {
        "nav.json": ["missing-page"],
        "a.mdx": ["frontmatter-error"],
        "b.mdx": ["unlisted-page"],
        "api.json": ["invalid-spec"],
        ".mintignore": ["ignore-error"],
    }
    known: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    async with asyncio.timeout(PATIENCE):
        while found != expected:
            for uri, item in (await editor.pull_all(known)).items():
                known[uri] = str(item.result_id)
                if item.kind == "full":
                    found[uri.rpartition("/")[2]] = [str(one.code) for one in item.items]
            found = {name: rules for name, rules in found.items() if rules}


async def test_they_are_sent_to_an_editor_that_does_not_ask(
    start: Start, profile: str, tmp_path: Path
) -> None:
    (tmp_path / "a.mdx").write_text("---\ntitle: @\n---\n")
    (tmp_path / ".mintignore").write_text("notes/[old\n")
    editor = await start(profile, docs("a", "b"))

    await editor.shows("frontmatter-error", name="a.mdx")
    await editor.shows("unlisted-page", name="c.mdx")
    await editor.shows("ignore-error", name=".mintignore")


async def test_what_is_wrong_with_the_whole_comes_at_rest_and_moves_along(
    start: Start, profile: str
) -> None:
    there = '{"source": "/x", "destination": "/y"}'
    back = '{"source": "/y", "destination": "/x"}'
    text = docs("a", "b", "c", extra=f', "redirects": [{there}, {back}]')
    editor = await start(profile, text)
    editor.open("docs.json")
    await editor.shows("redirect-loop")
    await editor.marks("/y")

    editor.replace("docs.json", "Quay", "\U0001f6a2 Landing")
    await editor.marks("/y")
    editor.replace("docs.json", '"a", "b"', '"b",\n"a"')
    await editor.marks("/y")
    editor.replace("docs.json", '"destination": "/y"', '"destination": "/a"')
    await editor.shows("redirect-chain")
