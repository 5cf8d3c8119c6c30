"""A page's MDX as clean Markdown: the text that readers and agents get.

Frontmatter, imports, comments and tags go, and their text stays; snippets are put in, variables
and simple values filled in, code blocks kept as they are. Children of components lose the
indentation that they have for the writer's sake. One pass, in time and memory proportional to what
comes out, which is bounded: snippets may multiply each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from docs_lsp.site.content import MOST_READ
from docs_lsp.site.frontmatter import find_block
from docs_lsp.site.mdx_code import code_blocks
from mcp_preview.index.components import is_void, shape_of
from mcp_preview.index.jsx import Expression, Tag, literal, read_expression, read_tag, shown_in
from mcp_preview.index.modules import exports_in, read_statement

MOST_WRITTEN = 8 << 20
"""How many characters a page may become, those of what it includes counted as they are read."""

_MOST_NESTED = 12
_MOST_OPEN = 200
_MOST_FAULTS = 50
_LONGEST_CODE = 5_000
_LEAST = 200  # What including a text costs at least, for texts that are nearly empty.

_SIGNS = r"(?P<code>`+)|(?P<escaped>\\[<{`\\])|(?P<tag><(?=[/A-Za-z>]))|(?P<brace>\{)"
_TOKEN = re.compile(_SIGNS)
_TOKEN_OR_STATEMENT = re.compile(rf"{_SIGNS}|(?P<esm>^(?:import|export)\b)", re.MULTILINE)
_VARIABLE = re.compile(r"\{\{\s*([\w.-]+)\s*\}\}")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_BLANKS = re.compile(r"\n(?:[ \t]*\n)+")
_INDENT = re.compile(r"[ \t]*")
_FORMULA = re.compile(r"\\[A-Za-z]+(?:\{[^{}\n]*\})*$|[\^_]$")
_COMMENTS = (b"{/*", b"<!--")


@dataclass(frozen=True, slots=True)
class Source:
    """Where snippets and values come from."""

    read: Callable[[str], bytes | None]
    """The content of a file by its site path; None where there is none."""
    variables: Mapping[str, str] = field(default_factory=dict)
    _exports: dict[str, dict[str, str]] = field(default_factory=dict)
    cleaned: dict[str, str] = field(default_factory=dict)
    """The texts of snippets that are the same wherever they are put in."""

    def exports(self, file: str) -> dict[str, str]:
        """What a file exports, by name; read once."""
        found = self._exports.get(file)
        if found is None:
            data = self.read(file)
            text = data.decode("utf-8", "replace") if data and len(data) <= MOST_READ else ""
            found = self._exports[file] = exports_in(text, file)
        return found


def clean(data: bytes, file: str, source: Source) -> str:
    """The text of a page, whose file has this site path, as Markdown; never raises."""
    return _Cleaner(file, source, {}, _Budget(MOST_WRITTEN), ()).clean(data)


def fill_in(text: str, variables: Mapping[str, str]) -> str:
    """A text with the site's variables in it; one that is not known stays as it is written."""
    if "{{" not in text:
        return text
    return _VARIABLE.sub(lambda match: variables.get(match[1], match[0]), text)


@dataclass(slots=True)
class _Budget:
    """What may still be written, of one page with all that it includes."""

    left: int


@dataclass(slots=True)
class _Open:
    """A tag that is not closed yet."""

    name: str
    after: str
    is_block: bool
    is_dropped: bool
    indent: int = -1
    """The indentation of its content; -1 before its first line."""


class _Cleaner:
    def __init__(
        self,
        file: str,
        source: Source,
        values: Mapping[str, str],
        budget: _Budget,
        trail: tuple[str, ...],
    ) -> None:
        self.file = file
        self.source = source
        self.values = dict(values)
        self.snippets: dict[str, tuple[str, str]] = {}
        self.components: dict[str, str] = {}
        self.budget = budget
        self.trail = trail
        self.open: list[_Open] = []
        self.dropping = 0
        self.faults = 0
        self.prose: list[str] = []
        self.out: list[str] = []

    def clean(self, data: bytes) -> str:
        start, end = find_block(data).body_start, min(len(data), MOST_READ)
        for begin, stop in code_blocks(data, start, end):
            self.text(data[start:begin].decode("utf-8", "replace"))
            if not data.startswith(_COMMENTS, begin):
                self.block(data[begin:stop].decode("utf-8", "replace"))
            start = stop
        self.text(data[start:end].decode("utf-8", "replace"))
        return self.written()

    def written(self) -> str:
        """All that was made, with the tags closed that the page leaves open."""
        self.flush()
        return "".join(self.out).strip() + "\n" if self.out else ""

    def fragment(self, text: str) -> str:
        """A piece of JSX from a component or an expression."""
        self.text(text)
        self.flush()
        return "".join(self.out).strip()

    # What goes out

    def put(self, text: str) -> None:
        if text and not self.dropping and self.budget.left > 0:
            self.budget.left -= len(text)
            self.prose.append(text)

    def flush(self) -> None:
        """Write the text before a block of code: in it, several blank lines are one."""
        if self.prose:
            text = "".join(self.prose).replace("\r\n", "\n")
            self.out.append(_BLANKS.sub("\n\n", text))
            self.prose = []

    def block(self, code: str) -> None:
        """Write a block of code, moved to the left like the text around it."""
        if self.dropping or self.budget.left <= 0:
            return
        code = fill_in(code, self.source.variables).replace("\r\n", "\n")
        before = "".join(self.prose)
        margin = len(before) - len(before.rstrip(" \t"))
        block = self.innermost()
        if block is not None:
            if block.indent < 0:
                block.indent = margin
            indent = block.indent
            margin = max(0, margin - indent)
            code = "\n".join(_less_indented(line, indent) for line in code.split("\n"))
        self.prose = [before.rstrip(" \t") + " " * margin]
        self.flush()
        self.budget.left -= len(code)
        self.out.append(code)

    def innermost(self) -> _Open | None:
        """The innermost tag whose content stands in lines of its own."""
        return next((one for one in reversed(self.open) if one.is_block), None)

    def plain(self, text: str) -> None:
        """Write text that holds no tags."""
        if not self.open or "\n" not in text:
            self.put(text)
            return
        block = self.innermost()
        first, *lines = text.split("\n")
        moved = [first]
        for line in lines:
            body = line.lstrip(" \t")
            if body and block is not None and block.indent < 0:
                block.indent = len(line) - len(body)
            indent = max(0, block.indent) if block else 0
            moved.append(_less_indented(line, indent) if body or block is None else line)
        self.put("\n".join(moved))

    # What comes in

    def text(self, text: str) -> None:
        """Take the text between two blocks of code."""
        at = 0
        # To look for statements as well takes twice as long, and most texts have none.
        has_any = "import" in text or "export" in text
        token = _TOKEN_OR_STATEMENT if has_any else _TOKEN
        while match := token.search(text, at):
            start = match.start()
            if start > at:
                self.plain(text[at:start])
            at = self.token(text, match)
        self.plain(text[at:] if at else text)

    def token(self, text: str, match: re.Match[str]) -> int:
        """Take what begins with a special sign; gives the offset behind it."""
        if match.lastgroup == "code":
            return self.inline_code(text, match)
        if match.lastgroup == "escaped":
            self.put(match[0] if match[0] in ("\\`", "\\\\") else match[0][1:])
        elif match.lastgroup == "esm":
            return self.statement(text, match)
        elif self.faults < _MOST_FAULTS:
            read = self.tag if match.lastgroup == "tag" else self.expression
            end = read(text, match.start())
            if end is not None:
                return end
            self.faults += 1
            self.put(match[0])
        else:
            self.put(match[0])
        return match.end()

    def inline_code(self, text: str, match: re.Match[str]) -> int:
        size = len(match[0])
        closing = re.compile(rf"(?<!`)`{{{min(size, 50)}}}(?!`)|\n[ \t]*\n")
        found = closing.search(text, match.end(), min(len(text), match.end() + _LONGEST_CODE))
        end = found.end() if found and found[0][0] == "`" else match.end()
        self.put(fill_in(text[match.start() : end], self.source.variables))
        return end

    def statement(self, text: str, match: re.Match[str]) -> int:
        found = read_statement(text, match.start(), self.file)
        if found is None:
            self.put(match[0])
            return match.end()
        for one in found.imports:
            self.snippets[one.name] = (one.file, one.exported)
        if found.exported:
            self.define(found.exported, found.value)
        return found.end

    def define(self, name: str, value: str) -> None:
        plain = literal(value)
        if plain is not None:
            self.values[name] = plain
        else:
            self.components[name] = value

    def expression(self, text: str, at: int) -> int | None:
        variable = _VARIABLE.match(text, at)
        if variable:
            self.put(self.source.variables.get(variable[1], variable[0]))
            return variable.end()
        if _FORMULA.search(text, max(0, at - 80), at):
            self.put("{")
            return at + 1
        found = read_expression(text, at)
        if found is None:
            return None
        inner = found[0].text
        if inner.startswith("#"):
            self.put(text[at : found[1]])
        else:
            self.put(self.value(inner))
        return found[1]

    def value(self, text: str) -> str:
        """What an expression shows, as far as that can be told."""
        plain = literal(text)
        if plain is not None:
            return plain
        if _IDENTIFIER.fullmatch(text):
            return self.named(text)
        shown = shown_in(text)
        return self.inner().fragment(shown) if shown and self.may_nest() else ""

    def named(self, name: str) -> str:
        """The value of a name; an unknown one stays as it is written, for it may be mere text."""
        name = name.removeprefix("props.")
        if name in self.values:
            return self.values[name]
        if name in ("children", "undefined", "null", "true", "false"):
            return ""
        if name in self.snippets:
            file, exported = self.snippets[name]
            value = self.source.exports(file).get(exported, "") if exported else ""
            return literal(value) or ""
        return "" if name in self.components or "." in name else f"{{{name}}}"

    def tag(self, text: str, at: int) -> int | None:
        found = read_tag(text, at)
        if found is None:
            return None
        if found.is_closing:
            self.close(found.name)
        else:
            self.begin(found)
        return found.end

    def begin(self, tag: Tag) -> None:
        attributes = {name: self.attribute(value) for name, value in tag.attributes.items()}
        included = None if self.dropping else self.included(tag.name, attributes)
        shape = shape_of(tag.name, attributes)
        if included is not None:
            self.put(f"\n\n{included}\n\n" if "\n" in included.strip() else included.strip())
        elif shape.is_block and not shape.is_dropped:
            self.put(f"\n\n{shape.before}\n\n" if shape.before else "\n")
        else:
            self.put(shape.before)
        if tag.is_whole or is_void(tag.name):
            self.put("" if included is not None else shape.after)
        elif len(self.open) < _MOST_OPEN:
            self.dropping += shape.is_dropped
            self.open.append(_Open(tag.name, shape.after, shape.is_block, shape.is_dropped))

    def close(self, name: str) -> None:
        """Close the innermost tag of a name, and all that is left open in it."""
        if not any(one.name == name for one in self.open):
            return
        while True:
            one = self.open.pop()
            self.dropping -= one.is_dropped
            self.put(one.after or ("\n\n" if one.is_block else ""))
            if one.name == name:
                return

    def attribute(self, value: str | Expression) -> str:
        shown = self.value(value.text) if isinstance(value, Expression) else value
        return fill_in(shown, self.source.variables)

    # What is included

    def included(self, name: str, attributes: Mapping[str, str]) -> str | None:
        """What a component shows that stands for another text; None for any other one."""
        if not self.may_nest():
            return None
        if name == "Snippet" and attributes.get("file"):
            return self.snippet(f"snippets/{attributes['file'].lstrip('/')}", attributes)
        if name in self.snippets:
            file, exported = self.snippets[name]
            if not exported and file.endswith((".mdx", ".md")):
                return self.snippet(file, attributes)
            exports = self.source.exports(file)
            value = exports.get(exported or name)
            return None if value is None else self.component(value, attributes, file)
        value = self.components.get(name)
        return None if value is None else self.component(value, attributes, self.file)

    def snippet(self, file: str, attributes: Mapping[str, str]) -> str | None:
        if file in self.trail:
            return None
        data = self.source.read(file)
        if data is None:
            return None
        self.budget.left -= max(_LEAST, len(data))
        known = None if attributes or self.values else self.source.cleaned.get(file)
        if known is not None:
            return known
        inner = self.inner(file, attributes)
        text = inner.clean(data)
        if not (attributes or self.values or inner.snippets or b"<Snippet" in data):
            self.source.cleaned[file] = text
        return text

    def component(self, value: str, attributes: Mapping[str, str], file: str) -> str | None:
        shown = shown_in(value)
        self.budget.left -= max(_LEAST, len(value))
        return self.inner(file, attributes).fragment(shown) if shown else None

    def inner(self, file: str = "", values: Mapping[str, str] | None = None) -> _Cleaner:
        trail = (*self.trail, self.file)
        given = {**self.values, **(values or {})}
        cleaner = _Cleaner(file or self.file, self.source, given, self.budget, trail)
        if not file or file == self.file:
            cleaner.snippets, cleaner.components = self.snippets, self.components
        return cleaner

    def may_nest(self) -> bool:
        return len(self.trail) < _MOST_NESTED and self.budget.left > 0


def _less_indented(line: str, indent: int) -> str:
    """A line without so much of its indentation."""
    own = _INDENT.match(line)
    return line[min(indent, own.end()) :] if own else line
