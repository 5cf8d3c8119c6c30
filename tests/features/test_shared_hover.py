"""Hover for snippets, exports and variables in pages."""

from __future__ import annotations

import pytest

from docs_lsp.core.text import Encoding
from docs_lsp.features.hover import answer_hover
from tests.features.going import pointed
from tests.features.markers import covered
from tests.features.sharing import SHARING


def said(needle: str, site: str = SHARING, *, markdown: bool = True) -> tuple[str, str] | None:
    """The card at a needle, and the text that it is about."""
    place = pointed(site, needle)
    found = answer_hover(
        place.view(), place.file, place.offset, Encoding.UTF16, reads_markdown=markdown
    )
    if found is None:
        return None
    return found["contents"]["value"], covered(place.text(), found["range"])


SNIPPET = "Ten crowns, on {{channel}}.\n\n**More**\n\n- one"


def test_a_snippet_is_shown_as_readers_see_it() -> None:
    found = said("Prices />")

    assert found is not None
    assert found[1] == "Prices"
    heading, whence, text = found[0].split("\n\n", 2)
    assert heading == "**`<Prices>`**"
    assert "snippets/fees.mdx" in whence
    assert text == SNIPPET


def test_so_it_is_by_its_path() -> None:
    shown = f"**`snippets/fees.mdx`** · snippet\n\n{SNIPPET}"

    assert said("/snippets/fees.mdx") == (shown, "/snippets/fees.mdx")
    old = ("**`_snippets/old.mdx`** · snippet\n\nAn old one.", "old.mdx")
    assert said('old.mdx"') == old


def test_the_code_of_an_export_is_shown() -> None:
    found = said("Float size")

    assert found is not None
    card, about = found
    assert about == "Float"
    assert card.startswith("**`Float`**\n\nExported by ")
    assert "```jsx\nexport const Buoy = ({ size }) => <b>{size}{depth}</b>\n```" in card
    assert said("depth} é", markdown=False) == ("depth\n\nExported by parts/chart.jsx.", "depth")


def test_what_the_page_defines() -> None:
    found = said("Tide depth")

    assert found is not None
    assert "Defined in this page." in found[0]
    assert "export const Tide" in found[0]


@pytest.mark.parametrize(
    ("needle", "value"), [("channel}}, see", "12"), ("api-url}}`", "x.example")]
)
def test_what_a_variable_holds(needle: str, value: str) -> None:
    name = needle.partition("}")[0]

    assert said(needle) == (f"**`{{{{{name}}}}}`** · variable in docs.json\n\n{value}", name)


def test_a_long_snippet_is_cut_and_nothing_in_it_runs() -> None:
    body = "\n\n".join(f"<b onclick='x'>Line {number}</b>" for number in range(50))
    site = (
        '--- docs.json\n{ "theme": "mint", "name": "H", "navigation": { "pages": ["a"] } }\n'
        '--- a.mdx\nimport S from "/snippets/s.mdx"\n\n<S />\n'
        f"--- snippets/s.mdx\n{{/* a note */}}\n\nexport const x = 1\n\n{body}\n"
    )

    found = said("S />", site)

    assert found is not None
    shown = found[0].split("\n\n", 2)[2]
    assert shown.startswith("\\<b onclick='x'>Line 0\\</b>")
    assert shown.endswith("…")
    assert len(shown) < 600


def test_what_cannot_be_found_says_where_it_comes_from() -> None:
    site = (
        '--- docs.json\n{ "theme": "mint", "name": "H", "navigation": { "pages": ["a"] } }\n'
        '--- a.mdx\nimport S from "/snippets/gone.mdx"\n\n<S />\n'
    )

    assert said("S />", site) == ("**`<S>`**\n\nImported from `/snippets/gone.mdx`.", "S")
    assert said("/snippets/gone", site) is None
