"""Results of tool calls as texts (docs_lsp/SERVICE.md, search-results)."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.phrases import format_count
from mcp_preview.filesystem.output_limits import MAX_CALL_OUTPUT, limit_output, truncate_with_note
from mcp_preview.filesystem.virtual_files import find_line_in_file, render_page_file

if TYPE_CHECKING:
    from mcp_preview.filesystem.docs_filesystem import ShellOutput
    from mcp_preview.index.search_hit import SearchHit

_MOST_ALSO = 12
"""Addresses in a line `Also:`."""
NOTHING_FOUND = (
    "Nothing was found. Try other or fewer words, or look with the filesystem tool: "
    '`rg -il "word" /`.'
)


class ToolResult(NamedTuple):
    """The result of a call: texts, and whether they describe an error."""

    texts: tuple[str, ...]
    is_error: bool = False
    is_empty: bool = False
    """Whether nothing was found or printed."""

    @property
    def size(self) -> int:
        """The bytes of the texts in UTF-8."""
        return sum(map(_count_utf8_bytes, self.texts))


def _count_utf8_bytes(text: str) -> int:
    """Return the number of bytes of a text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def build_search_result(hits: Sequence[SearchHit], base: str) -> ToolResult:
    """Return a text for each hit, or one that nothing was found.

    `base` is the site's address without a `/` at its end. Of a long section there is the passage
    that answers best. Should all together still be too much, the passages end at their share.
    """
    if not hits:
        return ToolResult((NOTHING_FOUND,), is_empty=True)
    answer = ToolResult(tuple(_render_hit(hit, base) for hit in hits))
    if answer.size <= MAX_CALL_OUTPUT:
        return answer
    share = MAX_CALL_OUTPUT // len(hits)
    return ToolResult(tuple(_render_hit(hit, base, share) for hit in hits))


def build_command_result(output: ShellOutput) -> ToolResult:
    """Return the output of a command, up to the limit of the service.

    A failed command is not an error of the call: its message is the result.
    """
    # An empty text could be taken for a call that has failed.
    text = output.text or f"(no output, exit code {output.exit_code})"
    return ToolResult((limit_output(text),), is_empty=not output.text.strip())


def _quote_page_file(path: str) -> str:
    """Return the quoted path of a page for a shell command."""
    return shlex.quote(f"/{path:.200}.mdx")


def _render_hit(hit: SearchHit, base: str, size: int | None = None) -> str:
    """Return a hit as text, in `size` bytes of UTF-8 at most: other addresses and text are cut."""
    head, text = _render_head(hit, base, _MOST_ALSO), hit.passage.text
    if size is not None and _count_utf8_bytes(head) > size // 2:
        head = _render_head(hit, base, 1)
    if hit.passage.is_whole and size is None:
        return f"{head}{text}"
    rest = f"[Only a part of the section is shown. Read it with `{_render_reading(hit)}`.]"
    if not hit.passage.is_whole:
        text = f"{text}\n\n{rest}"
    if size is not None:
        text = truncate_with_note(text, max(0, size - _count_utf8_bytes(head)), rest)
    return f"{head}{text}"


def _render_reading(hit: SearchHit) -> str:
    """Return the command that prints a section, one result of which has all of it if possible.

    Else it begins at the passage, and its result says how to read on.
    """
    file = _quote_page_file(hit.path)
    if len(render_page_file(hit.page)) <= MAX_CALL_OUTPUT:
        return f"cat {file}"
    text, markdown = hit.text, hit.markdown
    start = markdown.find(text, hit.section.start)
    first = find_line_in_file(hit.page, start)
    last = first + text.count("\n")
    if _count_utf8_bytes(text) >= MAX_CALL_OUTPUT:
        first += hit.passage_line
    return f"sed -n '{first},{last}p' {file}"


def _render_head(hit: SearchHit, base: str, most_also: int) -> str:
    """Return what is before the text of a hit, with `most_also` addresses of equal pages."""
    lines = [f"Title: {hit.title}", f"Link: {base}{hit.url}", f"Page: {hit.path}"]
    if also := list_also(hit, base, most_also):
        lines.append(f"Also: {', '.join(also)}")
    return "\n".join((*lines, "Content: "))


def list_also(hit: SearchHit, base: str, most: int = _MOST_ALSO) -> list[str]:
    """Return the first `most` URLs at which a hit is as well, and counts of other ones.

    `base` is the site's address without a `/` at its end.
    """
    also = [f"{base}{url}" for url in hit.also_urls[:most]]
    if others := len(hit.also_urls) - len(also):
        also.append(f"{others} more")
    if versions := hit.other_versions:
        also.append(format_count(versions, "other version"))
    return also
