"""Pages with an operation in their frontmatter, and the specifications they need.

The service finds a specification anywhere in the site, so docs.json need not name it. One that only
pages name is read after the pages, and only if it is needed.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.facts import load_specs
from docs_lsp.site.specifications.spec_paths import resolve_spec_path

if TYPE_CHECKING:
    from docs_lsp.files.files import Files
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation, Spec

MOST_READ = 50
"""Maximum number of specifications read that docs.json does not name.

A site with more has other data in such files.
"""


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
    stem = posixpath.splitext(posixpath.basename(file))[0]
    return file in (resolve_spec_path(name), beside) or stem == name.strip("/")


def load_page_specs(
    facts: SiteFacts,
    contents: Mapping[str, PageContent],
    files: Files,
    *,
    only_named: bool = False,
) -> SiteFacts:
    """Return facts with the specifications read that pages need.

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
