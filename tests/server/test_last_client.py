"""What an editor has said of itself is kept for the doctor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import client_capabilities

from docs_lsp import __version__
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.last_client import read_last_client, save_client

PARAMS = types.InitializeParams(
    capabilities=client_capabilities("neovim@v0.11"),
    client_info=types.ClientInfo("Neovim", "0.11.4"),
    workspace_folders=[types.WorkspaceFolder("file:///home/olga/secret", "secret")],
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path


@pytest.mark.asyncio
async def test_it_is_kept_and_read_again(cache: Path) -> None:
    assert read_last_client() is None

    await save_client(PARAMS, ClientFlags.from_params(PARAMS))
    said = read_last_client()

    assert said is not None
    assert (said["server"], said["version"], said["folders"]) == (__version__, "0.11.4", 1)
    assert said["client"]["name"] == "Neovim"
    assert said["client"]["dialect"]["encoding"] == "utf-8"
    assert said["client"]["proposals"]["snippets"] is True
    assert [path.name for path in (cache / "docs-lsp").iterdir()] == ["client.json"]


@pytest.mark.asyncio
async def test_no_name_of_a_folder_is_kept(cache: Path) -> None:
    await save_client(PARAMS, ClientFlags.from_params(PARAMS))

    text = (cache / "docs-lsp/client.json").read_text()
    assert "secret" not in text
    assert "olga" not in text


@pytest.mark.asyncio
async def test_the_last_one_counts(cache: Path) -> None:
    bare = types.InitializeParams(capabilities=types.ClientCapabilities())
    await save_client(PARAMS, ClientFlags.from_params(PARAMS))
    await save_client(bare, ClientFlags.from_params(bare))
    said = read_last_client()

    assert said is not None
    assert (said["version"], said["client"]["name"]) == ("", "")


@pytest.mark.asyncio
async def test_a_folder_that_cannot_be_written_is_no_trouble(cache: Path) -> None:
    (cache / "docs-lsp").write_text("a file")
    await save_client(PARAMS, ClientFlags.from_params(PARAMS))

    assert read_last_client() is None


@pytest.mark.parametrize("text", ["", "nonsense", "[1]", json.dumps({"client": []})])
def test_what_cannot_be_read_was_never_kept(cache: Path, text: str) -> None:
    (cache / "docs-lsp").mkdir()
    (cache / "docs-lsp/client.json").write_text(text)

    assert read_last_client() is None
