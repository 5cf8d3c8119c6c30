"""Repair JavaScript in a page: in braces, and in `import` and `export` lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_end, find_line_start
from docs_lsp.core.text import Span
from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.rules.mdx.page_repair import PageRepair, decode_range

_PAIR = compile_lazily(r"\s*[\w$\"'-]+\s*:[^/]")
_UNOPENED = compile_lazily(r"\bfrom\s+([^\s'\"]+)['\"]$")
_NO_BRACE = compile_lazily(r"(import\s+\{[^{}]*?)\s+from\b")
_NO_FROM = compile_lazily(r"(import\s+(?:[\w$]+|\{[^{}]*\}))\s+['\"]")
_LIKE_CODE = compile_lazily(r"=>|\(|<|&&|\|\||\?|`")


def fix_module_line(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for a line of code that is not valid JavaScript."""
    start = find_line_start(data, fault.span.start)
    line = data[start : find_line_end(data, start)].rstrip(b" \t\r;").decode("utf-8", "replace")
    at = start + len(line.encode())
    for quote in "'\"":
        if line.count(quote) % 2:
            yield PageRepair.insertion("Close the quote", at, quote)
            yield PageRepair.insertion("Close the quote", at, f"{quote}\n")
            unopened = _UNOPENED.search(line)
            if unopened:
                place = start + len(line[: unopened.start(1)].encode())
                yield PageRepair.insertion("Open the quote", place, quote)
    opening = _NO_BRACE.match(line)
    if opening:
        place = start + len(line[: opening.end(1)].encode())
        yield PageRepair.insertion("Add `}`", place, " }")
    without_from = _NO_FROM.match(line)
    if without_from:
        place = start + len(line[: without_from.end(1)].encode())
        if line[: without_from.end(1)].endswith("from"):
            yield PageRepair.insertion("Add a space", place - len("from"), " ")
        else:
            yield PageRepair.insertion("Add `from`", place, " from")
    if line.endswith("{"):
        yield PageRepair.insertion("Add `}`", at, "}")


def fix_expression(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for braces that do not contain JavaScript."""
    text = decode_range(data, fault.span)
    held = fault.detail.strip()
    if not (text.startswith("{") and text.endswith("}")):
        return
    inside = Span(fault.span.start + 1, fault.span.end - 1)
    if held.startswith("/*") and "*/" not in held:
        yield PageRepair.insertion("Close the comment", inside.end, "*/", safe=True)
    if held.startswith("//"):
        comment = held.removeprefix("//").strip()
        yield PageRepair("Write `/* … */`", ((inside, f"/* {comment} */"),), safe=True)
    if held.startswith(": #"):
        yield PageRepair("Write `{#…}`", ((inside, held.removeprefix(":").strip()),), safe=True)
    before = data[: fault.span.start].rstrip()
    if before.endswith(b"="):
        if _PAIR.match(held):
            yield PageRepair(
                "Write an object in the braces", ((inside, f"{{{decode_range(data, inside)}}}"),)
            )
        return
    if before.endswith(b"<style>"):
        yield PageRepair("Write it as a string", ((fault.span, f"{{`{text}`}}"),))
    braces = [
        Span(fault.span.start + at.start(), fault.span.start + at.start())
        for at in re.finditer(rb"\{", data[slice(*fault.span)])
    ]
    edits = tuple((brace, "\\") for brace in braces)
    yield PageRepair("Write `\\{`", edits, safe=not _LIKE_CODE.search(held))


def fix_module_text(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for text that is read as code."""
    if fault.related is not None:
        yield PageRepair.insertion("Add a blank line", fault.span.start, "\n", safe=True)
    else:
        yield PageRepair.insertion("Begin the line with a space", fault.span.start, " ", safe=True)


def remove_duplicate_import(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield the removal of one of two identical imports."""
    start = find_line_start(data, fault.span.start)
    end = data.find(b"\n", fault.span.end)
    end = len(data) if end < 0 else end + 1
    line = data[start:end].strip()
    if line.startswith(b"import") and data.count(line) > 1:
        yield PageRepair("Remove this import", ((Span(start, end), ""),), safe=True)
