"""A page's MDX as clean Markdown: what goes, what stays, and that any text is taken."""

from __future__ import annotations

import time
from collections.abc import Mapping

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcp_preview.markdown.includes import Includes, fill_in
from mcp_preview.markdown.page_markdown import MOST_WRITTEN, to_markdown


def cleaned(page: str, files: Mapping[str, str] | None = None, **variables: str) -> str:
    texts = {path: text.encode() for path, text in (files or {}).items()}
    return to_markdown(page.encode(), "guides/page.mdx", Includes(texts.get, variables)).strip()


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("---\ntitle: A\n---\n\nText\n", "Text"),
        ('import A from "/snippets/a.mdx";\n\nText', "Text"),
        ("import { A, B } from '../a.jsx'\nexport const x = 1;\n\nText", "Text"),
        ("export const A = () => {\n  return <b>no</b>;\n};\n\nText", "Text"),
        ("import your boats from the shed.", "import your boats from the shed."),
        ("A{/* not\nthis */}B <!-- nor this -->C", "AB C"),
        ("<Note>Mind the tide.</Note>", "**Note**\n\nMind the tide."),
        ("<Frame>\n  ![Boat](/boat.png)\n</Frame>", "![Boat](/boat.png)"),
        ("<A><Card title='Oars' href='/oars'>Two.</Card></A>", "**[Oars](/oars)**\n\nTwo."),
        ("<ParamField path='id' type='string' required>The boat.</ParamField>",
         "**`id`** (string, required)\n\nThe boat."),
        ("<ResponseField name='a' type='int' default='2' />", "**`a`** (int, default: `2`)"),
        ('Go <a href="/x">there</a>, <b>now</b>.<br/>Really.', "Go [there](/x), **now**.\nReally."),
        ("<img src='/a.png' alt='A boat' />", "![A boat](/a.png)"),
        ("A <Tooltip tip='a rope'>halyard</Tooltip> <Icon icon='flag' />B", "A halyard (a rope) B"),
        ("<style>{`.a { b: c }`}</style>Text<script>x()</script>", "Text"),
        ("<Visibility for='humans'>No <b>no</b></Visibility>Yes", "Yes"),
        ("<Visibility for='agents'>Yes</Visibility>", "Yes"),
        ("<My.Part caption='What it says' size={3}>Text</My.Part>", "What it says\n\nText"),
        ("<Steps>\n  <Step title='One'>\n    Row.\n\n    - far\n      - away\n  </Step>\n</Steps>",
         "**One**\n\nRow.\n\n- far\n  - away"),
        ("1 < 2, `<Card>`, \\<Card> and <5.", "1 < 2, `<Card>`, <Card> and <5."),
        ("<https://example.com> stays", "<https://example.com> stays"),
        ("{'Text'} {\"more\"} {5}{' '}{undefined}", "Text more 5"),
        ("/boats/{id} and ${price}", "/boats/{id} and ${price}"),
        ("{boats.map((b) => <li>{b.name}</li>)}", "-"),
        ("{cond && (<p>Shown</p>)}", "Shown"),
        ("export const v = '2.1'\n\nSince {v}", "Since 2.1"),
        ("## Oars {#the-oars}", "## Oars {#the-oars}"),
        ("<h2>Oars</h2>\nText", "## Oars\n\nText"),
        ("<div>\n    <h2>\n      Oars\n    </h2>\n    Text\n</div>", "## Oars\n\nText"),
        ("<a href='/x'>\n  <h3>\n    Oars\n  </h3>\n\n  <p>Two #1</p>\n</a>", "[Oars Two #1](/x)"),
        ("<a href='/x'>\n```\na\n```\n</a>", "[\n```\na\n```\n](/x)"),
        ("<table><tr><th>A</th><td>B</td></tr></table>", "| A | B |"),
        ("A formula \\frac{a}{b} stays", "A formula \\frac{a}{b} stays"),
        ("Unclosed <Card title='x' and {braces", "Unclosed <Card title='x' and {braces"),
        ("</Card>Text</b>", "Text"),
    ],
)  # fmt: skip
def test_what_becomes_of_a_page(page: str, text: str) -> None:
    assert cleaned(page) == text


CODE = "```jsx Example\nimport A from 'a';\n<Card title={x}>\n\n\n  {/* kept */}\n</Card>\n```"


def test_code_is_kept_as_it_is() -> None:
    assert cleaned(f"Before\n\n{CODE}\n\nAfter") == f"Before\n\n{CODE}\n\nAfter"


def test_code_in_a_component_moves_to_the_left() -> None:
    inner = "\n".join(f"    {line}" if line else "" for line in CODE.split("\n"))

    assert cleaned(f"<Tabs>\n  <Tab title='JS'>\n{inner}\n  </Tab>\n</Tabs>") == f"**JS**\n\n{CODE}"


def test_lines_that_begin_with_code_or_a_tag_move_as_well() -> None:
    page = "<Note>\n    One\n    `two`\n    <a href='/b'>three</a>\n      `four`\n</Note>"

    assert cleaned(page) == "**Note**\n\nOne\n`two`\n[three](/b)\n  `four`"


def test_statements_that_follow_each_other_go() -> None:
    first = 'export const a = "1"\nexport const b = [\n  2,\n]\n'
    second = 'import C from "./c.mdx";\n{a} important\nexports'

    assert cleaned(first + second) == "1 important\nexports"


def test_code_in_a_list_stays_there() -> None:
    page = "<Note>\n  1. Row:\n     ```\n     row\n     ```\n     Then rest.\n</Note>"

    assert cleaned(page) == "**Note**\n\n1. Row:\n   ```\n   row\n   ```\n   Then rest."


def test_snippets_are_put_in() -> None:
    files = {
        "snippets/oars.mdx": "---\ntitle: no\n---\nTake {count} oars.\n\n<Deep />",
        "guides/deep.mdx": "And a <b>boat</b>.",
    }
    files["snippets/oars.mdx"] += "\n\nimport Deep from '../guides/deep.mdx'\n\n<Deep />"
    page = 'import Oars from "/snippets/oars.mdx";\n\n# Row\n\n<Oars count="two" />\n\nDone.'

    text = cleaned(page, files)

    assert text == "# Row\n\nTake two oars.\n\nAnd a **boat**.\n\nDone."


def test_names_come_from_modules() -> None:
    files = {
        "snippets/parts.jsx": "export const year = 2031;\n"
        "export const Sign = ({ text }) => {\n  const a = 1 > 0;\n"
        "  return (\n    <p>Signed: {text}</p>\n  );\n};\n"
    }
    page = "import { Sign, year as y } from '/snippets/parts.jsx';\n\n<Sign text='Ann' /> {y}"

    assert cleaned(page, files) == "Signed: Ann 2031"


def test_an_old_snippet_tag_is_put_in() -> None:
    assert cleaned('<Snippet file="a.mdx" />', {"snippets/a.mdx": "Ahoy"}) == "Ahoy"


def test_variables_are_filled_in() -> None:
    page = "Version {{version}}, {{ not.known }}.\n\n```\n{{version}}\n```\n\n`{{version}}`"

    assert cleaned(page, version="3") == "Version 3, {{ not.known }}.\n\n```\n3\n```\n\n`3`"
    assert fill_in("{{a-b}}", {"a-b": "x"}) == "x"


def test_snippets_in_a_circle_end() -> None:
    circle = "import B from '/snippets/b.mdx'\n\nA <B />"
    back = "import A from '/guides/page.mdx'\n\nB <A />"

    assert cleaned(circle, {"snippets/b.mdx": back, "guides/page.mdx": circle}) == "A B"


def test_snippets_that_multiply_each_other_are_bounded() -> None:
    """Twelve levels of ten snippets each would be a million million texts."""
    files = {
        f"snippets/{level}.mdx": f"import N from '/snippets/{level + 1}.mdx'\n\n" + "<N />\n" * 10
        for level in range(11)
    }
    begin = time.perf_counter()
    text = cleaned(files["snippets/0.mdx"], {**files, "snippets/11.mdx": "boom"})

    assert len(text) <= MOST_WRITTEN
    assert time.perf_counter() - begin < 60


@pytest.mark.parametrize(
    "piece",
    [
        *("<a ", "{", "<a {", "`", "``", "<a b={", "{'", "</", "export const a = {", "<a b='"),
        *("\\<", "{{", "import a ", "<A>", "{<a>", "#", "~~~\n", "{/*", "<!--", "{`\\", '{"\\'),
        *("<a b={`", "export const a = /*", "export const a = (\n", "=> <a", "{a => <", "<A>\n "),
    ],
)
def test_hostile_repetition_takes_little_time(piece: str) -> None:
    begin = time.process_time()

    cleaned((piece * 200_000)[:200_000])

    assert time.process_time() - begin < 5


@given(
    st.lists(
        st.sampled_from(
            [
                *("<A b={c}>", "</A>", "{", "}", "`", "```\n", "\n", "\n\n", "    ", "text", "<"),
                *(">", "/>", "import a from 'b'\n", "export const a = ", "{/*", "*/}", "<!--"),
                *("-->", "'", '"', "\\", "{{v}}", "é", "<b>", "<Visibility for='humans'>", "- "),
                *("1. ", "# "),
            ]
        )
    ).map("".join)
)
@example("<A>\n```\n  a\n```\n</A>")
def test_any_text_is_taken(page: str) -> None:
    text = cleaned(page, {"b": "x"}, v="1")

    assert len(text) <= 20 * len(page) + 100


@given(st.binary())
def test_any_bytes_are_taken(data: bytes) -> None:
    assert isinstance(to_markdown(data, "a.mdx", Includes(lambda _: None)), str)
