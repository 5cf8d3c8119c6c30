"""Document symbols of a page: its headings, and the components that have a title.

A component without a title, such as `Tabs`, is shown if it contains others that have one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs_lsp.core.lines import find_line_start
from docs_lsp.core.phrases import cut_text
from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features._page_syntax import parse_page_parts
from docs_lsp.features.to_lsp import Json, SymbolKind, build_range
from docs_lsp.mdx.sections import OutlineSection
from docs_lsp.mdx.syntax import MdxHeading, MdxTag
from docs_lsp.site.mdx.heading_ids import extract_heading_text

_TITLES = ("title", "label", "name")
_LONGEST = 80


def answer_page_symbols(text: Text, encoding: Encoding) -> list[Json]:
    """Return the answer to `textDocument/documentSymbol` for a page, nested."""
    top: list[Json] = []
    around: list[tuple[int, list[Json]]] = [(-1, top)]
    for part, name, detail in _iter_visible_parts(parse_page_parts(text.data), text.data):
        while around[-1][0] >= part.depth:
            around.pop()
        symbol = _build_symbol(part, name, detail, text, encoding)
        around[-1][1].append(symbol)
        around.append((part.depth, symbol["children"]))
    return top


def _build_symbol(
    part: OutlineSection, name: str, detail: str, text: Text, encoding: Encoding
) -> Json:
    is_heading = isinstance(part.begins, MdxHeading)
    shape: Json = {
        "name": name,
        "kind": SymbolKind.STRING if is_heading else SymbolKind.OBJECT,
        "range": build_range(text, part.span, encoding),
        "selectionRange": build_range(text, _find_name_span(part), encoding),
        "children": [],
    }
    return {**shape, "detail": detail} if detail else shape


def _find_name_span(part: OutlineSection) -> Span:
    begins = part.begins
    return begins.text if isinstance(begins, MdxHeading) else begins.name_span


def _iter_visible_parts(
    parts: Sequence[OutlineSection], data: bytes
) -> Iterator[tuple[OutlineSection, str, str]]:
    """Yield the parts to show, each with its name and the detail shown beside it."""
    named = [_choose_part_name(part, data) for part in parts]
    wanted = [bool(name) for name in named]
    around: list[int] = []
    for place, part in enumerate(parts):
        del around[part.depth :]
        if named[place] and _is_component(part):
            for one in around:
                wanted[one] = wanted[one] or _is_component(parts[one])
        around.append(place)
    for part, name, is_wanted in zip(parts, named, wanted, strict=True):
        if is_wanted:
            tag = part.begins.name if isinstance(part.begins, MdxTag) else ""
            yield part, name or tag, tag if name else ""


def _choose_part_name(part: OutlineSection, data: bytes) -> str:
    """Return the name of a part; empty for a component without a title of its own."""
    begins = part.begins
    if isinstance(begins, MdxHeading):
        written = data[begins.text.start : begins.text.end].decode("utf-8", "replace")
        return _shorten_name(extract_heading_text(written)) or "#" * begins.level
    if not _is_component(part) or not (begins.is_block or _is_first_in_line(part, data)):
        return ""
    values = {attribute.name: attribute.value for attribute in begins.attributes if attribute.value}
    return _shorten_name(next((values[key] for key in _TITLES if key in values), ""))


def _is_first_in_line(part: OutlineSection, data: bytes) -> bool:
    start = part.span.start
    return not data[find_line_start(data, start) : start].strip()


def _is_component(part: OutlineSection) -> bool:
    return isinstance(part.begins, MdxTag) and part.begins.name[:1].isupper()


def _shorten_name(name: str) -> str:
    return cut_text(" ".join(name.split()), _LONGEST)
