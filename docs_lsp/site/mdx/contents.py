"""The content of all pages of a site: read, read again after changes, and looked up.

Contents are a mapping from files to `PageContent`. They are separate from the facts about a site,
because the data that docs.json is checked against stays the same while a page is edited.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from docs_lsp.core.current_work import note_count, record_file
from docs_lsp.files.files import FileFault, FileInfo, Files, FileVersion
from docs_lsp.site.mdx.anchors import AnchorLookup, AnchorStatus, strip_count_suffix
from docs_lsp.site.mdx.content import PageContent, make_unreadable_page, read_head
from docs_lsp.site.pages import NonPageReason, strip_page_extension
from docs_lsp.site.site_files import ScanCancelled, SiteFiles

_Facts = TypeVar("_Facts", bound=SiteFiles)

Contents: TypeAlias = Mapping[str, PageContent]
Progress: TypeAlias = Callable[[int, int], None]
Reader: TypeAlias = Callable[[bytes, str, FileVersion], PageContent]
"""A function that makes a page's content of its bytes, site path and file version."""
PageQuery: TypeAlias = Callable[[PageContent], object]
"""A function of a page, whose result the page caches."""
Recall: TypeAlias = Callable[[FileInfo], PageContent | None]
"""A function that returns the stored content of an unchanged page, or None."""


class ReadingOptions(NamedTuple):
    """How the pages of a site are read, and which of them need not be."""

    reader: Reader = read_head
    known: Contents | None = None
    """Pages that are not read again if their file version is the same."""
    recall: Recall | None = None
    questions: Sequence[PageQuery] = ()
    """Functions to compute for each page, in whichever process it is read."""
    cached_count: int = 0
    """The number of pages that the reader knows from an earlier run."""


HEADS_ONLY = ReadingOptions()
"""How pages are read if their text is not needed."""


class ParallelReader(Protocol):
    """Reads some of the pages in parallel, in other processes."""

    def start_reading(self, infos: Sequence[FileInfo]) -> Iterable[FileInfo]:
        """Begin to read some of the pages; return those that the caller has to read."""
        ...

    def collect_pages(self) -> Mapping[str, PageContent]:
        """Wait for the pages that are read here and return them."""
        ...

    def stop(self) -> None:
        """Stop reading."""
        ...


# Progress is reported, and cancelling checked, once per this many files.
_STEP = 64
_FETCHED = 32
"""The number of files that are fetched before the first of them is parsed."""
COMPONENTS = (".jsx", ".tsx")
"""The extensions of component files."""
_NO_PART = frozenset({NonPageReason.REPOSITORY, NonPageReason.SKILL, NonPageReason.IGNORED})
# A changelog may import hundreds of snippets.
_MOST_PARTS = 1000
LEAST_CACHED = 200
"""Minimum number of pages for which a cache file on disk saves more time than it takes."""
_NO_ANCHORS = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".json", ".css", ".yaml", ".yml")
_WITH_OPERATION = ("openapi", "api", "asyncapi", "openapi-schema", "graphql", "sdk")


def read_contents(
    site_files: SiteFiles,
    files: Files,
    options: ReadingOptions = HEADS_ONLY,
    elsewhere: ParallelReader | None = None,
    *,
    cancelled: Callable[[], bool] | None = None,
    on_progress: Progress | None = None,
) -> dict[str, PageContent]:
    """Read every page and snippet of a site; raise only `ScanCancelled`.

    Some of them may be read `elsewhere`.
    """
    reading = ContentsReading(site_files, files, options, elsewhere)
    return reading.finish(cancelled, on_progress)


class ContentsReading:
    """A reading of all pages that has begun, in parallel if possible."""

    def __init__(
        self,
        site_files: SiteFiles,
        files: Files,
        options: ReadingOptions = HEADS_ONLY,
        elsewhere: ParallelReader | None = None,
    ) -> None:
        """Start reading, as `read_contents` does."""
        self._files = files
        self._options = options
        self._elsewhere = elsewhere
        known = options.known
        self._wanted = wanted = sorted(
            _use_indexed_path(info, site_files)
            for info in files.walk()
            if is_page_or_snippet(info.path, site_files)
        )
        self._contents = {
            info.path: known[info.path] for info in wanted if known and _is_unchanged(info, known)
        }
        if options.recall:
            self._contents |= _recall_pages(wanted, files, options.recall)
        unread = [info for info in wanted if info.path not in self._contents]
        self._own = elsewhere.start_reading(unread) if elsewhere else unread

    def finish(
        self, cancelled: Callable[[], bool] | None = None, on_progress: Progress | None = None
    ) -> dict[str, PageContent]:
        """Read the remaining pages and return all; raise only `ScanCancelled`."""
        contents, done = self._contents, len(self._contents)
        read = read_files(self._own, self._files, self._options.reader)
        place = {info.path: index for index, info in enumerate(self._wanted)}
        for count, (file, page) in enumerate(read):
            # Whichever process reads them, pages are read in this order.
            note_count(place[file], len(place), "pages")
            if count % _STEP == 0:
                if cancelled and cancelled():
                    raise ScanCancelled
                if on_progress:
                    on_progress(done + count, len(self._wanted))
            contents[file] = page
        prime_queries(contents.values(), self._options.questions)
        contents |= self._elsewhere.collect_pages() if self._elsewhere else {}
        return {info.path: contents[info.path] for info in self._wanted}

    def stop(self) -> None:
        """Stop reading in other processes: the pages are no longer wanted."""
        if self._elsewhere:
            self._elsewhere.stop()


def is_worth_caching(pages: Iterable[object]) -> bool:
    """Return whether a site has enough pages to cache their bodies on disk; looks at no more."""
    return next(islice(pages, LEAST_CACHED - 1, None), None) is not None


def prime_queries(pages: Iterable[PageContent], questions: Sequence[PageQuery]) -> None:
    """Compute and cache some functions for all pages, one page after the other.

    Doing so as soon as each page is read takes three times as long, since the processor then has
    other code in its cache.
    """
    for page in pages if questions else ():
        for ask in questions:
            page.cached(ask)


def _use_indexed_path(info: FileInfo, site_files: SiteFiles) -> FileInfo:
    """Return a file with the path string of the page index, so that it is stored once."""
    page = site_files.pages.find_page(strip_page_extension(info.path))
    return info if page is None or page.file != info.path else info._replace(path=page.file)


def _is_unchanged(info: FileInfo, known: Contents) -> bool:
    """Return whether a known page has the current version of its file."""
    before = known.get(info.path)
    return before is not None and info.mtime_ns >= 0 and before.version == info.version


def _recall_pages(
    infos: Iterable[FileInfo], files: Files, recall: Recall
) -> dict[str, PageContent]:
    """Return the stored contents of unchanged files, with the source of their bytes set."""
    pages = {info.path: page for info in infos if (page := recall(info))}
    for file, page in pages.items():
        page.set_source(files, file)
    return pages


def reread_touched(
    contents: Contents,
    site_files: SiteFiles,
    files: Files,
    touched: Iterable[str],
    reader: Reader = read_head,
) -> Contents:
    """Return the contents with the touched pages and snippets read again, removed ones left out.

    The same object if none of the files is a page or a snippet.
    """
    wanted = [file for file in touched if file in contents or is_page_or_snippet(file, site_files)]
    if not wanted:
        return contents
    new = dict(contents)
    for file in wanted:
        if is_page_or_snippet(file, site_files):
            new[file] = read_file(FileInfo(file, 0, -1), files, reader)
        else:
            del new[file]
    return new


def is_page_or_snippet(file: str, site_files: SiteFiles) -> bool:
    """Return whether a file is a page, a snippet or a component file."""
    if file.endswith(COMPONENTS):
        return file in site_files.files
    page = strip_page_extension(file)
    return (
        page != file
        and file in site_files.files
        and site_files.pages.find_non_page_reason(page) not in _NO_PART
    )


def with_snippets(facts: _Facts, contents: Contents) -> _Facts:
    """Return facts by which imported files are snippets; the same object if nothing changes."""
    imported: dict[str, str] = {}
    for importer, page in contents.items():
        for file in page.imports:
            imported[file] = min(importer, imported.get(file, importer))
    pages = facts.pages.with_imported_snippets(imported)
    return facts if pages is facts.pages else replace(facts, pages=pages)


def look_up_anchor(contents: Contents, file: str, fragment: str) -> AnchorLookup:
    """Look up a decoded fragment in a page and the files it imports; `THERE` if it may exist.

    The anchors of generated operation pages and of components are not known.
    """
    best = AnchorLookup(AnchorStatus.NOWHERE)
    known: list[PageContent] = []
    has_unseen = False
    # Most anchors are in the page itself, and its imports are not examined then.
    for page in _walk_imports(contents, file):
        if page is None:
            if not known:
                return AnchorLookup(AnchorStatus.THERE)
            has_unseen = True
            continue
        if page.fault or _is_operation_page(page):
            return AnchorLookup(AnchorStatus.THERE)
        known.append(page)
        lookup = page.anchor_texts.look_up_anchor(fragment)
        if lookup.where is AnchorStatus.THERE:
            return lookup
        best = min(best, lookup, key=lambda one: (one.where.value, not one.live))
    if best.where is AnchorStatus.NOWHERE and _may_have_counted_anchor(fragment, known):
        return AnchorLookup(AnchorStatus.THERE)
    if best.where is AnchorStatus.NOWHERE and has_unseen:
        return AnchorLookup(AnchorStatus.UNSEEN)
    return best


def _may_have_counted_anchor(fragment: str, pages: Iterable[PageContent]) -> bool:
    """Return whether several files have an anchor, so that a number after it may be valid."""
    name = strip_count_suffix(fragment)
    if name is None:
        return False
    lookups = (page.anchor_texts.look_up_anchor(name) for page in pages)
    return sum(lookup.where is AnchorStatus.THERE for lookup in lookups) > 1


def _is_operation_page(page: PageContent) -> bool:
    fields = page.fields
    return any(fields.get(key) for key in _WITH_OPERATION)


def _walk_imports(contents: Contents, file: str) -> Iterator[PageContent | None]:
    """Yield a page and all it imports, even indirectly; None for components and unread files."""
    seen = {file}
    waiting = [file]
    while waiting:
        name = waiting.pop()
        page = contents.get(name)
        yield None if name.endswith(COMPONENTS) else page
        for other in page.imports if page else ():
            if other not in seen and len(seen) < _MOST_PARTS and not other.endswith(_NO_ANCHORS):
                seen.add(other)
                waiting.append(other)


def read_files(
    infos: Iterable[FileInfo], files: Files, reader: Reader
) -> Iterator[tuple[str, PageContent]]:
    """Yield the path and the content of each page, snippet or component file, in order.

    Some files are fetched before the first of them is parsed, which saves a twentieth of the time:
    the processor then has the code for either in its cache.
    """
    waiting = iter(infos)
    while fetched := [(info, _fetch_file(info, files)) for info in islice(waiting, _FETCHED)]:
        for info, data in fetched:
            yield info.path, _make_content(info, data, files, reader)


def read_file(info: FileInfo, files: Files, reader: Reader) -> PageContent:
    """Read one page, snippet or component file."""
    return _make_content(info, _fetch_file(info, files), files, reader)


def _fetch_file(info: FileInfo, files: Files) -> bytes | FileFault:
    """Return a file's bytes, empty for a component file, or why it cannot be read."""
    if info.path.endswith(COMPONENTS):
        return b""  # It is read at the first access.
    try:
        return files.read(info.path)
    except FileFault as fault:
        return fault


def _make_content(
    info: FileInfo, data: bytes | FileFault, files: Files, reader: Reader
) -> PageContent:
    """Return the content of a file that was fetched; an unreadable page if it could not be."""
    record_file(info.path)
    if isinstance(data, FileFault):
        return make_unreadable_page(str(data))
    if info.path.endswith(COMPONENTS):
        content = PageContent(version=info.version, script=posixpath.splitext(info.path)[1])
    else:
        content = reader(data, info.path, info.version)
    content.set_source(files, info.path)
    return content
