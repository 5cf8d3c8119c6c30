"""Pages with an operation in their frontmatter: the specifications they need, and how they name it.

The service finds a specification anywhere in the site, so docs.json need not name it. One that only
pages name is read after the pages, and only if it is needed. For completion, one that has not been
read is cached as long as its text is the same.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.files.files import FileFault, Files
from docs_lsp.files.walk import get_stem
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.facts import load_specs
from docs_lsp.site.specifications.named_operation import iter_matching_files
from docs_lsp.site.specifications.spec_paths import resolve_spec_path

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation, Spec

MOST_READ = 50
"""Maximum number of specifications read that docs.json does not name.

A site with more has other data in such files.
"""
_MOST_PAGES = 20_000
_KEPT = 4


class OperationPage(NamedTuple):
    """A page with `openapi` in its frontmatter."""

    file: str
    endpoint: Endpoint

    def find_operation(self, spec: Spec) -> Operation | None:
        """Return the operation of a specification that the page may show, or None."""
        if self.endpoint.spec and not is_spec_named(spec.file, self.endpoint.spec, self.file):
            return None
        return spec.find_operation(self.endpoint.method, self.endpoint.path)


def iter_operation_pages(contents: Mapping[str, PageContent]) -> Iterator[OperationPage]:
    """Yield the pages and snippets whose `openapi` can be parsed."""
    for file, content in contents.items():
        # A site has thousands of pages, and few show operations.
        text = content.fields.get("openapi") if b"openapi" in content.head else None
        endpoint = parse_endpoint_entry(text.strip()) if isinstance(text, str) else None
        if isinstance(endpoint, Endpoint):
            yield OperationPage(file, endpoint)


def is_spec_named(file: str, name: str, page: str) -> bool:
    """Return whether a name in a page may mean a specification.

    It may be a path from the root or from the page, or the bare name of the file.
    """
    own, last = file.rpartition("/")[2], name.strip("/ ").rpartition("/")[2]
    if last not in (own, own.rpartition(".")[0]):
        return False  # Nearly always; this is called for each page and each specification.
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(page), name))
    stem = get_stem(file)
    return file in (resolve_spec_path(name), beside) or stem == name.strip("/")


def load_page_specs(
    facts: SiteFacts, contents: Mapping[str, PageContent], files: Files, *, only_named: bool = False
) -> SiteFacts:
    """Return facts with the specifications that pages need, reading the missing ones.

    The result is the same object if none is missing. A page that does not name its specification
    mostly uses one that docs.json names, so these are read before, and those that pages name
    (`only_named`) before that.
    """
    return load_specs(facts, files, find_missing_specs(facts, contents, only_named=only_named))


def find_missing_specs(
    facts: SiteFacts, contents: Mapping[str, PageContent], *, only_named: bool = False
) -> list[str]:
    """Return the unread specifications that pages may mean; none if the site has too many."""
    unread = [file for file in sorted(facts.spec_files or ()) if file not in facts.specs]
    if not unread or len(unread) > MOST_READ:
        return []
    wanted: set[str] = set()
    seen: set[tuple[str, str]] = set()
    for page in iter_operation_pages(contents):
        name = page.endpoint.spec
        key = (name or "", posixpath.dirname(page.file))
        if name is None:
            if not only_named and not any(
                page.find_operation(spec) for spec in facts.specs.values()
            ):
                return unread
        elif key not in seen:
            seen.add(key)
            wanted.update(_find_unread_files(name, page.file, facts, unread))
    return sorted(wanted)


def _find_unread_files(name: str, page: str, facts: SiteFacts, unread: list[str]) -> list[str]:
    """Return the unread files that a page means, or else those with the same file name."""
    matches = [file for file in unread if is_spec_named(file, name, page)]
    if matches or any(is_spec_named(file, name, page) for file in facts.specs):
        return matches
    own = posixpath.basename(name)
    return [file for file in unread if posixpath.basename(file) == own]


class SpecName(NamedTuple):
    """A specification as pages name it."""

    written: str
    """The text before the method; empty if there is none."""
    file: str


class NamingConventions(NamedTuple):
    """The conventions by which the pages of a site name their operations."""

    named: tuple[SpecName, ...]
    """The specifications, those first that most pages of the folder name."""
    used: frozenset[tuple[str, str, str]]
    """The operations that have a page: the text before the method, the method, the path."""
    is_lower: bool
    """Whether most pages write methods in lower case."""


def detect_naming_conventions(
    file: str, facts: SiteFacts, contents: Mapping[str, PageContent]
) -> NamingConventions:
    """Return how the pages around a file, and the others, name their operations."""
    folder = posixpath.dirname(file)
    near: Counter[str] = Counter()
    far: Counter[str] = Counter()
    used = set()
    lower = 0
    for other, endpoint in iter_operation_pages(dict(islice(contents.items(), _MOST_PAGES))):
        if other != file:
            written = endpoint.spec or ""
            (near if posixpath.dirname(other) == folder else far)[written] += 1
            used.add((written, endpoint.method, endpoint.path))
            lower += 1 if endpoint.lower else -1
    known = list_spec_files(facts)
    named = (
        SpecName(written, spec_file)
        for written in dict.fromkeys(one for one, _ in (*near.most_common(), *far.most_common()))
        for spec_file in (
            islice(iter_matching_files(written, file, known), 1) if written else known
        )
    )
    return NamingConventions(tuple(named), frozenset(used), lower > 0)


def list_spec_files(facts: SiteFacts) -> list[str]:
    """Return the files that are specifications, those that have been read first."""
    named = [file for file in sorted(facts.specs) if facts.specs[file].usable]
    return list(dict.fromkeys((*named, *sorted(facts.spec_files or ()))))


def get_spec(file: str, facts: SiteFacts, files: Files) -> Spec | None:
    """Return a specification of the site, reading it if necessary; None if it cannot be used."""
    known = facts.specs.get(file)
    if known is None:
        try:
            known = _parse_cached(files.read(file), file)
        except FileFault:
            return None
    return known if known.usable else None


def iter_page_operations(spec: Spec) -> Iterator[Operation]:
    """Yield the operations that a page can name: not excluded, and with no space in the path."""
    for operation in spec.all_operations:
        if not operation.excluded and " " not in operation.path:
            yield operation


@lru_cache(maxsize=_KEPT)
def _parse_cached(data: bytes, file: str) -> Spec:
    from docs_lsp.site.specifications.openapi import parse_spec  # Few pages show operations.

    return parse_spec(data, file)
