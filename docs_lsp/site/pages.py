"""Which files of a site are pages, which never are and why, and what a wrong page path meant.

A page path is the file's path without `.mdx` or `.md`; docs.json lists pages by it, and upper and
lower case count. The index is made from names alone. One kind of file has no name of its own: a
snippet outside the site's `snippets/` folder that other pages import. Whoever has read the pages
hands their imports to `PageIndex.treat_as_snippets`, which gives an index that knows the snippets.
"""

from __future__ import annotations

import posixpath
from collections.abc import Container, Iterable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.misspelt_pages import SimilarPages

PAGE_EXTENSIONS = (".mdx", ".md")
"""The extensions of pages; of two files with one page path, that with the first one counts."""
SNIPPET_FOLDERS = ("snippets/", "_snippets/")
"""The folders of parts of pages. They are special only at the root: the service takes
`es/snippets/a.mdx` for a page unless a page imports it."""

_REPOSITORY_FILES = frozenset({"readme.md", "license.md", "contributing.md", "contribute.md"})
_OF_SERVICE = ".mintlify/"
"""The folder of what the service is given beside the pages: skills and what belongs to them."""
_ROOT_SKILL = "skill.md"
_SKILL = "SKILL.md"
_NO_LETTER = compile_lazily(r"[\W_]+")


class Never(Enum):
    """Why a Markdown file is not a page; the value goes on after "… is not a page: "."""

    SNIPPET = "files under `snippets/` and `_snippets/` are parts of pages"
    IMPORTED = "other pages import it as a snippet"
    REPOSITORY = "README, LICENSE and CONTRIBUTING files belong to the repository, not to the site"
    SKILL = "it is a skill, which agents read and the site does not show"
    IGNORED = "an ignore pattern excludes it"


class PageFile(NamedTuple):
    """A page: its page path and the file it lies in."""

    page: str
    file: str


class PageIndex:
    """The pages of a site at one moment."""

    def __init__(
        self,
        named: dict[str, str],
        never: dict[str, Never],
        imported: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Keep files by page path, reasons by page path, and which of the files others import, with
        one that does, by page path; use `PageIndex.from_files` instead."""
        self._named = named
        self._without_imports = never
        self._imported = imported
        self._pages = named
        self._never = never
        if imported:
            self._pages = {page: file for page, file in named.items() if page not in imported}
            self._never = never | dict.fromkeys(imported, Never.IMPORTED)

    @classmethod
    def from_files(cls, files: Iterable[str], ignored: Container[str]) -> PageIndex:
        """Sort out the files of a site; `ignored` holds those to leave aside, as `Ignore` does.

        Of `a.mdx` and `a.md`, the first is the page `a`.
        """
        pages: dict[str, str] = {}
        never: dict[str, Never] = {}
        for file in files:
            page = strip_extension(file)
            if page == file:
                continue
            reason = _non_page_reason(file, ignored)
            if reason:
                never[page] = reason
            elif page not in pages or file.endswith(".mdx"):
                pages[page] = file
        return cls(pages, {page: why for page, why in never.items() if page not in pages})

    def treat_as_snippets(self, imported: Mapping[str, str]) -> PageIndex:
        """An index that knows just the given files as snippets, each with a file that imports it;
        this index itself where it does so already."""
        snippets = {
            page: importer
            for file, importer in imported.items()
            if self._named.get(page := strip_extension(file)) == file
        }
        if snippets == self._imported:
            return self
        return PageIndex(self._named, self._without_imports, snippets)

    @property
    def by_path(self) -> Mapping[str, str]:
        """The files of the pages, by page path."""
        return self._pages

    def __len__(self) -> int:
        """How many pages there are."""
        return len(self._pages)

    def __iter__(self) -> Iterator[PageFile]:
        """All pages, as the files were given."""
        return (PageFile(page, file) for page, file in self._pages.items())

    def __contains__(self, page: object) -> bool:
        """Whether a page path has a page; the quickest question."""
        return page in self._pages

    def find(self, page: str) -> PageFile | None:
        """The page of a page path."""
        file = self._pages.get(page)
        return None if file is None else PageFile(page, file)

    def non_page_reason(self, page: str) -> Never | None:
        """Why the file of this page path is not a page; None where it is one or is missing."""
        return self._never.get(page)

    def importer(self, page: str) -> str | None:
        """A file that imports the file of this page path, which is no page therefore."""
        return self._imported.get(page)

    def find_other_case(self, page: str) -> str | None:
        """The page that differs in upper and lower case only."""
        return None if page in self._pages else self._by_folded.get(page.casefold())

    def index_of(self, page: str) -> str | None:
        """`foo/index`, where that is a page and `foo` is none."""
        index = f"{page.rstrip('/')}/index" if page else "index"
        return index if page not in self._pages and index in self._pages else None

    def find_similar_pages(
        self, page: str, limit: int = 3, *, same_language_only: bool = False
    ) -> tuple[str, ...]:
        """The pages that a wrong page path most likely meant, best first.

        Pages of the same name in other folders come before those of the same folder with
        nearly the same name. Pages in another language are left out if so wanted.
        """
        path = strip_extension(normalise(page).strip("/"))
        index = self.index_of(path)
        near = self._similar.find(path, same_language_only=same_language_only)
        return tuple(dict.fromkeys((index, *near) if index else near))[:limit]

    def prepare(self) -> None:
        """Make at leisure what the first question about a wrong path would have to wait for."""
        self.find_similar_pages("a/b")
        self.find_other_case("a/b")

    @cached_property
    def _by_folded(self) -> dict[str, str]:
        return {page.casefold(): page for page in self._pages}

    @cached_property
    def _similar(self) -> SimilarPages:
        return SimilarPages(self._pages)


def skill_folders(files: Iterable[str]) -> tuple[str, ...]:
    """The folders, each with its slash, that hold a skill: what stands in them is for agents, and
    counts its links from elsewhere, even where the service publishes it."""
    return tuple(file[: -len(_SKILL)] for file in files if file.endswith(f"/{_SKILL}"))


def strip_extension(file: str) -> str:
    """The page path of a Markdown file; any other path as it is."""
    return file[: file.rindex(".")] if file.endswith(PAGE_EXTENSIONS) else file


def page_of(entry: str) -> str:
    """The page path that an entry names, as it is looked up among the files."""
    return normalise(entry).rstrip("/")


def normalise(entry: str) -> str:
    """An entry of docs.json as the page path that the service looks up.

    Leading `/`, `./` and `../` go, inner ones are resolved, doubled slashes become one, and a
    slash at the end stays.
    """
    if "./" not in entry and "//" not in entry and entry[:1] not in "/." and entry[-1:] != ".":
        return entry
    path = posixpath.normpath(f"/{entry}").lstrip("/")
    return f"{path}/" if path and entry.endswith("/") else path


def url_of(page: str) -> str:
    """The address of a page on the site: `a/index` is `/a`, and `index` is `/`."""
    return "/" if page == "index" else "/" + page.removesuffix("/index")


def _non_page_reason(file: str, ignored: Container[str]) -> Never | None:
    if file.startswith(SNIPPET_FOLDERS):
        return Never.SNIPPET
    if file.startswith(_OF_SERVICE):
        return Never.IGNORED if file in ignored else Never.SKILL
    if file.lower() == _ROOT_SKILL:
        return Never.SKILL
    if file.endswith(".md") and file.rpartition("/")[2].lower() in _REPOSITORY_FILES:
        return Never.REPOSITORY
    return Never.IGNORED if file in ignored else None


def letters(text: str) -> str:
    """What is left of a name whatever way it is spelt."""
    return _NO_LETTER.sub("", text.lower())
