"""What is released: complete, and nothing of this machine."""

from __future__ import annotations

import email.message
import email.parser
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests import dist

pytestmark = pytest.mark.in_ci
ROOT = dist.ROOT
PACKAGES = ("docs_lsp", "mcp_preview")
FOR_DEVELOPERS = {
    f"docs_lsp/{name}.md" for name in ("ARCHITECTURE", "CHANGES", "DECISIONS", "SECURITY")
}
NEVER = re.compile(r"__pycache__|\.pyc$|node_modules|\.venv|\.hypothesis|_cache/|\.vsix$|/\.git/")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return dist.make_packages(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def wheel(made: tuple[Path, Path]) -> dict[str, bytes]:
    return contents(made[1])


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def sources() -> set[str]:
    """Every file of the packages that lies in the repository."""
    files = (path for name in PACKAGES for path in ROOT.joinpath(name).rglob("*"))
    found = {path.relative_to(ROOT).as_posix() for path in files if path.is_file()}
    return {name for name in found if not NEVER.search(name)} - FOR_DEVELOPERS


def metadata(wheel: dict[str, bytes]) -> email.message.Message:
    (name,) = (name for name in wheel if name.endswith(".dist-info/METADATA"))
    return email.parser.BytesParser().parsebytes(wheel[name])


def names_this_machine(files: dict[str, bytes]) -> list[str]:
    here = [str(ROOT).encode(), str(Path.home()).encode() + b"/", sys.prefix.encode()]
    return [name for name, data in files.items() if any(each in data for each in here)]


def test_the_wheel_is_the_packages_and_nothing_else(wheel: dict[str, bytes]) -> None:
    inside = {name for name in wheel if ".dist-info/" not in name and ".data/" not in name}

    assert inside == sources()
    assert any(name.endswith(".data/data/share/man/man1/docs-lsp.1") for name in wheel)
    assert {f"{name}/py.typed" for name in PACKAGES} <= inside
    assert {"docs_lsp/rules/missing_page.py", "docs_lsp/SERVICE.md"} <= inside
    assert {"docs_lsp/manual/docs.json", "docs_lsp/manual/rules/missing-page.md"} <= inside
    assert any(name.startswith("mcp_preview/") and name.endswith(".html") for name in inside)
    assert any(name.endswith("/licenses/LICENSE") for name in wheel)
    assert names_this_machine(wheel) == []


def test_the_wheel_says_what_it_needs(wheel: dict[str, bytes]) -> None:
    needed = metadata(wheel).get_all("Requires-Dist", [])

    assert needed
    assert all("<" in line and ">=" in line for line in needed)


def test_what_an_index_shows_leads_nowhere_that_is_not_there(wheel: dict[str, bytes]) -> None:
    text = metadata(wheel).get_payload()

    assert isinstance(text, str) and text.lstrip().startswith("# docs-lsp")
    assert "## Three commands" in text and "CHANGES.md" in text
    headings = {slug(title) for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        assert target.startswith("https:") or target.removeprefix("#") in headings, target


def slug(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def test_the_source_distribution_can_be_worked_on(made: tuple[Path, Path]) -> None:
    with tarfile.open(made[0]) as packed:
        members = {member.name.partition("/")[2] for member in packed if member.isfile()}
        owners = {(member.uid, member.uname) for member in packed}

    assert sources() <= members
    assert {"README.md", "LICENSE", "Makefile", "pyproject.toml", ".ci/run"} <= members
    assert {"tests/conftest.py", "tests/sites/broken/docs.json"} <= members
    assert {".github/CONTRIBUTING.md", "editors/vscode/package-lock.json"} <= members
    assert [name for name in members if NEVER.search(name)] == []
    assert owners == {(0, "")}


def test_the_wheel_runs_without_the_sources(made: tuple[Path, Path], tmp_path: Path) -> None:
    """`make dist` tries it in an environment of its own; here the packages it needs are ours."""
    with zipfile.ZipFile(made[1]) as packed:
        packed.extractall(tmp_path)
    script = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import docs_lsp.cli as cli; "
    script += f"assert cli.__file__.startswith({str(tmp_path)!r}); sys.exit(cli.main())"

    dist.expect_findings(sys.executable, "-P", "-c", script, "check", dist.SITE)


def test_the_extension_runs_with_what_it_brings(extension: Path, tmp_path: Path) -> None:
    files = contents(extension)
    inside = {name.partition("extension/bundled/common/")[2] for name in files}

    assert sources() <= inside
    own = ("package.json", "LICENSE", "README.md", "dist/extension.js")
    assert {"extension.vsixmanifest", *(f"extension/{name}" for name in own)} <= files.keys()
    assert not [name for name in files if NEVER.search(name) or name.startswith("extension/src")]
    # What is compiled names the machines of those who compiled it.
    ours = {name: data for name, data in files.items() if not name.endswith((".so", ".pyd"))}
    assert names_this_machine(ours) == []
    dist.try_extension(extension, tmp_path)
