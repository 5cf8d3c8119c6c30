"""Configurations of editors that are not run in tests, checked against the server."""

from __future__ import annotations

import asyncio
import configparser
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import docs_lsp
from docs_lsp.cli.arguments import parse_arguments
from docs_lsp.features._commands import FIX_ALL, SHOW_REFERENCES
from docs_lsp.rules import all_rules
from docs_lsp.settings.reader import load_editor_settings
from tests.e2e.editor import Wire
from tests.editors.real import EDITORS, HERE, read_code_blocks

KATE = EDITORS / "kate/settings.json"
HELIX = EDITORS / "helix/languages.toml"
ZED = EDITORS / "zed"
SUBLIME = EDITORS / "sublime/LSP.sublime-settings"
SUBLIME_COMMANDS = EDITORS / "sublime/docs-lsp.sublime-commands"
JETBRAINS = EDITORS / "jetbrains"

FOLDERS = sorted(
    path for path in EDITORS.iterdir() if path.is_dir() and not path.name.startswith("vscode")
)
READMES = [folder / "README.md" for folder in FOLDERS]
each_readme = pytest.mark.parametrize("readme", READMES, ids=lambda path: path.parent.name)


def read(path: Path) -> Any:
    text = path.read_text("utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


def command_lines() -> Iterator[Any]:
    """Yield each command that starts the server in a configuration."""
    for name, server in read(KATE)["servers"].items():
        yield pytest.param(server["command"], id=f"kate-{name}")
    helix = read(HELIX)["language-server"]["docs-lsp"]
    yield pytest.param([helix["command"], *helix.get("args", [])], id="helix")
    client = read(SUBLIME)["clients"]["docs-lsp"]
    yield pytest.param(client["command"], id="sublime")
    for system, line in read(JETBRAINS / "template.json")["programArgs"].items():
        yield pytest.param(line.split(), id=f"jetbrains-{system}")
    for file in ("neovim/lsp/docs_lsp.lua", "vim/autoload/docs_lsp.vim", "emacs/docs-lsp.el"):
        [program] = set(re.findall(r"['\"](docs-lsp)['\"][)\s}]", (EDITORS / file).read_text()))
        yield pytest.param([program], id=file.split("/")[0])


@pytest.mark.parametrize("line", [*command_lines()])
def test_the_command_starts_the_server(line: list[str]) -> None:
    program, *arguments = line

    assert program.removesuffix(".exe") == "docs-lsp"
    assert parse_arguments(arguments).command in (None, "server")


def sources() -> list[Path]:
    paths = [path for folder in FOLDERS for path in sorted(folder.rglob("*"))]
    return [path for path in paths if path.is_file() and path.suffix not in (".png", ".svg")]


@pytest.fixture(scope="module")
def announced() -> set[str]:
    """The commands that the server announces to clients."""

    async def introduce() -> set[str]:
        wire = await Wire.start()
        answer = await wire.initialize()
        await wire.hang_up()
        return set(answer["capabilities"]["executeCommandProvider"]["commands"])

    return asyncio.run(introduce())


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(EDITORS)))
def test_every_command_that_is_named_is_one_of_the_server(path: Path, announced: set[str]) -> None:
    known = {*announced, SHOW_REFERENCES}
    named = set(re.findall(r"docsLsp(?:\.[a-z][\w-]*\w)+", path.read_text("utf-8")))

    for name in named:
        is_stem = any(command.startswith(f"{name}.") for command in known)
        assert name in known or is_stem or _is_setting(name), name


def _is_setting(name: str) -> bool:
    path = name.split(".")[1:]
    section: Any = "off"
    for key in reversed(path):
        section = {key: section}
    return load_editor_settings(section, all_rules())[1] == ()


@pytest.mark.parametrize(
    "section",
    [
        pytest.param(read(SUBLIME)["clients"]["docs-lsp"]["initializationOptions"], id="sublime"),
        pytest.param(read(JETBRAINS / "settings.json"), id="jetbrains"),
        pytest.param(read(JETBRAINS / "initializationOptions.json"), id="jetbrains-start"),
    ],
)
def test_settings_that_are_given_are_understood(section: Any) -> None:
    assert list(section) == ["docsLsp"]
    assert load_editor_settings(section["docsLsp"], all_rules())[1] == ()


def test_kate_finds_the_folder_of_docs_json_for_json_and_markdown() -> None:
    servers = read(KATE)["servers"]

    assert {each["highlightingModeRegex"] for each in servers.values()} == {"^JSON$", "^Markdown$"}
    for server in servers.values():
        assert server["rootIndicationFileNames"] == ["docs.json"]


def test_kate_shows_pages_in_mdx_in_a_mode_that_has_a_server() -> None:
    modes = configparser.ConfigParser()
    modes.read_string(read_code_blocks(EDITORS / "kate/README.md", "ini")[0])
    highlightings = [each["highlightingModeRegex"] for each in read(KATE)["servers"].values()]

    assert modes["MDX"]["Wildcards"] == "*.mdx"
    assert f"^{modes['MDX']['Highlighting']}$" in highlightings


MOVING = {"neovim", "neovim-older", "emacs-lsp-mode", "vscode"}
"""Editors that support file renames by the server."""


def test_a_readme_says_how_a_page_is_renamed_where_the_editor_moves_no_files() -> None:
    recordings = {path.stem: path for path in (HERE / "recordings").glob("*.jsonl")}
    for name, path in recordings.items():
        abilities = json.loads(path.read_text("utf-8").splitlines()[0])["params"]["capabilities"]
        edits = abilities.get("workspace", {}).get("workspaceEdit") or {}
        assert ("rename" in edits.get("resourceOperations", ())) == (name in MOVING), name
    for editor in ("emacs", "kate", "vim"):
        assert "`docs-lsp move" in (EDITORS / editor / "README.md").read_text("utf-8")


def test_helix_starts_it_in_sites_alone_and_beside_its_own_servers() -> None:
    config = read(HELIX)

    assert config["language-server"]["docs-lsp"]["required-root-patterns"] == ["docs.json"]
    assert {each["name"] for each in config["language"]} == {"json", "markdown"}
    for language in config["language"]:
        assert language["language-servers"][0] == "docs-lsp"
        assert len(language["language-servers"]) > 1


def test_zed_has_an_extension_that_looks_on_the_path() -> None:
    manifest, crate = read(ZED / "extension.toml"), read(ZED / "Cargo.toml")
    source = (ZED / "src/lib.rs").read_text("utf-8")
    server = manifest["language_servers"]["docs-lsp"]

    assert manifest["schema_version"] == 1
    assert manifest["version"] == crate["package"]["version"] == docs_lsp.__version__
    assert crate["lib"]["crate-type"] == ["cdylib"]
    assert set(server["language_ids"]) == set(server["languages"])
    assert 'const PROGRAM: &str = "docs-lsp";' in source
    assert "worktree.which(PROGRAM)" in source
    assert source.rstrip().endswith("zed::register_extension!(DocsLsp);")


def test_sublime_has_the_preview_in_its_command_palette() -> None:
    commands = read(SUBLIME_COMMANDS)
    [name] = read(SUBLIME)["clients"]

    assert {each["command"] for each in commands} == {"lsp_execute"}
    assert {each["args"]["session_name"] for each in commands} == {name}
    for each in commands:
        takes_site = each["args"]["command_name"] != "docsLsp.preview.status"
        assert each["args"].get("command_args") == (["${file_uri}"] if takes_site else None)


def test_jetbrains_is_given_docs_json_and_pages_alone() -> None:
    template = read(JETBRAINS / "template.json")
    patterns = [mapping["fileType"]["patterns"] for mapping in template["fileTypeMappings"]]

    assert patterns == [["docs.json"], ["*.mdx"], ["*.md"]]


def test_fix_all_is_asked_for_by_a_kind_that_is_announced() -> None:
    for path in ("neovim/lsp/docs_lsp.lua", "emacs/docs-lsp.el"):
        kinds = set(re.findall(r"source\.[\w.-]+", (EDITORS / path).read_text("utf-8")))
        assert kinds
        assert all(kind == FIX_ALL or kind.startswith(f"{FIX_ALL}.") for kind in kinds)


@each_readme
def test_a_readme_says_how_to_set_it_up_and_to_start_the_preview(readme: Path) -> None:
    text = readme.read_text("utf-8")

    assert "\n## Set it up\n" in text
    assert "\n## Use it\n" in text
    assert "`docs-lsp doctor`" in text
    assert "preview" in text
    assert len(text.splitlines()) < 90


@each_readme
def test_what_a_readme_links_to_is_there(readme: Path) -> None:
    for target in re.findall(r"\]\(([^):]+)\)", readme.read_text("utf-8")):
        assert (readme.parent / target).is_file()


@each_readme
def test_settings_in_a_readme_can_be_read(readme: Path) -> None:
    for block in read_code_blocks(readme, "json"):
        assert isinstance(json.loads(block), dict)
    for block in read_code_blocks(readme, "toml"):
        assert tomllib.loads(block)
