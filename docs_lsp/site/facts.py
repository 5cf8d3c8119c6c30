"""What the disk says about a site: its files, pages and specifications, at one moment.

A scan lists names and reads the ignore files, nothing more; so it is about as fast as the
disk. Specifications are read when docs.json names them. Facts never change: adding a specification
gives new facts that share the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from docs_lsp.files import FileFault, Files
from docs_lsp.site.ignore import IGNORE_FILES, Ignore
from docs_lsp.site.pages import PageIndex
from docs_lsp.text import Span

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.openapi import Spec

_T = TypeVar("_T")

# Progress is told, and cancelling noticed, once per this many files.
_STEP = 512


@dataclass(frozen=True, slots=True, eq=False)
class SiteFacts:
    """The files of a site. Two facts are equal only when they are one."""

    pages: PageIndex
    files: frozenset[str]
    """All files that no ignore pattern excludes."""
    ignore: Ignore
    specs: Mapping[str, Spec] = field(default_factory=dict)
    """The specifications read so far, by site path; a file that cannot be read is unusable."""
    spec_files: Mapping[str, Span] | None = None
    """The files that look like specifications, with the place of their key `openapi`; None where
    nobody has looked."""
    knows_all_specs: bool = False
    """Whether every file that may be a specification has been looked at."""
    large_files: Mapping[str, int] = field(default_factory=dict)
    """The files that are too large for the service, with their sizes in bytes."""
    _kept: dict[object, tuple[object, object]] = field(default_factory=dict, init=False, repr=False)

    def kept(
        self,
        make: Callable[[SiteFacts, Mapping[str, PageContent] | None], _T],
        contents: Mapping[str, PageContent] | None,
    ) -> _T:
        """What a function makes of these facts and of what stands in the pages; made anew only for
        other contents, so that typing in docs.json costs nothing."""
        found = self._kept.get(make)
        if found is None or found[0] is not contents:
            found = self._kept[make] = (contents, make(self, contents))
        return found[1]  # type: ignore[return-value]  # kept under what made it

    def made(
        self,
        make: Callable[[SiteFacts, Mapping[str, PageContent] | None], _T],
        contents: Mapping[str, PageContent] | None,
    ) -> _T | None:
        """The same if somebody has asked for it already."""
        found = self._kept.get(make)
        if found is None or found[0] is not contents:
            return None
        return found[1]  # type: ignore[return-value]  # as above


class Cancelled(Exception):
    """Whoever asked for a scan no longer wants it."""


def scan(
    files: Files,
    extra_ignored: Sequence[str] = (),
    on_progress: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> SiteFacts:
    """List a site. `on_progress` hears how many files were seen; raises only `Cancelled`."""
    ignore = read_ignore(files, extra_ignored)
    paths: list[str] = []
    for path in files.paths():
        paths.append(path)
        if len(paths) % _STEP == 0:
            _pause(len(paths), on_progress, cancelled)
    paths.sort()
    ignored = {path for path in paths if path in ignore}
    return SiteFacts(PageIndex.of(paths, ignored), frozenset(paths) - ignored, ignore)


def read_ignore(files: Files, extra: Sequence[str] = ()) -> Ignore:
    """The patterns of the site's ignore files; one that cannot be read has none."""
    texts = {}
    for name in IGNORE_FILES:
        try:
            texts[name] = files.read(name).decode("utf-8", "surrogateescape")
        except FileFault:
            continue
    return Ignore.of(texts, extra)


def load_specs(facts: SiteFacts, files: Files, wanted: Iterable[str]) -> SiteFacts:
    """The facts with the wanted specifications read; the very same ones where none is missing."""
    missing = [path for path in dict.fromkeys(wanted) if path not in facts.specs]
    if not missing:
        return facts
    return replace(facts, specs={**facts.specs, **{path: _read(path, files) for path in missing}})


def _read(path: str, files: Files) -> Spec:
    # YAML and all that: only sites that name a specification pay for it.
    from docs_lsp.formats.spec_reader import SpecFault
    from docs_lsp.site.specifications.openapi import Spec, load_spec

    try:
        return load_spec(files.read(path), path)
    except FileFault as fault:
        return Spec(path, usable=False, faults=(SpecFault(Span(0, 0), str(fault)),))


def _pause(
    seen: int, on_progress: Callable[[int], None] | None, cancelled: Callable[[], bool] | None
) -> None:
    if cancelled and cancelled():
        raise Cancelled
    if on_progress:
        on_progress(seen)
