"""Results of tool calls as texts (docs_lsp/SERVICE.md, search-results)."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import NamedTuple

from mcp_preview.live.server_state import CommandOutput, FoundSection

MAX_OUTPUT = 30 * 1024
"""The most bytes of UTF-8 of a result; the service has the same limit."""
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
        return sum(map(_bytes_of, self.texts))


def _bytes_of(text: str) -> int:
    """Return the number of bytes of a text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def search_result(hits: Sequence[FoundSection], base: str) -> ToolResult:
    """Return one text for each section; `base` is the address of the site without a final `/`.

    If they are too long together, each is limited to an equal share.
    """
    if not hits:
        return ToolResult((NOTHING_FOUND,), is_empty=True)
    answer = ToolResult(tuple(_section(hit, base) for hit in hits))
    if answer.size <= MAX_OUTPUT:
        return answer
    share = MAX_OUTPUT // len(hits)
    cut_short = (
        _truncate(text, share, f"[Only the beginning is shown. The rest: `cat {_file(hit.path)}`.]")
        for text, hit in zip(answer.texts, hits, strict=True)
    )
    return ToolResult(tuple(cut_short))


def command_result(output: CommandOutput) -> ToolResult:
    """Return the output of a command, up to the limit of the service.

    A failed command is not an error of the call: its message is the result.
    """
    return ToolResult((cut(output.text),), is_empty=not output.text.strip())


def cut(text: str) -> str:
    """Return a text within the limit, with a note how to get the rest."""
    size = len(text.encode("utf-8", "replace"))
    note = (
        f"[Only the first part of {size:,} bytes is shown. Read less at once: "
        "`head -n 80 FILE`, `sed -n '81,160p' FILE`, or `rg -C 3 \"word\" FILE`.]\n"
    )
    return _truncate(text, MAX_OUTPUT, note)


def _truncate(text: str, size: int, note: str) -> str:
    """Return a text of at most `size` bytes: unchanged, or its first lines and a note."""
    data = text.encode("utf-8", "replace")
    if len(data) <= size:
        return text
    room = size - len(note.encode("utf-8", "replace")) - 1
    end = data.rfind(b"\n", 0, room) + 1
    if end < room // 2:
        end = room  # A very long line is cut, not left out.
    return f"{data[:end].decode('utf-8', 'ignore')}\n{note}"


def _file(path: str) -> str:
    """Return the quoted path of a page for a shell command."""
    return shlex.quote(f"/{path:.200}.mdx")


def _section(hit: FoundSection, base: str) -> str:
    """Return a hit as text."""
    lines = [f"Title: {hit.title}", f"Link: {base}{hit.url}", f"Page: {hit.path}"]
    if other_urls := hit.other_urls:
        lines.append(f"Also: {', '.join(f'{base}{url}' for url in other_urls)}")
    return "\n".join((*lines, f"Content: {hit.content}"))
