"""ARCHITECTURE.md names only what there is, and every room."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_directions import LAYERS, PREVIEW_LAYERS, SITE_LAYERS

ROOT = Path(__file__).parents[1]
TEXT = ROOT.joinpath("docs_lsp", "ARCHITECTURE.md").read_text("utf-8")
PATHS = sorted(set(re.findall(r"\.?[A-Za-z_]+(?:/[A-Za-z_]+)+(?:\.[a-z]+)?", TEXT)))
METHODS = re.compile(r"textDocument/|tools/call")


@pytest.mark.parametrize("path", [path for path in PATHS if not METHODS.match(path)])
def test_what_is_named_is_there(path: str) -> None:
    places = [
        home / f"{path}{ending}" for home in (ROOT, ROOT / "docs_lsp") for ending in ("", ".py")
    ]

    assert any(place.exists() for place in places)


@pytest.mark.parametrize("layers", [LAYERS, SITE_LAYERS, PREVIEW_LAYERS])
def test_every_package_that_is_a_room_is_named(layers: tuple[set[str], ...]) -> None:
    homes = (ROOT / "docs_lsp", ROOT / "docs_lsp" / "site", ROOT / "mcp_preview")
    rooms = {
        room for layer in layers for room in layer if any((one / room).is_dir() for one in homes)
    }

    assert rooms <= set(re.findall(r"\w+", TEXT))


@pytest.mark.parametrize("package", ["docs_lsp", "mcp_preview"])
def test_the_map_of_a_package_names_only_what_is_there(package: str) -> None:
    paths = [*(ROOT / "docs_lsp").rglob("*.py"), *(ROOT / "mcp_preview").rglob("*.py")]
    there = {path.stem for path in paths} | {path.parent.name for path in paths}
    source = (ROOT / package / "__init__.py").read_text("utf-8")
    names = re.findall(r"`(\w+(?:\.\w+)*)`", source.split('"""')[1])
    others = {"ServerState", "restrict_to_viewer", "web"}

    assert len(names) > 30
    assert {name.rpartition(".")[2] for name in names} - there <= others


def test_it_stays_short() -> None:
    assert len(TEXT.splitlines()) <= 150
