"""What stands in a page, as far as the rest of a site has to do with it.

Its fields, what it imports, and what is in its text (`page_body`). A site may have tens of
thousands of pages, so the text is not kept, and it is read when somebody asks for what is in it.
Any bytes whatsoever are a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from docs_lsp.core.current_work import note_file
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.patience import TookTooLong
from docs_lsp.core.text import Span
from docs_lsp.files.files import (
    NO_VERSION,
    Files,
    FileVersion,
    bytes_of,
    source_of,
    unpack_version,
)
from docs_lsp.site.mdx.code import code_blocks, gaps
from docs_lsp.site.mdx.frontmatter import (
    Frontmatter,
    FrontmatterProblem,
    find_block,
    read_frontmatter,
)
from docs_lsp.site.mdx.links import imports_in, may_import
from docs_lsp.site.mdx.page_head import is_plain, refusal
from docs_lsp.site.mdx.page_syntax import NO_SYNTAX, PageSyntax

if TYPE_CHECKING:
    from docs_lsp.mdx.syntax import MdxFault
    from docs_lsp.site.mdx.anchors import AnchorWords
    from docs_lsp.site.mdx.page_body import PageBody

MOST_READ = 2 << 20
"""How many bytes of a page are looked through; the largest real pages have a tenth of that."""

_SLOW = (
    "This page takes too long to read, so nothing else is known of it. Make it shorter or simpler."
)
_TEXT = compile_lazily(rb"\S")
_NONE_KEPT: Mapping[object, object] = {}

_Value = TypeVar("_Value")


class Link(NamedTuple):
    """A link out of a page."""

    target: str
    """As it is written: a path, a URL or an anchor, with percent signs and all."""
    span: Span
    """Where the target stands in the page, without the quotes or brackets around it."""


@dataclass(frozen=True, slots=True, eq=False)
class PageContent:
    """What one file held at one moment. Two are equal only when they are one.

    What was asked of it is kept with it, in fields of its own where each page keeps that: a
    dictionary for each of tens of thousands of pages would take more than all else.
    """

    head: bytes = b""
    """The page up to its text: the frontmatter and the dashes around it."""
    imports: tuple[str, ...] = ()
    """The site paths of the files it imports, whether they exist or not."""
    is_empty: bool = True
    """Whether nothing stands below the frontmatter."""
    fault: FrontmatterProblem | None = None
    """Why the page as a whole cannot be read; it has no fields then."""
    version: FileVersion = NO_VERSION
    """Size, time of change and number of the file that was read, as in its `FileInfo`."""
    is_plain: bool = False
    """Whether its text is mere text, without links, headings and tags."""
    script: str = ""
    """The extension of a file of components, which is no page: nothing else is known of it."""
    _source: Files | None = field(default=None, init=False, repr=False)
    """Where its bytes are to be had again, if anybody noted that, and the path there."""
    _path: str = field(default="", init=False, repr=False)
    _fields: Mapping[str, object] | None = field(default=None, init=False, repr=False)
    _body: PageBody | None = field(default=None, init=False, repr=False)
    _faults: tuple[MdxFault, ...] | None = field(default=None, init=False, repr=False)
    _made: Mapping[object, object] = field(
        default_factory=lambda: _NONE_KEPT, init=False, repr=False
    )
    """What others keep with it; replaced as a whole, since most pages share the same."""

    def cached(self, make: Callable[[PageContent], _Value]) -> _Value:
        """The value of a function of this page, computed at the first call only."""
        if make not in self._made:
            self.prime(make, self._patiently(make))
        return self._made[make]  # type: ignore[return-value]  # kept under what made it

    def _patiently(self, make: Callable[[PageContent], _Value]) -> _Value:
        """The value of a function; a page for which it takes too long counts as unreadable."""
        note_file(self._path)
        try:
            return make(self)
        except TookTooLong:
            self._give_up()
            raise TookTooLong(self._path) from None

    def _give_up(self) -> None:
        from docs_lsp.site.mdx.page_body import NO_BODY  # As in `_body_in`.

        self._set("fault", FrontmatterProblem(Span(0, 0), _SLOW))
        self._set("head", b"")
        self._set("_made", _NONE_KEPT)
        self._set("_fields", {})
        self._set("_faults", ())
        self.set_body(NO_BODY)

    def prime(self, make: Callable[[PageContent], _Value], value: _Value) -> None:
        """Keep the value of a function for whoever asks: it was at hand."""
        is_usual = value == () and not self._made
        self._set("_made", _empty_result_map(make) if is_usual else {**self._made, make: value})

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    @property
    def fields(self) -> Mapping[str, object]:
        """The values of the frontmatter; none where it cannot be read."""
        if self._fields is None:
            self._set("_fields", _fields(self))
        assert self._fields is not None
        return self._fields

    @property
    def has_odd_fields(self) -> bool:
        """Whether the frontmatter gives a key twice, or values of types that YAML does not know."""
        return isinstance(self.fields, _OddFields)

    @property
    def frontmatter(self) -> Frontmatter:
        """The frontmatter with the places of its fields, read anew: few pages are asked for it."""
        return Frontmatter(problem=self.fault) if self.fault else read_frontmatter(self.head)

    @property
    def body(self) -> PageBody:
        """What stands in the text; read now if nobody has asked for it before."""
        if self._body is None:
            self.set_body(self._patiently(_body))
        assert self._body is not None
        return self._body

    @property
    def known_body(self) -> PageBody | None:
        """The same; None if nobody has asked before. For those who must not wait."""
        return self._body

    def set_body(self, body: PageBody) -> None:
        """Keep what stands in the text: it was known before."""
        self._set("_body", body)

    @property
    def faults(self) -> tuple[MdxFault, ...]:
        """Why the service refuses the page; found in less time than all of its text is read."""
        if self._body is not None:
            return self._body.syntax.faults
        if self._faults is None:
            self.set_faults(self._patiently(_faults))
        assert self._faults is not None
        return self._faults

    def set_faults(self, faults: tuple[MdxFault, ...]) -> None:
        """Keep why the service refuses the page: it was at hand."""
        self._set("_faults", faults)

    @property
    def words(self) -> AnchorWords:
        """What it can be linked at, what it imports left aside."""
        return self.body.words

    @property
    def links(self) -> Iterator[Link]:
        """The links out of the page, in order."""
        body = self.body
        note_file(self._path)
        if body.targets:
            for target, start in zip(body.targets.split(b"\n"), body.starts, strict=True):
                yield Link(target.decode("utf-8", "replace"), Span(start, start + len(target)))

    @property
    def targets(self) -> list[str]:
        """The targets of the links out of the page, for whoever need not know where they stand."""
        targets = self.body.targets
        return targets.decode("utf-8", "replace").split("\n") if targets else []

    def set_source(self, files: Files, file: str) -> None:
        """Note where its bytes are to be had again: its text is not kept, nor are other buffers."""
        self._set("_source", source_of(files, file))
        self._set("_path", file)

    def forget_source(self) -> None:
        """Forget that again, for whoever sends it to another process."""
        self._set("_source", None)
        self._set("_path", "")

    def reread_bytes(self) -> bytes:
        """Its bytes, read once more; none where nobody noted where, or they are gone."""
        return bytes_of(self._source, self._path) if self._source is not None else b""

    def has_in_link_targets(self, piece: bytes) -> bool:
        """Whether a piece of text stands in the target of some link; a question for all pages,
        most of which need not be read in full for it."""
        is_known = self._body is not None
        return (is_known or piece in self.reread_bytes()) and piece in self.body.targets


def read_page(data: bytes, file: str, version: FileVersion = NO_VERSION) -> PageContent:
    """Read a page or a snippet; `file` is its site path, from which it may import others."""
    page = read_head(data, file, version)
    page.set_body(_body_in(data, page))
    return page


def read_whole_page(page: PageContent, file: str, files: Files) -> PageContent:
    """The same page, but of a huge one all that is in it, and not its beginning alone: for what
    must miss nothing, however long it takes."""
    if page.script or unpack_version(page.version)[0] <= MOST_READ:
        return page
    data = bytes_of(files, file)
    whole = read_head(data, file, page.version, most_read=len(data))
    whole.set_body(_body_in(data, whole, most_read=len(data)))
    return whole


def read_head(
    data: bytes, file: str, version: FileVersion = NO_VERSION, *, most_read: int | None = None
) -> PageContent:
    """Read of a page what others have to know to find it, in a fraction of the time. Its links,
    anchors and syntax are read when somebody asks for them, if a place was noted. What is behind
    the first `most_read` bytes is not looked at."""
    block = find_block(data)
    fault = refusal(data, block)
    body, end = block.body_start, min(len(data), most_read or MOST_READ)
    imports: list[str] = []
    if may_import(data, body, end):
        for start, stop in gaps(code_blocks(data, body, end), body, end):
            imports += imports_in(data, start, stop, file)
    return PageContent(
        b"" if fault else data[:body],
        tuple(dict.fromkeys(imports)),
        _TEXT.search(data, body) is None,
        fault,
        version,
        end == len(data) and is_plain(data, body),
    )


def read_faults(data: bytes, file: str, version: FileVersion = NO_VERSION) -> PageContent:
    """Read of a page only why the service refuses it; `file` is not looked at."""
    page = PageContent(version=version)
    page.set_faults(_faults_in(data))
    return page


def make_unreadable_page(reason: str) -> PageContent:
    """What is known of a file that cannot be read."""
    return PageContent(fault=FrontmatterProblem(Span(0, 0), reason))


def syntax_of(page: PageContent) -> PageSyntax:
    """What the MDX of a page comes to."""
    return page.body.syntax


def syntax_if_read(page: PageContent) -> PageSyntax:
    """The same, if somebody has asked before; nothing otherwise. For those who must not wait."""
    body = page.known_body
    return body.syntax if body else NO_SYNTAX


def _body(page: PageContent) -> PageBody:
    return _body_in(b"" if page.is_plain else page.reread_bytes(), page)


def _body_in(data: bytes, page: PageContent, *, most_read: int | None = None) -> PageBody:
    # Most of a session goes by before any page is read in full.
    from docs_lsp.site.mdx.page_body import NO_BODY, read_body, read_script

    if page.is_plain or not data:
        return NO_BODY
    if page.script:
        return read_script(data, page.script) if len(data) <= MOST_READ else NO_BODY
    # What is known of the page tells where its text begins, unless nothing is.
    start = len(page.head) or find_block(data).body_start
    return read_body(data, start, most_read or MOST_READ)


def _faults(page: PageContent) -> tuple[MdxFault, ...]:
    return () if page.is_plain else _faults_in(page.reread_bytes())


def _faults_in(data: bytes) -> tuple[MdxFault, ...]:
    if not data or len(data) > MOST_READ:
        return ()
    from docs_lsp.mdx.reading import find_faults  # As above.

    return find_faults(data)


class _OddFields(dict[str, object]):
    """Fields of which a key is given twice, or a value has a type that YAML does not know."""


def _fields(page: PageContent) -> Mapping[str, object]:
    frontmatter = page.frontmatter
    is_odd = frontmatter.repeated or frontmatter.tags
    return _OddFields(frontmatter.values) if is_odd else frontmatter.values


@cache
def _empty_result_map(make: object) -> Mapping[object, object]:
    """What a page keeps of which nothing but one thing was asked, and that came to nothing."""
    return {make: ()}
