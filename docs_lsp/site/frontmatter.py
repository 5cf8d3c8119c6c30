"""The block of fields at the top of a page, with the place of each.

python-frontmatter finds the block; two things are done in the service's way instead. The block ends
at the first line that starts with `---`, whatever follows there. And its YAML goes through
`safe_yaml`, which bounds what a stranger's page can cost and knows where each field stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.safe_yaml import Document, Entry, read_yaml
from docs_lsp.site.yaml_faults import YamlFault
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


def read_frontmatter(data: bytes) -> Frontmatter:
    """Read the frontmatter of a page; never raises."""
    bom = len(_BOM) if data.startswith(_BOM) else 0
    if not data.startswith(b"---", bom) or data.startswith(b"----", bom):
        return Frontmatter(body_start=bom)
    try:
        text = data[bom:].decode()
    except UnicodeDecodeError as error:
        span = Span(bom + error.start, bom + error.start + 1)
        return _unreadable(span, "The page is not UTF-8 text. Save it as UTF-8.")
    try:
        block, body = _handler().split(text)
    except ValueError:
        return _unreadable(
            Span(bom, bom + 3),
            "The frontmatter that `---` opens here is never closed. Add a line `---` after it.",
        )
    start = bom + _end_of_first_line(data[bom:])
    return _read_block(block.encode(), start, _body_start(data, text, body))


def title_of(page: str, frontmatter: Frontmatter, summary: str | None = None) -> str:
    """A page's title: its own, or the summary of its operation, or made from its path."""
    title = frontmatter.values.get("title")
    if isinstance(title, str | int | float) and not isinstance(title, bool) and title != "":
        return str(title)
    if summary:
        return summary
    words = page.rstrip("/").rpartition("/")[2].replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


@cache
def _handler() -> YAMLHandler:
    # Imported when the first page is read, as the rest of the program does without it.
    from frontmatter.default_handlers import YAMLHandler

    return YAMLHandler(fm_boundary=_BOUNDARY)


def _end_of_first_line(data: bytes) -> int:
    end = data.find(b"\n")
    return len(data) if end < 0 else end


def _body_start(data: bytes, text: str, body: str) -> int:
    """Where the line after the closing `---` begins."""
    size = len(body) if text.isascii() else len(body.encode())
    return len(data) - size + body.startswith("\n")


def _read_block(block: bytes, start: int, body_start: int) -> Frontmatter:
    if len(block) > MAX_SIZE:
        message = f"The frontmatter is larger than {MAX_SIZE // 1024} KB. Move text into the page."
        return _unreadable(Span(start, start), message, body_start)
    document = read_yaml(block)
    if isinstance(document, YamlFault):
        return _unreadable(document.span.shifted(start), document.message, body_start)
    if document.value is None:
        return Frontmatter(body_start=body_start)
    if not isinstance(document.value, dict):
        message = "The frontmatter is no list of fields. Write each one as `name: value`."
        return _unreadable(Span(start, start + len(block)), message, body_start)
    return Frontmatter(document.value, body_start, None, _entries(document, start))


def _entries(document: Document, start: int) -> dict[str, Entry]:
    return {
        keys[0]: Entry(entry.key.shifted(start), entry.value.shifted(start))
        for keys, entry in document.entries.items()
    }


def _unreadable(span: Span, message: str, body_start: int = 0) -> Frontmatter:
    return Frontmatter(body_start=body_start, problem=FrontmatterProblem(span, message))
