"""The block of fields at the top of a page, with the place of each.

It is read as the service does: the block ends at the first line that starts with `---`, whatever
follows there. Nearly every block is plain enough for `quick_frontmatter`. The others are taken out
by python-frontmatter and go through `safe_yaml`, which bounds what a stranger's page can cost. Both
ways know where each field stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.mdx.quick_frontmatter import read_fields
from docs_lsp.site.mdx.safe_yaml import Document, Entry, read_yaml
from docs_lsp.site.mdx.yaml_faults import YamlFault
from docs_lsp.text import Span

if TYPE_CHECKING:
    from frontmatter.default_handlers import YAMLHandler

MAX_SIZE = 256 * 1024

_BOUNDARY = re.compile(r"^---[^\n]*$", re.MULTILINE)
_BOM = b"\xef\xbb\xbf"


class FrontmatterProblem(NamedTuple):
    """Why a page's frontmatter cannot be read, and the place that shows it."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """A page's fields. A page without any, or with unreadable ones, has none.

    The values are what JSON can hold. `body_start` is the byte offset of the page's text.
    """

    values: Mapping[str, object] = field(default_factory=dict)
    body_start: int = 0
    problem: FrontmatterProblem | None = None
    entries: Mapping[str, Entry] = field(default_factory=dict)
    """Where the key and the value of each field stand in the page."""
    repeated: tuple[Span, ...] = ()
    """The keys that were given before, where they stand."""


class Block(NamedTuple):
    """Where a page's frontmatter lies: the lines between the two of dashes."""

    start: int
    """Behind the first line of dashes, before its line feed."""
    end: int
    """Before the dashes that close the block; -1 if nothing does."""
    body_start: int


def find_block(data: bytes) -> Block:
    """Where the frontmatter of a page lies; of a page without any, `start` and `end` are 0."""
    bom = len(_BOM) if data.startswith(_BOM) else 0
    if not data.startswith(b"---", bom) or data.startswith(b"----", bom):
        return Block(0, 0, bom)
    start = data.find(b"\n", bom)
    closing = data.find(b"\n---", start) if start >= 0 else -1
    if closing < 0:
        return Block(bom, -1, 0)
    after = data.find(b"\n", closing + 1)
    return Block(start, closing + 1, len(data) if after < 0 else after + 1)


def read_frontmatter(data: bytes) -> Frontmatter:
    """Read the frontmatter of a page; never raises."""
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError as error:
            span = Span(error.start, error.start + 1)
            return _unreadable(span, "The page is not UTF-8 text. Save it as UTF-8.")
    block = find_block(data)
    if block.end == 0:
        return Frontmatter(body_start=block.body_start)
    if block.end < 0:
        return _unreadable(
            Span(block.start, block.start + 3),
            "The frontmatter that `---` opens here is never closed. Add a line `---` after it.",
        )
    return _read_block(data, block)


def title_of(page: str, frontmatter: Frontmatter, summary: str | None = None) -> str:
    """A page's title: its own, or the summary of its operation, or made from its path."""
    title = frontmatter.values.get("title")
    if isinstance(title, str | int | float) and not isinstance(title, bool) and title != "":
        return str(title)
    if summary:
        return summary
    words = page.rstrip("/").rpartition("/")[2].replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _read_block(data: bytes, block: Block) -> Frontmatter:
    start, end, body_start = block
    if end - start > MAX_SIZE:
        message = f"The frontmatter is larger than {MAX_SIZE // 1024} KB. Move text into the page."
        return _unreadable(Span(start, start), message, body_start)
    fields = read_fields(data[start:end], start)
    if fields is not None:
        return Frontmatter(fields.values, body_start, None, fields.entries)
    document = read_yaml(_taken_out(data))
    if isinstance(document, YamlFault):
        return _unreadable(document.span.shifted(start), document.message, body_start)
    if document.value is None:
        return Frontmatter(body_start=body_start)
    if not isinstance(document.value, dict):
        message = "The frontmatter is no list of fields. Write each one as `name: value`."
        return _unreadable(Span(start, end), message, body_start)
    repeated = tuple(span.shifted(start) for span in document.repeated)
    return Frontmatter(document.value, body_start, None, _entries(document, start), repeated)


def _taken_out(data: bytes) -> bytes:
    """The block of a page that has one, from the end of its first line on."""
    block, _ = _handler().split(data.removeprefix(_BOM).decode())
    return block.encode()


@cache
def _handler() -> YAMLHandler:
    # Imported when the first page needs it, as most sites do without.
    from frontmatter.default_handlers import YAMLHandler

    return YAMLHandler(fm_boundary=_BOUNDARY)


def _entries(document: Document, start: int) -> dict[str, Entry]:
    return {
        str(path[0]): Entry(entry.key.shifted(start), entry.value.shifted(start))
        for path, entry in document.entries.items()
    }


def _unreadable(span: Span, message: str, body_start: int = 0) -> Frontmatter:
    return Frontmatter(body_start=body_start, problem=FrontmatterProblem(span, message))
