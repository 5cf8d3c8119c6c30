"""The public interface: what it exports, and a site read, looked at and fixed with it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import get_args, get_type_hints

import pytest

from docs_lsp import api
from docs_lsp.api import (
    CheckedSite,
    Conflict,
    FileFault,
    Severity,
    SiteFinding,
    find_sites,
    read_site,
)

DOCS_JSON = """{
  "theme": "mint",
  "name": "Harbour",
  "colors": {"primary": "#0a7d5c"},
  "navigation": {"pages": ["index", "moorings.mdx"]}
}
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site with one mistake that has a safe fix."""
    tmp_path.joinpath("docs.json").write_text(DOCS_JSON, "utf-8")
    for page in ("index", "moorings"):
        tmp_path.joinpath(f"{page}.mdx").write_text(f"---\ntitle: {page}\n---\n\nText.\n", "utf-8")
    return tmp_path


def require_finding(site: CheckedSite, rule: str) -> SiteFinding:
    """Return the only finding of a rule."""
    (finding,) = (finding for finding in site.findings if finding.rule == rule)
    return finding


def test_every_public_name_is_exported() -> None:
    tree = ast.parse(Path(api.__file__).read_text("utf-8"))
    defined = {
        node.name
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")
    }

    assert defined <= set(api.__all__)
    assert all(hasattr(api, name) for name in api.__all__)
    assert sorted(api.__all__) == api.__all__


def list_public_types() -> Iterator[object]:
    """Yield the types of all public attributes, properties and results of the interface."""
    for value in map(api.__dict__.__getitem__, api.__all__):
        if isinstance(value, FunctionType):
            yield from get_type_hints(value).values()
            continue
        hints = get_type_hints(value)
        yield from (hint for name, hint in hints.items() if not name.startswith("_"))
        for name, member in vars(value).items():
            function = getattr(member, "fget", None) or getattr(member, "func", member)
            if not name.startswith("_") and isinstance(function, FunctionType):
                yield from get_type_hints(function).values()


def list_classes(hint: object) -> Iterator[type]:
    """Yield the classes in a type, such as `Fix` in `tuple[Fix, ...]`."""
    if isinstance(hint, type):
        yield hint
    for part in get_args(hint):
        yield from list_classes(part)


def test_every_type_of_a_public_value_is_exported() -> None:
    classes = {one for hint in list_public_types() for one in list_classes(hint)}
    own = {one.__name__ for one in classes if one.__module__.startswith("docs_lsp")}

    assert "ReportRange" in own
    assert own - set(api.__all__) == set()


def test_a_folder_is_read_by_its_docs_json(site: Path) -> None:
    found = [finding.message for finding in read_site(site).findings]

    assert found == [finding.message for finding in read_site(site / "docs.json").findings]
    with pytest.raises(FileNotFoundError, match=r"docs\.json does not exist"):
        read_site(site.parent)


def test_a_site_is_found_read_and_fixed(site: Path) -> None:
    (docs_json,) = find_sites(site)
    checked = read_site(docs_json)
    finding = require_finding(checked, "page-extension")

    assert (checked.root, checked.is_documentation) == (site, True)
    assert (finding.file, finding.range.start.line, finding.severity) == (
        "docs.json",
        5,
        Severity.ERROR,
    )
    fix = checked.list_fixes(finding)[0]
    assert fix.safe
    assert checked.preview(fix) == {"docs.json": DOCS_JSON.replace(".mdx", "").encode()}
    assert docs_json.read_text("utf-8") == DOCS_JSON, "a preview writes nothing"

    checked.apply(fix)

    assert docs_json.read_text("utf-8") == DOCS_JSON.replace(".mdx", "")
    assert not read_site(docs_json).findings


def test_a_fix_is_refused_if_the_file_has_changed_since(site: Path) -> None:
    docs_json = site / "docs.json"
    checked = read_site(docs_json)
    fix = checked.list_fixes(require_finding(checked, "page-extension"))[0]
    changed = DOCS_JSON.replace("Harbour", "Port")
    docs_json.write_text(changed, "utf-8")

    with pytest.raises(FileFault):
        checked.apply(fix)
    assert docs_json.read_text("utf-8") == changed


def test_a_page_that_has_changed_since_is_not_touched(site: Path) -> None:
    page = site / "index.mdx"
    page.write_text("---\ntitle: Start\n---\n\n[Moor](/moorngs)\n", "utf-8")
    checked = read_site(site / "docs.json")
    finding = require_finding(checked, "dead-link")
    fixes = checked.list_fixes(finding)
    changed = "---\ntitle: Start\n---\n\nMore text, and [moor](/moorngs)\n"
    page.write_text(changed, "utf-8")

    edits = [fix for fix in fixes if any(change.file == "index.mdx" for change in fix.changes)]
    assert edits
    for fix in edits:
        with pytest.raises((FileFault, Conflict)):
            checked.apply(fix)
    assert page.read_text("utf-8") == changed


def test_mistakes_in_the_settings_are_listed(site: Path) -> None:
    site.joinpath("docs-lsp.toml").write_text("[check]\nnope = 1\n", "utf-8")

    (message,) = read_site(site / "docs.json").setting_errors
    assert "nope" in message


def test_a_broken_docs_json_is_a_finding_and_a_missing_one_an_error(tmp_path: Path) -> None:
    docs_json = tmp_path / "docs.json"
    with pytest.raises(FileNotFoundError):
        read_site(docs_json)
    docs_json.write_text('{"navigation": ', "utf-8")

    assert "syntax-error" in {finding.rule for finding in read_site(docs_json).findings}
