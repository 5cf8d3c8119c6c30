"""The schema that the frontmatter of a page is about: `openapi-schema: Boat`, or with the file in
front, `openapi-schema: boats.json Boat` (SERVICE.md, schema-pages).

Without a file, the specifications are asked in the order of their names, as for operations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.specifications.named_operation import match_files
from docs_lsp.site.specifications.spec_paths import SPEC_EXTENSIONS, is_url

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Spec


class SchemaName(NamedTuple):
    """What a page says its schema is."""

    spec: str
    """The specification as it is written; empty where none is."""
    name: str
    """The key in `components.schemas`."""


class FoundSchema(NamedTuple):
    """A schema and the specification that has it."""

    spec: Spec
    name: str


def parse_schema_name(text: str) -> SchemaName:
    """What the value of `openapi-schema` says."""
    first, _, rest = text.strip().partition(" ")
    is_file = is_url(first) or first.lower().endswith(SPEC_EXTENSIONS) or "/" in first
    return SchemaName(first, rest.strip()) if is_file and rest else SchemaName("", text.strip())


def find_page_schema(text: str, file: str, facts: SiteFacts) -> FoundSchema | None:
    """What the value of `openapi-schema` in a page means; None where no specification known has
    such a schema."""
    named = parse_schema_name(text)
    files = sorted(facts.specs)
    for each in match_files(named.spec, file, files) if named.spec else files:
        if _has_schema(facts.specs[each], named.name):
            return FoundSchema(facts.specs[each], named.name)
    return None


def _has_schema(spec: Spec, name: str) -> bool:
    # Only a document in which the name stands at all is looked through for its places.
    read = spec.read
    if read is None or not name or name.encode("utf-8", "replace") not in read.source.data:
        return False
    return ("components", "schemas", name) in read.places
