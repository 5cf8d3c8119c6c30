"""Texts for AI clients that do not use the server: `llms.txt`, `llms-full.txt`, and each page as
Markdown (docs_lsp/SERVICE.md, served-as-text).

Their parts and their order are the service's; its very words are not published.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from posixpath import basename, splitext
from urllib.parse import quote

from mcp_preview.content.navigation_facts import ExternalLink
from mcp_preview.content.pages import IndexedPage
from mcp_preview.filesystem.virtual_files import page_text
from mcp_preview.live.server_state import LLMS_FULL_TXT, LLMS_TXT, LlmsSources

MAX_INDEX = 100_000
"""Characters that `llms.txt` has at most, if the site does not write it itself."""
_DESCRIPTIONS = (300, 120, 60, 0)
"""Characters that a description may have: fewer, if the whole gets too long."""
_LEFT_FOR_NOTE = 200


def llms_txt(name: str, description: str, llms_sources: LlmsSources, base: str) -> str:
    """The list of all pages; `base` is the site's address without a `/` at its end."""
    head = "".join(_head(name, description, llms_sources.instructions))
    tail = "".join(_tail(llms_sources, base))
    room = MAX_INDEX - len(head) - len(tail) - _LEFT_FOR_NOTE
    for longest in _DESCRIPTIONS:
        lines = [_line(page, base, longest) for page in _listed(llms_sources)]
        if sum(map(len, lines)) <= room:
            break
    kept = list(_within(lines, room))
    if len(kept) < len(lines):
        left = len(lines) - len(kept)
        kept.append(
            f"\n{left:,} more pages do not fit in here; {base}/{LLMS_FULL_TXT} has all of them.\n"
        )
    pages = f"## Docs\n\n{''.join(kept)}" if kept else ""
    return f"{head}{pages}{tail if pages else tail.lstrip()}"


def llms_full_txt(name: str, description: str, llms_sources: LlmsSources, base: str) -> str:
    """All pages with their texts."""
    head = "".join(_head(name, description, llms_sources.instructions))
    pages = (_page(page, base) for page in _listed(llms_sources))
    return head + "\n".join(pages)


def markdown_of(page: IndexedPage, instructions: str, base: str) -> str:
    """One page as Markdown: where the list of all pages is, then its text."""
    pointer = f"> All pages of this documentation: {base}/{LLMS_TXT}\n\n"
    text = page_text(page).decode()
    return f"{pointer}{_block(instructions)}{text}"


def markdown_url(page: IndexedPage, base: str) -> str:
    """Where a page is to be had as Markdown."""
    return f"{base}{page.link if page.url != '/' else '/index'}.md"


def _listed(llms_sources: LlmsSources) -> Iterator[IndexedPage]:
    return (page for page in llms_sources.pages if page.of_default)


def _head(name: str, description: str, instructions: str) -> Iterator[str]:
    yield f"# {name or 'Docs'}\n\n"
    if description:
        yield f"{_quoted(description)}\n"
    yield _block(instructions)


def _block(instructions: str) -> str:
    return f"> ## Agent Instructions\n{_quoted(instructions)}\n" if instructions else ""


def _quoted(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.strip().splitlines())


def _line(page: IndexedPage, base: str, longest: int) -> str:
    said = page.description[:longest].rstrip()
    if len(page.description) > longest and said:
        said += "…"
    return f"- [{page.title}]({markdown_url(page, base)}){f': {said}' if said else ''}\n"


def _within(lines: Iterable[str], room: int) -> Iterator[str]:
    for line in lines:
        room -= len(line)
        if room < 0:
            return
        yield line


def _tail(llms_sources: LlmsSources, base: str) -> Iterator[str]:
    for title, specs in (("OpenAPI", llms_sources.openapi), ("AsyncAPI", llms_sources.asyncapi)):
        found = [ExternalLink(splitext(basename(path))[0], f"/{path}") for path in specs]
        yield _section(f"{title} Specs", found, base)
    yield _section("Optional", llms_sources.links)


def _section(title: str, links: Sequence[ExternalLink], base: str | None = None) -> str:
    if not links:
        return ""
    lines = (
        f"- [{link.title}]({link.url if base is None else base + quote(link.url)})\n"
        for link in links
    )
    return f"\n## {title}\n\n{''.join(lines)}"


def _page(page: IndexedPage, base: str) -> str:
    title, _, text = page_text(page).decode().partition("\n")
    return f"{title}\nSource: {base}{page.link}\n{text}".rstrip() + "\n"
