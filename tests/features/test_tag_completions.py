"""Tags, props, values and variables that may be typed in a page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from docs_lsp.core.text import Encoding
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features.page_completions import answer_page_completion
from docs_lsp.settings.settings import Settings
from tests.features.markers import marked

SITE = """--- docs.json
{ "theme": "mint", "name": "Harbour", "variables": { "channel": "12", "api-url": "x.example" },
  "navigation": { "pages": ["index", "moorings"] } }
--- index.mdx
--- moorings.mdx
"""
ALL = CompletionAbilities(snippets=True, markdown=True, resolves=True, tags=True)
BARE = CompletionAbilities()


def answer(page: str, can: CompletionAbilities = BARE) -> tuple[str, list[dict[str, Any]]]:
    """The page without the cursor, and the proposals there."""
    place = marked(f"{SITE}{page}")
    found = answer_page_completion(place.view(), "moorings.mdx", place.offset, Encoding.UTF16, can)
    return place.text().data.decode(), found["items"]


def labels(page: str) -> list[str]:
    return [item["label"] for item in answer(page)[1]]


def written(page: str, label: str, can: CompletionAbilities = ALL) -> str:
    """The page after a proposal."""
    text, items = answer(page, can)
    edit = next(item["textEdit"] for item in items if item["label"] == label)
    lines = text.split("\n")
    start, end = edit["range"]["start"], edit["range"]["end"]
    assert start["line"] == end["line"]
    line = lines[start["line"]]
    lines[start["line"]] = line[: start["character"]] + edit["newText"] + line[end["character"] :]
    return "\n".join(lines)


# Tags


def test_components_by_their_use() -> None:
    assert labels("Text\n\n<▮")[:2] == ["Note", "Card"]
    assert "Param" not in labels("<▮")
    assert "ZoomImage" not in labels("<▮")
    assert "details" in labels("<▮")


@pytest.mark.parametrize(
    ("page", "alone"),
    [("<▮", "Note"), ("<Card ▮>", "title"), ("<Note>\n</▮", "Note")],
)
def test_what_the_vendors_extension_proposes_is_left_to_it(page: str, alone: str) -> None:
    place = marked(f"{SITE}{page}")
    view = place.view()
    settings = Settings(has_vendor_extension=True)
    beside = replace(view, site=view.site.with_settings(settings))
    shown = [
        [
            item["label"]
            for item in answer_page_completion(
                each, "moorings.mdx", place.offset, Encoding.UTF16, BARE
            )["items"]
        ]
        for each in (view, beside)
    ]

    assert alone in shown[0]
    assert (alone in shown[1]) is page.startswith("<Note>")


def test_what_belongs_in_the_tag_around_comes_first() -> None:
    assert labels("<CardGroup>\n  <▮\n</CardGroup>\n")[0] == "Card"
    assert labels("<Steps>\n  <▮\n</Steps>\n")[0] == "Step"
    assert labels("<Tree.Folder name='a'>\n  <▮\n</Tree.Folder>\n")[:2] == [
        "Tree.Folder",
        "Tree.File",
    ]
    assert labels("<table>\n<▮\n</table>\n")[0] in ("thead", "tbody", "tr")
    assert "Step" not in labels("<▮")[:20]


def test_what_may_be_put_around_what_follows() -> None:
    assert "AccordionGroup" in labels("<▮\n<Accordion title='a'>b</Accordion>\n")[:3]
    assert "CodeGroup" in labels("<▮\n```sh\na\n```\n")[:5]


def test_inline_components_within_a_line() -> None:
    assert {"Icon", "Tooltip"} & set(labels("Press the <▮ key")[:5])


def test_what_the_page_imports_or_defines() -> None:
    page = 'import Fees from "/snippets/fees.mdx"\n\nexport const Pier = () => <b>1</b>\n\n<▮\n'

    assert set(labels(page)[:2]) == {"Fees", "Pier"}


def test_an_open_tag_can_be_closed_until_it_is() -> None:
    assert labels("<Note>\n  Text\n<▮")[0] == "/Note"
    assert "/Note" not in labels("<Note>\n  Text\n<▮\n</Note>\n")
    assert written("<Note>\n  Text\n<▮", "/Note") == "<Note>\n  Text\n</Note>"
    assert labels("<Steps>\n<Step>\n</▮") == ["Step", "Steps"]
    assert written("<Note>\n  Text\n</▮", "Note") == "<Note>\n  Text\n</Note>"
    assert written("<Note>\n  Text\n</No▮te>", "Note") == "<Note>\n  Text\n</Note>"
    assert labels("</▮") == []


@pytest.mark.parametrize(
    ("name", "snippet"),
    [
        ("Note", "<Note>\n  $0\n</Note>"),
        ("Card", '<Card title="$1">\n  $0\n</Card>'),
        ("Icon", '<Icon icon="$1" />'),
        ("Steps", '<Steps>\n  <Step title="$1">\n    $0\n  </Step>\n</Steps>'),
        (
            "Visibility",
            '<Visibility for="${1|humans,agents,signed-in,signed-out|}">\n  $0\n</Visibility>',
        ),
        ("Tooltip", '<Tooltip tip="$1">$0</Tooltip>'),
        ("CodeGroup", "<CodeGroup>\n```${1:bash} ${2:Title}\n$0\n```\n</CodeGroup>"),
        ("img", "<img $0/>"),
        ("details", "<details$1>$0</details>"),
    ],
)
def test_a_tag_is_written_with_what_it_needs(name: str, snippet: str) -> None:
    assert written("<▮", name) == snippet
    assert written("<▮", name, BARE) == f"<{name}"


def test_only_the_name_is_replaced_where_more_of_the_tag_is_there() -> None:
    assert written('<Cal▮out color="x">a</Callout>', "Card") == '<Card color="x">a</Callout>'


# Props


def test_props_that_are_not_there_yet() -> None:
    found = labels('<Card title="a" ▮ href="/x">')

    assert found[:2] == ["icon", "horizontal"]
    assert not {"title", "href"} & set(found)


def test_props_that_the_page_gives_come_first() -> None:
    assert labels('<Card cta="a" />\n\n<Card cta="b" />\n\n<Card ▮ />')[0] == "cta"


@pytest.mark.parametrize(
    ("tag", "prop", "text"),
    [
        ("ParamField", "required", "required"),
        ("CardGroup", "cols", "cols={${1|1,2,3,4|}}"),
        ("Card", "title", 'title="$1"'),
        ("Badge", "size", 'size="${1|xs,sm,md,lg|}"'),
        ("Update", "tags", 'tags={["$1"]}'),
        ("Update", "rss", "rss={{ $1 }}"),
        ("Tabs", "sync", "sync={false}"),
        ("img", "alt", 'alt="$1"'),
    ],
)
def test_a_prop_is_written_as_its_kind_wants(tag: str, prop: str, text: str) -> None:
    assert written(f"<{tag} ▮ />", prop) == f"<{tag} {text} />"


def test_a_prop_without_places_to_fill_in() -> None:
    assert written("<CardGroup ▮>", "cols", BARE) == "<CardGroup cols={}>"
    assert written("<Card ▮>", "title", BARE) == '<Card title="">'
    assert written('<Card ti▮x="a">', "title") == '<Card title="a">'


def test_no_props_of_what_is_not_known() -> None:
    assert labels("<Zebra ▮>") == []
    assert labels("</Card ▮>") == []


# Values


def test_values_that_are_documented() -> None:
    assert labels('<Badge size="▮">') == ["xs", "sm", "md", "lg"]
    assert labels("<Columns cols={▮}>") == ["1", "2", "3", "4"]
    assert written("<Columns cols=▮>", "3") == "<Columns cols={3}>"
    assert written("<Badge size=▮>", "lg") == '<Badge size="lg">'
    assert labels("<Card horizontal={▮}>") == ["true", "false"]
    assert labels('<Card title="▮">') == []


def test_values_that_the_page_gives_come_first() -> None:
    page = '<Badge size="lg">a</Badge>\n\n<Badge size="lg">a</Badge>\n\n<Badge size="▮">b</Badge>'

    assert labels(page) == ["lg", "xs", "sm", "md"]


@pytest.mark.parametrize("attribute", ['for="▮"', "for='▮'", "for=▮", "for={▮}", 'for="gro▮"'])
def test_an_audience_can_be_groups(attribute: str) -> None:
    page = f"<Visibility {attribute}>"

    assert labels(page)[-1] == '{{groups: ["…"]}}'
    assert written(page, '{{groups: ["…"]}}') == '<Visibility for={{groups: ["$1"]}}>'
    assert written(page, '{{groups: ["…"]}}', BARE) == '<Visibility for={{groups: [""]}}>'


# Variables


def test_variables_of_docs_json() -> None:
    assert labels("Call {{▮") == ["channel", "api-url"]
    assert written("Call {{ch▮ now", "channel") == "Call {{channel}} now"
    assert written("Call {{ch▮}} now", "channel") == "Call {{channel}} now"


def test_variables_of_a_file_of_their_own() -> None:
    inline = '{ "channel": "12", "api-url": "x.example" }'
    variables = '"variables": { "$ref": "variables.json", "berth": "A" }'
    site = SITE.replace(f'"variables": {inline}', variables)
    place = marked(f"--- variables.json\n{inline}\n{site}Call {{{{▮")

    found = answer_page_completion(place.view(), "moorings.mdx", place.offset, Encoding.UTF16, BARE)

    assert [item["label"] for item in found["items"]] == ["berth", "channel", "api-url"]


# Where nothing is proposed


@pytest.mark.parametrize(
    "page",
    [
        "`<Ca▮`",
        "```\n<▮\n```\n",
        "a < b ▮",
        "<Card>▮",
        '<Card title="a"▮>',
        "{/* <▮ */}",
        "---\ntitle: <▮\n---\n",
    ],
)
def test_where_nothing_is_proposed(page: str) -> None:
    assert labels(page) == []
