"""Why a page that may be indexed has no text: search knows it by its title and description only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.specifications.named_operation import files_named, operation_in_page
from docs_lsp.site.specifications.named_schema import schema_in_page, schema_named
from docs_lsp.site.specifications.spec_files import may_be_spec
from docs_lsp.site.specifications.spec_paths import is_url

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts

_NOTHING = "Nothing stands below its frontmatter."
_BEHIND_URL = "Its specification lies behind a URL, which is not read here."
_NOT_READ = {
    "asyncapi": "What it shows is made of an AsyncAPI document, which is not read here.",
    "graphql": "What it shows is made of a GraphQL schema, which is not read here.",
    "sdk": "What it shows is made of the code of an SDK, which is not read here.",
    "url": "It only leads to another address.",
}
"""Fields that fill a page with something else, or send its readers away."""


def why_empty(file: str, content: PageContent, facts: SiteFacts) -> str:
    """The reason as a sentence; empty for a page with text, its own or that of a specification, and
    where nobody knows. `file` is the site path of the page."""
    if not content.is_empty:
        return ""
    operation, schema = (content.fields.get(key) for key in ("openapi", "openapi-schema"))
    if isinstance(operation, str):
        if operation_in_page(operation, file, facts) is not None:
            return ""
        endpoint = parse_endpoint(operation)
        if not isinstance(endpoint, Endpoint):
            return "Its `openapi` names no operation."
        return _missing(endpoint.spec or "", f"operation `{_said(endpoint)}`", file, facts)
    if isinstance(schema, str):
        named = schema_named(schema)
        if schema_in_page(schema, file, facts) is not None:
            return ""
        return _missing(named.spec, f"schema `{named.name}`", file, facts)
    return next((why for key, why in _NOT_READ.items() if content.fields.get(key)), _NOTHING)


def _said(endpoint: Endpoint) -> str:
    return f"{'webhook' if endpoint.is_webhook else endpoint.method} {endpoint.path}"


def _missing(spec: str, what: str, file: str, facts: SiteFacts) -> str:
    """Why what a page is about is in no specification that is known."""
    if is_url(spec):
        return _BEHIND_URL
    if facts.spec_files is None or any(_unread(spec, file, facts)):
        return ""
    if not spec:
        return f"No specification of the site has the {what}; one behind a URL is not read here."
    found = list(files_named(spec, file, sorted(facts.specs)))
    if any(facts.specs[each].usable for each in found):
        return f"`{found[0]}` has no {what}."
    found += files_named(spec, file, filter(may_be_spec, sorted(facts.files)))
    if found:
        return f"`{found[0]}` cannot be read as a specification."
    return f"The site has no specification `{spec}`."


def _unread(spec: str, file: str, facts: SiteFacts) -> Iterator[str]:
    """The specifications that may be meant and that nobody has read yet."""
    known = sorted(facts.spec_files or ())
    meant = files_named(spec, file, known) if spec else known
    return (each for each in meant if each not in facts.specs)
