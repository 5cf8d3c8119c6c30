"""What stands in a page, as far as the rest of a site has to do with it.

Its fields, the links out of it, where it can be linked at, and what it imports. A site may have
tens of thousands of pages, so a page is read in one quick pass, its text is not kept, and what few
ask for is worked out when somebody does. Any bytes whatsoever are a page.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from docs_lsp.files import Files, bytes_of
from docs_lsp.mdx.signs import holds_mdx
from docs_lsp.memo import Memo
from docs_lsp.site.mdx.anchors import NAMING, AnchorWords, Naming, Swallowed, headings_in
from docs_lsp.site.mdx.code import Range, code_blocks, gaps, open_fence
from docs_lsp.site.mdx.frontmatter import (
    MAX_SIZE,
    Block,
    Frontmatter,
    FrontmatterProblem,
    find_block,
    read_frontmatter,
)
from docs_lsp.site.mdx.links import LINKING, attributes_in, imports_in, links_in, may_import
from docs_lsp.site.mdx.lost_frontmatter import lost_block
from docs_lsp.text import Span

MOST_READ = 2 << 20
"""How many bytes of a page are looked through; the largest real pages have a tenth of that."""

_WANTED = (*LINKING, *NAMING)
# A component may take the name of anything as its `src`; that of a file has one of these.
_FILE_SIGN = re.compile(rb"[/.]")
_TEXT = re.compile(rb"\S")
# An id that an expression makes may be any.
_MADE_ID = re.compile(rb"[ \t\n]id=\{")
_PLACE = "place"
_NO_STARTS = array("I")
_NO_WORDS = AnchorWords((), ())


class Link(NamedTuple):
    """A link out of a page."""

    target: str
    """As it is written: a path, a URL or an anchor, with percent signs and all."""
    span: Span
    """Where the target stands in the page, without the quotes or brackets around it."""


@dataclass(frozen=True, slots=True, eq=False)
class PageContent(Memo):
    """What one file held at one moment. Two are equal only when they are one."""

    head: bytes = b""
    """The page up to its text: the frontmatter and the dashes around it."""
    words: AnchorWords = _NO_WORDS
    """What it can be linked at, what it imports left aside."""
    imports: tuple[str, ...] = ()
    """The site paths of the files it imports, whether they exist or not."""
    is_empty: bool = True
    """Whether nothing stands below the frontmatter."""
    fault: FrontmatterProblem | None = None
    """Why the page as a whole cannot be read; it has no fields then."""
    version: tuple[int, int] = (0, -1)
    """Size and time of change of the file that was read; a buffer has no such time, but -1."""
    is_plain: bool = False
    """Whether nothing in the page is MDX, so that its syntax need not be read."""
    script: str = ""
    """The extension of a file of components, which is no page: nothing else is known of it."""
    _targets: bytes = b""
    _starts: array[int] = field(default_factory=lambda: _NO_STARTS)
    _made: dict[object, object] = field(default_factory=dict, init=False, repr=False)

    @property
    def fields(self) -> Mapping[str, object]:
        """The values of the frontmatter; none where it cannot be read."""
        return self.once(_fields)[0]

    @property
    def has_odd_fields(self) -> bool:
        """Whether the frontmatter gives a key twice, or values of types that YAML does not know."""
        return self.once(_fields)[1]

    @property
    def frontmatter(self) -> Frontmatter:
        """The frontmatter with the places of its fields, read anew: few pages are asked for it."""
        return Frontmatter(problem=self.fault) if self.fault else read_frontmatter(self.head)

    @property
    def links(self) -> Iterator[Link]:
        """The links out of the page, those in one block of its text in order."""
        if self._targets:
            for target, start in zip(self._targets.split(b"\n"), self._starts, strict=True):
                yield Link(target.decode("utf-8", "replace"), Span(start, start + len(target)))

    @property
    def targets(self) -> list[str]:
        """The targets of the links out of the page, for whoever need not know where they stand."""
        return self._targets.decode("utf-8", "replace").split("\n") if self._targets else []

    def keep_place(self, files: Files, file: str) -> None:
        """Note where its bytes are to be had again: its text is not kept."""
        self._made[_PLACE] = (files, file)

    def bytes_again(self) -> bytes:
        """Its bytes, read once more; none where nobody noted where, or they are gone."""
        place = self._made.get(_PLACE)
        return bytes_of(*place) if isinstance(place, tuple) else b""

    def links_hold(self, piece: bytes) -> bool:
        """Whether a piece of text stands in the target of some link; a question for all pages."""
        return piece in self._targets


def read_page(data: bytes, file: str, version: tuple[int, int] = (0, -1)) -> PageContent:
    """Read a page or a snippet; `file` is its site path, from which it may import others."""
    block = find_block(data)
    fault = _fault(data, block)
    body, end = block.body_start, min(len(data), MOST_READ)
    links: list[Range] = []
    headings: list[bytes] = []
    names: list[bytes] = []
    imports: list[str] = []
    naming = Naming(data)
    blocks = code_blocks(data, body, end)
    for start, stop in gaps(blocks, body, end):
        linking: list[Range] = []
        for name, span in attributes_in(data, start, stop, _WANTED):
            if name not in LINKING:
                given = naming.name_in(name, start, span)
                if given is not None:
                    names.append(given)
            elif name != b"src" or _FILE_SIGN.search(data, *span):
                linking.append(span)
        links += links_in(data, start, stop, linking)
        headings += headings_in(data, start, stop)
        imports += imports_in(data, start, stop, file)
    swallowed = _swallowed(data, blocks, body, end)
    if swallowed and swallowed.line == 0:
        names += swallowed.headings.split(b"\n")  # They may well be headings.
        swallowed = None
    is_all = end == len(data) and (data.find(b"id={") < 0 or not _MADE_ID.search(data, body))
    return PageContent(
        b"" if fault else data[:body],
        AnchorWords(headings, names, is_all=is_all, swallowed=swallowed),
        tuple(dict.fromkeys(imports)),
        _TEXT.search(data, body) is None,
        fault,
        version,
        not may_hold_mdx(data),
        "",
        b"\n".join([data[start:stop] for start, stop in links]),
        array("I", [start for start, _ in links]),
    )


def _swallowed(data: bytes, blocks: list[Range], body: int, end: int) -> Swallowed | None:
    """The headings in a block of code that is never closed; of line 0 where it may end earlier."""
    # One that is never closed reaches to the end.
    fence = open_fence(data, blocks, body) if blocks and blocks[-1][1] == end else None
    if fence is None:
        return None
    headings = b"\n".join(headings_in(data, fence.start, end))
    line = 0 if fence.is_in_container else data.count(b"\n", 0, fence.start) + 1
    return Swallowed(line, headings) if headings else None


def read_head(data: bytes, file: str, version: tuple[int, int] = (0, -1)) -> PageContent:
    """Read of a page what others have to know to find it: all but its links and anchors, in a
    fraction of the time."""
    block = find_block(data)
    fault = _fault(data, block)
    body, end = block.body_start, min(len(data), MOST_READ)
    imports: list[str] = []
    if may_import(data, body, end):
        for start, stop in gaps(code_blocks(data, body, end), body, end):
            imports += imports_in(data, start, stop, file)
    return PageContent(
        b"" if fault else data[:body],
        imports=tuple(dict.fromkeys(imports)),
        is_empty=_TEXT.search(data, body) is None,
        fault=fault,
        version=version,
    )


def unreadable(reason: str) -> PageContent:
    """What is known of a file that cannot be read."""
    return PageContent(fault=FrontmatterProblem(Span(0, 0), reason))


def may_hold_mdx(data: bytes) -> bool:
    """Whether a page may hold tags, expressions, or lines that read as imports: a quick look."""
    return holds_mdx(data) or b"port\t" in data


def _fault(data: bytes, block: Block) -> FrontmatterProblem | None:
    """What is wrong with a page beyond its frontmatter, or makes that too large to be kept; and
    fields of a page that are not its frontmatter, for want of the right place."""
    if block.end >= 0 and block.end - block.start <= MAX_SIZE and _is_utf8(data):
        lost = None if block.end else lost_block(data, block.body_start)
        return FrontmatterProblem(*lost) if lost else None
    return read_frontmatter(data).problem


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _fields(page: PageContent) -> tuple[Mapping[str, object], bool]:
    frontmatter = page.frontmatter
    return frontmatter.values, bool(frontmatter.repeated or frontmatter.tags)
