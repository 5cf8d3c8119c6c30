"""Pages that grow: each reader of pages takes all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.growth.generator import (
    Files,
    Generator,
    Make,
    check,
    check_with_fixes,
    convert_to_markdown,
    page,
    remove_from_skill,
    times,
)

REPEATED: Mapping[str, str] = {
    "plain text": "A line of text.\n",
    "one line": "text ",
    "paragraphs": "A line.\n\n",
    "headings": "# A{i}\n\n",
    "same headings": "# A\n\n",
    "headings with ids": "## A {{#a{i}}}\n\n".replace("{{", "{").replace("}}", "}"),
    "underlined headings": "A{i}\n===\n\n",
    "links": "[a](/index) ",
    "findings that comments leave out": "{/* docs-lsp-ignore dead-link */}\n\n[a](/nope)\n\n",
    "tags after ignoring comments": "{/* docs-lsp-ignore dead-link */}\n<br/>\n",
    "dead links": "[a](/nope{i}) ",
    "anchors": "# a{i}\n\n[x](#a{i})\n\n",
    "dead anchors": "# a{i}\n\n[x](#b{i}x)\n\n",
    "images": "![a](/a{i}.png)\n",
    "definitions": "[a{i}]: /b{i}\n",
    "one definition again and again": "[a]: b\n",
    "footnotes": "[^a{i}]: text\n\n",
    "addresses": "https://example.com/{i} ",
    "dots": "www.",
    "bold": "**a** ",
    "emphasis that is never closed": "*a ",
    "stars": "*",
    "mixed emphasis": "*a _b ~c ",
    "closed emphasis that was never opened": "a* ",
    "opening brackets": "[",
    "closing brackets": "]",
    "brackets": "[]",
    "brackets in one another": "[a](",
    "images in one another": "![",
    "escapes": "\\*",
    "entities": "&amp;",
    "code in a line": "`a` ",
    "backticks": "`",
    "open code": "`a ``b ",
    "fences": "```\na\n```\n\n",
    "open fences": "```a\n",
    "math": "$a$ ",
    "dollars": "$",
    "items": "- a\n",
    "numbered items": "1. a\n",
    "items on one line": "- ",
    "empty items": "-\n",
    "items with a tag": "- <b>\n",
    "quotes": "> a\n",
    "quotes on one line": "> ",
    "rules": "---\n\n",
    "tables": "| a |\n|---|\n| b |\n\n",
    "rows": "| a | b |\n",
    "cells": "| a ",
    "tags": "<b>a</b>",
    "self-closing tags": "<A/>",
    "opening tags": "<b>",
    "opening tags on lines": "<b>\n\n",
    "closing tags": "</a>",
    "crossed tags": "<a><b></a></b>",
    "signs that open nothing": "< ",
    "tags that are cut off": "<a ",
    "tags with numbers": "<5 ",
    "comments": "{/* a */}\n",
    "comments of HTML": "<!-- a -->\n",
    "open comments": "{/* a\n",
    "expressions": "{a}",
    "expressions on lines": "{a}\n\n",
    "open braces": "{",
    "closing braces": "}",
    "wrong expressions": "{a{b}",
    "braces with strings": "{'",
    "templates": "{`${",
    "variables": "{{a}} ",
    "different variables": "{{a{i}}} ",
    "different sums": "{a{i}+1} ",
    "different objects": "<Card title={[{i}, a]} />\n",
    "cards": '<Card title="a{i}" href="/index">text</Card>\n',
    "steps": '<Steps>\n<Step title="a">\n\ntext\n\n</Step>\n</Steps>\n\n',
    "unknown components": "<Unknown{i} />\n\n",
    "audiences": '<Visibility for={{groups: ["a{i}"]}}>a</Visibility>\n\n',
    "audiences in text": '<Visibility for="agents">a</Visibility>',
    "open audiences": '<Visibility for="crew"> ',
    "audiences in expressions": "{<Visibility>a</Visibility>} ",
    "views": '<View title="x">a</View>\n\n',
    "misplaced steps": '<Step title="a">x</Step>\n\n',
    "imports": "import A{i} from '/a{i}.mdx'\n",
    "imports in blocks": "import A{i} from '/a{i}.mdx'\n\n",
    "broken imports": "import {\n",
    "exports": "export const a{i} = {i};\n\n",
    "functions": "export function A{i}() { return A{i} }\n\n",
    "classes of the older syntax": '<div style="a: {i}">x</div>\n',
    "carriage returns": "a\r\n",
    "lone carriage returns": "a\r",
    "signs outside of ASCII": "ä漢😀 ",
}
"""Pieces of which a page is made."""
AROUND: Mapping[str, tuple[str, str, str]] = {
    "attributes": ("<Card ", 'b{i}="c" ', "/>"),
    "one attribute again and again": ("<Card ", 'b="c" ', "/>"),
    "attributes of a tag that is never closed": ("<Card ", "b ", ""),
    "a long value": ('<Card title="', "a ", '" />'),
    "spread attributes": ("<Card ", "{...a} ", "/>"),
    "a sum": ("{", "a+", "a}"),
    "brackets of a regular expression": ("{/", "(", "/}"),
    "regular expressions": ("{", "/a/.b,", "a}"),
    "parentheses": ("{", "(", "}"),
    "an array": ("{[", "1,", "]}"),
    "a long string": ("{'", "a", "'}"),
    "a long comment": ("{/*", " a", "*/}"),
    "text between tags of an expression": ("{<a>", "b ", "</a>}"),
    "imports and then exports": (
        "".join(f"import B{i} from '/b.mdx'\n" for i in range(300)) + "\n",
        "export const a{i} = 1;\n\n",
        "",
    ),
    "an export on lines": ("export const a = [\n", "1,\n", "]"),
    "an export on one line": ("export const a = [", "1,", "]"),
    "an import that is never closed": ("import {\n", "a,\n", ""),
    "imports above an open brace": ("", "import A{i} from '/a{i}.mdx'\n", "{"),
    "items in quotes": ("> - a\n", "> - b\n", ""),
    "blank lines in a list": ("- " * 60 + "a\n", "\n", ""),
    "blank lines in a quote": ("> " + "- " * 60 + "a\n", ">\n", ""),
    "lazy lines": ("> " * 60 + "a\n", "a\n", ""),
    "an open tag in a list": ("- <a\n", "  b\n", ""),
    "a service's own element": ("<MDX>\n", "`<a>` `{b}`\n", "</MDX>"),
    "a table": ("| a | b |\n|---|---|\n", "| c | d |\n", ""),
    "rows with a pipe in code": ("| a | b |\n|---|---|\n", "| `c|d` | e |\n", ""),
    "a link text": ("[", "a ", "](/index)"),
    "a target": ("[a](/", "b/", ")"),
    "a target in round brackets": ("[a](", "(", ")"),
    "a title": ('[a](/index "', "b ", '")'),
    "a srcset": ('<img srcSet="', "/a{i}.png 1x, ", '" />'),
}
"""What begins a page, grows in it, and ends it."""
FIXED = ("rows with a pipe in code",)
"""Pages whose fixes are made as well."""
HEADS: Mapping[str, str] = {
    "fields": "a{i}: b\n",
    "one field again and again": "a: b\n",
    "lists in a frontmatter": "- a\n",
    "brackets in a frontmatter": "a: [",
    "braces in a frontmatter": "a: {",
    "aliases": "a{i}: &a{i} *a{i}\n",
    "comments in a frontmatter": "# a\n",
    "a text in a frontmatter": "a: 'b\n",
}
"""Pieces of which a frontmatter is made."""


def _nested(opening: str, inner: str, closing: str) -> Make:
    def make(size: int) -> Files:
        count = max(1, size // (len(opening) + len(closing)))
        return page(opening * count + inner + closing * count)

    return make


def _indented(item: str) -> Make:
    """Lines each of which is indented further: of them the root of the size makes the size."""

    def make(size: int) -> Files:
        return page("".join(" " * (2 * depth) + item for depth in range(int(size**0.5))))

    return make


BY_HAND = frozenset[str]()
"""Pages that are not read in CI."""
COSTLY = frozenset(
    (
        *("broken imports", "a sum", "an import that is never closed"),
        *("an export on lines", "an export on one line"),
    )
)
"""Pages whose growth shows sooner."""
LATE = frozenset(("findings that comments leave out", "tags after ignoring comments"))
"""Pages whose growth shows later."""
NESTED: Mapping[str, Make] = {
    "nested tags": _nested("<b>", "x", "</b>"),
    "nested tags on lines": _nested("<div>\n", "x\n", "</div>\n"),
    "nested links": _nested("[", "x", "](/index)"),
    "nested emphasis": _nested("*a **b ", "x", "** *"),
    "nested braces": _nested("{", "a", "}"),
    "nested arrays": _nested("[", "{[1]}", "]"),
    "nested conditions": _nested("{a ? <b>", "x", "</b> : c}"),
    "nested templates": _nested("{`${", "a", "}`}"),
    "nested quotes": _nested("> ", "a", ""),
    "nested lists": _indented("- a\n"),
    "nested numbered lists": _indented("1. a\n"),
    "nested lists with tags": _indented("- <b>\n"),
    "nested lists with braces": _indented("- {\n"),
    "nested lists with code": _indented("- ```\n"),
    "nested lists with links": _indented("- [a](/nope)\n"),
}


def _misspelt_anchors(size: int) -> Files:
    numbers = range(max(1, size // 40))
    headings = "".join(f"## Head {number}\n\n" for number in numbers)
    return page(headings + "".join(f"[a](#heda-{number}) " for number in numbers))


def _repeated(piece: str) -> Make:
    return lambda size: page(times(piece, size))


def _around(parts: tuple[str, str, str]) -> Make:
    before, piece, behind = parts
    return lambda size: page(before + times(piece, size) + behind)


def _in_head(piece: str) -> Make:
    def make(size: int) -> Files:
        text = "---\ntitle: a\n" + times(piece, size) + "\n---\n\ntext\n"
        return {**page(""), "index.mdx": text}

    return make


def page_generators() -> Iterator[Generator]:
    """Every page that grows, with each of its readers."""
    makers = {
        **{name: _repeated(piece) for name, piece in REPEATED.items()},
        **{name: _around(parts) for name, parts in AROUND.items()},
        **{name: _in_head(piece) for name, piece in HEADS.items()},
        **NESTED,
        "misspelt anchors": _misspelt_anchors,
    }
    for name, make in makers.items():
        size = 300 if name in COSTLY else 3000 if name in LATE else 800
        yield Generator(f"page: {name}", make, check, size, name not in BY_HAND)
        yield Generator(f"markdown: {name}", make, convert_to_markdown, is_quick=False)
        is_quick = "audiences" in name
        yield Generator(f"skill: {name}", make, remove_from_skill, is_quick=is_quick)
    for name in FIXED:
        yield Generator(f"fixes of a page: {name}", makers[name], check_with_fixes)
