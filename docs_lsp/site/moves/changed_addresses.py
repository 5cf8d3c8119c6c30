"""Map the addresses of a site before some moves to those after them.

A link may name a page in many ways: by its address or its file, in another case, without the folder
of its language, below a path that the site is served from. Each is updated in the same style. An
address that a redirect answers, or that may be a generated page, is not changed.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from docs_lsp.site.moves.new_paths import NewPaths, make_page_path_if_page
from docs_lsp.site.pages import (
    PAGE_EXTENSIONS,
    PageFile,
    escape_path,
    get_decoded_url,
    normalise_entry,
    page_to_url,
    strip_page_extension,
    url_to_path,
)
from docs_lsp.site.routes.redirects import normalise_url_path
from docs_lsp.site.routes.router import LinkStatus, get_path_resolver
from docs_lsp.site.site_files import collect_top_folders
from docs_lsp.site.specifications.spec_paths import SPEC_EXTENSIONS

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_IMPORTED = (*PAGE_EXTENSIONS, ".jsx", ".tsx", ".js", ".ts")
"""The extensions that an import may omit."""

_USUAL_FOLDER = "docs"
_SEVERAL = 3


class PageMove(NamedTuple):
    """A page whose address changes; both addresses begin with a slash."""

    page: PageFile
    old: str
    new: str | None
    """None if it is not a page after the move."""


class AddressMap:
    """The addresses of a site before and after some moves.

    A path begins with a slash and is decoded; a file and a page path do not.
    """

    def __init__(self, overview: Overview, relocation: NewPaths) -> None:
        """Store a site as it is before the moves."""
        self.overview = overview
        self.relocation = relocation
        self._facts = overview.facts
        self._known: dict[str, str] = {}

    # Before and after

    @cached_property
    def page_moves(self) -> tuple[PageMove, ...]:
        """The pages whose address changes."""
        moves = []
        for page in self._facts.pages:
            file = self.relocation.map_path(page.file)
            if file != page.file:
                new = make_page_path_if_page(file, self._facts)
                moves.append(
                    PageMove(
                        page, page_to_url(page.page), None if new is None else page_to_url(new)
                    )
                )
        return tuple(move for move in moves if move.old != move.new)

    @cached_property
    def urls_after(self) -> frozenset[str]:
        """The addresses of all pages after the moves."""
        stay = {
            page_to_url(page.page)
            for page in self._facts.pages
            if not self.relocation.is_moved(page.file)
        }
        moved = (make_page_path_if_page(file, self._facts) for file in self._new_file_paths)
        return frozenset(stay.union(page_to_url(page) for page in moved if page is not None))

    @cached_property
    def _new_file_paths(self) -> tuple[str, ...]:
        files = self.relocation.filter_moving(self._facts.files)
        return tuple(self.relocation.map_path(file) for file in files)

    @cached_property
    def _files_after(self) -> frozenset[str]:
        stay = self._facts.files.difference(self.relocation.filter_moving(self._facts.files))
        return stay.union(self._new_file_paths)

    @cached_property
    def has_moved_assets(self) -> bool:
        """Whether any moved file is neither a page nor JSON nor YAML."""
        files = self.relocation.filter_moving(self._facts.files)
        return any(not file.endswith((*PAGE_EXTENSIONS, *SPEC_EXTENSIONS)) for file in files)

    def is_resolved_before(self, path: str) -> bool:
        """Return whether a path certainly resolves before the moves."""
        return (
            get_path_resolver(self.overview).resolve_path(escape_path(path)).status
            is LinkStatus.ANSWERED
        )

    def is_resolved_after(self, path: str) -> bool:
        """Return whether a path certainly resolves to a page or a file after the moves."""
        url = normalise_url_path(escape_path(path))
        return url in self.urls_after or path.strip("/") in self._files_after

    def is_asset_path(self, path: str) -> bool:
        """Return whether a path is that of a file before the moves that is not a page.

        It may be below the folder that the site is served from.
        """
        body = path.strip("/")
        own = url_to_path(get_path_resolver(self.overview).find_own_path(escape_path(path)))
        return not body.endswith(PAGE_EXTENSIONS) and any(
            one in self._facts.files for one in (body, own, body.partition("/")[2])
        )

    # New paths

    def split_url(self, link: str) -> tuple[str, str] | None:
        """Split a URL of this site into its start and a link from the root; None for others."""
        return get_path_resolver(self.overview).location.split_url(link)

    def map_path(self, path: str) -> str:
        """Return the new path of the page or file at a link's path; the same if nothing changes."""
        if path not in self._known:
            self._known[path] = path
            self._known[path] = self._compute_new_path(path)
        return self._known[path]

    def _compute_new_path(self, path: str) -> str:
        """Return the new path of a link from the root; the same if a redirect answers it."""
        answers = get_path_resolver(self.overview)
        base, own_link = answers.split_link(escape_path(path))
        if base:
            own = unquote(own_link)
            new = self.map_path(own)
            return path if new == own else f"{base}{new}".rstrip("/")
        answer = answers.resolve_path(escape_path(path))
        body = path.strip("/")
        if answer.redirect and (answer.redirect.certain or not answer.page):
            return path
        if answer.page:
            return self._map_page_path(path, answer.page)
        if body in self._facts.files:
            return f"/{self.relocation.map_path(body)}"
        if answer.status is LinkStatus.ANSWERED and not body.endswith(PAGE_EXTENSIONS):
            return path
        return self._map_misspelt_path(path, body) or self._map_path_in_moved_folder(
            path, answer.status
        )

    def _map_page_path(self, path: str, page: PageFile) -> str:
        """Return the new path for a link to a page, which may name its `index`."""
        file = self.relocation.map_path(page.file)
        if file == page.file:
            return path
        new = strip_page_extension(file)
        # An index page that is named by its file is named in the same way again.
        is_explicit = page.page.endswith("index") and path.strip("/") == page.page
        return f"/{new}" if is_explicit else get_decoded_url(new)

    def _map_misspelt_path(self, path: str, body: str) -> str | None:
        """Return the new form of a path that is not an address but certainly means one, or None."""
        plain = strip_page_extension(body)
        page = self._find_page_at(plain) if plain != body else None
        if page is not None:
            new = self._map_page_path(f"/{plain}", page)
            return path if new == f"/{plain}" else new + self._choose_extension(body, page)
        same = self._pages_by_folded_url.get(normalise_url_path(escape_path(path)).casefold())
        if same is not None:
            before = get_decoded_url(same.page)
            new = self._map_page_path(before, same)
            return path if new == before else new
        return self._map_path_below_base(body) or self._map_path_without_language(path)

    def _choose_extension(self, body: str, page: PageFile) -> str:
        """Return the extension for the new path of a link that has one."""
        ending = body[len(strip_page_extension(body)) :]
        if page.file.endswith(ending):
            file = self.relocation.map_path(page.file)
            return file[len(strip_page_extension(file)) :]
        return ending

    def _map_path_below_base(self, body: str) -> str | None:
        """Map a path below a folder that the site seems to be served from, or return None.

        None for any other path, or if it does not change.
        """
        first, _, rest = body.partition("/")
        if not rest or first not in self._base_folders:
            return None
        new = self.map_path(f"/{rest}")
        return f"/{first}{new}" if new != f"/{rest}" else None

    def _map_path_without_language(self, path: str) -> str | None:
        """Map a path that lacks the folder of a language, or return None.

        None for any other path, or if the page leaves the folder of the language.
        """
        for language in self.overview.navigation.languages:
            page = self._find_page_at(f"{language}{path}")
            if page is not None:
                new = get_decoded_url(strip_page_extension(self.relocation.map_path(page.file)))
                folder = f"/{language}/"
                return f"/{new.removeprefix(folder)}" if new.startswith(folder) else None
        return None

    def _map_path_in_moved_folder(self, path: str, status: LinkStatus) -> str:
        """Map the path of a folder or missing page in a moving folder; return others unchanged."""
        body = path.strip("/")
        new = self.relocation.map_path(body)
        if new == body or self.relocation.is_in_new_folder(body):
            return path
        is_folder = status is LinkStatus.UNKNOWN and self._has_pages_below(body)
        return f"/{new}" if is_folder or status is LinkStatus.DEAD else path

    def _has_pages_below(self, body: str) -> bool:
        return any(page.page.startswith(f"{body}/") for page in self._facts.pages)

    def _find_page_at(self, page: str) -> PageFile | None:
        """Return the page that is at the address of a page path before the moves, or None."""
        return get_path_resolver(self.overview).resolve_path(f"/{escape_path(page)}").page

    @cached_property
    def _pages_by_folded_url(self) -> dict[str, PageFile]:
        return {page_to_url(page.page).casefold(): page for page in self._facts.pages}

    @cached_property
    def _base_folders(self) -> frozenset[str]:
        """The folders that the site seems to be served from, judging by its links.

        They are `docs`, and folders in front of several pages' addresses in links.
        """
        linked: dict[str, dict[str, bool]] = {}
        for content in (self.overview.contents or {}).values():
            for link in content.links:
                first, _, rest = link.target.partition("#")[0].strip("/").partition("/")
                if rest and link.target[:1] == "/":
                    linked.setdefault(first, {}).setdefault(rest, rest in self._facts.pages)
        base_folders = (
            first
            for first, rests in linked.items()
            if sum(rests.values()) >= max(_SEVERAL, 1 + len(rests) / 2)
        )
        own_folders = self._facts.cached(collect_top_folders)
        return frozenset((_USUAL_FOLDER, *base_folders)) - own_folders

    # Other new names

    def map_entry(self, entry: str) -> str | None:
        """Return the new page path for an entry of docs.json; None if it does not change."""
        path = normalise_entry(entry).rstrip("/")
        plain = strip_page_extension(path)
        pages = self._facts.pages
        page = (
            pages.find_page(path)
            or pages.find_page(plain)
            or pages.find_page(pages.find_other_case(plain) or "")
        )
        if page is None:
            page = pages.find_page(pages.find_folder_index(plain) or "")
            if page is not None:
                new = strip_page_extension(self.relocation.map_path(page.file))
                new = url_to_path(page_to_url(new))
                return new if self.relocation.is_moved(page.file) else None
        if page is not None:
            file = self.relocation.map_path(page.file)
            return strip_page_extension(file) if file != page.file else None
        return self._map_file_without_extension(plain, PAGE_EXTENSIONS)

    def map_entry_extension(self, entry: str) -> str:
        """Return the new extension for an entry that has one."""
        path = normalise_entry(entry).rstrip("/")
        ending = path[len(strip_page_extension(path)) :]
        file = self.relocation.map_path(path)
        return file[len(strip_page_extension(file)) :] if file != path else ending

    def map_import_path(self, path: str) -> str:
        """Return an imported file's path after the moves, with its extension only if given."""
        return self._map_file_without_extension(path, _IMPORTED) or path

    def _map_file_without_extension(self, plain: str, extensions: tuple[str, ...]) -> str | None:
        """Return the new path of a file named with or without its extension; None if unchanged."""
        for extension in ("", *extensions):
            path = plain + extension
            new = self.relocation.map_path(path)
            if new != path and not self.relocation.is_in_new_folder(path):
                # A move may change a page's extension.
                is_page = extension in PAGE_EXTENSIONS
                return strip_page_extension(new) if is_page else new.removesuffix(extension)
        return None
