"""What the page begins with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from docs_lsp.site.visibility import EVERYBODY, Audience
from mcp_preview.content.pages import SitePages
from mcp_preview.web_api.site_api import _pick_examples
from tests.preview.group_sites import write
from tests.preview.made import SITE
from tests.preview.running import running
from tests.preview.small import page_of

CREW = Audience(False, ("crew",))


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        ([], []),
        (["Start"], ["Start"]),
        (["Start", "The sea"], ["The sea", "Start"]),
        (["A b", "C d", "E f", "G h"], ["C d", "E f", "G h"]),
        (["A b", "C d", "E f", "Sea"], ["A b", "C d", "E f"]),
        (["word " * 10], []),
        (["Crew only", "Start"], ["Start"]),
        (["Crew only"], ["Crew only"]),
    ],
)
def test_examples_are_titles_and_short_ones_if_there_are_too_few(
    titles: list[str], expected: list[str]
) -> None:
    pages = {
        title: page_of(title, title=title, audience=CREW if "Crew" in title else EVERYBODY)
        for title in titles
    }

    assert _pick_examples(replace(SITE, pages=SitePages(pages))) == expected


def test_findings_that_need_no_searches_are_answered_by_themselves(tmp_path: Path) -> None:
    files = {
        "docs.json": '{"name": "Quay", "navigation": {"pages": ["a", "b", "bad"]}}',
        "a.mdx": "---\ntitle: Boats\n---\nOf boats.",
        "b.mdx": "---\ntitle: Boats\n---\nOf other boats.",
        "bad.mdx": "---\ntitle: [Sea\n---\n",
    }
    with running(write(tmp_path, files)) as preview:
        quick, whole, again = (
            [finding["kind"] for finding in preview.api(f"findings{query}").json()["findings"]]
            for query in ("?searches=false", "", "?searches=false")
        )

    assert quick == ["unreadable"]
    assert "same-title" in whole
    assert again == whole
