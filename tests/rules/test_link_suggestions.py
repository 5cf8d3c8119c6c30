"""What dead links most likely meant, on a site that has very many of them."""

from __future__ import annotations

from pathlib import Path

from docs_lsp.check import whole_site
from docs_lsp.files import MemoryFiles
from docs_lsp.settings import Settings


def test_missing_pictures_do_not_use_up_the_suggestions() -> None:
    """A checkout without its pictures still learns which page a link meant."""
    pictures = "\n".join(f"![Quay](/images/quay-{number}.png)" for number in range(200))
    assert "Did you mean `/moorings`?" in _said(f"{pictures}\n[Moorings](/mooring)\n")[-1]


def test_a_search_that_would_take_seconds_is_cut_short() -> None:
    """Of thousands of dead links the last ones get no suggestion, and are told all the same."""
    links = "\n".join(f"[Moorings](/mooring{number})" for number in range(200))
    said = _said(links)
    assert "Did you mean" in said[0]
    assert said[-1].endswith("Correct the path, or create the page.")


def _said(page: str) -> list[str]:
    config = (
        '{ "theme": "mint", "name": "Harbour", "colors": { "primary": "#0a7d5c" },'
        ' "navigation": { "pages": ["index", "moorings"] } }'
    )
    texts = {"docs.json": config, "index.mdx": page, "moorings.mdx": "# Moorings\n"}
    files = MemoryFiles({path: text.encode() for path, text in texts.items()})
    found = whole_site(Path("/site"), files, Settings()).problems().get("index.mdx", ())
    return [problem.message for problem in found if problem.rule == "dead-link"]
