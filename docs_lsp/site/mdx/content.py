"""The content of one page, as far as the rest of a site depends on it.

It has the page's fields, its imports, and what is in its text (`PageBody`). A site may have tens
of thousands of pages, so the text is not stored, and is read when its content is first needed. Any
bytes are a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from docs_lsp.core.current_work import record_file
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.memo import Memo
from docs_lsp.core.text import Span
from docs_lsp.core.work_limit import WorkTimeout
from docs_lsp.files.files import (
    NO_VERSION,
    Files,
    FileVersion,
    get_single_source,
    read_bytes_or_empty,
    unpack_version,
)
from docs_lsp.site.mdx.code import find_code_blocks, iter_gaps
from docs_lsp.site.mdx.frontmatter import (
    Frontmatter,
    find_page_problem,
    locate_frontmatter,
    read_frontmatter,
)
from docs_lsp.site.mdx.links import is_plain_text, iter_imported_paths, may_import
from docs_lsp.site.mdx.lost_frontmatter import FrontmatterProblem
from docs_lsp.site.mdx.page_body import NO_BODY, NO_SYNTAX, PageBody, PageSyntax

if TYPE_CHECKING:
    from docs_lsp.mdx.syntax import MdxFault
    from docs_lsp.site.mdx.anchors import AnchorTexts

MOST_READ = 2 << 20
"""Maximum number of bytes of a page that are read; the largest real pages have a tenth."""

_SLOW = "This page takes too long to parse, so it is not checked. Make it shorter or simpler."
_TEXT = compile_lazily(rb"\S")
_NONE_KEPT: dict[object, Any] = {}

_Value = TypeVar("_Value")


class Link(NamedTuple):
    """A link out of a page."""

    target: str
    """The target as written: a path, a URL or an anchor, with percent-encoding."""
    span: Span
    """The position of the target, without the quotes or brackets around it."""


@dataclass(frozen=True, slots=True, eq=False)
class PageContent(Memo):
    """The content of one file at one moment. Two are equal only if they are the same object.

    Computed values are cached with it, in separate fields if every page has them: a dictionary for
    each of tens of thousands of pages would take more memory than everything else.
    """

    head: bytes = b""
    """The page up to its text: the frontmatter and the dashes around it."""
    imports: tuple[str, ...] = ()
    """The site paths of the files it imports, whether they exist or not."""
    is_empty: bool = True
    """Whether nothing follows the frontmatter."""
    fault: FrontmatterProblem | None = None
    """The reason why the page as a whole cannot be read; it has no fields then."""
    version: FileVersion = NO_VERSION
    """Size, time of change and number of the file that was read, as in its `FileInfo`."""
    is_plain: bool = False
    """Whether its text has no links, headings and tags."""
    script: str = ""
    """The extension of a component file, which is not a page: nothing else is known of it."""
    _source: Files | None = field(default=None, init=False, repr=False)
    """The files and the path from which its bytes can be read again; None if not set."""
    _path: str = field(default="", init=False, repr=False)
    _fields: Mapping[str, object] | None = field(default=None, init=False, repr=False)
    _body: PageBody | None = field(default=None, init=False, repr=False)
    _faults: tuple[MdxFault, ...] | None = field(default=None, init=False, repr=False)
    _made: dict[object, Any] = field(default_factory=lambda: _NONE_KEPT, init=False, repr=False)
    """Other cached values; replaced as a whole, since most pages share the same mapping."""

    def cached(self, make: Callable[[PageContent], _Value]) -> _Value:
        """Return the value of a function of this page, computed once; may raise `WorkTimeout`.

        Raises WorkTimeout with the path of the page if computing it takes too long.
        """
        if make not in self._made:
            self.prime(make, self._call_or_give_up(make))
        value: _Value = self._made[make]
        return value

    def _call_or_give_up(self, make: Callable[[PageContent], _Value]) -> _Value:
        """Call a function of this page; if it takes too long, mark the page unreadable and raise.

        Raises WorkTimeout with the path of the page.
        """
        record_file(self._path)
        try:
            return make(self)
        except WorkTimeout:
            self._mark_unreadable()
            raise WorkTimeout(self._path) from None

    def _mark_unreadable(self) -> None:
        """Make this a page without content, because it takes too long to be parsed."""
        self._set("fault", FrontmatterProblem(Span(0, 0), _SLOW))
        self._set("head", b"")
        self._set("_made", _NONE_KEPT)
        self._set("_fields", {})
        self._set("_faults", ())
        self.set_body(NO_BODY)

    def prime(self, make: object, value: object) -> None:
        """Store a known value of a function in the cache."""
        is_usual = value == () and not self._made
        self._set("_made", _empty_result_map(make) if is_usual else {**self._made, make: value})

    def _set(self, name: str, value: object) -> None:
        """Set a field in spite of `frozen`."""
        object.__setattr__(self, name, value)

    @property
    def fields(self) -> Mapping[str, object]:
        """The values of the frontmatter; empty if it cannot be read."""
        if self._fields is None:
            self._set("_fields", _parse_fields(self))
        assert self._fields is not None
        return self._fields

    @property
    def has_irregular_fields(self) -> bool:
        """Whether the frontmatter repeats a key, or has values of types that YAML does not know."""
        return isinstance(self.fields, _IrregularFields)

    @property
    def has_readable_frontmatter(self) -> bool:
        """Whether its frontmatter can be read; a page without any counts as well."""
        if self.fault:
            return False
        return bool(self.fields or not self.head.strip() or not self.frontmatter.problem)

    @property
    def frontmatter(self) -> Frontmatter:
        """The frontmatter with the positions of its fields, parsed at each access."""
        return Frontmatter(problem=self.fault) if self.fault else read_frontmatter(self.head)

    @property
    def body(self) -> PageBody:
        """The content of the text, read at the first access."""
        if self._body is None:
            self.set_body(self._call_or_give_up(_reread_body))
        assert self._body is not None
        return self._body

    @property
    def body_if_read(self) -> PageBody | None:
        """The content of the text if it has been read, else None; never reads."""
        return self._body

    def set_body(self, body: PageBody) -> None:
        """Set the content of the text, which is already known."""
        self._set("_body", body)

    @property
    def faults(self) -> tuple[MdxFault, ...]:
        """The reasons why the service rejects the page; faster than reading all of its text."""
        if self._body is not None:
            return self._body.syntax.faults
        if self._faults is None:
            self.set_faults(self._call_or_give_up(_reread_faults))
        assert self._faults is not None
        return self._faults

    @property
    def has_known_faults(self) -> bool:
        """Whether `faults` are known already."""
        return self._faults is not None or self._body is not None

    def set_faults(self, faults: tuple[MdxFault, ...]) -> None:
        """Set the reasons why the service rejects the page, which are already known."""
        self._set("_faults", faults)

    @property
    def anchor_texts(self) -> AnchorTexts:
        """The anchors of the page, without those of its imports."""
        return self.body.words

    @property
    def links(self) -> Iterator[Link]:
        """The links out of the page, in order."""
        body = self.body
        record_file(self._path)
        if body.targets:
            for target, start in zip(body.targets.split(b"\n"), body.starts, strict=True):
                yield Link(target.decode("utf-8", "replace"), Span(start, start + len(target)))

    @property
    def link_targets(self) -> list[str]:
        """The targets of the links out of the page, without positions."""
        targets = self.body.targets
        return targets.decode("utf-8", "replace").split("\n") if targets else []

    def set_source(self, files: Files, file: str) -> None:
        """Store where its bytes can be read again; neither its text nor open buffers are stored."""
        self._set("_source", get_single_source(files, file))
        self._set("_path", file)

    def forget_source(self) -> None:
        """Remove the source, before the page is sent to another process."""
        self._set("_source", None)
        self._set("_path", "")

    def reread_bytes(self) -> bytes:
        """Read its bytes again; empty if no source is set or the file no longer exists."""
        return read_bytes_or_empty(self._source, self._path) if self._source is not None else b""

    def has_in_link_targets(self, piece: bytes) -> bool:
        """Return whether the target of some link contains a piece of text.

        Most pages need not be parsed for this, so all pages of a site can be asked.
        """
        is_known = self._body is not None
        return (is_known or piece in self.reread_bytes()) and piece in self.body.targets


def read_page(data: bytes, file: str, version: FileVersion = NO_VERSION) -> PageContent:
    """Read a page or a snippet; `file` is its site path, which resolves relative imports."""
    page = read_head(data, file, version)
    page.set_body(_parse_body(data, page))
    return page


def read_whole_page(page: PageContent, file: str, files: Files) -> PageContent:
    """Return a page with all of its text read, even beyond `MOST_READ`, however long it takes."""
    if page.script or unpack_version(page.version)[0] <= MOST_READ:
        return page
    data = read_bytes_or_empty(files, file)
    whole = read_head(data, file, page.version, most_read=len(data))
    whole.set_body(_parse_body(data, whole, most_read=len(data)))
    return whole


def read_head(
    data: bytes, file: str, version: FileVersion = NO_VERSION, *, most_read: int | None = None
) -> PageContent:
    """Read only the frontmatter and the imports of a page; its text is read when it is needed.

    Its links, anchors and syntax are read at the first access, if a source is set. Bytes after the
    first `most_read` are ignored.
    """
    block = locate_frontmatter(data)
    fault = find_page_problem(data, block)
    body, end = block.body_start, min(len(data), most_read or MOST_READ)
    imports: list[str] = []
    if may_import(data, body, end):
        for start, stop in iter_gaps(find_code_blocks(data, body, end), body, end):
            imports += iter_imported_paths(data, start, stop, file)
    return PageContent(
        b"" if fault else data[:body],
        tuple(dict.fromkeys(imports)),
        _TEXT.search(data, body) is None,
        fault,
        version,
        end == len(data) and is_plain_text(data, body),
    )


def read_faults(data: bytes, file: str, version: FileVersion = NO_VERSION) -> PageContent:
    """Read only why the service rejects a page; `file` is ignored."""
    page = PageContent(version=version)
    page.set_faults(_parse_faults(data))
    return page


def make_unreadable_page(reason: str) -> PageContent:
    """Return the content of a file that cannot be read."""
    return PageContent(fault=FrontmatterProblem(Span(0, 0), reason))


def read_syntax(page: PageContent) -> PageSyntax:
    """Return the MDX syntax of a page, reading the page if necessary."""
    return page.body.syntax


def get_syntax_if_read(page: PageContent) -> PageSyntax:
    """Return the MDX syntax of a page if it has been read, else an empty one; never reads."""
    body = page.body_if_read
    return body.syntax if body else NO_SYNTAX


def _reread_body(page: PageContent) -> PageBody:
    """Read the bytes of a page again, and parse its text."""
    return _parse_body(b"" if page.is_plain else page.reread_bytes(), page)


def _parse_body(data: bytes, page: PageContent, *, most_read: int | None = None) -> PageBody:
    """Parse a page up to `most_read`, or a component file; empty for a plain or too long one."""
    if page.is_plain or not data:
        return NO_BODY
    # Most of a session passes before any page is read in full.
    from docs_lsp.site.mdx.body_reading import read_body, read_component_file

    if page.script:
        return read_component_file(data, page.script) if len(data) <= MOST_READ else NO_BODY
    # The text begins after the head, if that is known.
    start = len(page.head) or locate_frontmatter(data).body_start
    return read_body(data, start, most_read or MOST_READ)


def _reread_faults(page: PageContent) -> tuple[MdxFault, ...]:
    """Read the bytes of a page again, and return why the service rejects it."""
    return () if page.is_plain else _parse_faults(page.reread_bytes())


def _parse_faults(data: bytes) -> tuple[MdxFault, ...]:
    """Return why the service rejects a page; empty if it is too large to be parsed."""
    if not data or len(data) > MOST_READ:
        return ()
    from docs_lsp.mdx.reading import find_faults  # As above.

    return find_faults(data)


class _IrregularFields(dict[str, object]):
    """Fields with a repeated key, or a value of a type that YAML does not know."""


def _parse_fields(page: PageContent) -> Mapping[str, object]:
    """Return the frontmatter values, marked if a key is repeated or a type is unknown."""
    frontmatter = page.frontmatter
    is_irregular = frontmatter.repeated or frontmatter.tags
    return _IrregularFields(frontmatter.values) if is_irregular else frontmatter.values


@cache
def _empty_result_map(make: object) -> dict[object, Any]:
    """Return the cache that pages share if only one function was called and returned `()`."""
    return {make: ()}
