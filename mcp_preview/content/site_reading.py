"""Reads docs.json, its parts and the files of a site, reusing an earlier reading.

The files are listed once for a reading that needs the list several times. Each indexed page is read
twice: first for its own fields and, when all indexed pages are known, for its text. The files of
most sites are cached in between.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from docs_lsp.files.files import FileInfo, Files, LayeredFiles, get_single_source
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx.contents import (
    Contents,
    Progress,
    ReadingOptions,
    read_contents,
    with_snippets,
)
from docs_lsp.site.navigation.docs_reader import read_missing_parts, read_part
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.facts import load_specs, scan_site
from docs_lsp.site.specifications.spec_files import add_file_survey, may_be_spec
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from mcp_preview.content.previous_navigation import choose_parts

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.navigation.refs import Parts
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Spec


_MOST_CACHED = 16 << 20
"""The size of the cache in bytes.

A larger site is not cached, as other readers read most of it again.
"""


class FileListing(LayeredFiles):
    """The files of a site while it is read; implements `Files`."""

    __slots__ = ("_cache", "_files", "_found", "_room")

    def __init__(self, files: Files) -> None:
        """List the files as they are now."""
        self._files = files
        self._found = tuple(files.walk())
        self._cache: dict[str, bytes] = {}
        self._room = _MOST_CACHED

    def read(self, path: str) -> bytes:
        """Return a file's content; cached for one more read, as far as there is room."""
        data = self._cache.pop(path, None)
        if data is not None:
            self._room += len(data)
            return data
        data = self._files.read(path)
        self._room -= len(data)
        if self._room >= 0:
            self._cache[path] = data
        else:
            self._cache.clear()
        return data

    def exists(self, path: str) -> bool:
        """Return whether there is such a file now."""
        return self._files.exists(path)

    def paths(self) -> Iterator[str]:
        """Return the paths of all files, as listed at the start."""
        return (info.path for info in self._found)

    def get_source(self, path: str) -> Files:
        """Return the files behind this list from which a single file is read."""
        return get_single_source(self._files, path)

    def walk(self) -> Iterator[FileInfo]:
        """Return all files, as listed at the start, with size and modification time."""
        return iter(self._found)


@dataclass(frozen=True, eq=False)
class SiteReading:
    """A site as it was read: docs.json with its parts, and the content of its files."""

    overview: Overview
    contents: Contents
    trouble: str = ""
    """The reason why docs.json cannot be read completely, as a sentence; otherwise empty."""
    uses_previous_navigation: bool = False
    """Whether docs.json is an earlier one, because the current one cannot be read."""
    spec_infos: Mapping[str, FileInfo] = field(default_factory=dict)
    """The versions of files that may be specifications."""
    reused_specs: frozenset[str] = frozenset()
    """The specifications reused from an earlier reading."""

    def get_readable_parts(self) -> Parts | None:
        """Return docs.json and its parts as last read without faults, or None if never."""
        is_readable = self.uses_previous_navigation or not self.trouble
        return self.overview.parts if is_readable else None


def read_site(
    files: Files,
    settings: Settings,
    name: str,
    before: SiteReading | None = None,
    touched: Collection[str] = (),
    on_progress: Progress | None = None,
) -> SiteReading:
    """Read a site, reusing unchanged files of `before`, and its docs.json if the new one is broken.

    Files with the same size and modification time that are not `touched` are reused.
    """
    current = read_missing_parts({name: read_part(files, name)}, files)
    parts, trouble = choose_parts(name, current, before.get_readable_parts() if before else None)
    facts = add_file_survey(scan_site(files), files)
    known = dict(before.contents) if before else {}
    for file in touched:
        known.pop(file, None)
    contents = read_contents(facts, files, ReadingOptions(known=known), on_progress=on_progress)
    facts = with_snippets(facts, contents)
    spec_infos = {info.path: info for info in files.walk() if may_be_spec(info.path)}
    overview = Overview(name, parts, settings, facts)
    wanted = set(_find_named_specs(overview))
    if _names_operations(contents.values()):
        wanted |= set(facts.spec_files or ())
    specs = _find_unchanged_specs(before, spec_infos, wanted - set(touched)) if before else {}
    facts = load_specs(replace(facts, specs=specs), files, wanted)
    # Specifications are listed in the order of their names.
    facts = replace(facts, specs=dict(sorted(facts.specs.items())))
    overview = replace(overview, facts=facts)
    return SiteReading(
        overview, contents, trouble, parts is not current, spec_infos, frozenset(specs)
    )


def has_same_facts(
    facts: SiteFacts, old: Contents, new: Contents, touched: Collection[str]
) -> bool:
    """Return whether new contents of some files leave the facts about all files unchanged.

    That is which files are included by pages, and which specifications are read.
    """
    if _needs_other_specs(old, new, touched):
        return False
    are_same = all(_get_imports(old, file) == _get_imports(new, file) for file in touched)
    return are_same or with_snippets(facts, new) is facts


def _needs_other_specs(old: Contents, new: Contents, touched: Collection[str]) -> bool:
    """Return whether other specifications must be read.

    All are read if any frontmatter may name an operation.
    """
    was, now = ([mapping[file] for file in touched if file in mapping] for mapping in (old, new))
    if _names_operations(was) is _names_operations(now):
        return False  # Nearly every edit ends here.
    return _names_operations(old.values()) is not _names_operations(new.values())


def _names_operations(contents: Iterable[PageContent]) -> bool:
    """Return whether any frontmatter may name an operation."""
    return any(b"openapi" in content.head for content in contents)


def _get_imports(contents: Contents, file: str) -> tuple[str, ...]:
    """Return the imports of a file; none if its content is unknown."""
    content = contents.get(file)
    return content.imports if content else ()


def _find_unchanged_specs(
    before: SiteReading, spec_infos: Mapping[str, FileInfo], wanted: Collection[str]
) -> dict[str, Spec]:
    """Return the wanted specifications that need not be read again."""
    old = before.spec_infos
    return {
        file: spec
        for file, spec in before.overview.facts.specs.items()
        if file in wanted
        and file in spec_infos
        and spec_infos[file] == old.get(file)
        and spec_infos[file].mtime_ns >= 0
    }


def _find_named_specs(overview: Overview) -> Iterator[str]:
    """Yield the site paths of the OpenAPI files that docs.json names, also in entries."""
    for placed in overview.objects:
        for name in placed.element.list_spec_sources("openapi"):
            yield from filter(None, [resolve_spec_path(name)])
    for listing in overview.navigation.listings:
        endpoint = parse_endpoint_entry(listing.text)
        if isinstance(endpoint, Endpoint) and endpoint.spec:
            yield from filter(None, [resolve_spec_path(endpoint.spec)])
