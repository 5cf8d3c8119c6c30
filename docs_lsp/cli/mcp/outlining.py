"""The tool `outline`: the navigation as readers see it, and the headings of a page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from pydantic import Field

from docs_lsp.cli.mcp.tool import AgentToolArguments, AgentToolResult, Tool
from docs_lsp.cli.mcp.workspace import AgentWorkspace, LoadedSite
from docs_lsp.core.text import Span
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.jsontree.cursor import build_pointer_at
from docs_lsp.jsontree.document import Document
from docs_lsp.mdx.reading import parse_page
from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.refactor.placing import Place
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.navigation.origins import get_title
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PageFile, normalise_entry, strip_page_extension
from docs_lsp.site.routes.suggested_pages import suggest_addresses
from docs_lsp.site.summaries.page_titles import find_page_of_entry, map_page_titles


class OutlineArguments(AgentToolArguments):
    """The part of the navigation to show."""

    page: str = Field(
        default="", description="A page whose headings to list, instead of the navigation."
    )
    under: str = Field(default="", description="The pointer of the element to start at.")
    depth: int = Field(
        default=0,
        ge=0,
        le=50,
        description="Number of levels to show; 0 for as many as `limit` allows, so that every tab "
        "is included.",
    )
    limit: int = Field(default=200, ge=1, le=2000, description="Maximum number of lines.")


class OutlineEntry(NamedTuple):
    """An element or entry of the navigation, or a heading."""

    depth: int
    kind: str
    """`page`, `endpoint`, `heading`, or the kind of an element."""
    title: str
    pointer: str = ""
    """The pointer of an element, for `under` of this tool and of `add_page`."""
    page: str = ""
    """The path of a page."""
    inside: int = 0
    """The number of entries below it that are left out."""
    mark: str = ""
    """`missing` for an entry without a page; `hidden`."""

    def render(self) -> str:
        """Return the line for the entry, indented by its depth."""
        title = json.dumps(self.title, ensure_ascii=False) if self.title else ""
        name = f"{self.page} ({title})" if self.page and title else self.page or title
        inside = f"({self.inside:,} more inside)" if self.inside else ""
        mark = f"[{self.mark}]" if self.mark else ""
        more = " ".join(filter(None, (mark, inside, self.pointer)))
        return f"{'  ' * self.depth}{self.kind} {name} {more}".rstrip()


class OutlineResult(AgentToolResult):
    """The entries in their order."""

    left_out: int


def _build_outline(workspace: AgentWorkspace, arguments: OutlineArguments) -> OutlineResult:
    """Answer the tool that lists the navigation, or the headings of a page."""
    site = workspace.open_site()
    overview = site.require_overview()
    entries = (
        list(_iter_headings(arguments.page, site, overview))
        if arguments.page
        else _NavigationOutline(overview).list_entries(arguments.under)
    )
    shown = _limit_depth(entries, arguments.depth, arguments.limit)[: arguments.limit]
    left_out = len(entries) - len(shown) - sum(entry.inside for entry in shown)
    lines = [entry.render() for entry in shown]
    if left_out:
        lines.append(f"… and {left_out} more. Ask with `under`, or raise `limit`.")
    return OutlineResult(lines=lines, left_out=left_out)


def _limit_depth(entries: Sequence[OutlineEntry], depth: int, limit: int) -> list[OutlineEntry]:
    """Return the entries of the first levels, each with the number of those that it hides.

    If `depth` is 0, as many levels are returned as have room.
    """
    if not depth:
        counts = Counter(entry.depth for entry in entries)
        depth = 1
        while depth in counts and sum(counts[level] for level in range(depth + 1)) <= limit:
            depth += 1
    shown: list[OutlineEntry] = []
    for entry in entries:
        if entry.depth < depth or not shown:
            shown.append(entry)
        else:
            shown[-1] = shown[-1]._replace(inside=shown[-1].inside + 1)
    return shown


def find_page_by_path(written: str, overview: Overview) -> PageFile | None:
    """Return the page of a path, with or without extension and leading slash, or None."""
    return find_page_of_entry(
        strip_page_extension(normalise_entry(written)).strip("/"), overview.facts.pages
    )


def _iter_headings(written: str, site: LoadedSite, overview: Overview) -> Iterator[OutlineEntry]:
    """Yield the headings of a page. Raises `UsageFault` if there is no such page."""
    page = find_page_by_path(written, overview)
    if page is None:
        near = suggest_addresses(f"/{written.strip('/')}", overview)
        hint = f" Did you mean `{near[0].strip('/')}`?" if near else ""
        raise UsageFault(f"there is no page `{written}`.{hint}")
    data = site.disk.read(page.file)
    for heading in parse_page(data).headings:
        title = data[slice(*heading.text)].decode("utf-8", "replace").strip()
        yield OutlineEntry(heading.level - 1, "heading", title)


class _NavigationOutline:
    """The elements and entries of a navigation as outline entries."""

    def __init__(self, overview: Overview) -> None:
        self._overview = overview
        self._titles = overview.facts.cached_for_last(map_page_titles, overview.contents)
        self._inside: dict[Placed | None, list[Placed | Listing]] = {}
        elements = overview.navigation.elements
        known = set(elements)
        for placed in elements:
            outward = placed.list_outward()[1:]
            around = next((parent for parent in outward if parent in known), None)
            self._inside.setdefault(around, []).append(placed)
        for listing in overview.navigation.listings:
            self._inside.setdefault(listing.placed, []).append(listing)

    def list_entries(self, pointer: str) -> list[OutlineEntry]:
        """Return all entries, or those at and below `pointer`, at depths from 0.

        Raises `UsageFault` if no element is there.
        """
        for root in self._inside.get(None, ()):
            assert isinstance(root, Placed)
            entries = list(self._iter_entries_below(root, 0))
            if not pointer:
                return entries
            subtree = _extract_subtree(entries, pointer)
            if subtree:
                return subtree
        if not pointer:
            return []
        raise UsageFault(f"there is no element at `{pointer}`. Ask without `under` first.")

    def _iter_entries_below(self, placed: Placed, depth: int) -> Iterator[OutlineEntry]:
        for child in sorted(self._inside.get(placed, ()), key=_sort_key):
            if isinstance(child, Placed):
                yield self._build_element_entry(child, depth)
                yield from self._iter_entries_below(child, depth + 1)
            else:
                yield self._build_page_entry(child, depth)

    def _build_element_entry(self, placed: Placed, depth: int) -> OutlineEntry:
        kind = placed.element.kind
        return OutlineEntry(
            depth,
            kind.label if kind else "",
            get_title(placed.element) or "",
            pointer=build_place_pointer(self._overview, placed.file, placed.at),
            mark="hidden" if placed.element.get_flag("hidden") else "",
        )

    def _build_page_entry(self, listing: Listing, depth: int) -> OutlineEntry:
        """Return the entry of a page or endpoint, marked as missing if there is no such page."""
        page = find_page_of_entry(listing.text, self._overview.facts.pages)
        is_endpoint = listing.is_endpoint and page is None
        return OutlineEntry(
            depth,
            "endpoint" if is_endpoint else "page",
            self._titles.get(page.page, "") if page else "",
            page=listing.text,
            mark="" if page or is_endpoint else "missing",
        )


def _sort_key(child: Placed | Listing) -> tuple[str, int]:
    """Return the sort key for the order of the text; `$ref` content is sorted by its file."""
    return child.file, child.at if isinstance(child, Placed) else child.span.start


def _extract_subtree(entries: list[OutlineEntry], pointer: str) -> list[OutlineEntry]:
    """Return an entry with all entries below it, at depth 0; empty if there is none."""
    begin = next((n for n, entry in enumerate(entries) if entry.pointer == pointer), None)
    if begin is None:
        return []
    depth = entries[begin].depth
    below = takewhile(lambda entry: entry.depth > depth, entries[begin + 1 :])
    return [entry._replace(depth=entry.depth - depth) for entry in (entries[begin], *below)]


OUTLINE = Tool(
    "outline",
    "Outline the site or a page",
    "Lists the navigation as readers see it: elements with their pointers for other tools, and "
    "the pages and endpoints they list. With `page`, the headings of that page.",
    OutlineArguments,
    OutlineResult,
    _build_outline,
)


def build_place_pointer(overview: Overview, file: str, at: int) -> str:
    """Return the JSON pointer of the value at a byte offset, after `FILE#` outside of docs.json."""
    part = overview.parts.get(file)
    pointer = build_pointer_at(part, at) if isinstance(part, Document) else ""
    return pointer if file == overview.name else f"{file}#{pointer}"


def require_place(overview: Overview, name: str) -> Place:
    """Return the place of an element by pointer, or of a page's entry. Raises `ChangeRefused`."""
    if name.startswith("/") or "#" in name:
        for placed in overview.navigation.elements:
            if build_place_pointer(overview, placed.file, placed.at) == name:
                return placed.file, Span(
                    placed.at, placed.at + placed.element.get_layer_node(0).size
                )
    page = strip_page_extension(normalise_entry(name)).strip("/")
    listings = overview.navigation.by_page.get(page, ())
    if not listings:
        raise ChangeRefused(
            f"The navigation has no element and no entry `{name}`. `outline` shows what it has."
        )
    return listings[0].file, listings[0].span
