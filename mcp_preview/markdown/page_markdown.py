"""Converts a page's MDX to clean Markdown: the text that readers and agents get.

Frontmatter, imports, comments and tags go, and their text stays; snippets are put in, variables
and simple values filled in, code blocks kept as they are. One pass, in time and memory proportional
to what comes out, which is bounded: snippets may multiply each other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from docs_lsp.site.mdx.code import code_blocks
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.frontmatter import find_block
from docs_lsp.site.pages import PAGE_EXTENSIONS
from mcp_preview.markdown.components import is_void, shape_of
from mcp_preview.markdown.includes import VARIABLE, Includes, PageNames, fill_in
from mcp_preview.markdown.jsx import (
    JsxExpression,
    JsxTag,
    literal,
    read_expression,
    read_tag,
    shown_in,
)
from mcp_preview.markdown.markdown_writer import MarkdownWriter, SizeBudget
from mcp_preview.markdown.modules import read_statement

MOST_WRITTEN = 8 << 20
"""How many characters a page may become, those of what it includes counted as they are read."""

_MOST_NESTED = 12
_MOST_FAULTS = 50
_LONGEST_CODE = 5_000
_LEAST = 200  # What including a text costs at least, for texts that are nearly empty.

# A pattern that begins with a few characters is looked for far more quickly than one that begins
# with alternatives, so what comes behind them is told apart by looking back.
_TOKENS = r"""[`\\<{%s](?:
    (?<=`)(?:(?P<simple>[^`\n]{1,500}`(?!`))|(?P<code>`*))
    |(?<=\\)(?P<escaped>[<{`\\])
    |(?<=<)(?:(?P<closing>/[A-Za-z][\w.:-]*>)|(?P<tag>(?=[/A-Za-z>])))
    |(?<=\{)(?P<brace>)
    |(?<=\n)(?P<statement>(?=(?:import|export)\b)))"""
_TOKEN = re.compile(_TOKENS % "", re.VERBOSE)
_TOKEN_OR_STATEMENT = re.compile(_TOKENS % r"\n", re.VERBOSE)
_STATEMENTS = ("import", "export")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_FORMULA = re.compile(r"\\[A-Za-z]+(?:\{[^{}\n]*\})*$|[\^_]$")
_COMMENTS = (b"{/*", b"<!--")


def to_markdown(data: bytes, file: str, includes: Includes) -> str:
    """The text of a page, whose file has this site path, as Markdown; never raises."""
    return _Converter(file, includes, {}, SizeBudget(MOST_WRITTEN), ()).to_markdown(data)


class _Converter:
    """Reads a text, and writes what readers get of it."""

    def __init__(
        self,
        file: str,
        includes: Includes,
        values: Mapping[str, str],
        budget: SizeBudget,
        trail: tuple[str, ...],
    ) -> None:
        self.file = file
        self.includes = includes
        self.names = PageNames(includes, values)
        self.writer = MarkdownWriter(budget)
        self.budget = budget
        self.trail = trail
        self.faults = 0

    def to_markdown(self, data: bytes) -> str:
        start, end = find_block(data).body_start, min(len(data), MOST_READ)
        for begin, stop in code_blocks(data, start, end):
            self.text(data[start:begin].decode("utf-8", "replace"))
            if not data.startswith(_COMMENTS, begin):
                code = data[begin:stop].decode("utf-8", "replace")
                self.writer.put_code(fill_in(code, self.includes.variables))
            start = stop
        self.text(data[start:end].decode("utf-8", "replace"))
        text = self.writer.text()
        return f"{text}\n" if text else ""

    def fragment(self, text: str) -> str:
        """A piece of JSX from a component or an expression."""
        self.text(text)
        return self.writer.text()

    def text(self, text: str) -> None:
        """Take the text between two blocks of code."""
        at = done = self.statements(text, 0)
        has_more = "\nimport" in text or "\nexport" in text
        search = (_TOKEN_OR_STATEMENT if has_more else _TOKEN).search
        while match := search(text, at):
            kind, start, at = match.lastgroup, match.start(), match.end()
            if kind == "simple" and "{{" not in match[0]:
                continue
            if kind == "statement":
                start = at
            if start > done:
                self.writer.put_lines(text[done:start])
            if kind == "closing":
                self.writer.close(match[0][2:-1])
            else:
                at = self.token(text, match)
            done = at
        self.writer.put_lines(text[done:] if done else text)

    def token(self, text: str, match: re.Match[str]) -> int:
        """Take what begins with a special sign; gives the offset behind it."""
        written, kind = match[0], match.lastgroup
        if kind == "simple":
            self.writer.put(fill_in(written, self.includes.variables))
        elif kind == "code":
            return self.inline_code(text, match)
        elif kind == "escaped":
            self.writer.put(written if written in ("\\`", "\\\\") else written[1:])
        elif kind == "statement":
            return self.statements(text, match.end())
        elif self.faults < _MOST_FAULTS:
            read = self.tag if kind == "tag" else self.expression
            end = read(text, match.start())
            if end is not None:
                return end
            self.faults += 1
            self.writer.put(written)
        else:
            self.writer.put(written)
        return match.end()

    def inline_code(self, text: str, match: re.Match[str]) -> int:
        size = len(match[0])
        closing = re.compile(rf"(?<!`)`{{{min(size, 50)}}}(?!`)|\n[ \t]*\n")
        found = closing.search(text, match.end(), min(len(text), match.end() + _LONGEST_CODE))
        end = found.end() if found and found[0][0] == "`" else match.end()
        self.writer.put(fill_in(text[match.start() : end], self.includes.variables))
        return end

    def statements(self, text: str, at: int) -> int:
        """Take the statements from the start of a line on; gives the offset behind them."""
        while text.startswith(_STATEMENTS, at):
            found = read_statement(text, at, self.file)
            if found is None:
                break
            for one in found.imports:
                self.names.snippets[one.name] = (one.file, one.exported)
            if found.exported:
                self.names.define(found.exported, found.value)
            at = found.end
            if not text.endswith("\n", 0, at):
                break
        return at

    def expression(self, text: str, at: int) -> int | None:
        variable = VARIABLE.match(text, at)
        if variable:
            self.writer.put(self.includes.variables.get(variable[1], variable[0]))
            return variable.end()
        if _FORMULA.search(text, max(0, at - 80), at):
            self.writer.put("{")
            return at + 1
        found = read_expression(text, at)
        if found is None:
            return None
        inner = found[0].text
        self.writer.put(text[at : found[1]] if inner.startswith("#") else self.value(inner))
        return found[1]

    def value(self, text: str) -> str:
        """What an expression shows, as far as that is known."""
        plain = literal(text)
        if plain is not None:
            return plain
        if _IDENTIFIER.fullmatch(text):
            return self.names.value(text)
        shown = shown_in(text)
        return self.inner().fragment(shown) if shown and self.may_nest() else ""

    def tag(self, text: str, at: int) -> int | None:
        found = read_tag(text, at)
        if found is None:
            return None
        if found.is_closing:
            self.writer.close(found.name)
        else:
            self.begin(found)
        return found.end

    def begin(self, tag: JsxTag) -> None:
        attributes = {name: self.attribute(value) for name, value in tag.attributes.items()}
        included = self.included(tag.name, attributes)
        shape = shape_of(tag.name, attributes)
        if included is not None:
            included = included.strip()
            before = f"\n\n{included}\n\n" if "\n" in included else included
        elif shape.is_block and not shape.is_dropped:
            before = f"\n\n{shape.before}\n\n" if shape.before else "\n"
        else:
            before = shape.before
        self.writer.put(before)
        if not tag.is_whole and not is_void(tag.name):
            self.writer.open(tag.name, shape)
        elif included is None:
            self.writer.put(shape.after)

    def attribute(self, value: str | JsxExpression) -> str:
        shown = self.value(value.text) if isinstance(value, JsxExpression) else value
        return fill_in(shown, self.includes.variables)

    # What is included

    def included(self, name: str, attributes: Mapping[str, str]) -> str | None:
        """What a component shows that stands for another text; None for any other one."""
        is_named = name in self.names
        if not (is_named or name == "Snippet") or self.writer.is_dropping or not self.may_nest():
            return None
        if name == "Snippet" and attributes.get("file"):
            return self.snippet(f"snippets/{attributes['file'].lstrip('/')}", attributes)
        if name in self.names.snippets:
            file, exported = self.names.snippets[name]
            if not exported and file.endswith(PAGE_EXTENSIONS):
                return self.snippet(file, attributes)
            value = self.includes.exports(file).get(exported or name)
            return None if value is None else self.component(value, attributes, file)
        value = self.names.components.get(name)
        return None if value is None else self.component(value, attributes, self.file)

    def snippet(self, file: str, attributes: Mapping[str, str]) -> str | None:
        if file in self.trail:
            return None
        data = self.includes.read(file)
        if data is None:
            return None
        self.budget.left -= max(_LEAST, len(data))
        is_plain = not attributes and not self.names.values
        if is_plain and file in self.includes.cleaned:
            return self.includes.cleaned[file]
        inner = self.inner(file, attributes)
        text = inner.to_markdown(data)
        if is_plain and not inner.names.snippets and b"<Snippet" not in data:
            self.includes.cleaned[file] = text
        return text

    def component(self, value: str, attributes: Mapping[str, str], file: str) -> str | None:
        shown = shown_in(value)
        self.budget.left -= max(_LEAST, len(value))
        return self.inner(file, attributes).fragment(shown) if shown else None

    def inner(self, file: str = "", values: Mapping[str, str] | None = None) -> _Converter:
        trail = (*self.trail, self.file)
        given = {**self.names.values, **(values or {})}
        cleaner = _Converter(file or self.file, self.includes, given, self.budget, trail)
        if not file or file == self.file:
            cleaner.names.snippets = self.names.snippets
            cleaner.names.components = self.names.components
        return cleaner

    def may_nest(self) -> bool:
        return len(self.trail) < _MOST_NESTED and self.budget.left > 0
