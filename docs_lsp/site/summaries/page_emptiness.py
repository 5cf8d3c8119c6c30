"""Explain why a page has no text, so that search only finds its title and description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import (
    find_page_operation,
    find_page_schema,
    iter_matching_files,
    parse_schema_name,
)
from docs_lsp.site.specifications.spec_files import list_possible_specs
from docs_lsp.site.specifications.spec_paths import is_url

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts

_NAMING = ("openapi", "openapi-schema")
_NOTHING = "There is no text below the frontmatter."
_BEHIND_URL = "The specification is at a URL, which is not read here."
_NOT_READ = {
    "asyncapi": "The content is generated from an AsyncAPI document, which is not read here.",
    "graphql": "The content is generated from a GraphQL schema, which is not read here.",
    "sdk": "The content is generated from the code of an SDK, which is not read here.",
    "url": "A page with `url` is only a link to another address.",
}
"""Fields that fill a page with other content, or redirect its readers."""


class MissingReference(NamedTuple):
    """A reference to a specification in a page's frontmatter without a known target."""

    why: str
    """A sentence; empty if the target may exist."""
    is_certain: bool = True
    """Whether the target is certainly missing; if not, it may be in a specification at a URL."""
    is_file: bool = False
    """Whether the whole specification is missing, and not just something in it."""


_MAY_BE_THERE = MissingReference("", is_certain=False)


def explain_emptiness(file: str, content: PageContent, facts: SiteFacts) -> str:
    """Return a sentence that says why a page has no text; empty if it has some, or if unknown.

    The text may be its own or that of a specification. `file` is the site path of the page.
    """
    if not content.is_empty:
        return ""
    if any(isinstance(content.fields.get(key), str) for key in _NAMING):
        lack = find_missing_reference(file, content.fields, facts)
        return lack.why if lack else ""
    return next((why for key, why in _NOT_READ.items() if content.fields.get(key)), _NOTHING)


def find_missing_reference(
    file: str, fields: Mapping[str, object], facts: SiteFacts
) -> MissingReference | None:
    """Return the missing reference in the `fields` of a page's frontmatter, or None.

    `file` is the site path of the page.
    """
    operation, schema = (fields.get(key) for key in _NAMING)
    if isinstance(operation, str):
        if find_page_operation(operation, file, facts) is not None:
            return None
        endpoint = parse_endpoint_entry(operation)
        if not isinstance(endpoint, Endpoint):
            if _has_url(operation):
                return MissingReference(_BEHIND_URL, is_certain=False)
            return MissingReference("`openapi` in the frontmatter names no operation.")
        return _describe_missing_reference(
            endpoint.spec or "", f"operation `{_render_endpoint(endpoint)}`", file, facts
        )
    if isinstance(schema, str):
        spec, name = parse_schema_name(schema)
        if find_page_schema(schema, file, facts) is not None:
            return None
        return _describe_missing_reference(spec, f"schema `{name}`", file, facts)
    return None


def _has_url(text: str) -> bool:
    return any(map(is_url, text.split()))


def _render_endpoint(endpoint: Endpoint) -> str:
    return f"{'webhook' if endpoint.is_webhook else endpoint.method} {endpoint.path}"


def _describe_missing_reference(
    spec: str, what: str, file: str, facts: SiteFacts
) -> MissingReference:
    """Return why no known specification has the operation or schema of a page."""
    if is_url(spec):
        return MissingReference(_BEHIND_URL, is_certain=False)
    if facts.spec_files is None or any(_iter_unread_specs(spec, file, facts)):
        return _MAY_BE_THERE
    if not spec:
        why = f"No specification of the site has the {what}; one at a URL is not read here."
        return MissingReference(why, is_certain=False)
    files = list(iter_matching_files(spec, file, sorted(facts.specs)))
    if any(facts.specs[each].usable for each in files):
        return MissingReference(f"`{files[0]}` has no {what}.")
    files += iter_matching_files(spec, file, facts.cached(list_possible_specs))
    if files:
        return MissingReference(f"`{files[0]}` cannot be read as a specification.", is_file=True)
    return MissingReference(f"The site has no specification `{spec}`.", is_file=True)


def _iter_unread_specs(spec: str, file: str, facts: SiteFacts) -> Iterator[str]:
    """Yield the specifications that a name may mean and that have not been read."""
    known = sorted(facts.spec_files or ())
    meant = iter_matching_files(spec, file, known) if spec else known
    return (each for each in meant if each not in facts.specs)
