"""Repair tags that are not closed, or not where they were opened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_start
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.catalogue import COMPONENTS, STANDARD_NAMES, VOID_ELEMENTS
from docs_lsp.mdx.components.unknown_tags import is_closed_as_container, is_opening_misspelt
from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.mdx.tables import is_delimiter_row
from docs_lsp.rules.mdx.page_repair import PageRepair, decode_range

_PLACEHOLDER = compile_lazily(r"[a-z][\w]*(?:[-_][\w]+)+|[A-Z0-9]+(?:_[A-Z0-9]+)*|[A-Z]\w?")
_BLANK_LINES = compile_lazily(rb"\n(?:[ \t\r]*\n)+")
_MODULE_LINE = compile_lazily(rb"^(?:import|export)\b", re.MULTILINE)
_HTML_NAMES = frozenset(
    (
        *("a", "b", "code", "div", "em", "i", "li", "ol", "p", "pre", "s", "small", "span"),
        *("strong", "sub", "sup", "table", "td", "th", "tr", "u", "ul", "details", "summary"),
    )
)


def fix_closing_tag(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield a candidate for a closing tag with something after its name."""
    start = data.rfind(b"</", 0, fault.span.end)
    end = data.find(b">", fault.span.start)
    if 0 <= start < end:
        tag = f"</{fault.tag}>"
        yield PageRepair(f"Write `{tag}`", ((Span(start, end + 1), tag),))


def fix_stray_closing(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for a closing tag that matches no open tag."""
    written = f"</{fault.detail}>"
    rename = PageRepair(f"Write `{written}`", ((fault.span, written),), preferred=False)
    is_slip = bool(fault.detail) and is_misspelling(fault.tag, fault.detail)
    if fault.related is not None:
        yield from _rename_opening_tag(data, fault, fault.related)
    if is_slip:
        yield rename._replace(preferred=not _may_hold_its_own(data, fault))
    title = f"Remove `</{fault.tag}>`"
    # Another open tag may be the wrong one, such as a `<name>` in an example; or the line that
    # opened this one is missing.
    again = data[: fault.span.start].rstrip().endswith(f"</{fault.tag}>".encode())
    is_obvious = not fault.detail and (again or fault.tag in STANDARD_NAMES)
    line = _find_first_line_span(data, fault.span)
    if data[slice(*line)].strip() == data[slice(*fault.span)]:
        yield PageRepair(title, ((line, ""),), preferred=is_obvious)
    yield PageRepair(title, ((fault.span, ""),), preferred=is_obvious)
    if fault.detail and not is_slip:
        yield rename


def _rename_opening_tag(data: bytes, fault: MdxFault, opening: Span) -> Iterator[PageRepair]:
    """Yield the correction of an opening tag, unless its name may be right."""
    if is_opening_misspelt(fault):
        is_wrong = not _is_own_component(data, fault.detail)
    else:
        # What holds steps is not a step.
        is_wrong = is_closed_as_container(fault) and _holds_tag(data, fault, fault.detail)
    if is_wrong:
        start = opening.start + len("<")
        edit = (Span(start, start + len(fault.detail.encode())), fault.tag)
        is_sure = not _may_hold_its_own(data, fault)
        yield PageRepair(f"Write `<{fault.tag}>`", (edit,), preferred=is_sure)


def _may_hold_its_own(data: bytes, fault: MdxFault) -> bool:
    """Return whether either tag may be right, such as a `<Tile>` in `<Tiles>`."""
    is_unknown = is_opening_misspelt(fault) and not _is_own_component(data, fault.detail)
    return is_unknown and _holds_tag(data, fault, fault.tag)


def _is_own_component(data: bytes, name: str) -> bool:
    """Return whether a page seems to import or define a component, in lines without a blank one."""
    word = re.compile(rb"\b%s\b" % re.escape(name.encode()))
    blocks = ((block, _MODULE_LINE.search(block)) for block in _BLANK_LINES.split(data))
    return any(line and word.search(block, line.start()) for block, line in blocks)


def _holds_tag(data: bytes, fault: MdxFault, name: str) -> bool:
    """Return whether a tag of a name is opened between the two tags of a fault."""
    start = fault.related.end if fault.related is not None else fault.span.start
    pattern = rb"<%s\b" % re.escape(name.encode())
    return re.search(pattern, data[start : fault.span.start]) is not None


def fix_unclosed_tag(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for a tag that is never closed."""
    span = fault.span
    text = decode_range(data, span)
    if fault.tag in VOID_ELEMENTS:
        yield PageRepair.insertion("Close it with a slash", span.end - 1, " /", safe=True)
        return
    is_type = span.start > 0 and chr(data[span.start - 1]).isalnum()
    is_bare = text == f"<{fault.tag}>"
    if is_bare and is_type and fault.tag not in _HTML_NAMES:
        yield wrap_in_code(data, span)
    is_placeholder = is_bare and bool(_PLACEHOLDER.fullmatch(fault.tag))
    escape = PageRepair.insertion("Write `\\<`", span.start, "\\", safe=is_placeholder)
    # A name that is not an element stands for a word: `<id>`.
    is_word = is_bare and fault.tag[:1].islower() and fault.tag not in STANDARD_NAMES
    if (is_placeholder and fault.tag not in _HTML_NAMES) or (is_word and fault.detail):
        yield escape
    yield from _offer_closing_tags(data, fault)
    yield escape


def wrap_in_code(data: bytes, span: Span) -> PageRepair:
    """Return the repair that puts a type with its parameters in backticks."""
    start = span.start
    while start > 0 and (data[start - 1 : start].isalnum() or data[start - 1] in b"_.$"):
        start -= 1
    code = decode_range(data, Span(start, span.end))
    return PageRepair(f"Write `` `{code}` ``", ((Span(start, span.end), f"`{code}`"),))


def _offer_closing_tags(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates with a closing tag in the likely places.

    Before the next tag of the name, or before the end of the surrounding element; otherwise the
    place is uncertain.
    """
    closing = f"</{fault.tag}>"
    add = partial(PageRepair.insertion, f"Add `{closing}`")
    line = _find_first_line_span(data, fault.span)
    indent = _find_indent(data, line)
    outer_end = fault.related.start if fault.related else len(data)
    for half in re.compile(rb"(?<!<)/" + re.escape(closing[2:].encode())).finditer(
        data, fault.span.end, outer_end
    ):
        yield PageRepair(f"Write `{closing}`", ((Span(*half.span()), closing),))
        break
    if fault.detail and fault.related is None:
        yield add(_find_paragraph_end(data, fault.span.end), closing)._replace(preferred=False)
    again = re.compile(
        rb"\n" + re.escape(indent.encode()) + rb"<" + re.escape(fault.tag.encode()) + rb"[\s>]"
    ).search(data, fault.span.end, outer_end)
    if again:
        is_whole = _surely_belongs_inside(data[fault.span.end : again.start()], fault.tag, indent)
        yield add(again.start() + 1, f"{indent}{closing}\n")._replace(preferred=is_whole)
    if fault.related is not None:
        end = _find_first_line_span(data, fault.related).start
        is_whole = not again and _surely_belongs_inside(
            data[fault.span.end : end], fault.tag, indent
        )
        yield add(end, f"{indent}{closing}\n")._replace(preferred=is_whole)
        yield add(fault.related.start, closing)._replace(preferred=is_whole)
    end_of_line = line.end - (data[line.end - 1 : line.end] == b"\n")
    newline = "" if data.endswith(b"\n") else "\n"
    at_end = (len(data), f"{newline}{indent}{closing}\n")
    for at, new in ((end_of_line, closing), at_end):
        yield add(at, new)._replace(preferred=False)


def _surely_belongs_inside(content: bytes, tag: str, indent: str) -> bool:
    """Return whether all content after a tag is surely meant to be inside it.

    It is one paragraph, or indented, or the tag is one of a series.
    """
    if not content.strip():
        return False  # The tag is more likely duplicated.
    component = COMPONENTS.get(tag)
    if component is not None and component.parents:
        return True
    lines = content.strip(b"\n").split(b"\n")
    below = f"{indent} ".encode()
    return all(map(bytes.strip, lines)) or all(
        line.startswith((below, f"{indent}\t".encode())) for line in lines if line.strip()
    )


def fix_split_tag(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for a tag that is opened in one block and closed in another."""
    if fault.related is None:
        return
    opening, closing = sorted((fault.span, fault.related))
    if fault.detail:
        yield from _swap_closing_tags(data, fault, Span(opening.end, closing.start), closing)
    indent = _find_indent(data, _find_first_line_span(data, opening))
    title = "Put the tags on lines of their own"
    is_sure = not _splits_table(data, closing)
    after_opening = (Span(opening.end, opening.end), f"\n{indent}")
    line = _find_first_line_span(data, closing)
    before = data[line.start : closing.start]
    if before.strip():
        stop = closing.start - (len(before) - len(before.rstrip(b" \t")))
        before_closing = (Span(stop, closing.start), f"\n{indent}")
    else:
        before_closing = (Span(line.start, closing.start), indent)
    blank = (before_closing[0], f"\n\n{indent}")
    for edits in (
        *((before_closing,), (after_opening,), (after_opening, before_closing)),
        *((blank,), (after_opening, blank)),
    ):
        yield PageRepair(title, edits, preferred=is_sure)
    tag = decode_range(data, closing)
    end = _find_paragraph_end(data, opening.end)
    closed = ((Span(end, end), tag), (closing, ""))
    yield PageRepair(f"Close `<{fault.tag}>` where it was opened", closed)


def _splits_table(data: bytes, closing: Span) -> bool:
    """Return whether a closing tag directly follows a table head, separating it from its rows."""
    below = _find_first_line_span(data, Span(_find_first_line_span(data, closing).end, closing.end))
    row, head = data[slice(*below)].strip(), data[: closing.start].rpartition(b"\n")[2]
    return is_delimiter_row(head.decode("latin-1"), row.decode("latin-1"))


def _swap_closing_tags(
    data: bytes, fault: MdxFault, inside: Span, closing: Span
) -> Iterator[PageRepair]:
    """Yield the exchange of two closing tags."""
    outer, inner = f"</{fault.detail}>", f"</{fault.tag}>"
    at = data.rfind(outer.encode(), *inside)
    if at >= 0:
        first = Span(at, at + len(outer.encode()))
        yield PageRepair("Swap the closing tags", ((first, inner), (closing, outer)))


def _find_first_line_span(data: bytes, span: Span) -> Span:
    """Return the range of the line in which a range begins, with its line break."""
    start = find_line_start(data, span.start)
    end = data.find(b"\n", span.start)
    return Span(start, len(data) if end < 0 else end + 1)


def _find_indent(data: bytes, line: Span) -> str:
    """Return the spaces and tabs that a line begins with."""
    text = data[slice(*line)]
    return text[: len(text) - len(text.lstrip(b" \t"))].decode()


def _find_paragraph_end(data: bytes, at: int) -> int:
    """Return the offset before the next blank line, or that of the end."""
    match = re.compile(rb"[ \t\r]*(?:\n[ \t\r]*\n|\n?\Z)").search(data, at)
    return match.start() if match else len(data)
