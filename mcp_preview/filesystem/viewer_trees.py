"""The docs filesystem of each group of viewers: a tree that contains only what they can see.

Nothing is filtered during a command, so no output, count, error or duration reveals a file that is
hidden. The tree of anonymous callers always exists; others are created on the first request, and
the last few are cached and updated after edits.
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
from mcp_preview.filesystem.virtual_files import VirtualFiles, build_page_file_path, diff_files

MOST_CACHED = 4
"""The number of cached trees besides the anonymous one."""
_SMALL = 32_000_000
"""The greatest size in bytes of a tree that is created in advance and held in memory."""
_MANY = 500
"""The number of changes above which trees are created again instead of updated."""


class TreeSource(NamedTuple):
    """The pages and files from which trees are built, at one moment."""

    pages: Mapping[str, IndexedPage]
    """All indexed pages, of any audience."""
    admitted: Callable[[Viewer | None], Admitted]
    """The audiences that include a viewer; all of them for None, the owner."""
    others: Callable[[Admitted], Mapping[str, bytes]]
    """The other files for a set of audiences."""


@dataclass(slots=True)
class _CachedTree:
    """A tree with one of its viewers, and the files besides pages."""

    viewer: Viewer | None
    """One of the viewers of the tree."""
    others: Mapping[str, bytes]
    filesystem: DocsFilesystem
    admitted: Admitted = field(default=frozenset())


class ViewerTrees:
    """The trees of one site. Reading and changing can happen in different threads."""

    def __init__(self, source: TreeSource) -> None:
        """Create the tree of anonymous callers, unless it is large: then on the first request."""
        self._lock = Lock()
        self._source = source
        is_small = sum(page.text.size for page in source.pages.values()) < _SMALL
        self._public = self._build_tree(ANONYMOUS) if is_small else None
        self._cache: OrderedDict[Admitted, _CachedTree] = OrderedDict()

    def get_viewer_filesystem(self, viewer: Viewer | None) -> ViewerFilesystem:
        """Return the filesystem of a viewer; None is the owner, who sees everything."""
        return ViewerFilesystem(self, viewer)

    @property
    def omitted_paths(self) -> list[str]:
        """The sorted paths that the tree of anonymous callers cannot hold, as far as known."""
        return self._public.filesystem.omitted_paths if self._public else []

    def apply_edit(
        self, source: TreeSource, changed: Iterable[IndexedPage], removed: Iterable[str]
    ) -> None:
        """Update the cached trees after an edit; after a large one only that of anonymous callers.

        `changed` are new or changed pages, `removed` the paths of pages that are no longer indexed.
        """
        pages, paths = tuple(changed), tuple(removed)
        with self._lock:
            self._source = source
            before = [*self._cache.values()] if len(pages) + len(paths) <= _MANY else []
            self._cache = OrderedDict()
            for tree in (*([self._public] if self._public else ()), *before):
                self._update_tree(tree, pages, paths)
            public = source.admitted(ANONYMOUS)
            for tree in before:
                # Two viewers with different trees may now have the same.
                if tree.admitted != public:
                    self._cache[tree.admitted] = tree

    def get_or_build_filesystem(self, viewer: Viewer | None) -> DocsFilesystem:
        """Return the tree of a viewer as a filesystem, created now if it is not cached."""
        if viewer == ANONYMOUS and self._public is not None:
            return self._public.filesystem  # No one waits for the tree of another viewer.
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
        """Return a new tree with the files that a viewer can see."""
        admitted = self._source.admitted(viewer)
        pages = [page for page in self._source.pages.values() if page.audience in admitted]
        others = self._source.others(admitted)
        files = VirtualFiles(pages, others)
        is_large = sum(size for _, size in files.iter_approximate_sizes()) >= _SMALL
        return _CachedTree(
            viewer, others, DocsFilesystem.from_texts(files, is_large=is_large), admitted
        )

    def _update_tree(
        self, tree: _CachedTree, changed: Iterable[IndexedPage], removed: Iterable[str]
    ) -> None:
        """Update a tree after an edit."""
        tree.admitted = self._source.admitted(tree.viewer)
        before, tree.others = tree.others, self._source.others(tree.admitted)
        others, lost = diff_files(before, tree.others)
        shown = [page for page in changed if page.audience in tree.admitted]
        hidden = [page.path for page in changed if page.audience not in tree.admitted]
        tree.filesystem.update_files(
            VirtualFiles(shown, others), [*map(build_page_file_path, (*removed, *hidden)), *lost]
        )


class ViewerFilesystem:
    """The docs filesystem for one viewer."""

    def __init__(self, trees: ViewerTrees, viewer: Viewer | None) -> None:
        """Run commands over the current tree of a viewer."""
        self._trees = trees
        self._viewer = viewer

    async def run(self, command: str) -> ShellOutput:
        """Run a command in `/`, limited in time and size, and return its output; never raises."""
        filesystem = await to_thread.run_sync(self._trees.get_or_build_filesystem, self._viewer)
        return await filesystem.run(command)
