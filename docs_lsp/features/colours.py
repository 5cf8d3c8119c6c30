"""Colours in docs.json, and how to write another one."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Node, String
from docs_lsp.schema.scalars import Form
from docs_lsp.schema.types import StringType
from docs_lsp.schema.value_types import choose_value_type

_HEX = compile_lazily(rb'"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})"')
_MOST = 500
"""The maximum number of swatches in a file: it bounds the cost of an unusual one."""


def answer_document_colours(view: View, file: str, encoding: Encoding) -> list[Json]:
    """Return the answer to `textDocument/documentColor`."""
    text = view.text(file)
    return [
        {
            "range": build_range(text, span, encoding),
            "color": {"red": red / 255, "green": green / 255, "blue": blue / 255, "alpha": 1},
        }
        for span, (red, green, blue) in _iter_colours(view, file)
    ]


def answer_colour_presentations(colour: Json, range_: Json) -> list[Json]:
    """Return the answer to `textDocument/colorPresentation`: the text for a colour."""
    parts = (round(255 * min(max(float(colour[name]), 0), 1)) for name in ("red", "green", "blue"))
    label = "#" + "".join(f"{part:02x}" for part in parts)
    return [{"label": label, "textEdit": {"range": range_, "newText": label}}]


def _iter_colours(view: View, file: str) -> Iterator[tuple[Span, bytes]]:
    """Yield the colours in docs.json or a file it includes, as the schema defines them.

    Each has the byte span of its string with the quotes, and a byte for red, green and blue.
    """
    document = view.site.parts.get(file)
    if not isinstance(document, Document):
        return
    # Searching for candidates is far quicker than checking every value.
    for _, match in zip(range(_MOST), _HEX.finditer(document.text.data), strict=False):
        span = Span(match.start(1) - 1, match.end(1))
        if _is_colour_value(view, file, span):
            digits = match[1].decode()
            if len(digits) == 3:
                digits = "".join(digit * 2 for digit in digits)
            yield span, bytes.fromhex(digits)


def _is_colour_value(view: View, file: str, span: Span) -> bool:
    here = view.site.navigator.locate_cursor(file, span.start)
    step = here.find_step_around(span) if here else None
    if here is None or step is None:
        return False
    value: Node | None = step.value
    wanted = here.find_child_type_at(step)
    type_ = choose_value_type(wanted, value) if wanted and isinstance(value, String) else None
    return isinstance(type_, StringType) and type_.form is Form.HEX_COLOUR
