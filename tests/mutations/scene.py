"""A site as whoever plants mistakes in it sees it: its elements, what they list, its files.

Only places are given out in which the service loses nothing as it is: a mistake in what is dropped
anyway is none.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TypeVar

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import FileFault, Files
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Object, String
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.navigation.navigation import Listing, Navigation
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.specifications.endpoints import parse_endpoint_entry
from tests.mutations.fault import Range
from tests.mutations.surgery import Where, containers

CONTENT = frozenset(
    ("products", "languages", "versions", "tabs", "dropdowns", "anchors", "groups", "pages", "menu")
)
"""The keys under which elements hold others."""
TITLES = {
    "products": "product",
    "languages": "language",
    "versions": "version",
    "tabs": "tab",
    "dropdowns": "dropdown",
    "anchors": "anchor",
    "groups": "group",
    "menu": "item",
}
SECTIONS = ("tab", "anchor", "product", "dropdown", "version", "language")
NEW = "zebra-crossing"
"""The beginning of every name that nothing on any site has."""

_MARKS = re.compile(rb"^(?:hidden|noindex|searchable|url|robots):", re.M)
_OPERATION = re.compile(rb"^(?:openapi|api|asyncapi|openapi-schema|graphql):", re.M)
_CODE = re.compile(rb"[<{]|^import ", re.M)

_T = TypeVar("_T")


@dataclass(frozen=True, eq=False)
class Scene:
    """One site, before anything is planted in it."""

    site: Snapshot
    files: Files

    @property
    def has_files(self) -> bool:
        """Whether the site has been looked at with its files."""
        return self.site.facts is not None

    @cached_property
    def placed(self) -> tuple[Placed, ...]:
        """All objects that stand in one place only, in one piece."""
        found = self.site.navigator.list_objects()
        often = Counter((one.file, one.at) for one in found)
        return tuple(
            one
            for one in found
            if len(one.element.resolved.layers) == 1
            and one.element.resolved.known
            and often[one.file, one.at] == 1
            and one.element.get_layer_node(0).closed
            and "sourceRef" not in one.element.get_layer_node(0).by_key
        )

    @cached_property
    def navigation(self) -> Navigation:
        """The elements of the navigation and what they list."""
        return Navigation.from_objects(self.placed)

    @cached_property
    def elements(self) -> tuple[Placed, ...]:
        """The elements that readers get to see, `navigation` itself left out."""
        return tuple(
            one for one in self.navigation.elements if one.element.record.kind != "navigation"
            and _is_live(one)
        )  # fmt: skip

    def of(self, *records: str) -> list[Where]:
        """All objects of some records, by the names that the schema gives them."""
        wanted = frozenset(records)
        return [
            self.where(one)
            for one in self.placed
            if one.element.record.name in wanted and (one.element.kind is None or _is_live(one))
        ]

    def where(self, placed: Placed) -> Where:
        """The object of an element in its file."""
        return Where(
            placed.file, self.data(placed.file), placed.element.get_layer_node(0), placed.at
        )

    def data(self, file: str) -> bytes:
        """The bytes of a file."""
        part = self.site.parts.get(file)
        if isinstance(part, Document):
            return part.text.data
        try:
            return self.files.read(file)
        except FileFault:
            return b""

    @property
    def root(self) -> Where:
        """The whole of docs.json."""
        return self.json(self.site.name)

    def json(self, file: str) -> Where:
        """The whole of a file with JSON; of a file without any, an empty object."""
        part = self.site.parts.get(file)
        document = part if isinstance(part, Document) else Document.from_text(self.data(file))
        root = document.tree.root
        if not isinstance(root, Container):
            root = Object([], [], 2, (), True)
        return Where(file, document.text.data, root, document.tree.start)

    @cached_property
    def everywhere(self) -> tuple[Where, ...]:
        """Every object and array of docs.json."""
        return tuple(containers(self.root))

    # The navigation

    def kinds(self, *kinds: str) -> list[Placed]:
        """The elements of some kinds; of all without any."""
        return [one for one in self.elements if not kinds or one.element.record.kind in kinds]

    def lists(self, key: str | None = None) -> list[tuple[Placed, Where]]:
        """The lists in which elements hold their content, with the elements."""
        found = []
        for placed in self.navigation.elements:
            if _is_live(placed):
                where = self.where(placed)
                for name in placed.element.values:
                    inside = where.inside(name) if name in CONTENT else None
                    if inside and isinstance(inside.node, Array) and key in (None, name):
                        found.append((placed, inside))
        return found

    @cached_property
    def page_lists(self) -> tuple[tuple[Placed, Where], ...]:
        """The lists of pages in which nothing is generated and that hold two or more."""
        return tuple(
            (placed, where)
            for placed, where in self.lists("pages")
            if sum(1 for _ in where.strings()) > 1 and not is_generated(placed)
        )

    @cached_property
    def entries(self) -> tuple[Listing, ...]:
        """The entries of `pages` that name a page, and that page is there."""
        return tuple(
            listing
            for listing in self.navigation.listings
            if not listing.is_root
            and _is_live(listing.placed)
            and listing.text == listing.page
            and parse_endpoint_entry(listing.text) is None
            and "://" not in listing.text
            and self.is_page(listing.page)
        )

    @cached_property
    def shown_entries(self) -> tuple[Listing, ...]:
        """Those that readers see and find, of pages that say nothing else about it."""
        return tuple(
            one
            for one in self.entries
            if not self.is_hidden(one.placed) and not self.is_marked(one.page)
        )

    @cached_property
    def sole_entries(self) -> tuple[Listing, ...]:
        """Those of pages that nothing else lists, not even a `root`."""
        by_page = self.navigation.by_page
        return tuple(one for one in self.shown_entries if len(by_page.get(one.page, ())) == 1)

    def is_page(self, page: str) -> bool:
        """Whether there is such a page, as far as is known."""
        facts = self.site.facts
        if facts is None:
            return bool(page) and not page.endswith((".mdx", ".md", "/")) and " " not in page
        return page in facts.pages

    def page_file(self, page: str) -> str:
        """The file of a page that is there."""
        facts = self.site.facts
        found = facts.pages.find_page(page) if facts else None
        return found.file if found else f"{page}.mdx"

    def listings_of(self, page: str) -> list[Range]:
        """Every place that lists a page."""
        return [Range(one.file, one.span) for one in self.navigation.by_page.get(page, ())]

    def is_marked(self, page: str) -> bool:
        """Whether a page itself says that it is not to be found, or is a mere link."""
        return self.has_files and bool(_MARKS.search(self.head(self.page_file(page))))

    def head(self, file: str) -> bytes:
        """The frontmatter of a page, with its dashes."""
        data = self.data(file)
        return data[: locate_frontmatter(data).body_start]

    @cached_property
    def plain_pages(self) -> tuple[Listing, ...]:
        """The entries of pages that hold nothing but Markdown, and are not about an operation."""
        found = []
        for listing in self.shown_entries:
            data = self.data(self.page_file(listing.page))
            start = locate_frontmatter(data).body_start
            if not _CODE.search(data, start) and not _OPERATION.search(data, 0, start):
                found.append(listing)
        return tuple(found)

    def is_mentioned(self, page: str) -> bool:
        """Whether something else in docs.json names a page, or may mean it."""
        parts = [part for part in self.site.parts.values() if isinstance(part, Document)]
        paths = {page, f"/{page}", page_to_url(page), f"{page_to_url(page)}#"}
        named = sum(part.text.data.count(f'"{path}'.encode()) for part in parts for path in paths)
        return named > 1 or page in self._meant

    @cached_property
    def _meant(self) -> frozenset[str]:
        """The pages that are the nearest ones to entries that have no page."""
        if self.site.facts is None:
            return frozenset()
        pages = self.site.facts.pages
        wrong = [page for page in self.navigation.by_page if page not in pages]
        return frozenset(near for page in wrong for near in pages.find_similar_pages(page))

    @cached_property
    def redirected(self) -> tuple[str, ...]:
        """What the sources of redirects begin with, up to the first wildcard."""
        sources = (one.element.get_text("source") for one in self.placed if _is_redirect(one))
        return tuple(re.split(r"[:*]", source or "/")[0] for source in sources)

    @cached_property
    def open_urls(self) -> tuple[str, ...]:
        """The addresses of listed pages that no redirect is about, but for that of the home."""
        return tuple(url for url in self.urls if url != "/" and not url.startswith(self.redirected))

    @cached_property
    def urls(self) -> tuple[str, ...]:
        """The addresses of pages that are listed."""
        return tuple(sorted({page_to_url(one.page) for one in self.shown_entries}))

    def is_hidden(self, placed: Placed) -> bool:
        """Whether an element or one around it is hidden."""
        return any(one.element.get_flag("hidden") for one in placed.list_outward())

    def section(self, placed: Placed) -> Placed:
        """The innermost element around a list that is no group: one sidebar."""
        return next(one for one in placed.list_outward() if one.element.record.kind != "group")

    def language(self, placed: Placed) -> Placed | None:
        """The language that something stands in."""
        around = placed.list_outward()
        return next((one for one in around if one.element.record.kind == "language"), None)

    @cached_property
    def imported(self) -> frozenset[str]:
        """The pages that other pages import or that are no pages for another reason."""
        contents = self.site.contents or {}
        return frozenset(
            file.removesuffix(".mdx").removesuffix(".md")
            for content in contents.values()
            for file in content.imports
        )

    # Names

    def free_page(self, like: str = "") -> str:
        """A page path that nothing has, in the folder of another."""
        return posixpath.join(posixpath.dirname(like), NEW)


def is_generated(placed: Placed) -> bool:
    """Whether the service may make pages in an element."""
    inner = placed.element.inner
    return bool(inner.openapi or inner.asyncapi) or any(
        map(placed.element.has, ("graphql", "sdk", "openapi", "asyncapi"))
    )


def pick(chance: Random, places: Sequence[_T]) -> _T | None:
    """One of some places; None where there is none."""
    return chance.choice(places) if places else None


def entry_list(scene: Scene, listing: Listing) -> Where | None:
    """The list that an entry stands in."""
    return scene.where(listing.placed).inside("pages")


def index_of(where: Where, listing: Listing) -> int:
    """Which item of its list an entry is."""
    return next(index for index, _ in where.strings() if where.inner(index) == listing.span)


def objects_in(where: Where | None, wanted: Callable[[Where], bool]) -> Iterator[Where]:
    """The objects in a list that are as wanted."""
    for index in range(len(where.node.items) if where else 0):
        item = where.item(index) if where else None
        if item and isinstance(item.node, Object) and wanted(item):
            yield item


def title(where: Where) -> str | None:
    """The key that names an element; None where several keys might."""
    found = [key for key in TITLES.values() if isinstance(where.get(key), String)]
    return found[0] if len(found) == 1 else None


def _is_redirect(placed: Placed) -> bool:
    return placed.element.record.name == "redirect"


def _is_live(placed: Placed) -> bool:
    """Whether the service keeps an element and all that it holds."""
    key = ""
    for one in placed.list_outward():
        if one.element.kind is None:
            break
        content = [name for name in one.element.values if name in CONTENT]
        if len(content) > 1 or (content and one.element.has("href")):
            return False
        if key and content != [key]:
            return False
        if one.element.has("graphql") or one.element.has("sdk"):
            return False
        key = one.key
    return True
