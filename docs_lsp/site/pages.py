"""The index of a site's pages: which files are pages, and which cannot be and why.

A page path is the file's path without `.mdx` or `.md`; docs.json lists pages by it, and it is
case-sensitive. The index is made from file names alone. One kind of file cannot be recognised by
its name: a snippet outside the site's `snippets/` folder that other pages import. After the pages
have been read, their imports are passed to `PageIndex.with_imported_snippets`, which returns an
index that knows these snippets. The index also suggests pages for a wrong path.
"""

from __future__ import annotations

import posixpath
from collections.abc import Container, Iterable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import quote, unquote

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.memo import Memo
from docs_lsp.site.misspelt_pages import LanguageScope, SimilarPages

PAGE_EXTENSIONS = (".mdx", ".md")
"""The extensions of pages; if two files have the same page path, the first extension wins."""
SNIPPET_FOLDERS = ("snippets/", "_snippets/")
"""The folders of snippets, special only at the root.

The service treats `es/snippets/a.mdx` as a page unless a page imports it.
"""

_REPOSITORY_FILES = frozenset({"readme.md", "license.md", "contributing.md", "contribute.md"})
_OF_SERVICE = ".mintlify/"
"""The folder for files that the service reads beside the pages, such as skills."""
_ROOT_SKILL = "skill.md"
_SKILL = "SKILL.md"
_NO_LETTER = compile_lazily(r"[\W_]+")
_ESCAPED_IN_URLS = compile_lazily(r"[%?#]")


class NonPageReason(Enum):
    """Reasons why a Markdown file is not a page; a value continues "… is not a page: "."""

    SNIPPET = "files under `snippets/` and `_snippets/` are snippets"
    IMPORTED = "other pages import it as a snippet"
    REPOSITORY = "README, LICENSE and CONTRIBUTING files belong to the repository, not to the site"
    SKILL = "it is a skill, which is for agents and is not shown on the site"
    IGNORED = "an ignore pattern excludes it"


class PageFile(NamedTuple):
    """A page path and its file."""

    page: str
    file: str


class PageIndex(Memo):
    """The pages of a site at one moment."""

    def __init__(
        self,
        named: dict[str, str],
        never: dict[str, NonPageReason],
        imported: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Store files by page path, reasons by page path, and imported files.

        `imported` maps the page path of an imported file to a file that imports it. Use
        `PageIndex.from_files` instead.
        """
        self._made: dict[object, object] = {}
        self._named = named
        self._without_imports = never
        self._imported = imported
        self._pages = named
        self._never = never
        if imported:
            self._pages = {page: file for page, file in named.items() if page not in imported}
            self._never = never | dict.fromkeys(imported, NonPageReason.IMPORTED)

    @classmethod
    def from_files(cls, files: Iterable[str], ignored: Container[str]) -> PageIndex:
        """Sort the files of a site into pages and others; `ignored` contains the excluded files.

        Of `a.mdx` and `a.md`, the first is the page `a`.
        """
        pages: dict[str, str] = {}
        never: dict[str, NonPageReason] = {}
        for file in files:
            page = strip_page_extension(file)
            if page == file:
                continue
            reason = _find_non_page_reason(file, ignored)
            if reason:
                never[page] = reason
            elif page not in pages or file.endswith(".mdx"):
                pages[page] = file
        return cls(pages, {page: why for page, why in never.items() if page not in pages})

    def with_imported_snippets(self, imported: Mapping[str, str]) -> PageIndex:
        """Return an index in which exactly the given files are snippets, or self if it is equal.

        `imported` maps each file to a file that imports it.
        """
        snippets = {
            page: importer
            for file, importer in imported.items()
            if self._named.get(page := strip_page_extension(file)) == file
        }
        if snippets == self._imported:
            return self
        return PageIndex(self._named, self._without_imports, snippets)

    @property
    def by_path(self) -> Mapping[str, str]:
        """The files of the pages, by page path."""
        return self._pages

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self._pages)

    def __iter__(self) -> Iterator[PageFile]:
        """Iterate over all pages, in the order in which the files were given."""
        return (PageFile(page, file) for page, file in self._pages.items())

    def __contains__(self, page: object) -> bool:
        """Return whether a page path has a page; the fastest look-up."""
        return page in self._pages

    def find_page(self, page: str) -> PageFile | None:
        """Return the page of a page path, or None."""
        file = self._pages.get(page)
        return None if file is None else PageFile(page, file)

    def find_non_page_reason(self, page: str) -> NonPageReason | None:
        """Return why the file of this page path is not a page; None if it is one or is missing."""
        return self._never.get(page)

    def find_importer(self, page: str) -> str | None:
        """Return a file that imports the snippet at this page path, or None."""
        return self._imported.get(page)

    def find_other_case(self, page: str) -> str | None:
        """Return the page whose path differs in case only, or None."""
        return None if page in self._pages else self._pages_by_folded_path.get(page.casefold())

    def find_folder_index(self, page: str) -> str | None:
        """Return `foo/index` if it is a page and `foo` is not; otherwise None."""
        index = f"{page.rstrip('/')}/index" if page else "index"
        return index if page not in self._pages and index in self._pages else None

    def find_similar_pages(
        self, page: str, limit: int = 3, scope: LanguageScope | None = None
    ) -> tuple[str, ...]:
        """Return the pages that a wrong page path most likely means, best first.

        Pages of the same name in other folders come before those of the same folder with nearly the
        same name. Without a scope they are those of all languages.
        """
        path = strip_page_extension(normalise_entry(page).strip("/"))
        index = self.find_folder_index(path)
        near = self._similar_pages.suggest_pages(path, scope)
        return tuple(dict.fromkeys((index, *near) if index else near))[:limit]

    def build_suggestion_indexes(self) -> None:
        """Build the indexes for suggestions ahead of the first look-up."""
        self.find_similar_pages("a/b")
        self.find_other_case("a/b")

    @cached_property
    def _pages_by_folded_path(self) -> dict[str, str]:
        return {page.casefold(): page for page in self._pages}

    @cached_property
    def _similar_pages(self) -> SimilarPages:
        return SimilarPages(self._pages)


def list_skill_folders(files: Iterable[str]) -> tuple[str, ...]:
    """Return the folders, with a trailing slash, that contain a skill.

    Their content is for agents, and its links count from another folder, even if the service
    publishes it.
    """
    return tuple(file[: -len(_SKILL)] for file in files if file.endswith(f"/{_SKILL}"))


def strip_page_extension(file: str) -> str:
    """Return the page path of a Markdown file; any other path unchanged."""
    return file[: file.rindex(".")] if file.endswith(PAGE_EXTENSIONS) else file


def entry_to_page_path(entry: str) -> str:
    """Return an entry normalised for look-ups among the pages; an extension is kept."""
    return normalise_entry(entry).rstrip("/")


def normalise_entry(entry: str) -> str:
    """Return an entry of docs.json as the page path that the service looks up.

    Leading `/`, `./` and `../` are removed, inner ones are resolved, doubled slashes become one,
    and a slash at the end is not removed.
    """
    if "./" not in entry and "//" not in entry and entry[:1] not in "/." and entry[-1:] != ".":
        return entry
    path = posixpath.normpath(f"/{entry}").lstrip("/")
    return f"{path}/" if path and entry.endswith("/") else path


def page_to_url(page: str) -> str:
    """Return the address of a page on the site: `a/index` is `/a`, and `index` is `/`."""
    return "/" if page == "index" else "/" + escape_path(page.removesuffix("/index"))


def escape_path(path: str) -> str:
    """Return a decoded path as part of an address: with `%`, `?` and `#` percent-encoded.

    All else stays decoded. So an address means the same, however often it is decoded and escaped.
    """
    return _ESCAPED_IN_URLS.sub(lambda sign: quote(sign[0]), path)


def url_to_path(url: str) -> str:
    """Return the decoded path at an address, without a slash at either end."""
    return unquote(url).strip("/")


def get_decoded_url(page: str) -> str:
    """Return the address of a page, decoded."""
    return f"/{url_to_path(page_to_url(page))}"


def _find_non_page_reason(file: str, ignored: Container[str]) -> NonPageReason | None:
    """Return why the service makes no page of a Markdown file, or None if it makes one."""
    if file.startswith(SNIPPET_FOLDERS):
        return NonPageReason.SNIPPET
    if file.startswith(_OF_SERVICE):
        return NonPageReason.IGNORED if file in ignored else NonPageReason.SKILL
    if file.lower() == _ROOT_SKILL:
        return NonPageReason.SKILL
    if file.endswith(".md") and file.rpartition("/")[2].lower() in _REPOSITORY_FILES:
        return NonPageReason.REPOSITORY
    return NonPageReason.IGNORED if file in ignored else None


def reduce_to_letters(text: str) -> str:
    """Return a name in lower case without anything but letters and digits, for comparisons."""
    return _NO_LETTER.sub("", text.lower())
