"""Find the schema that the frontmatter of a page names.

It is written as `openapi-schema: Boat`, or with the file in front, `openapi-schema: boats.json
Boat` (SERVICE.md, schema-pages). Without a file, the specifications are searched in the order of
their names, as for operations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.specifications.named_operation import iter_matching_files
from docs_lsp.site.specifications.spec_paths import SPEC_EXTENSIONS, is_url

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Spec


class SchemaName(NamedTuple):
    """The parsed value of `openapi-schema`."""

    spec: str
    """The specification as written; empty for none."""
    name: str
    """The key in `components.schemas`."""


class SpecSchema(NamedTuple):
    """A schema and its specification."""

    spec: Spec
    name: str


def parse_schema_name(text: str) -> SchemaName:
    """Split the value of `openapi-schema` into a specification, if any, and a name."""
    first, _, rest = text.strip().partition(" ")
    is_file = is_url(first) or first.lower().endswith(SPEC_EXTENSIONS) or "/" in first
    return SchemaName(first, rest.strip()) if is_file and rest else SchemaName("", text.strip())


def find_page_schema(text: str, file: str, facts: SiteFacts) -> SpecSchema | None:
    """Return the schema that `text`, the `openapi-schema` of a page, names, or None."""
    named = parse_schema_name(text)
    files = sorted(facts.specs)
    for each in iter_matching_files(named.spec, file, files) if named.spec else files:
        if _has_schema(facts.specs[each], named.name):
            return SpecSchema(facts.specs[each], named.name)
    return None


def _has_schema(spec: Spec, name: str) -> bool:
    # The positions are computed only for a document that contains the name at all.
    read = spec.read
    if read is None or not name or name.encode("utf-8", "replace") not in read.source.data:
        return False
    return ("components", "schemas", name) in read.places
