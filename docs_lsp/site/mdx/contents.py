"""What stands in all pages of a site: reading it, reading again what has changed, and asking it.

Contents are a mapping from files to `PageContent`. They are kept apart from the facts about a
site, because what docs.json is checked against stays the same while somebody writes a page.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Protocol, TypeAlias, TypeVar

from docs_lsp.core.current_work import note_count, note_file
from docs_lsp.files.files import FileFault, FileInfo, Files, FileVersion
from docs_lsp.site.mdx.anchors import Lead, Leading, strip_count
from docs_lsp.site.mdx.content import PageContent, make_unreadable_page, read_head
from docs_lsp.site.pages import Never, strip_extension
from docs_lsp.site.site_files import ScanCancelled, SiteFiles

_Facts = TypeVar("_Facts", bound=SiteFiles)

Contents: TypeAlias = Mapping[str, PageContent]
Progress: TypeAlias = Callable[[int, int], None]
Reader: TypeAlias = Callable[[bytes, str, FileVersion], PageContent]
"""What makes the content of a page of its bytes, its site path and the version of its file."""
PageQuery: TypeAlias = Callable[[PageContent], object]
"""Something that a page is asked, and keeps the answer to."""
Recall: TypeAlias = Callable[[FileInfo], PageContent | None]
"""What knows the content of a page that has not changed; None where it does not."""


class Elsewhere(Protocol):
    """Something that reads pages while this program reads others."""

    def take(self, infos: Sequence[FileInfo]) -> Iterable[FileInfo]:
        """Begin to read some pages; those that are left to be read here, one after the other."""
        ...

    def collect_pages(self) -> Mapping[str, PageContent]:
        """The pages that were taken."""
        ...

    def stop(self) -> None:
        """Read no more."""
        ...


# Progress is reported, and cancelling noticed, once per this many files.
_STEP = 64
_FETCHED = 32
"""How many files are fetched before the first of them is read."""
COMPONENTS = (".jsx", ".tsx")
"""The extensions of files of components."""
_NO_PART = frozenset({Never.REPOSITORY, Never.SKILL, Never.IGNORED})
# A changelog may import hundreds of parts.
_MOST_PARTS = 1000
_NO_ANCHORS = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".json", ".css", ".yaml", ".yml")
_WITH_OPERATION = ("openapi", "api", "asyncapi", "openapi-schema", "graphql")


def read_contents(
    site_files: SiteFiles,
    files: Files,
    known: Contents | None = None,
    cancelled: Callable[[], bool] | None = None,
    on_progress: Progress | None = None,
    reader: Reader = read_head,
    elsewhere: Elsewhere | None = None,
    recall: Recall | None = None,
) -> dict[str, PageContent]:
    """Read every page and snippet of a site; raises only `ScanCancelled`.

    Of what is `known`, files of the same version are not read again, nor those that `recall`
    knows. Some of the others may be read `elsewhere`.
    """
    reading = ContentsReading(site_files, files, known, reader, elsewhere, recall)
    return reading.finish(cancelled, on_progress)


class ContentsReading:
    """A reading of all pages that has begun: what is read elsewhere is read from now on."""

    def __init__(
        self,
        site_files: SiteFiles,
        files: Files,
        known: Contents | None = None,
        reader: Reader = read_head,
        elsewhere: Elsewhere | None = None,
        recall: Recall | None = None,
        questions: Sequence[PageQuery] = (),
    ) -> None:
        """Begin, as `read_contents` does. All pages are asked some questions; those that are read
        elsewhere have been asked by then."""
        self._files = files
        self._questions = questions
        self._reader = reader
        self._elsewhere = elsewhere
        self._wanted = wanted = sorted(
            _use_indexed_path(info, site_files)
            for info in files.walk()
            if is_page_or_part(info.path, site_files)
        )
        self._contents = {
            info.path: known[info.path] for info in wanted if known and _is_unchanged(info, known)
        }
        if recall:
            self._contents |= _recall_pages(wanted, files, recall)
        unread = [info for info in wanted if info.path not in self._contents]
        self._own = elsewhere.take(unread) if elsewhere else unread

    def finish(
        self, cancelled: Callable[[], bool] | None = None, on_progress: Progress | None = None
    ) -> dict[str, PageContent]:
        """All pages, once they are read; raises only `ScanCancelled`."""
        contents, done = self._contents, len(self._contents)
        read = read_files(self._own, self._files, self._reader)
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
        ask_all(contents.values(), self._questions)
        contents |= self._elsewhere.collect_pages() if self._elsewhere else {}
        return {info.path: contents[info.path] for info in self._wanted}

    def stop(self) -> None:
        """Give it up: nobody wants the pages."""
        if self._elsewhere:
            self._elsewhere.stop()


def ask_all(pages: Iterable[PageContent], questions: Sequence[PageQuery]) -> None:
    """Ask pages what they will be asked in any case, one right after the other: to ask each as soon
    as it is read takes three times as long, since the processor has other code at hand then."""
    for page in pages if questions else ():
        for ask in questions:
            page.cached(ask)


def _use_indexed_path(info: FileInfo, site_files: SiteFiles) -> FileInfo:
    """A file under the very name that the index of pages keeps, so that it is kept once."""
    page = site_files.pages.find(strip_extension(info.path))
    return info if page is None or page.file != info.path else info._replace(path=page.file)


def _is_unchanged(info: FileInfo, known: Contents) -> bool:
    """Whether a file is known as it is now."""
    before = known.get(info.path)
    return before is not None and info.mtime_ns >= 0 and before.version == info.version


def _recall_pages(
    infos: Iterable[FileInfo], files: Files, recall: Recall
) -> dict[str, PageContent]:
    pages = {info.path: page for info in infos if (page := recall(info))}
    for file, page in pages.items():
        page.set_source(files, file)
    return pages


def reread(
    contents: Contents,
    site_files: SiteFiles,
    files: Files,
    touched: Iterable[str],
    reader: Reader = read_head,
) -> Contents:
    """The contents after some files have changed; the very same where none of them is read."""
    wanted = [file for file in touched if file in contents or is_page_or_part(file, site_files)]
    if not wanted:
        return contents
    new = dict(contents)
    for file in wanted:
        if is_page_or_part(file, site_files):
            new[file] = read_file(FileInfo(file, 0, -1), files, reader)
        else:
            del new[file]
    return new


def is_page_or_part(file: str, site_files: SiteFiles) -> bool:
    """Whether a file is a page or a part of pages."""
    if file.endswith(COMPONENTS):
        return file in site_files.files
    page = strip_extension(file)
    return (
        page != file
        and file in site_files.files
        and site_files.pages.non_page_reason(page) not in _NO_PART
    )


def with_snippets(facts: _Facts, contents: Contents) -> _Facts:
    """The facts, knowing of files that pages import; the very same where that is nothing new."""
    imported: dict[str, str] = {}
    for importer, page in contents.items():
        for file in page.imports:
            imported[file] = min(importer, imported.get(file, importer))
    pages = facts.pages.treat_as_snippets(imported)
    return facts if pages is facts.pages else replace(facts, pages=pages)


def lead_of(contents: Contents, file: str, fragment: str) -> Lead:
    """Where the part of a link behind `#`, decoded, leads in a page, or in what it imports.

    What an operation brings to a page is not known, nor what a component does.
    """
    best = Lead(Leading.NOWHERE)
    known: list[PageContent] = []
    has_unseen = False
    # Most anchors are those of the page itself; what it imports is not looked at then.
    for page in _walk_imports(contents, file):
        if page is None:
            if not known:
                return Lead(Leading.THERE)
            has_unseen = True
            continue
        if page.fault or _shows_operation(page):
            return Lead(Leading.THERE)
        known.append(page)
        lead = page.words.lead(fragment)
        if lead.where is Leading.THERE:
            return lead
        best = min(best, lead, key=lambda one: one.where.value)
    if best.where is Leading.NOWHERE and _is_counted(fragment, known):
        return Lead(Leading.THERE)
    if best.where is Leading.NOWHERE and has_unseen:
        return Lead(Leading.UNSEEN)
    return best


def _is_counted(fragment: str, pages: Iterable[PageContent]) -> bool:
    """Whether several parts of a page have a place of a name, so that the number behind it may be
    that of one of them."""
    name = strip_count(fragment)
    if name is None:
        return False
    leads = (page.words.lead(name) for page in pages)
    return sum(lead.where is Leading.THERE for lead in leads) > 1


def _shows_operation(page: PageContent) -> bool:
    fields = page.fields
    return any(fields.get(key) for key in _WITH_OPERATION)


def _walk_imports(contents: Contents, file: str) -> Iterator[PageContent | None]:
    """A page and all it imports, directly or not; None for what has not been read."""
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
    """Read pages, snippets and files of components, one after the other.

    Some files are fetched before the first of them is read, which takes a twentieth less in all:
    the processor has the code for either at hand then.
    """
    waiting = iter(infos)
    while fetched := [(info, _fetch_file(info, files)) for info in islice(waiting, _FETCHED)]:
        for info, data in fetched:
            yield info.path, _read(info, data, files, reader)


def read_file(info: FileInfo, files: Files, reader: Reader) -> PageContent:
    """Read one page, snippet or file of components."""
    return _read(info, _fetch_file(info, files), files, reader)


def _fetch_file(info: FileInfo, files: Files) -> bytes | FileFault:
    """What a file holds, or why it cannot be read."""
    if info.path.endswith(COMPONENTS):
        return b""  # Nothing is known of it before somebody asks.
    try:
        return files.read(info.path)
    except FileFault as fault:
        return fault


def _read(info: FileInfo, data: bytes | FileFault, files: Files, reader: Reader) -> PageContent:
    note_file(info.path)
    if isinstance(data, FileFault):
        return make_unreadable_page(str(data))
    if info.path.endswith(COMPONENTS):
        content = PageContent(version=info.version, script=posixpath.splitext(info.path)[1])
    else:
        content = reader(data, info.path, info.version)
    content.set_source(files, info.path)
    return content
