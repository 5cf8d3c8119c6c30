"""What one reading of a page finds: its tags, expressions, imports, exports, headings and links,
and the faults for which the service refuses it.

All places are UTF-8 byte offsets into the page. A `parent` is the index, in `MdxPage.tags`, of the
innermost open tag around a thing, and -1 where none is. All tuples are in document order.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from docs_lsp.core.text import Span

NOWHERE = -1
"""The index of a tag that is not there."""


class TagForm(Enum):
    """What a tag does."""

    OPENING = "opening"
    CLOSING = "closing"
    SELF_CLOSING = "self-closing"


class MdxAttribute(NamedTuple):
    """One attribute of a tag, or the properties that `{...name}` spreads."""

    name: str
    """Empty for a spread."""
    span: Span
    """Name and value."""
    value: str | None
    """What stands between quotes, as it is written; None for an expression or a bare name."""
    value_span: Span | None
    """The value with the quotes or braces around it; None for a bare name."""
    is_expression: bool


class MdxTag(NamedTuple):
    """One tag: `<Card title="x">`, `</Card>` or `<br />`."""

    name: str
    """As the parser joins it (`A.B`, `a:b`); empty for a fragment."""
    span: Span
    name_span: Span
    """Empty, behind the `<` or `</`, for a fragment."""
    form: TagForm
    attributes: tuple[MdxAttribute, ...]
    is_block: bool
    """Whether its line holds nothing but tags and expressions."""
    parent: int
    partner: int
    """The index of the tag that closes or opens it; -1 for none."""


class MdxExpression(NamedTuple):
    """JavaScript in braces that stands for content, comments included; not one in a tag."""

    span: Span
    """The braces included."""
    is_block: bool
    parent: int


class ImportedName(NamedTuple):
    """One name that an import makes known."""

    local: str
    exported: str
    """`default`, `*` for all of the module, or a name."""
    span: Span
    """The local name."""


class MdxImport(NamedTuple):
    """One `import` statement."""

    span: Span
    source: str
    source_span: Span
    """Without the quotes."""
    names: tuple[ImportedName, ...]


class ExportKind(Enum):
    """What is exported, as far as it decides what the service does with `{name}`."""

    FUNCTION = "function"
    LITERAL = "literal"
    """A string, a number, a boolean or null; no template."""
    JSX = "JSX"
    OTHER = "other"


class ExportedName(NamedTuple):
    """One name that an export makes known."""

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
    """Without the marks around it, the id that it names included."""
    parent: int


class MdxLink(NamedTuple):
    """A link or an image of Markdown, or the definition that others refer to."""

    span: Span
    text: Span
    target: Span
    """As it is written, without `<` and `>`."""
    is_image: bool
    parent: int


class FaultKind(Enum):
    """Why the service's parser refuses a page."""

    LESS_THAN = "less than"
    """A `<` that no name follows; `detail` is what follows instead."""
    AUTOLINK = "autolink"
    """An address in `<>`; `detail` is the address."""
    HTML_COMMENT = "HTML comment"
    DECLARATION = "declaration"
    """`<!DOCTYPE`, `<![CDATA[` or `<?`."""
    TAG_NAME = "tag name"
    """A character that does not belong in a tag's name, as in `Map<K, V>`; `detail` is it."""
    ATTRIBUTE = "attribute"
    """A character that does not belong among attributes; `detail` is it."""
    ATTRIBUTE_VALUE = "attribute value"
    """A value without straight quotes or braces; `detail` is what stands there."""
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
    """Braces in a tag that do not hold `...name`."""
    UNCLOSED_BRACE = "unclosed brace"
    EXPRESSION = "expression"
    """Braces that do not hold JavaScript; `detail` is what they hold."""
    MODULE = "module"
    """An import or export that is not JavaScript."""
    MODULE_TEXT = "module text"
    """Text that begins with `import` or `export`, or follows an import without a blank line."""
    DECLARED_TWICE = "declared twice"
    """A name that is imported or exported twice; `detail` is it."""
    UNCLOSED_TAG = "unclosed tag"
    """A tag that is never closed; `detail` is the block that ends before, empty for the page."""
    STRAY_CLOSING = "stray closing"
    """A closing tag for which no tag is open."""
    WRONG_CLOSING = "wrong closing"
    """A closing tag where another is due; `detail` is the name of the one that is open."""
    SPLIT_TAG = "split tag"
    """A tag that is opened in one block and closed in another; `detail` is the block that either
    leaves open."""
    PIPE_IN_CODE = "pipe in code"
    """A `|` between backquotes that ends the cell of a table, so that what stands in the code is
    read as text."""
    LAZY_LINE = "lazy line"
    """A line that leaves its list item or quote in the middle of a tag or expression."""


class MdxFault(NamedTuple):
    """One mistake for which the service refuses a page."""

    kind: FaultKind
    span: Span
    """What an author has to change."""
    related: Span | None = None
    """A second place, such as the tag that is open."""
    tag: str = ""
    """The name of the tag that this is about."""
    detail: str = ""
    """What the kind says."""

    def shift(self, by: int) -> MdxFault:
        """The same fault, some bytes further on."""
        related = self.related and self.related.shift(by)
        return self._replace(span=self.span.shift(by), related=related)


@dataclass(frozen=True, slots=True)
class MdxPage:
    """What one page holds."""

    faults: tuple[MdxFault, ...] = ()
    tags: tuple[MdxTag, ...] = ()
    expressions: tuple[MdxExpression, ...] = ()
    imports: tuple[MdxImport, ...] = ()
    exports: tuple[MdxExport, ...] = ()
    headings: tuple[MdxHeading, ...] = ()
    links: tuple[MdxLink, ...] = ()
    code: tuple[Span, ...] = ()
    """The fenced blocks of code, fences included."""
    extra_cells: tuple[Span, ...] = ()
    """What stands in rows of tables behind the last column, for each row that has such cells."""
