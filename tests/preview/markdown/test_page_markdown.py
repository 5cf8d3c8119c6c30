"""A page's MDX as clean Markdown: what goes, what stays, and that any text is taken."""

from __future__ import annotations

import time
from collections.abc import Mapping

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from docs_lsp.mdx.reading import find_faults
from mcp_preview.markdown.includes import Includes, replace_variables
from mcp_preview.markdown.page_markdown import MOST_WRITTEN, convert_page_to_markdown

REFUSED = "the service refuses the page"


def cleaned(page: str, files: Mapping[str, str] | None = None, **variables: str) -> str:
    texts = {path: text.encode() for path, text in (files or {}).items()}
    text = convert_page_to_markdown(
        page.encode(), "guides/page.mdx", Includes(texts.get, variables)
    )
    return REFUSED if text is None else text.strip()


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("---\ntitle: A\n---\n\nText\n", "Text"),
        ('import A from "/snippets/a.mdx";\n\nText', "Text"),
        ("import { A, B } from '../a.jsx'\nexport const x = 1;\n\nText", "Text"),
        ("export const A = () => {\n  return <b>no</b>;\n};\n\nText", "Text"),
        ("import your boats from the shed.", REFUSED),
        ("A{/* not\nthis */}B", "AB"),
        ("A <!-- not this --> B", REFUSED),
        ("<Note>Mind the tide.</Note>", "**Note**\n\nMind the tide."),
        ("<Frame>\n  ![Boat](/boat.png)\n</Frame>", "![Boat](/boat.png)"),
        ("<Card title='Oars' href='/oars'>Two.</Card>", "**[Oars](/oars)**\n\nTwo."),
        ("<ParamField path='id' type='string' required>The boat.</ParamField>",
         "**`id`** (string, required)\n\nThe boat."),
        ("<ResponseField name='a' type='int' default='2' />", "**`a`** (int, default: `2`)"),
        ('Go <a href="/x">there</a>, <b>now</b>.<br/>Really.', "Go [there](/x), **now**.\nReally."),
        ("<img src='/a.png' alt='A boat' />", "![A boat](/a.png)"),
        ("<img src='/a.png' alt='A boat' />\n---\n\nB", "![A boat](/a.png)\n\n---\n\nB"),
        ("<img src='/a.png' alt='A' />\r\n  ===\r\n", "![A](/a.png)\n\n  ==="),
        ("Text\n{'A boat'}\n---\n", "Text\nA boat\n\n---"),
        ("A <img src='/a.png' alt='boat' />\n---\n", "A ![boat](/a.png)\n---"),
        ("A <Tooltip tip='a rope'>halyard</Tooltip> <Icon icon='flag' />B", "A halyard (a rope) B"),
        ("<style>{`.a { b: c }`}</style>Text<script>x()</script>", "Text"),
        ("<Visibility for='humans'>No <b>no</b></Visibility>Yes", "Yes"),
        ("<Visibility for='agents'>Yes</Visibility>", "Yes"),
        ("<Visibility for='signed-out'>Yes</Visibility>", "Yes"),
        ("<Visibility for='signed-in'>No</Visibility>Yes", "Yes"),
        ("<Visibility for={{groups: ['admin']}}>No</Visibility>Yes", "Yes"),
        ("<Visibility for={audience}>No</Visibility>Yes", "Yes"),
        ("export const a = 'agents'\n\n<Visibility for={a}>No</Visibility>Yes", "Yes"),
        ("<Visibility for={'agents'}>Yes</Visibility>", "Yes"),
        ("<Visibility for='everyone'>No</Visibility>Yes", "Yes"),
        ("<Visibility>No</Visibility>Yes", "Yes"),
        ("<Visibility for='agents'>A<Visibility>b</Visibility></Visibility>", "A"),
        ("<Visibility for='signed-in' for='agents'>No</Visibility>Yes", "Yes"),
        ("<Visibility for='agents' for='signed-in'>No</Visibility>Yes", "Yes"),
        ("<Visibility for='agents' for='signed-out'>Yes</Visibility>", "Yes"),
        ("<Visibility for='agents' {...rest}>No</Visibility>Yes", "Yes"),
        ("<Visibility {...rest} for='agents'>Yes</Visibility>", "Yes"),
        ("<Visibility for={`agents`}>No</Visibility>Yes", "Yes"),
        ("{<Visibility for='agents'>Yes</Visibility>}", "Yes"),
        ("{<Visibility for={'agents'}>Yes</Visibility>}", "Yes"),
        ("{<Visibility for={`agents`}>No</Visibility>}Yes", "Yes"),
        ("{<Visibility for='signed-in' for='agents'>No</Visibility>}Yes", "Yes"),
        ("{<Visibility for='agents' {...rest}>No</Visibility>}Yes", "Yes"),
        ("<Frame caption='What it says' size={3}>Text</Frame>", "What it says\n\nText"),
        ("<Steps>\n  <Step title='One'>\n    Row.\n\n    - far\n      - away\n  </Step>\n</Steps>",
         "**One**\n\nRow.\n\n- far\n  - away"),
        ("1 < 2, `<Card>`, `\\<A>`, \\<A> \\{b}", "1 < 2, `<Card>`, `\\<A>`, <A> {b}"),
        ("Latency <5 ms", REFUSED),
        ("{'Text'} {\"more\"} {5}{' '}{undefined}", "Text more 5"),
        ("/boats/{id} and ${price}", "/boats/ and $"),
        ("{boats.map((b) => <li>{b.name}</li>)}", "-"),
        ("{cond && (<p>Shown</p>)}", "Shown"),
        ("export const v = '2.1'\n\nSince {v}", "Since 2.1"),
        ("## Oars {#the-oars}", "## Oars {#the-oars}"),
        ("<h2>Oars</h2>\nText", "## Oars\n\nText"),
        ("<div>\n    <h2>\n      Oars\n    </h2>\n    Text\n</div>", "## Oars\n\nText"),
        ("<a href='/x'>\n  <h3>\n    Oars\n  </h3>\n\n  <p>Two #1</p>\n</a>", "[Oars Two #1](/x)"),
        ("<a href='/x'>\n```\na\n```\n</a>", "[\n```\na\n```\n](/x)"),
        ("<table><tr><th>A</th><td>B</td></tr></table>", "| A | B |"),
        ("A formula $$\\frac{a}{b}$$ stays", "A formula $$\\frac{a}{b}$$ stays"),
        ("Unclosed <Card title='x' and {braces", REFUSED),
        ("</Card>Text</b>", REFUSED),
    ],
)  # fmt: skip
def test_what_becomes_of_a_page(page: str, text: str) -> None:
    assert cleaned(page) == text


@pytest.mark.parametrize(
    ("component", "text"),
    [
        ("({children}) => <Visibility for='signed-in'>{children}</Visibility>", ""),
        ("({children}) => <Visibility for='agents'>{children}</Visibility>", "Yes"),
        ("({children, who}) => <Visibility for={who}>{children}</Visibility>", ""),
        ("({children}) => <Visibility for='humans'>{wrap(children)}</Visibility>", ""),
        ("(props) => <Visibility for='signed-in' {...props} />", ""),
        ("({children}) => <><Visibility for='humans'>no</Visibility>{children}</>", "Yes"),
        ("({children}) => <Inner>{children}</Inner>", ""),
        ("(props) => <Inner {...props} />", ""),
    ],
)
def test_content_that_a_component_hides_is_not_shown(component: str, text: str) -> None:
    inner = "export const Inner = ({children}) => <Visibility>{children}</Visibility>"
    page = f"{inner}\n\nexport const Own = {component}\n\n<Own who='agents'>Yes</Own>\n\nEnd"

    assert cleaned(page).split() == [*text.split(), "End"]


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
    second = 'import C from "./c.mdx";\n\n{a} important\nexports'

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

    assert text == "# Row\n\nTake two oars.\n\nAnd a **boat**.\n\nAnd a **boat**.\n\nDone."


def test_names_come_from_modules() -> None:
    files = {
        "snippets/parts.jsx": "export const year = 2031;\n"
        "export const Sign = ({ text }) => {\n  const a = 1 > 0;\n"
        "  return (\n    <p>Signed: {text}</p>\n  );\n};\n"
    }
    page = "import { Sign, year as y } from '/snippets/parts.jsx';\n\n<Sign text='Ann' /> {y}"

    assert cleaned(page, files) == "Signed: Ann 2031"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("Text\n\n<Warn>\n  Gone\n\n  <Note>Gone too</Note>\n</Warn>\n\nMore", "Text\n\nMore"),
        ("<CallOut>Alone on a line</CallOut>", ""),
        ("In <Unknown>a line</Unknown> it stays", "In a line it stays"),
        ("<details>\n  <summary>A</summary>\n  Text\n</details>", "A\n\nText"),
        ("export const A = 5\n\n<A>\n  Gone\n</A>\n\nText", "Text"),
        ("export const A = ({ children }) => <b>{children}</b>\n\n<A>\n  Text\n</A>", "**Text**"),
        ("export const A = () => <b>No</b>\n\n<A>\n  Gone\n</A>", "**No**"),
        ("import { A } from '/missing.jsx'\n\n<A>\n  Gone\n</A>\n\nText", "Text"),
        ("import { A } from 'react'\n\n<A>\n  Gone\n</A>\n\nText", "Text"),
        ("<View>\n  Gone\n</View>\n\n<View title='A'>\n  Text\n</View>", "**A**\n\nText"),
        ("<View title='A'>\n  a\n</View>\n\n<View title='A'>\n  b\n</View>",
         "**A**\n\na\n\n**A**\n\nb"),
        ("export const t = `x`\nexport const n = -2\n\n{t}{n}{unknown}{a.b}", "-2"),
    ],
)  # fmt: skip
def test_what_the_service_deletes_is_not_there(page: str, text: str) -> None:
    assert cleaned(page) == text


SNIPPETS = {
    "snippets/tide.mdx": "Low water at {time}.\n\n```\n{time}\n```",
    "snippets/plain.mdx": "---\ntitle: no\n---\nAt the quay.",
    "snippets/names.mdx": "export const year = 2031",
    "snippets/broken.mdx": "Answers in <5 ms",
    "snippets/frame.jsx": "const Frame = () => <p>Only this</p>\nexport default Frame",
}


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("import T from '/snippets/tide.mdx'\n\n<T time='six' />",
         "Low water at six.\n\n```\nsix\n```"),
        ("import P from '../snippets/plain.mdx'\n\n<P>\n  Gone\n</P>", "At the quay."),
        ("import P from '/snippets/plain.mdx'\n\n- <P />", "- At the quay."),
        ("import P from '/snippets/plain.mdx'\n\nRow <P /> now", "Row  now"),
        ("import P from '/snippets/plain.mdx'\n\n<P>x</P>", ""),
        ("import P from '/snippets/Plain.mdx'\n\n<P />\n\nText", "Text"),
        ("import P from '/snippets/plain'\n\n<P />\n\nText", "Text"),
        ("import P from 'snippets/plain.mdx'\n\n<P />\n\nText", "Text"),
        ("Text\nimport P from '/snippets/plain.mdx'\n\nMore",
         "Text\nimport P from '/snippets/plain.mdx'\n\nMore"),
        ("<P />\n\nimport P from '/snippets/plain.mdx'", "At the quay."),
        ("import * as P from '/snippets/plain.mdx'\n\n<P />", "At the quay."),
        ("import N, { year } from '/snippets/names.mdx'\n\n<N />\n\nIn {year}", "In 2031"),
        ("import B from '/snippets/broken.mdx'\n\n<B />\n\nText", "Text"),
        ("import F from '/snippets/frame.jsx'\n\n<F />\n\nGone", "Only this"),
        ("import F from '/snippets/frame.jsx'\n\nText", "Text"),
    ],
)  # fmt: skip
def test_imports_show_what_the_service_shows(page: str, text: str) -> None:
    assert cleaned(page, SNIPPETS) == text


def test_a_variable_may_have_a_name_that_is_no_javascript() -> None:
    known = Includes(lambda _: None, {"api-url": "sea.example"})

    assert convert_page_to_markdown(b"At {{api-url}}", "a.mdx", known) == "At sea.example\n"
    assert cleaned("At {{api-url}}") == REFUSED


def test_an_old_snippet_tag_is_put_in() -> None:
    assert cleaned('<Snippet file="a.mdx" />', {"_snippets/a.mdx": "Ahoy"}) == "Ahoy"


def test_variables_are_filled_in() -> None:
    page = "Version {{version}}, {{ notKnown }}.\n\n```\n{{version}}\n```\n\n`{{version}}`"

    assert cleaned(page, version="3") == "Version 3, {{ notKnown }}.\n\n```\n3\n```\n\n`3`"
    assert replace_variables("{{a-b}}", {"a-b": "x"}) == "x"


def test_snippets_in_a_circle_end() -> None:
    circle = "import B from '/snippets/b.mdx'\n\nA\n\n<B />"
    back = "import A from '/guides/page.mdx'\n\nB\n\n<A />"

    assert cleaned(circle, {"snippets/b.mdx": back, "guides/page.mdx": circle}) == "A\n\nB"


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
    text = convert_page_to_markdown(data, "a.mdx", Includes(lambda _: None))

    assert (text is None) == bool(find_faults(data))
