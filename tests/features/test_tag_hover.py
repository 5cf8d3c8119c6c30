"""Hover for components, props and variables in the text of a page."""

from __future__ import annotations

import pytest

from docs_lsp.core.text import Encoding
from docs_lsp.features.hover import answer_hover
from tests.features.markers import marked

SITE = """--- docs.json
{ "theme": "mint", "name": "Harbour", "variables": { "channel": "12 *or* 16" },
  "navigation": { "pages": ["index", "moorings"] } }
--- index.mdx
--- moorings.mdx
"""


def said(page: str, *, markdown: bool = True) -> tuple[str, str] | None:
    """The card at the cursor, and the text that it is about."""
    place = marked(f"{SITE}{page}")
    found = answer_hover(
        place.view(), "moorings.mdx", place.offset, Encoding.UTF16, reads_markdown=markdown
    )
    if found is None:
        return None
    start, end = found["range"]["start"], found["range"]["end"]
    assert start["line"] == end["line"]
    line = place.text().data.decode().split("\n")[start["line"]]
    return found["contents"]["value"], line[start["character"] : end["character"]]


def test_a_component_is_told_of_with_its_props() -> None:
    found = said('Text\n\n<St▮ep title="Call">On 12.</Step>\n')

    assert found is not None
    card, about = found
    assert about == "Step"
    assert card.startswith("**`<Step>`**\n\nOne of several steps.\n\n")
    assert "- Belongs in: `Steps`" in card
    assert "  - `titleSize`: The size of the title" in card


def test_the_closing_tag_tells_the_same() -> None:
    found = said("<Note>\n  Text\n</No▮te>\n")

    assert found == ("**`<Note>`**\n\nA callout for additional information.", "Note")


def test_one_that_is_out_of_date_says_so() -> None:
    found = said("<Para▮m body='a'>b</Param>")

    assert found is not None
    assert "Deprecated. Use `ParamField` instead." in found[0]


def test_a_prop_is_told_of_with_its_values() -> None:
    card = "**`size`** of `Badge`\n\nThe size.\n\nOne of `xs`, `sm`, `md`, `lg`.\n\nDefault: `md`."

    assert said('<Badge si▮ze="lg">New</Badge>') == (f"{card}\n\nTakes: text.", "size")


def test_an_object_is_one_of_the_values() -> None:
    found = said("<Visibility fo▮r='agents'>a</Visibility>")

    assert found is not None and '`signed-out`, `{{groups: ["…"]}}`.' in found[0]


def test_what_the_page_imports_or_defines() -> None:
    imported = said('import Fees from "/snippets/fees.mdx"\n\n<Fe▮es />\n')
    defined = said("export const Pier = () => <b>1</b>\n\n<Pi▮er />\n")

    assert imported == ("**`<Fees>`**\n\nImported from `/snippets/fees.mdx`.", "Fees")
    code = "```jsx\nexport const Pier = () => <b>1</b>\n```"
    assert defined == (f"**`Pier`**\n\nDefined in this page.\n\n{code}", "Pier")


def test_a_variable_is_told_of_with_its_value() -> None:
    found = said("Call {{ chan▮nel }} now")

    assert found == ("**`{{channel}}`** · variable in docs.json\n\n12 \\*or\\* 16", "channel")
    assert said("Call {{chan▮nel}}", markdown=False) == (
        "{{channel}} · variable in docs.json\n\n12 *or* 16",
        "channel",
    )


@pytest.mark.parametrize(
    "page",
    [
        "<Zeb▮ra />",
        "<di▮v>a</div>",
        "<Card zeb▮ra='a' />",
        "<Zebra titl▮e='a' />",
        "`<Ca▮rd>`",
        "Call {{zeb▮ra}}",
        "a < b▮",
        "<ZoomIma▮ge />",
    ],
)
def test_where_there_is_nothing_to_say(page: str) -> None:
    assert said(page) is None
