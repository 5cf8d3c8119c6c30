"""Find links and imports in the bytes of a page.

Most links are found when a page is parsed (`body_reading`). This module searches what the parser
does not examine: JavaScript, the values of attributes, definitions, and the old snippet syntax,
`<Snippet file="fees.mdx" />` for a file in `_snippets/`. The imports of pages decide
which files are pages at all. So they are collected from all pages before any is parsed in full, by
a search that takes a tenth of the time. Offsets are UTF-8 byte offsets.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.site.mdx.code import LinePattern, Range

LISTING = (b"srcSet", b"srcset")
"""The attributes that hold a list of images, of which a browser shows one."""
LINKING = (b"href", b"src", *LISTING)
"""The attributes that hold one or several links."""

_LONGEST = 2000

# `](target)` with an optional title, and `]: target` of a definition.
_INLINE = compile_lazily(
    rb"\]\([ \t]{0,80}(?:<([^<>\n]{1,%d})>"
    rb"|([^\s()<>]{1,%d}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200}){0,8}))"
    rb"(?=\)|[ \t\r\n]{1,80}[\"'()])" % (_LONGEST, _LONGEST)
)
_DEFINITION = compile_lazily(
    rb"\]:[ \t]{1,80}(?:<([^<>\n]{1,%d})>|([^\s<]\S{0,%d}))" % (_LONGEST, _LONGEST)
)
_BEFORE_DEFINITION = compile_lazily(rb"[ \t>]*\[(?!\^)[^\[\]\n]+")
_MOST_BEFORE_DEFINITION = 300
_DOUBLE = compile_lazily(rb'="([^"\n]{1,%d})"' % _LONGEST)
_SINGLE = compile_lazily(rb"='([^'\n]{1,%d})'" % _LONGEST)
# A string or a template without insertions. One with an escape has another value than its source.
_CONSTANT = (
    rb"\{\s{0,80}(?:\"([^\"\\{\n]{1,%d})\"|'([^'\\{\n]{1,%d})'|`([^`\\{]{1,%d})`)\s{0,80}\}"
    % (_LONGEST, _LONGEST, _LONGEST)
)
_IN_BRACES = compile_lazily(_CONSTANT)
_BRACED = compile_lazily(b"=" + _CONSTANT)
_BEFORE_ATTRIBUTE = frozenset(b" \t\r\n\"'}")
_PATH = compile_lazily(rb"[./]")
# As browsers read a list: an address ends at a space or a comma before one, and its descriptor at a
# comma outside of parentheses.
_CANDIDATE = compile_lazily(rb"[^\s,]\S*")
_DESCRIPTORS = compile_lazily(rb"(?:\([^)]*\)?|[^(,])*")

# A statement ends at a blank line or where the next one begins, at the latest.
_IMPORT = LinePattern(
    rb"(?:import|export)\b(?:(?:[^;\"'\n]|\n(?![ \t\r]*\n|import\b|export\b)){0,1000}?\bfrom)?"
    rb"[ \t]{0,80}[\"']([^\"'\n]{1,500})[\"']"
)

# Two patterns, because a single one with alternatives takes four times as long.
_FROM_SITE = tuple(
    compile_lazily(rb"%b[ \t]{0,80}[\"'](?:/|\.\.?/)" % word) for word in (b"from", b"port")
)
_SIGNS = (b"<", b"{", b"[", b"#", b"port ", b"port\t")
_UNDERLINE = compile_lazily(rb"\n[ \t>]*[-=|:]")
"""Dashes below a heading or the head of a table."""
OLD_SNIPPETS = "_snippets/"
"""The folder whose files are inserted as text, and not imported."""

_OLD_SNIPPET = compile_lazily(rb"<Snippet\b[^<>]*?\sfile=([\"'])([^\"'<>\n]+)\1")


def iter_attribute_values(data: bytes, wanted: tuple[bytes, ...]) -> Iterator[tuple[bytes, Range]]:
    """Yield attributes with one of some names, with the span of their plain value.

    The span is inside the quotes. For attributes that hold links, constants in braces are included.
    """
    longest = max(map(len, wanted))
    linking = tuple(one for one in wanted if one in LINKING)
    for attribute, mark, names in (
        (_DOUBLE, b'="', wanted),
        (_SINGLE, b"='", wanted),
        (_BRACED, b"={", linking),
    ):
        if mark not in data:
            continue
        for match in attribute.finditer(data):
            at = match.start()
            if data.endswith(names, max(0, at - longest), at):
                name = next(one for one in names if data.endswith(one, 0, at))
                before = at - len(name) - 1
                if before >= 0 and data[before] in _BEFORE_ATTRIBUTE:
                    yield name, match.span(match.lastindex or 0)


def find_constant_span(data: bytes, braces: Span) -> Span | None:
    """Return the span of the string if braces contain only a constant string, else None."""
    match = _IN_BRACES.fullmatch(data, *braces)
    return Span(*match.span(match.lastindex or 0)) if match else None


def iter_srcset_addresses(data: bytes, start: int, end: int) -> Iterator[Span]:
    """Yield the spans of the addresses in a list of images such as `a.png, b.png 2x`."""
    at = start
    while match := _CANDIDATE.search(data, at, end):
        address = match[0].rstrip(b",")
        yield Span(match.start(), match.start() + len(address))
        described = _DESCRIPTORS.match(data, match.end(), end) if address == match[0] else None
        at = described.end() if described else match.end()


def iter_markdown_targets(data: bytes, start: int, end: int) -> Iterator[Span]:
    """Yield the spans of the targets of Markdown links in an attribute's value."""
    for match in _INLINE.finditer(data, start, end):
        yield Span(*match.span(match.lastindex or 0))


def iter_definition_targets(data: bytes, start: int, others: Iterable[Range]) -> Iterator[Span]:
    """Yield the spans of the targets of link definitions, except those in `others`."""
    for match in _DEFINITION.finditer(data, start):
        low = max(start, match.start() - _MOST_BEFORE_DEFINITION)
        line = max(data.rfind(b"\n", low, match.start()) + 1, low)
        if _BEFORE_DEFINITION.fullmatch(data, line, match.start()):
            span = Span(*match.span(match.lastindex or 0))
            if not any(begin <= span.start < end for begin, end in others):
                yield span


def may_import(data: bytes, start: int, end: int) -> bool:
    """Return whether a page may import a file of the site; a fast check for keywords."""
    if data.find(b"port", start, end) < 0:
        return False
    return any(pattern.search(data, start, end) for pattern in _FROM_SITE)


def iter_imported_paths(data: bytes, start: int, end: int, file: str) -> Iterator[str]:
    """Yield the site paths of the files that a page imports between two code blocks."""
    for span in iter_import_spans(data, start, end):
        path = resolve_site_path(data[slice(*span)].decode("utf-8", "replace"), file)
        if path is not None:
            yield path


def iter_import_spans(data: bytes, start: int, end: int) -> Iterator[Range]:
    """Yield the spans of import sources between two code blocks, without the quotes."""
    if data.find(b"port", start, end) >= 0:
        for match in _IMPORT.finditer(data, start, end):
            yield match.span(1)


def resolve_site_path(target: str, file: str) -> str | None:
    """Return the site path of `/x`, `./x` or `../x` in a file; None for `x` and outside."""
    if target.startswith("/"):
        path = posixpath.normpath(target.lstrip("/"))
    elif target.startswith(("./", "../")):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(file), target))
    else:
        return None
    return None if path.split("/", 1)[0] in ("..", ".", "") else path


def is_plain_text(data: bytes, body: int) -> bool:
    """Return whether the text of a page, from `body` on, has no links, headings, tags or tables."""
    if any(data.find(sign, body) >= 0 for sign in _SIGNS):
        return False
    if data.find(b"|", body) >= 0 and data.find(b"`", body) >= 0:
        return False
    return _UNDERLINE.search(data, body) is None


def iter_old_snippet_names(data: bytes, start: int, end: int) -> Iterator[Span]:
    """Yield the spans of file names in `<Snippet>` tags, without the quotes.

    The range from `start` to `end` must not contain code.
    """
    if data.find(b"<Snippet", start, end) >= 0:
        for match in _OLD_SNIPPET.finditer(data, start, end):
            yield Span(*match.span(2))


def resolve_old_snippet(name: str) -> str:
    """Return the site path of the file that a `<Snippet>` tag names."""
    return OLD_SNIPPETS + name.lstrip("/")
