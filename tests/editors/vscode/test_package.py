"""The manifest of the extension, and the contents of its package."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from docs_lsp import __version__
from docs_lsp.features import _commands
from docs_lsp.server.preview_process import build_preview_options
from docs_lsp.settings.toml_tables import EditorConfig
from editors.vscode.scripts.bundle import HOME, OUR_OWN, PYTHONS, ROOT, TARGETS, pins
from editors.vscode.scripts.package import build, npm, this_machine
from editors.vscode.scripts.vsix import Source, pack
from tests.preview import node

PACKAGE: dict[str, Any] = json.loads((HOME / "package.json").read_text("utf-8"))
CONTRIBUTES = PACKAGE["contributes"]
SETTINGS: dict[str, Any] = CONTRIBUTES["configuration"]["properties"]
LISTS = ("common", "abi3", "compiled")
OF_THE_EXTENSION = {"interpreter", "logLevel", "path", "statusBar", "trace.server"}


def _server_settings() -> dict[str, Any]:
    """Return the defaults of all server settings, by dotted name."""
    defaults: dict[str, Any] = {}
    for name, field in EditorConfig.model_fields.items():
        value, key = field.default, field.alias or name
        if isinstance(value, BaseModel):
            for inner, innermost in type(value).model_fields.items():
                defaults[f"{key}.{inner}"] = innermost.default
        else:
            defaults[key] = value
    return defaults


def test_all_that_the_server_reads_can_be_set_with_the_same_default() -> None:
    server = {name: value for name, value in _server_settings().items() if name != "trace"}
    defaults = {
        name.removeprefix("docsLsp."): setting["default"] for name, setting in SETTINGS.items()
    }

    started_with = {name for name in defaults if name.startswith("previewServer.")}
    assert defaults.keys() - OF_THE_EXTENSION - started_with == server.keys()
    for name, default in server.items():
        assert defaults[name] == (list(default) if isinstance(default, tuple) else default), name


def test_every_setting_says_what_it_is_for_and_where_it_may_be_set() -> None:
    for name, setting in SETTINGS.items():
        assert setting.get("description") or setting.get("markdownDescription"), name
        assert setting["scope"] in ("resource", "window", "machine", "machine-overridable"), name


def test_what_chooses_a_program_is_out_of_reach_of_a_folder_that_is_not_trusted() -> None:
    trust = PACKAGE["capabilities"]["untrustedWorkspaces"]
    programs = ["docsLsp.interpreter", "docsLsp.path"]
    restricted = ["docsLsp.compareWith", *programs, "docsLsp.translations"]

    assert trust["supported"] == "limited" and trust["restrictedConfigurations"] == restricted
    assert {SETTINGS[name]["scope"] for name in programs} == {"machine-overridable"}


def test_who_reaches_the_preview_is_out_of_reach_of_every_folder() -> None:
    options = {name: setting for name, setting in SETTINGS.items() if ".previewServer." in name}
    given = {name.rpartition(".")[2]: ["x"] for name in options}

    assert {option["scope"] for option in options.values()} == {"machine"}
    assert len(build_preview_options({"previewServer": given})) == len(options)


def test_it_is_loaded_for_a_docs_json_a_file_that_may_be_one_and_a_page_opened_alone() -> None:
    assert PACKAGE["activationEvents"] == [
        *("workspaceContains:docs.json", "workspaceContains:**/docs.json"),
        *("onLanguage:json", "onLanguage:jsonc", "onLanguage:markdown"),
    ]


def test_every_command_is_there_and_every_mention_means_one() -> None:
    sources = "".join(path.read_text("utf-8") for path in (HOME / "src").rglob("*.ts"))
    server = {name for name in vars(_commands).values() if str(name).startswith("docsLsp.")}
    for contribution in CONTRIBUTES["commands"]:
        command = contribution["command"]
        own = re.compile(rf"^      {command.rpartition('.')[2]}: (async )?\(", re.MULTILINE)
        assert command in server or f'"{command}"' in sources or own.search(sources), command
    known = {entry["command"] for entry in CONTRIBUTES["commands"]}
    menus = [item["command"] for menu in CONTRIBUTES["menus"].values() for item in menu]
    linked = re.findall(r"\(command:(docsLsp\.\w[\w.]*)\)", json.dumps(PACKAGE))
    assert set(menus) <= known
    assert set(linked) <= known | {"docsLsp.navigation.focus"}


def test_every_picture_is_there_and_small() -> None:
    named = {PACKAGE["icon"], *re.findall(r"images/[\w-]+\.\w+", json.dumps(PACKAGE))}
    named |= set(re.findall(r"images/[\w-]+\.\w+", (HOME / "README.md").read_text("utf-8")))

    for name in named:
        assert (HOME / name).is_file(), name
        assert (HOME / name).stat().st_size < 300_000, name


def test_it_has_the_version_of_the_server() -> None:
    assert PACKAGE["version"] == __version__


def test_the_lists_of_packages_hold_all_that_the_server_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pinned = {pin.split("==")[0].lower() for name in LISTS for pin in pins(name)}

    for needed in project["dependencies"]:
        name = re.split(r"[><=\[;]", needed)[0].strip().lower()
        assert name in pinned, f"{name} is missing in editors/vscode/requirements"
    assert "dulwich" in pinned, "a setting of the extension needs it"


def test_no_file_says_where_packages_come_from() -> None:
    lock = json.loads((HOME / "package-lock.json").read_text("utf-8"))

    assert not [name for name, entry in lock["packages"].items() if "resolved" in entry]


def test_what_is_packed_is_complete(tmp_path: Path) -> None:
    for name in ("package.json", "README.md", "images/icon.png", "dist/extension.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "package.json").write_text(json.dumps(PACKAGE), "utf-8")
    first = pack(tmp_path, {"LICENSE": ROOT / "LICENSE"}, tmp_path / "a.vsix", "linux-x64")
    second = pack(tmp_path, {"LICENSE": ROOT / "LICENSE"}, tmp_path / "b.vsix", "linux-x64")

    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as packed:
        names = packed.namelist()
        manifest = packed.read("extension.vsixmanifest").decode()
        types = packed.read("[Content_Types].xml").decode()
    assert 'TargetPlatform="linux-x64"' in manifest
    for path in re.findall(r'Path="([^"]+)"', manifest):
        assert path in names
    assert "/extension/LICENSE" in types and '".js"' in types


def test_the_page_of_a_release_has_links_and_pictures_that_lead_somewhere(tmp_path: Path) -> None:
    for name in ("images/icon.png", "dist/extension.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    for name in ("package.json", "README.md"):
        (tmp_path / name).write_bytes((HOME / name).read_bytes())
    more = {"LICENSE": ROOT / "LICENSE", "CHANGELOG.md": ROOT / "docs_lsp/CHANGES.md"}
    source = Source("https://example.com/quay/docs-lsp", "v0.1.0")

    vsix = pack(tmp_path, more, tmp_path / "a.vsix", "linux-x64", source)

    with zipfile.ZipFile(vsix) as packed:
        readme = packed.read("extension/README.md").decode()
        package = json.loads(packed.read("extension/package.json"))
        manifest = packed.read("extension.vsixmanifest").decode()
        assert "extension/CHANGELOG.md" in packed.namelist()
    assert "https://example.com/quay/docs-lsp/blob/v0.1.0/README.md" in readme
    assert (
        "https://example.com/quay/docs-lsp/raw/v0.1.0/editors/vscode/images/problems.png" in readme
    )
    assert not re.findall(r"\]\((?!https?:|#)[^)]*\)", readme)
    assert package["bugs"] == {"url": "https://example.com/quay/docs-lsp/issues"}
    assert package["repository"]["url"].endswith("docs-lsp.git") and package["homepage"]
    for link in ("Links.Source", "Links.Support", "Links.Learn", "Content.Changelog"):
        assert f"Services.{link}" in manifest


def test_each_target_has_its_own_wheels() -> None:
    assert {"linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"} <= TARGETS.keys()
    assert this_machine() is None or this_machine() in TARGETS
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f">={PYTHONS[0]}" == oldest["requires-python"]
    assert all((ROOT / name).is_dir() for name in OUR_OWN)


def test_the_source_is_typed_and_clean() -> None:
    node.node()  # Skips where there is none.
    build()
    npm("run", "check")


def test_the_script_says_how_it_is_used() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "editors.vscode.scripts.package", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0 and "--target" in done.stdout
