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
