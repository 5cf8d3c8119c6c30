"""What is selected in a page takes another form."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.problem import FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.files.files import MemoryFiles
from docs_lsp.mdx.reading import find_faults
from docs_lsp.refactor import Offer, offers
from docs_lsp.settings.settings import Settings

DOCS = '{ "theme": "mint", "name": "Quay", "navigation": { "pages": ["page", "other"] } }'
MORE = {"snippets/fees.mdx": "---\ntitle: x\n---\nTen crowns for {boat}.\n\n- one\n"}


def offered(page: str, more: dict[str, str] | None = None) -> dict[str, Offer]:
    """The offers for what stands between two `▮`, or at one, by title."""
    start = page.index("▮")
    end = page.rindex("▮") - 1 if page.count("▮") > 1 else start
    text = page.replace("▮", "")
    span = Span(len(text[:start].encode()), len(text[:end].encode()))
    files = MemoryFiles({"docs.json": DOCS, "page.mdx": text, "other.mdx": "", **(more or MORE)})
    site = evaluate_whole_site(Path("/site"), files, Settings())
    return {one.title: one for one in offers(site, files, "page.mdx", span)}


def made(page: str, title: str, more: dict[str, str] | None = None) -> dict[str, str]:
    """The files that an offer changes, as they are afterwards."""
    offer = offered(page, more)[title]
    data, new = page.replace("▮", "").encode(), {}
    edits = []
    for change in offer.changes():
        if isinstance(change, NewFile):
            new[change.file] = change.content
        else:
            assert isinstance(change, FileEdit) and change.file == "page.mdx"
            edits.append(change)
    for edit in sorted(edits, key=lambda one: one.span, reverse=True):
        data = data[: edit.span.start] + edit.new.encode() + data[edit.span.end :]
    after = {"page.mdx": data.decode(), **new}
    for text in after.values():
        assert not find_faults(text.encode())
    return after


def page(text: str, title: str) -> str:
    return made(text, title)["page.mdx"]


# A component around it

ANYTHING = [f"Wrap in `<{one}>`" for one in ("Note", "Tip", "Info", "Warning", "Card", "Accordion")]


def test_whatever_is_selected_can_go_into_a_component() -> None:
    text = "# A\n\n▮Text with `code`.\n\n- one\n- two▮\n\nEnd\n"

    assert [*offered(text)][:6] == ANYTHING
    assert page(text, "Wrap in `<Tip>`") == (
        "# A\n\n<Tip>\nText with `code`.\n\n- one\n- two\n</Tip>\n\nEnd\n"
    )
    card = page(text, "Wrap in `<Card>`")
    assert '<Card title="Title">\nText with' in card and "- two\n</Card>\n" in card


@pytest.mark.parametrize(
    "text",
    [
        "| a |\n|---|\n| b |\n| ▮c▮ |\n",
        "| a |\n|---|\n▮| b |▮\n| c |\n",
        "a | b\n▮--|--\nc | d▮\n",
        "Text **a\n▮b** c▮\n",
        "▮Text **a▮\nb** c\n",
        "▮Title▮\n---\n",
        "- a\n  ▮b▮\n- c\n",
        "▮- a▮\n  - b\n",
        "▮- a▮\n\n  b\n",
        "> a **b\n> ▮c** d▮\n",
        "a\r\n▮b▮\r\n",
    ],
)
def test_nothing_is_offered_for_a_part_of_a_block(text: str) -> None:
    assert not [title for title in offered(text) if title.startswith(("Wrap", "Move", "Turn"))]


@pytest.mark.parametrize(
    "text",
    [
        "# A\n▮b▮\n# C\n",
        "- a\n▮- b▮\n- c\n",
        "<Tab>\n▮a▮\n</Tab>\n",
        "```\nx\n```\n▮a▮\n```\ny\n```\n",
        "> # A\n> ▮b▮\n>\n> c\n",
    ],
)
def test_whole_blocks_may_touch_others(text: str) -> None:
    assert set(offered(text)).issuperset(ANYTHING)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a ▮b▮ c\n", "<Note>\na b c\n</Note>\n"),
        ("▮\n\na\n▮\nb", "\n\n<Note>\na\n</Note>\n\nb"),
        ("- a\n\n  ▮b\n  c▮\n", "- a\n\n  <Note>\n  b\n  c\n  </Note>\n"),
        ("> a\n>\n> ▮b▮\n", "> a\n>\n> <Note>\n> b\n> </Note>\n"),
        ("  <Tab>\n  ▮a▮\n  </Tab>\n", "  <Tab>\n  <Note>\n  a\n  </Note>\n  </Tab>\n"),
        ("▮```sh\n  a <b\n```▮\n", "<Note>\n```sh\n  a <b\n```\n</Note>\n"),
        ("a\r\n\r\n▮é\r\nb▮\r\n", "a\r\n\r\n<Note>\r\né\r\nb\r\n</Note>\r\n"),
        ("▮| a |\n|---|\n| b |▮\n", "<Note>\n| a |\n|---|\n| b |\n</Note>\n"),
    ],
)
def test_lines_stay_as_they_are(text: str, after: str) -> None:
    assert page(text, "Wrap in `<Note>`") == after


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ('▮<Card title="a" />\n\n<Card title="b">x</Card>▮\n', "CardGroup"),
        ('▮<Accordion title="a">b</Accordion>▮\n', "AccordionGroup"),
        ("▮```sh\na\n```\n\n```py\nb\n```▮\n", "CodeGroup"),
        ("▮![A boat](/boat.png)▮\n", "Frame"),
        ('▮<img src="/a.png" />▮\n', "Frame"),
    ],
)
def test_what_is_made_for_it_comes_first(text: str, first: str) -> None:
    found = [one for one in offered(text) if one.startswith("Wrap in")]

    assert f"Wrap in `<{first}>`" in found[:2]
    assert f"<{first}>\n" in page(text, f"Wrap in `<{first}>`")


@pytest.mark.parametrize(
    "text",
    [
        "---\n▮title: a▮\n---\n",
        "```\na\n▮b▮\nc\n```\n",
        "<Note>\n▮a\n</Note>▮\n",
        "▮import A from '/a.jsx'\n▮\n# A\n",
        "▮\n\n▮",
        "{/*\n▮a▮\n*/}\n",
    ],
)
def test_what_cannot_be_wrapped_is_not_offered(text: str) -> None:
    assert not [one for one in offered(text) if "Note" in one]


# Lists


def test_a_list_becomes_steps() -> None:
    text = (
        "1. **Buy** a ticket.\n2. Go aboard\n\n   ```sh\n     run <x\n   ```\n"
        "3. See [the deck](/deck)\n   and more.\n"
    )
    after = (
        '<Steps>\n  <Step title="Buy">\n    a ticket.\n  </Step>\n'
        '  <Step title="Go aboard">\n    ```sh\n      run <x\n    ```\n  </Step>\n'
        "  <Step>\n    See [the deck](/deck)\n    and more.\n  </Step>\n</Steps>\n"
    )

    assert page(f"▮{text[:-1]}▮\n", "Turn the list into `<Steps>`") == after
    assert page("- a\n- **B**: c▮\n", "Turn the list into `<Steps>`") == (
        '<Steps>\n  <Step title="a"></Step>\n  <Step title="B">\n    c\n  </Step>\n</Steps>\n'
    )


def test_a_list_becomes_cards() -> None:
    text = "- [Fees](/fees): what a berth costs\n- [Tides](https://t.example/a)▮\n"

    assert page(text, "Turn the list into cards") == (
        '<CardGroup>\n  <Card title="Fees" href="/fees">\n    what a berth costs\n  </Card>\n'
        '  <Card title="Tides" href="https://t.example/a" />\n</CardGroup>\n'
    )
    assert "Turn the list into `<Steps>`" not in offered(text)


@pytest.mark.parametrize(
    "text",
    [
        "- one▮\n",
        "- a\nlazy\n- b▮\n",
        "- [ ] a\n- [x] b▮\n",
        "a\n- b\n- c▮\n",
        "```\n- a\n- b▮\n```\n",
        "▮a\n\nb▮\n",
    ],
)
def test_what_is_no_list_is_left(text: str) -> None:
    assert not [one for one in offered(text) if one.startswith("Turn the list")]


def test_an_item_whose_title_is_no_plain_text_keeps_it() -> None:
    after = page('- Say "hi" & go\n- b ▮<b>c</b>\n', "Turn the list into `<Steps>`")

    assert '<Step>\n    Say "hi" & go\n  </Step>' in after
    assert "<Step>\n    b <b>c</b>\n  </Step>" in after


# Quotes


@pytest.mark.parametrize(
    ("text", "title", "after"),
    [
        ("> a▮\n> b\n", "Note", "<Note>\na\nb\n</Note>\n"),
        ("> [!TIP]\n> a▮\n", "Tip", "<Tip>\na\n</Tip>\n"),
        ("> [!CAUTION]\n>\n> - a▮\n> - b", "Danger", "<Danger>\n\n- a\n- b\n</Danger>"),
        ("- x\n\n  > a▮\n", "Note", "- x\n\n  <Note>\n  a\n  </Note>\n"),
    ],
)
def test_a_quote_becomes_a_callout(text: str, title: str, after: str) -> None:
    assert page(text, f"Turn the quote into `<{title}>`") == after


def test_what_is_no_quote_stays() -> None:
    for text in ("> a\nb▮\n", "a▮\n", "> [!ODD]\n> a▮\n> > c", "```\n> a▮\n```\n", ">▮\n"):
        assert "Turn the quote into `<Tip>`" not in offered(text)
    assert not [one for one in offered("```\n> a▮\n```\n") if "quote" in one]


# Snippets


def test_what_is_selected_goes_into_a_snippet() -> None:
    text = '---\ntitle: A\n---\n\n# A\n\n▮## Berth fees\n\nTen {{unit}}.▮\n\n<Fees boat="a" />\n'
    title = "Move into the snippet `snippets/berth-fees.mdx`"

    assert made(text, title) == {
        "page.mdx": '---\ntitle: A\n---\n\nimport BerthFees from "/snippets/berth-fees.mdx"\n\n'
        '# A\n\n<BerthFees />\n\n<Fees boat="a" />\n',
        "snippets/berth-fees.mdx": "## Berth fees\n\nTen {{unit}}.\n",
    }


def test_it_takes_along_what_it_needs_and_its_indentation() -> None:
    text = (
        'import { A, B } from "./parts/a.jsx"\n\n<Tabs>\n  <Tab title="x">\n'
        "    ▮The <A /> boat\n\n    - one▮\n  </Tab>\n</Tabs>\n"
    )
    after = made(text, "Move into the snippet `snippets/the-boat.mdx`")

    assert after["snippets/the-boat.mdx"] == (
        'import { A } from "/parts/a.jsx"\n\nThe <A /> boat\n\n- one\n'
    )
    assert "    <TheBoat />\n  </Tab>" in after["page.mdx"]
    assert 'a.jsx"\nimport TheBoat from "/snippets/the-boat.mdx"\n' in after["page.mdx"]


def test_the_name_of_a_snippet_is_free() -> None:
    text = "▮Fees▮\n"

    assert "Move into the snippet `snippets/fees-2.mdx`" in offered(text)
    assert "Move into the snippet `snippets/note-2.mdx`" in offered("▮Note▮\n")
    assert "Move into the snippet `snippets/part.mdx`" in offered("▮注意▮\n")


@pytest.mark.parametrize(
    "text",
    [
        "export const a = 1\n\n▮It is {a}▮\n",
        "▮See [b](./b)▮\n",
        "> ▮a▮\n",
        "▮import A from '/a.jsx'▮\n\n<A />\n",
        "a ▮\n",
        "<Note>\n▮a\n</Note>▮\n",
        "```\na\n▮b▮\n```\n",
        "▮```\na▮\nb\n```\n",
        "{/*\n▮a▮\n*/}\n",
    ],
)
def test_what_would_mean_something_else_stays(text: str) -> None:
    assert not [one for one in offered(text) if one.startswith("Move into")]


def test_a_snippet_comes_into_the_page() -> None:
    text = (
        '---\ntitle: A\n---\nimport Fees from "/snippets/fees.mdx"\n\n# A\n\n- x\n\n'
        '  <Fees▮ boat="yachts" />\n\nEnd\n'
    )
    title = "Put the text of `snippets/fees.mdx` here"

    assert page(text, title) == (
        "---\ntitle: A\n---\n# A\n\n- x\n\n  Ten crowns for yachts.\n\n  - one\n\nEnd\n"
    )
    twice = text.replace("End", "<Fees />")
    assert 'import Fees from "/snippets/fees.mdx"' in page(twice, title)


@pytest.mark.parametrize(
    ("use", "content"),
    [
        ("See <Fees▮ />", "a"),
        ("<Fees▮>x</Fees>", "a"),
        ("<Fees▮ boat={1} />", "{boat}"),
        ('<Fees▮ boat="a{b" />', "{boat}"),
        ("<Fees▮ />", 'import A from "/a.jsx"\n\n<A />'),
        ("<Fees▮ />", "export const a = 1\n\n{a}"),
        ("<Fees▮ />", "a <5"),
        ("<Other▮ />", "a"),
    ],
)
def test_what_the_service_would_not_put_there_is_not_offered(use: str, content: str) -> None:
    text = f'import Fees from "/snippets/fees.mdx"\n\n{use}\n'

    assert not [one for one in offered(text, {"snippets/fees.mdx": content}) if "Put" in one]


PIECES = st.sampled_from(
    [
        *(
            "text",
            "a **b**",
            "- one\n- two",
            "> quote",
            "```sh\na < b\n```",
            "# Head",
            "| a |\n|---|",
        ),
        *("<Note>\n\nin\n\n</Note>", "<b>x</b>", "1. a\n2. b\n   more", "{1 + 1}", "", "é — 中"),
        *("  indented", "- a\n\n  > b", "![a](/b.png)", "import A from '/a.jsx'", "<A />"),
    ]
)


@given(st.lists(PIECES, min_size=1, max_size=5), st.data())
def test_no_offer_breaks_a_page(pieces: list[str], data: st.DataObject) -> None:
    text = "\n\n".join(pieces)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    before = len(find_faults(text.encode()))
    marked = f"{text[:start]}▮{text[start:end]}▮{text[end:]}"
    for title, offer in offered(marked).items():
        new = text.encode()
        edits = [one for one in offer.changes() if isinstance(one, FileEdit)]
        for edit in sorted(edits, key=lambda one: one.span, reverse=True):
            new = new[: edit.span.start] + edit.new.encode() + new[edit.span.end :]
        assert len(find_faults(new)) <= before, title
        if title == "Wrap in `<Note>`":
            rest = [line for line in new.decode().split("\n") if "Note>" not in line]
            kept = [line for line in text.split("\n") if "Note>" not in line]
            assert [one for one in rest if one.strip(" >")] == [
                one for one in kept if one.strip(" >")
            ]
