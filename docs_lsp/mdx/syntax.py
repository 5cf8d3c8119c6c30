"""The result of parsing a page: tags, expressions, imports, exports, headings, links, faults.

All places are UTF-8 byte offsets in the page. A `parent` is the index, in `MdxPage.tags`, of the
innermost open tag around an item, and -1 if there is none. All tuples are in document order.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from docs_lsp.core.text import Span

NOWHERE = -1
"""The index of a missing tag."""


class TagForm(Enum):
    """The form of a tag."""

    OPENING = "opening"
    CLOSING = "closing"
    SELF_CLOSING = "self-closing"


class MdxAttribute(NamedTuple):
    """An attribute of a tag, or the properties that `{...name}` spreads."""

    name: str
    """Empty for a spread."""
    span: Span
    """The span of name and value."""
    value: str | None
    """The text between the quotes as written; None for an expression or a bare name."""
    value_span: Span | None
    """The span of the value with its quotes or braces; None for a bare name."""
    is_expression: bool


class MdxTag(NamedTuple):
    """One tag: `<Card title="x">`, `</Card>` or `<br />`."""

    name: str
    """The name as the parser joins it (`A.B`, `a:b`); empty for a fragment."""
    span: Span
    name_span: Span
    """The span of the name; empty, after the `<` or `</`, for a fragment."""
    form: TagForm
    attributes: tuple[MdxAttribute, ...]
    is_block: bool
    """Whether its line consists of tags and expressions only."""
    parent: int
    partner: int
    """The index of the matching closing or opening tag, or -1."""


class MdxExpression(NamedTuple):
    """JavaScript in braces used as content, comments included; not within a tag."""

    span: Span
    """The span with the braces."""
    is_block: bool
    parent: int


class ImportedName(NamedTuple):
    """A name that an import defines."""

    local: str
    exported: str
    """The exported name: `default`, `*` for the whole module, or a name."""
    span: Span
    """The span of the local name."""


class MdxImport(NamedTuple):
    """One `import` statement."""

    span: Span
    source: str
    source_span: Span
    """The span of the source without its quotes."""
    names: tuple[ImportedName, ...]


class ExportKind(Enum):
    """The kind of an exported value, as far as it decides how `{name}` is rendered."""

    FUNCTION = "function"
    LITERAL = "literal"
    """A string, a number, a boolean or null, but not a template."""
    JSX = "JSX"
    OTHER = "other"


class ExportedName(NamedTuple):
    """A name that an export defines."""

    name: str
    """`default` for a default export."""
    span: Span
    kind: ExportKind


class MdxExport(NamedTuple):
    """One `export` statement."""

    span: Span
    names: tuple[ExportedName, ...]


class MdxHeading(NamedTuple):
    """A heading of Markdown; one in HTML is a tag."""

    span: Span
    level: int
    text: Span
    """The span of the text without its markers, including an explicit id."""
    parent: int


class MdxLink(NamedTuple):
    """A Markdown link or image with its target in parentheses."""

    span: Span
    text: Span
    target: Span
    """The span of the target as written, without `<` and `>`."""
    parent: int


class FaultKind(Enum):
    """The reason why the service's parser rejects a page."""

    LESS_THAN = "less than"
    """A `<` that no name follows; `detail` is the next character."""
    AUTOLINK = "autolink"
    """A URL or email address in `<>`; `detail` is the address."""
    HTML_COMMENT = "HTML comment"
    DECLARATION = "declaration"
    """`<!DOCTYPE`, `<![CDATA[` or `<?`."""
    TAG_NAME = "tag name"
    """A wrong character in the name of a tag, as in `Map<K, V>`; `detail` is the character."""
    ATTRIBUTE = "attribute"
    """A wrong character among attributes; `detail` is the character."""
    ATTRIBUTE_VALUE = "attribute value"
    """A value without straight quotes or braces; `detail` is the text."""
    CURLY_QUOTES = "curly quotes"
    """Typographic quotes around a value."""
    UNCLOSED_VALUE = "unclosed value"
    """A quote that is never closed."""
    UNENDED_TAG = "unended tag"
    """A tag without its `>`."""
    TAG_COMMENT = "tag comment"
    """A comment among attributes."""
    CLOSING_TAG = "closing tag"
    """A closing tag with attributes, or with a slash at its end."""
    EMPTY_VALUE = "empty value"
    """`name={}`."""
    NOT_SPREAD = "not spread"
    """Braces among attributes that do not contain `...name`."""
    UNCLOSED_BRACE = "unclosed brace"
    EXPRESSION = "expression"
    """Braces that do not contain JavaScript; `detail` is their content."""
    MODULE = "module"
    """An import or export that is not JavaScript."""
    MODULE_TEXT = "module text"
    """Text that begins with `import` or `export`, or follows an import without a blank line."""
    DECLARED_TWICE = "declared twice"
    """A name that is imported or exported twice; `detail` is the name."""
    UNCLOSED_TAG = "unclosed tag"
    """A tag that is never closed; `detail` is the block that ends before, empty for the page."""
    STRAY_CLOSING = "stray closing"
    """A closing tag without an open tag."""
    WRONG_CLOSING = "wrong closing"
    """A closing tag where another is expected; `detail` is the name of the open tag."""
    SPLIT_TAG = "split tag"
    """A tag opened in one block and closed in another; `detail` is the inner block."""
    PIPE_IN_CODE = "pipe in code"
    """A `|` in inline code that ends a table cell, so that the code is read as text."""
    LAZY_LINE = "lazy line"
    """A line that leaves its list item or quote in the middle of a tag or expression."""


class MdxFault(NamedTuple):
    """A mistake for which the service rejects a page."""

    kind: FaultKind
    span: Span
    """The range that a user has to change."""
    related: Span | None = None
    """A second place, such as the tag that is open."""
    tag: str = ""
    """The name of the tag concerned, or empty."""
    detail: str = ""
    """The detail that the kind defines."""

    def shift(self, by: int) -> MdxFault:
        """Return the fault moved by some bytes."""
        related = self.related and self.related.shift(by)
        return self._replace(span=self.span.shift(by), related=related)


@dataclass(frozen=True, slots=True)
class MdxPage:
    """The result of parsing a page."""

    faults: tuple[MdxFault, ...] = ()
    tags: tuple[MdxTag, ...] = ()
    expressions: tuple[MdxExpression, ...] = ()
    imports: tuple[MdxImport, ...] = ()
    exports: tuple[MdxExport, ...] = ()
    headings: tuple[MdxHeading, ...] = ()
    links: tuple[MdxLink, ...] = ()
    code: tuple[Span, ...] = ()
    """The fenced code blocks, including their fences."""
    cut_rows: tuple[Span, ...] = ()
    """The first pipe in the code of each table row that loses cells because of it."""
    extra_cells: tuple[Span, ...] = ()
    """The cells after the last column of each table row with too many, but no pipe in code."""
