"""Frontmatter that is read, and not as it was meant: what stands around it, and texts that YAML
takes for something else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.problem import Severity
from docs_lsp.rules._words import code
from docs_lsp.schema.model_page import FRONTMATTER
from docs_lsp.schema.types import StringType
from docs_lsp.site.mdx.frontmatter import BOM, find_block
from docs_lsp.site.mdx.lost_frontmatter import Repair
from docs_lsp.text import Span

if TYPE_CHECKING:
    from docs_lsp.formats.yaml_reader import YamlEntry
    from docs_lsp.site.mdx.frontmatter import Frontmatter

_LIKELY = (b" #", b": &", b": 1", b": 2", b"\t")
_CLOSED = (b"\n---", b"\r---")
_DATE = re.compile(rb"\d{4}-\d\d-\d\d(?:[Tt \t]+\d\d?:\d\d:\d\d\S*)?")
_ANCHOR = re.compile(rb"&([^\s,\[\]{}]+)(?=[ \t])")
_CUT = re.compile(rb"[ \t]+(#\S[^\r\n]*?)[ \t]*(?:\r?\n|\Z)")
_NEITHER = (b'"', b"'", b"|", b">", b"{", b"[", b"&", b"*", b"!")


class FrontmatterFault(NamedTuple):
    """One thing that is wrong at the top of a page."""

    span: Span
    message: str
    severity: Severity
    repair: Repair | None = None


def may_slip(head: bytes) -> bool:
    """Whether frontmatter is worth a second look; a question for the thousands of a site."""
    # A search for each of some texts is several times faster than one for any of them.
    return (
        head.startswith(BOM)
        or any(sign in head for sign in _LIKELY)
        or not head.rstrip().endswith(_CLOSED)
    )


def slips(frontmatter: Frontmatter, data: bytes) -> Iterator[FrontmatterFault]:
    """What is not as it was meant in the frontmatter of a page, which begins the data."""
    yield from _around(data)
    for name, entry in frontmatter.entries.items():
        known = FRONTMATTER.properties.get(name)
        if known is not None and isinstance(known.type, StringType):
            yield from _in_text(name, frontmatter.values.get(name), entry, data)


def quoted(data: bytes, span: Span) -> Repair:
    """The text of a range in quotes."""
    text = data[slice(*span)].decode("utf-8", "replace")
    return Repair("Put it in quotes", ((span, json.dumps(text, ensure_ascii=False)),))


def _around(data: bytes) -> Iterator[FrontmatterFault]:
    block = find_block(data)
    if data.startswith(BOM + b"---"):
        # The dashes are replaced too: most editors do not count the mark as a character.
        repair = Repair("Remove the invisible character", ((Span(0, 6), "---"),), trivial=True)
        yield FrontmatterFault(
            Span(0, 3),
            "An invisible character, a byte order mark, stands before the frontmatter, so readers "
            "see its fields as text at the top of the page. Remove it.",
            Severity.WARNING,
            repair,
        )
    line = data[block.end : block.body_start].rstrip()
    if block.end > 0 and line != b"---" and not line.strip(b"-."):
        span = Span(block.end, block.end + len(line))
        yield FrontmatterFault(
            span,
            f"{code(line.decode())} does not close the frontmatter for readers: they see its "
            "fields as text. Write `---`.",
            Severity.WARNING,
            Repair("Write `---`", ((span, "---"),), trivial=True),
        )


def _in_text(name: str, value: object, entry: YamlEntry, data: bytes) -> Iterator[FrontmatterFault]:
    """What of a text YAML takes for something else."""
    start, end = entry.value
    raw, field = data[start:end], code(name)
    anchor = _ANCHOR.match(raw)
    if anchor and b"*" + anchor[1] not in data[: find_block(data).end]:
        said = anchor[0].decode()
        yield FrontmatterFault(
            Span(start, start + anchor.end()),
            f"YAML takes {code(said)} for a name of what follows, so readers do not see it. Put "
            "the text in quotes.",
            Severity.WARNING,
            quoted(data, Span(start, end)),
        )
    if isinstance(value, str) and _DATE.fullmatch(raw):
        yield FrontmatterFault(
            Span(start, end),
            f"YAML takes this for a date, and {field} takes a text, so this may not count. Put it "
            "in quotes.",
            Severity.WARNING,
            quoted(data, Span(start, end)),
        )
    yield from _cut_off(field, value, entry, data)


def _cut_off(
    field: str, value: object, entry: YamlEntry, data: bytes
) -> Iterator[FrontmatterFault]:
    """What stands behind a `#` that was surely meant as part of the text: comments begin with a
    space behind it."""
    start, end = entry.value
    if value is None:
        start = end = data.find(b":", entry.key.end) + 1
    cut = None if data[start:end].startswith(_NEITHER) else _CUT.match(data, end)
    if cut is None:
        return
    span = Span(*cut.span(1))
    rest = "has no value" if value is None else f"is only {code(data[start:end].decode())}"
    whole = Span(span.start if value is None else start, span.end)
    yield FrontmatterFault(
        span,
        f"In YAML a `#` behind a space begins a comment, so {field} {rest}. Put the whole text in "
        "quotes.",
        Severity.WARNING,
        quoted(data, whole),
    )
