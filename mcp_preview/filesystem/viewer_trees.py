"""The docs filesystem of each kind of viewers: a tree with what they may see, and nothing else.

Nothing is filtered while a command runs, so no output, count, error or time can tell of a file that
is not there. The tree of anonymous callers is always kept; another one is made when somebody first
asks for it, and the last few are kept and follow edits.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple

from anyio import to_thread

from docs_lsp.site.visibility import ANONYMOUS, Viewer
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.viewer_content import Admitted
from mcp_preview.filesystem.docs_filesystem import DocsFilesystem, ShellOutput
from mcp_preview.filesystem.virtual_files import VirtualFiles, difference, page_file

MOST_CACHED = 4
"""Trees that are kept beside the one of anonymous callers."""
_SMALL = 32_000_000
"""Bytes of text of which a tree is made before anybody asks for it, and holds them in memory."""
_MANY = 500
"""Of more changes than so many at once, a tree is rather made anew."""


class TreeSource(NamedTuple):
    """What trees are made of, at one moment."""

    pages: Mapping[str, IndexedPage]
    """All pages that are indexed, whoever may see them."""
    admitted: Callable[[Viewer | None], Admitted]
    """The audiences that admit a viewer; all of them for the owner, who is None."""
    others: Callable[[Admitted], Mapping[str, bytes]]
    """The other files of the viewers whom these audiences admit."""


@dataclass(slots=True)
class _CachedTree:
    viewer: Viewer | None
    """One of those whose tree it is."""
    others: Mapping[str, bytes]
    filesystem: DocsFilesystem
    admitted: Admitted = field(default=frozenset())


class ViewerTrees:
    """The trees of one site. Reading and changing may happen in different threads."""

    def __init__(self, source: TreeSource) -> None:
        """Make the tree of anonymous callers, unless it is large: then when it is asked for."""
        self._lock = Lock()
        self._source = source
        is_small = sum(page.text.size for page in source.pages.values()) < _SMALL
        self._public = self._build_tree(ANONYMOUS) if is_small else None
        self._cache: OrderedDict[Admitted, _CachedTree] = OrderedDict()

    def viewer_filesystem(self, viewer: Viewer | None) -> ViewerFilesystem:
        """The filesystem of a viewer; None is the owner, who sees everything."""
        return ViewerFilesystem(self, viewer)

    @property
    def left_out(self) -> list[str]:
        """The paths of the files that the tree of anonymous callers cannot hold, in order, as far
        as is known."""
        return self._public.filesystem.left_out if self._public else []

    def update(
        self, source: TreeSource, changed: Iterable[IndexedPage], gone: Iterable[str]
    ) -> None:
        """Follow an edit: `changed` are pages that are new or other than before, `gone` the paths
        of those that are not indexed any more."""
        pages, paths = tuple(changed), tuple(gone)
        with self._lock:
            self._source = source
            before = [*self._cache.values()] if len(pages) + len(paths) <= _MANY else []
            self._cache = OrderedDict()
            for tree in (*([self._public] if self._public else ()), *before):
                self._follow(tree, pages, paths)
            public = source.admitted(ANONYMOUS)
            for tree in before:
                # Two viewers who saw different things may see the same now.
                if tree.admitted != public:
                    self._cache[tree.admitted] = tree

    def filesystem_of(self, viewer: Viewer | None) -> DocsFilesystem:
        """The tree of a viewer as a filesystem, made now if it is not kept."""
        if viewer == ANONYMOUS and self._public is not None:
            return self._public.filesystem  # Nobody waits for the tree of somebody else.
        with self._lock:
            admitted = self._source.admitted(viewer)
            if admitted == self._source.admitted(ANONYMOUS):
                if self._public is None:
                    self._public = self._build_tree(ANONYMOUS)
                return self._public.filesystem
            tree = self._cache.get(admitted)
            if tree is None:
                tree = self._cache[admitted] = self._build_tree(viewer)
            self._cache.move_to_end(admitted)
            while len(self._cache) > MOST_CACHED:
                self._cache.popitem(last=False)
            return tree.filesystem

    def _build_tree(self, viewer: Viewer | None) -> _CachedTree:
        admitted = self._source.admitted(viewer)
        pages = [page for page in self._source.pages.values() if page.audience in admitted]
        others = self._source.others(admitted)
        files = VirtualFiles(pages, others)
        is_large = sum(size for _, size in files.sizes()) >= _SMALL
        return _CachedTree(
            viewer, others, DocsFilesystem.from_texts(files, is_large=is_large), admitted
        )

    def _follow(
        self, tree: _CachedTree, changed: Iterable[IndexedPage], gone: Iterable[str]
    ) -> None:
        tree.admitted = self._source.admitted(tree.viewer)
        before, tree.others = tree.others, self._source.others(tree.admitted)
        others, lost = difference(before, tree.others)
        shown = [page for page in changed if page.audience in tree.admitted]
        hidden = [page.path for page in changed if page.audience not in tree.admitted]
        tree.filesystem.update(
            VirtualFiles(shown, others), [*map(page_file, (*gone, *hidden)), *lost]
        )


class ViewerFilesystem:
    """The docs filesystem as one viewer has it."""

    def __init__(self, trees: ViewerTrees, viewer: Viewer | None) -> None:
        """Run commands over the tree of this viewer, whichever that is at the time."""
        self._trees = trees
        self._viewer = viewer

    async def run(self, command: str) -> ShellOutput:
        """Run a command, from `/`. Whatever stands in it, this gives an output and never raises."""
        filesystem = await to_thread.run_sync(self._trees.filesystem_of, self._viewer)
        return await filesystem.run(command)
