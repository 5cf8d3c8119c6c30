"""Signs that a site means some of its content for certain readers only.

Where nobody has set how a site is open, these decide that it is taken for one open in part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from docs_lsp.site.overview import Overview

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation


def fields_restrict(fields: Mapping[str, object]) -> bool:
    """Whether the frontmatter of a page or a skill names its readers, or says it is not public."""
    return "groups" in fields or fields.get("public") is False or fields.get("isPublic") is False


def find_restricted_pages(overview: Overview) -> Iterator[str]:
    """The files of the pages whose frontmatter restricts them; of a site that has been read."""
    contents = overview.contents or {}
    for _, file in overview.facts.pages:
        content = contents.get(file)
        if content is not None and fields_restrict(content.fields):
            yield file


def navigation_restricts(overview: Overview) -> bool:
    """Whether docs.json says of anything that it is not public."""
    return any(placed.element.flag("public") is False for placed in overview.objects)


def specifications_restrict(facts: SiteFacts) -> bool:
    """Whether an operation of a specification that is known restricts its page."""
    usable = (spec for spec in facts.specs.values() if spec.usable)
    return any(
        _operation_restricts(operation)
        for spec in usable
        for operation in (*spec.operations.values(), *spec.webhooks.values())
    )


def is_restricted(overview: Overview) -> bool:
    """Whether anything of a site is restricted, in a look at all of it; skills left aside."""
    return (
        navigation_restricts(overview)
        or specifications_restrict(overview.facts)
        or any(True for _ in find_restricted_pages(overview))
    )


def _operation_restricts(operation: Operation) -> bool:
    extension = operation.extension
    metadata = extension.get("metadata")
    return "groups" in extension or (isinstance(metadata, dict) and fields_restrict(metadata))
