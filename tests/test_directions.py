"""Who may import whom: the rooms of the house lie above one another, and no room looks up."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]

# From the ground up. A room may import its own layer and those below.
LAYERS = (
    {"core"},
    {"files", "cache"},
    {"jsontree", "formats", "revisions"},
    {"mdx"},
    {"schema", "openapi_schema"},
    {"settings"},
    {"site"},
    {"comparison", "translations"},
    {"rules"},
    {"evaluation", "fixes", "refactor"},
    {"features"},
    {"server"},
    {"cli"},
    {"api", "__main__"},
)
# The rooms and modules of `site`, from the ground up as well.
SITE_LAYERS = (
    {"misspelt_pages", "pages", "page_ranking", "ignore", "tool_names"},
    {"site_files"},
    {"access_mode"},
    {"visibility"},
    {"mdx"},
    {"specifications"},
    {"navigation"},
    {"generated_pages", "site", "overview", "navigation_completeness"},
    {"languages_and_versions", "access_signs", "imported_files", "offered_imports", "starter_kit"},
    {"routes"},
    {"references", "summaries", "entry_sorts"},
    {"moves", "sync"},
)
# Parts that rules share; everything else in `rules` is a rule.
RULE_ROOMS = {"framework", "navigation", "links", "mdx", "operations"}
HEIGHT = {room: height for height, layer in enumerate(LAYERS) for room in layer}
SITE_HEIGHT = {room: height for height, layer in enumerate(SITE_LAYERS) for room in layer}
PREVIEW_MAY_IMPORT = {
    *("core", "files", "cache", "settings", "jsontree", "schema"),
    *("formats", "mdx", "revisions", "site"),
}
# The rooms of the preview, from the ground up. Each may import itself and lower layers only.
PREVIEW_LAYERS = (
    {"markdown", "store", "meaning", "settings"},
    {"content"},
    {"index", "filesystem"},
    {"live"},
    {"mcp", "web"},
    {"oauth", "report"},
    {"http"},
    {"documents"},
    {"web_api"},
    {"commands"},
    {"cli"},
    {"__main__"},
)
PREVIEW_HEIGHT = {room: height for height, layer in enumerate(PREVIEW_LAYERS) for room in layer}
# The modules of the command line, from the ground up. Each may import itself and lower layers only:
# the forms of output know findings, and no command knows another.
CLI_LAYERS = (
    {
        "terminal",
        "parser",
        "manual_pages",
        "findings",
        "preview_process",
        "exit_codes",
    },
    {"time_limit"},
    {"outcome", "sites", "arguments"},
    {"output", "baseline", "earlier_site", "fail_on"},
    {"change_mode", "fix_plan", "move_plan"},
    {"check", "doctor", "explain", "fix", "mcp", "move", "preview", "rules", "schema", "server"}
    | {
        "cache",
        "completions",
        "new",
        "manual",
        "convert",
        "diff",
        "freeze",
        "sync",
        "translations",
        "url",
    },
)
CLI_HEIGHT = {room: height for height, layer in enumerate(CLI_LAYERS) for room in layer}
# Packages whose modules are for themselves: others import the package.
WITH_ONE_DOOR = ("docs_lsp.jsontree.parser", "docs_lsp.jsontree.edits")
# Libraries that take long to import, or that must not spread, and the rooms that may have them.
ONLY_IN = {
    "pydantic": {
        *("settings.reader", "settings.fields", "settings.preview", "settings.toml_tables"),
        "cli.mcp",
    },
    "pydantic_core": {"settings.reader", "settings.fields"},
    "lsprotocol": {"features", "server"},
    "pygls": {"server"},
    "esprima": {"mdx"},
    "dulwich": {"revisions"},
}


class Import(NamedTuple):
    """One import: in which module and line, and of what."""

    importer: str
    line: int
    imported: str

    def complain(self, reason: str) -> str:
        return f"{self.importer}, line {self.line}, imports {self.imported}: {reason}"


def imports_of(importer: str, source: str, *, package: bool = False) -> Iterator[Import]:
    """Every import in a module, wherever it stands: late ones count as well."""
    home = importer.split(".") if package else importer.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(importer, node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            above = home[: len(home) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                yield Import(importer, node.lineno, f"{base}.{alias.name}")


def room(module: str) -> str | None:
    """`jsontree` for `docs_lsp.jsontree.parser`; None for what is not ours, or for a mere name."""
    parts = module.split(".")
    if parts[0] != "docs_lsp" or len(parts) == 1:
        return None
    return None if parts[1] == "__version__" else parts[1]


def room_in(package: str, module: str) -> str | None:
    """`routes` for `docs_lsp.site.routes.router` in `docs_lsp.site`; None outside of it."""
    is_inside = module.startswith(f"{package}.")
    return module.removeprefix(f"{package}.").split(".")[0] if is_inside else None


def upward(each: Import) -> str | None:
    here, there = room(each.importer), room(each.imported)
    if here not in HEIGHT or there not in HEIGHT:
        return None
    if HEIGHT[there] > HEIGHT[here]:
        return each.complain(f"`{there}` lies above `{here}`; move what both need further down.")
    if here == "cli" and there == "features":
        return each.complain("the command line does not speak LSP; use what features are made of.")
    return None


def upward_in_site(each: Import) -> str | None:
    here, there = (room_in("docs_lsp.site", one) for one in (each.importer, each.imported))
    if here not in SITE_HEIGHT or there not in SITE_HEIGHT:
        return None
    if SITE_HEIGHT[there] > SITE_HEIGHT[here]:
        return each.complain(f"`site.{there}` lies above `site.{here}`.")
    return None


def misplaced_library(each: Import) -> str | None:
    library = each.imported.split(".")[0]
    rooms = ONLY_IN.get(library)
    if rooms is None or each.importer.startswith("mcp_preview"):
        return None
    if any(f"{each.importer}.".startswith(f"docs_lsp.{room}.") for room in rooms):
        return None
    return each.complain(f"`{library}` is only for {' and '.join(sorted(rooms))}.")


def sideways(each: Import) -> str | None:
    """Rules do not use each other, nor do features. Shared are the rooms of `rules`, and in
    `features` `to_lsp` and names that start with `_`."""
    mine, its = each.importer.split(".")[1:3], each.imported.split(".")[1:3]
    if mine[:1] not in (["rules"], ["features"]) or mine[:1] != its[:1] or mine == its:
        return None
    if len(mine) < 2 or its[1].startswith("_") or its == ["features", "to_lsp"]:
        return None
    if mine[0] == "rules" and its[1] in RULE_ROOMS:
        return None
    return each.complain(f"one of the {mine[0]} does not use another; move what both need.")


def past_the_door(each: Import) -> str | None:
    """Others import what the `__init__` of such a package names, never a module in it."""
    for package in WITH_ONE_DOOR:
        if each.importer == package or each.importer.startswith(f"{package}."):
            continue
        if each.imported.startswith(f"{package}."):
            inner = each.imported.removeprefix(f"{package}.").split(".")[0]
            if ROOT.joinpath(*package.split("."), f"{inner}.py").exists():
                return each.complain(f"`{package}` says in its `__init__` what is for others.")
    return None


def across(each: Import) -> str | None:
    if each.importer.startswith("docs_lsp") and each.imported.startswith("mcp_preview"):
        return each.complain("the preview is a process of its own, started by its command line.")
    foreign = room(each.imported) not in {None, *PREVIEW_MAY_IMPORT}
    if each.importer.startswith("mcp_preview") and foreign:
        return each.complain("the preview builds on the site, not on what checks it.")
    return None


def upward_in_preview(each: Import) -> str | None:
    """In the preview not even rooms of one layer import one another."""
    return not_below("mcp_preview", PREVIEW_HEIGHT, each)


def upward_in_cli(each: Import) -> str | None:
    """Nor do modules of one layer of the command line."""
    return not_below("docs_lsp.cli", CLI_HEIGHT, each)


def not_below(package: str, heights: Mapping[str, int], each: Import) -> str | None:
    here, there = (room_in(package, one) for one in (each.importer, each.imported))
    if here is None or there is None or here == there or not {here, there} <= heights.keys():
        return None
    if heights[there] >= heights[here]:
        return each.complain(f"`{there}` does not lie below `{here}`; move what both need down.")
    return None


LAWS = (
    upward,
    upward_in_site,
    upward_in_preview,
    upward_in_cli,
    misplaced_library,
    sideways,
    past_the_door,
    across,
)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def all_imports() -> Iterator[Import]:
    for package in ("docs_lsp", "mcp_preview"):
        for path in sorted(ROOT.joinpath(package).rglob("*.py")):
            source = path.read_text("utf-8")
            yield from imports_of(module_name(path), source, package=path.stem == "__init__")


def complaints(imports: Iterator[Import]) -> list[str]:
    return [complaint for each in imports for law in LAWS if (complaint := law(each))]


def test_every_room_has_its_place() -> None:
    rooms = {room(module_name(path)) for path in ROOT.joinpath("docs_lsp").rglob("*.py")} - {None}

    assert rooms - HEIGHT.keys() == set(), "say in LAYERS of this test where these belong"


def test_every_room_of_a_site_has_its_place() -> None:
    paths = ROOT.joinpath("docs_lsp", "site").rglob("*.py")
    rooms = {room_in("docs_lsp.site", module_name(path)) for path in paths} - {None}

    assert rooms == SITE_HEIGHT.keys(), "say in SITE_LAYERS of this test where these belong"


def test_every_room_of_the_preview_has_its_place() -> None:
    modules = (module_name(path) for path in ROOT.joinpath("mcp_preview").rglob("*.py"))

    assert {room_in("mcp_preview", module) for module in modules} - {None} == PREVIEW_HEIGHT.keys()


def test_every_module_of_the_command_line_has_its_place() -> None:
    modules = (module_name(path) for path in ROOT.joinpath("docs_lsp", "cli").rglob("*.py"))

    assert {room_in("docs_lsp.cli", module) for module in modules} - {None} == CLI_HEIGHT.keys()


def test_every_import_follows_the_directions() -> None:
    found = complaints(all_imports())

    assert not found, "\n" + "\n".join(found)


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Late imports, and those for types alone, count as well."""
    packages = ("docs_lsp", "mcp_preview")
    paths = (path for package in packages for path in ROOT.joinpath(package).rglob("*.py"))
    modules = {module_name(path) for path in paths}
    graph: dict[str, set[str]] = {}
    for each in all_imports():
        named = each.imported if each.imported in modules else each.imported.rpartition(".")[0]
        if named in modules - {each.importer}:
            graph.setdefault(each.importer, set()).add(named)

    TopologicalSorter(graph).prepare()  # It raises an error that names the circle.


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("docs_lsp.core.text", "import docs_lsp.core.uris, docs_lsp.rules"),
        ("docs_lsp.jsontree.parser", "from docs_lsp.schema import model"),
        ("docs_lsp.jsontree.parser", "from ..schema import model"),
        ("docs_lsp.jsontree.document", "from docs_lsp.jsontree.parser.reuse import OldTree"),
        ("docs_lsp.rules.page_url", "from docs_lsp.jsontree.edits import removal"),
        ("docs_lsp.site.mdx.links", "from docs_lsp.site.routes import router"),
        (
            "docs_lsp.site.overview",
            "def late():\n    from docs_lsp.site.routes.router import PathResolver",
        ),
        ("docs_lsp.site.pages", "def late():\n    from docs_lsp import rules"),
        (
            "docs_lsp.evaluation.check",
            "from docs_lsp.evaluation.snapshot import Snapshot\nimport docs_lsp.server.main",
        ),
        ("docs_lsp.cli.check", "from docs_lsp.features import hover"),
        ("docs_lsp.cli.check", "from lsprotocol import types"),
        ("docs_lsp.cli.check", "from docs_lsp.cli.fix import run"),
        ("docs_lsp.cli.outcome", "from docs_lsp.cli.output.text import write_report"),
        ("docs_lsp.features.hover", "import pygls.server"),
        ("docs_lsp.site.pages", "from pydantic import BaseModel"),
        ("docs_lsp.rules.missing_page", "from docs_lsp.rules.page_case import check"),
        ("docs_lsp.features.hover", "from docs_lsp.features import links"),
        ("docs_lsp.server.main", "import mcp_preview.commands.app"),
        ("mcp_preview.index", "from docs_lsp.rules import all_rules"),
        (
            "mcp_preview.live.server_state",
            "from mcp_preview.documents.page_lists import render_llms_txt",
        ),
        ("mcp_preview.index.ranking", "from mcp_preview import filesystem"),
        ("mcp_preview.mcp.protocol", "def late():\n    import mcp_preview.commands.serve"),
    ],
)
def test_an_import_against_the_directions_is_named(importer: str, source: str) -> None:
    found = complaints(imports_of(importer, source))

    assert len(found) == 1
    assert found[0].startswith(f"{importer}, line ")


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("docs_lsp.jsontree", "from docs_lsp.jsontree.parser import parse"),
        ("docs_lsp.jsontree.parser.arrays", "from docs_lsp.jsontree.parser import closing"),
        ("docs_lsp.cli.server", "from docs_lsp.server.main import serve_stdio"),
        ("docs_lsp.cli.arguments", "from docs_lsp import __version__"),
        ("docs_lsp.cli.output.sarif", "from docs_lsp.cli.output import explanation"),
        ("docs_lsp.rules.missing_page", "from docs_lsp.rules.framework.rule import element_rule"),
        ("docs_lsp.rules", "from docs_lsp.rules.framework.rule import Rule"),
        ("docs_lsp.features.hover", "from docs_lsp.features.to_lsp import to_range"),
        ("mcp_preview.auth.tokens", "import pydantic"),
        ("mcp_preview.index", "from docs_lsp.site.pages import pages"),
        ("mcp_preview.commands.app", "from mcp_preview.mcp.protocol import server_of"),
        ("mcp_preview.index.ranking", "from mcp_preview.index.query import QueryBuilder"),
    ],
)
def test_an_import_along_the_directions_is_fine(importer: str, source: str) -> None:
    assert complaints(imports_of(importer, source)) == []
