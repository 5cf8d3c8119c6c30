"""What an AI client reads of a site besides its server: `llms.txt`, `llms-full.txt`, and each page
as Markdown (docs_lsp/SERVICE.md, served-as-text).

Their parts and their order are the service's; its very words are not published.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from posixpath import basename, splitext
from types import MappingProxyType
from urllib.parse import quote

from mcp_preview.content.navigation_facts import Link
from mcp_preview.content.pages import IndexedPage
from mcp_preview.filesystem.site_files import page_text

INDEX = "llms.txt"
FULL = "llms-full.txt"
MAX_INDEX = 100_000
"""Characters that `llms.txt` has at most, if the site does not write it itself."""
_DESCRIPTIONS = (300, 120, 60, 0)
"""Characters that a description may have: fewer, if the whole gets too long."""
_LEFT_FOR_NOTE = 200


@dataclass(frozen=True, slots=True)
class Outline:
    """What a site's lists for AI clients are made of."""

    pages: tuple[IndexedPage, ...] = ()  # those that can be read; some are on no list
    instructions: str = ""  # `markdown.instructions` of docs.json
    links: tuple[Link, ...] = ()  # where the navigation leads out of the site
    openapi: Mapping[str, bytes] = field(default_factory=lambda: MappingProxyType({}))
    asyncapi: Mapping[str, bytes] = field(default_factory=lambda: MappingProxyType({}))
    written: Mapping[str, bytes] = field(default_factory=lambda: MappingProxyType({}))
    """The files of these names that the site writes itself."""


NOTHING = Outline()
"""Of a site without pages."""


def llms_txt(name: str, description: str, outline: Outline, base: str) -> str:
    """The list of all pages; `base` is the site's address without a `/` at its end."""
    head = "".join(_head(name, description, outline.instructions))
    tail = "".join(_tail(outline, base))
    room = MAX_INDEX - len(head) - len(tail) - _LEFT_FOR_NOTE
    for longest in _DESCRIPTIONS:
        lines = [_line(page, base, longest) for page in _listed(outline)]
        if sum(map(len, lines)) <= room:
            break
    kept = list(_within(lines, room))
    if len(kept) < len(lines):
        left = len(lines) - len(kept)
        kept.append(f"\n{left:,} more pages do not fit in here; {base}/{FULL} has all of them.\n")
    pages = f"## Docs\n\n{''.join(kept)}" if kept else ""
    return f"{head}{pages}{tail if pages else tail.lstrip()}"


def llms_full_txt(name: str, description: str, outline: Outline, base: str) -> str:
    """All pages with their texts."""
    head = "".join(_head(name, description, outline.instructions))
    pages = (_page(page, base) for page in _listed(outline))
    return head + "\n".join(pages)


def markdown_of(page: IndexedPage, instructions: str, base: str) -> str:
    """One page as Markdown: where the list of all pages is, then its text."""
    pointer = f"> All pages of this documentation: {base}/{INDEX}\n\n"
    text = page_text(page).decode()
    return f"{pointer}{_block(instructions)}{text}"


def markdown_url(page: IndexedPage, base: str) -> str:
    """Where a page is to be had as Markdown."""
    return f"{base}{page.link if page.url != '/' else '/index'}.md"


def _listed(outline: Outline) -> Iterator[IndexedPage]:
    return (page for page in outline.pages if page.of_default)


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


def _tail(outline: Outline, base: str) -> Iterator[str]:
    for title, specs in (("OpenAPI", outline.openapi), ("AsyncAPI", outline.asyncapi)):
        found = [Link(splitext(basename(path))[0], f"/{path}") for path in specs]
        yield _section(f"{title} Specs", found, base)
    yield _section("Optional", outline.links)


def _section(title: str, links: Sequence[Link], base: str | None = None) -> str:
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
