"""Map the addresses of a site before some moves to those after them.

A link may name a page in many ways: by its address or its file, in another case, without the folder
of its language, below a path that the site is served from. Each is updated in the same style. An
address that a redirect answers, or that may be a generated page, is not changed.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.moves.new_paths import NewPaths, page_at
from docs_lsp.site.pages import PAGE_EXTENSIONS, PageFile, normalise, strip_extension, url_of
from docs_lsp.site.routes.redirects import normalise_path
from docs_lsp.site.routes.router import LinkStatus, answers_of
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


class Addresses:
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
            file = self.relocation.new_path(page.file)
            if file != page.file:
                new = page_at(file, self._facts)
                moves.append(
                    PageMove(page, url_of(page.page), None if new is None else url_of(new))
                )
        return tuple(move for move in moves if move.old != move.new)

    @cached_property
    def urls_after(self) -> frozenset[str]:
        """The addresses of all pages after the moves."""
        stay = {
            url_of(page.page)
            for page in self._facts.pages
            if not self.relocation.moves_file(page.file)
        }
        moved = (page_at(file, self._facts) for file in self._files_moved)
        return frozenset(stay.union(url_of(page) for page in moved if page is not None))

    @cached_property
    def _files_moved(self) -> tuple[str, ...]:
        files = self.relocation.filter_moving(self._facts.files)
        return tuple(self.relocation.new_path(file) for file in files)

    @cached_property
    def _files_after(self) -> frozenset[str]:
        stay = self._facts.files.difference(self.relocation.filter_moving(self._facts.files))
        return stay.union(self._files_moved)

    @cached_property
    def moves_assets(self) -> bool:
        """Whether any moved file is neither a page nor JSON nor YAML."""
        files = self.relocation.filter_moving(self._facts.files)
        return any(not file.endswith((*PAGE_EXTENSIONS, *SPEC_EXTENSIONS)) for file in files)

    def answers_before(self, path: str) -> bool:
        """Return whether a path certainly resolves before the moves."""
        return answers_of(self.overview).answer_at(path).status is LinkStatus.ANSWERED

    def answers_after(self, path: str) -> bool:
        """Return whether a path certainly resolves to a page or a file after the moves."""
        return normalise_path(path) in self.urls_after or path.strip("/") in self._files_after

    def names_file(self, path: str) -> bool:
        """Return whether a path is that of a file that is not a page.

        It may be below the folder that the site is served from.
        """
        body = path.strip("/")
        return not body.endswith(PAGE_EXTENSIONS) and any(
            one in self._facts.files for one in (body, body.partition("/")[2])
        )

    # New paths

    def path_after(self, path: str) -> str:
        """Return the new path of the page or file at a path; the same path if nothing changes."""
        if path not in self._known:
            self._known[path] = path
            self._known[path] = self._find_path_after(path)
        return self._known[path]

    def _find_path_after(self, path: str) -> str:
        answer = answers_of(self.overview).answer_at(path)
        body = path.strip("/")
        if answer.redirect and (answer.redirect.certain or not answer.page):
            return path
        if answer.page:
            return self._page_after(path, answer.page)
        if body in self._facts.files:
            return f"/{self.relocation.new_path(body)}"
        if answer.status is LinkStatus.ANSWERED and not body.endswith(PAGE_EXTENSIONS):
            return path
        return self._respell_path(path, body) or self._path_in_folder(path, answer.status)

    def _page_after(self, path: str, page: PageFile) -> str:
        file = self.relocation.new_path(page.file)
        if file == page.file:
            return path
        new = strip_extension(file)
        # An index page that is named by its file is named in the same way again.
        is_explicit = page.page.endswith("index") and path.strip("/") == page.page
        return f"/{new}" if is_explicit else url_of(new)

    def _respell_path(self, path: str, body: str) -> str | None:
        """Return the new form of a path that is not an address but certainly means one, or None."""
        plain = strip_extension(body)
        page = self._page(plain) if plain != body else None
        if page is not None:
            new = self._page_after(f"/{plain}", page)
            return path if new == f"/{plain}" else new + self._extension(body, page)
        same = self._by_folded.get(normalise_path(path).casefold())
        if same is not None:
            new = self._page_after(url_of(same.page), same)
            return path if new == url_of(same.page) else new
        return self._path_below_base(body) or self._path_in_language(path)

    def _extension(self, body: str, page: PageFile) -> str:
        ending = body[len(strip_extension(body)) :]
        if page.file.endswith(ending):
            file = self.relocation.new_path(page.file)
            return file[len(strip_extension(file)) :]
        return ending

    def _path_below_base(self, body: str) -> str | None:
        """Map a path below the folder that the site is served from; None if it is not one."""
        first, _, rest = body.partition("/")
        if not rest or first not in self._folders_above:
            return None
        new = self.path_after(f"/{rest}")
        return f"/{first}{new}" if new != f"/{rest}" else None

    def _path_in_language(self, path: str) -> str | None:
        """Map a path that lacks the folder of a language; None if it is not one."""
        for language in self._languages:
            page = self._page(f"{language}{path}")
            if page is not None:
                new = url_of(strip_extension(self.relocation.new_path(page.file)))
                folder = f"/{language}/"
                return f"/{new.removeprefix(folder)}" if new.startswith(folder) else None
        return None

    def _path_in_folder(self, path: str, status: LinkStatus) -> str:
        """Map the path of a folder, or of a missing page, below a folder that moves."""
        body = path.strip("/")
        new = self.relocation.new_path(body)
        if new == body or self.relocation.is_in_new_folder(body):
            return path
        is_folder = status is LinkStatus.UNKNOWN and self._is_folder(body)
        return f"/{new}" if is_folder or status is LinkStatus.DEAD else path

    def _is_folder(self, body: str) -> bool:
        return any(page.page.startswith(f"{body}/") for page in self._facts.pages)

    def _page(self, page: str) -> PageFile | None:
        return answers_of(self.overview).answer_at(f"/{page}").page

    @cached_property
    def _by_folded(self) -> dict[str, PageFile]:
        return {url_of(page.page).casefold(): page for page in self._facts.pages}

    @cached_property
    def _folders_above(self) -> frozenset[str]:
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
        return frozenset((_USUAL_FOLDER, *base_folders)).difference(self._first_folders)

    @cached_property
    def _first_folders(self) -> frozenset[str]:
        return frozenset(file.partition("/")[0] for file in self._facts.files if "/" in file)

    @cached_property
    def _languages(self) -> tuple[str, ...]:
        elements = (placed.element for placed in self.overview.objects)
        codes = (
            element.text("language") for element in elements if element.record.name == "language"
        )
        return tuple(dict.fromkeys(code for code in codes if code))

    # Other new names

    def entry_after(self, entry: str) -> str | None:
        """Return the new page path for an entry of docs.json; None if it does not change."""
        path = normalise(entry).rstrip("/")
        plain = strip_extension(path)
        pages = self._facts.pages
        page = (
            pages.find(path) or pages.find(plain) or pages.find(pages.find_other_case(plain) or "")
        )
        if page is None:
            page = pages.find(pages.index_of(plain) or "")
            if page is not None:
                new = url_of(strip_extension(self.relocation.new_path(page.file))).strip("/")
                return new if self.relocation.moves_file(page.file) else None
        if page is not None:
            file = self.relocation.new_path(page.file)
            return strip_extension(file) if file != page.file else None
        return self._file_after(plain, PAGE_EXTENSIONS)

    def extension_after(self, entry: str) -> str:
        """Return the new extension for an entry that has one."""
        path = normalise(entry).rstrip("/")
        ending = path[len(strip_extension(path)) :]
        file = self.relocation.new_path(path)
        return file[len(strip_extension(file)) :] if file != path else ending

    def import_after(self, path: str) -> str:
        """Return the new path of an imported file, given with or without its extension."""
        return self._file_after(path, _IMPORTED) or path

    def _file_after(self, plain: str, extensions: tuple[str, ...]) -> str | None:
        """Return the new path of a file named without its extension; None if unchanged."""
        for extension in ("", *extensions):
            path = plain + extension
            new = self.relocation.new_path(path)
            if new != path and not self.relocation.is_in_new_folder(path):
                # A move may change a page's extension.
                is_page = extension in PAGE_EXTENSIONS
                return strip_extension(new) if is_page else new.removesuffix(extension)
        return None
