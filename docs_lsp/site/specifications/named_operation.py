"""Find the operation or schema that an entry of docs.json or the frontmatter of a page names.

In a page the specification before the method may be written as a path from the root of the site,
from the page, or as the bare name of the file. Without one, the specifications are searched in the
order of their names, and the first that has the operation is used.

A schema is written as `openapi-schema: Boat`, or with the file in front, `openapi-schema:
boats.json Boat` (SERVICE.md, schema-pages).
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.mdx.links import resolve_site_path
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.spec_paths import SPEC_EXTENSIONS, is_url, resolve_spec_path

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation, Spec


class SpecOperation(NamedTuple):
    """An operation and its specification."""

    spec: Spec
    operation: Operation

    @property
    def file(self) -> str:
        """The site path of the specification."""
        return self.spec.file


def find_listed_operation(
    endpoint: Endpoint, inherited: Iterable[str], facts: SiteFacts
) -> SpecOperation | None:
    """Return the operation of an endpoint in docs.json; None if no known specification has it.

    `inherited` lists the inherited specifications as written there.
    """
    names = (endpoint.spec,) if endpoint.spec else inherited
    return _find_operation(endpoint, filter(None, map(facts.find_spec, names)))


def find_page_operation(text: str, file: str, facts: SiteFacts) -> SpecOperation | None:
    """Return the operation that `text`, the `openapi` of a page, names, or None."""
    endpoint = parse_endpoint_entry(text)
    if not isinstance(endpoint, Endpoint):
        return None
    files = sorted(facts.specs)
    if endpoint.spec:
        files = list(iter_matching_files(endpoint.spec, file, files))
    return _find_operation(endpoint, (facts.specs[each] for each in files))


def make_entry(target: SpecOperation, inherited: Iterable[str], facts: SiteFacts) -> str | None:
    """Return the shortest entry that lists an operation in docs.json, or None.

    `inherited` lists the inherited specifications as written there. The entry is the operation
    alone if that is unambiguous, or else with its file.
    """
    entry = str(target.operation)
    endpoint = parse_endpoint_entry(entry)
    if not isinstance(endpoint, Endpoint):
        return None
    there = find_listed_operation(endpoint, inherited, facts)
    if there is not None and there.operation is target.operation:
        return entry
    entry = f"{target.spec.file} {entry}"
    named = parse_endpoint_entry(entry)
    is_named = isinstance(named, Endpoint) and named.spec == target.spec.file
    return entry if is_named else None


def iter_matching_files(name: str, file: str, candidates: Iterable[str]) -> Iterator[str]:
    """Yield those of some files that a specification's name in a page refers to."""
    path = resolve_site_path(name, file) if name.startswith(".") else resolve_spec_path(name)
    for candidate in candidates:
        if candidate == path or _is_file_stem(name, candidate):
            yield candidate


def _is_file_stem(name: str, file: str) -> bool:
    # A fast check first: this is called for each page and each specification.
    own = file.rpartition("/")[2]
    return own.startswith(name) and posixpath.splitext(own)[0] == name


def _find_operation(endpoint: Endpoint, specs: Iterable[Spec]) -> SpecOperation | None:
    """Return an operation in the first specification that has it, or None."""
    for spec in specs:
        operation = spec.find_operation(endpoint.method, endpoint.path)
        if operation is not None:
            return SpecOperation(spec, operation)
    return None


class SpecSchema(NamedTuple):
    """A schema and its specification."""

    spec: Spec
    name: str


def parse_schema_name(value: str) -> tuple[str, str]:
    """Split the value of `openapi-schema` into a specification, empty for none, and a name.

    The name is the key in `components.schemas`.
    """
    first, _, rest = value.strip().partition(" ")
    is_file = is_url(first) or first.lower().endswith(SPEC_EXTENSIONS) or "/" in first
    return (first, rest.strip()) if is_file and rest else ("", value.strip())


def find_page_schema(value: str, file: str, facts: SiteFacts) -> SpecSchema | None:
    """Return the schema that a page's value of `openapi-schema` names; None if no file has it."""
    spec, name = parse_schema_name(value)
    files = sorted(facts.specs)
    for each in iter_matching_files(spec, file, files) if spec else files:
        if _has_schema(facts.specs[each], name):
            return SpecSchema(facts.specs[each], name)
    return None


def _has_schema(spec: Spec, name: str) -> bool:
    # The positions are computed only for a document that contains the name at all.
    read = spec.read
    if read is None or not name or name.encode("utf-8", "replace") not in read.source.data:
        return False
    return ("components", "schemas", name) in read.places
