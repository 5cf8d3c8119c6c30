"""Which pages the service makes of a specification itself, what ends that, and where they lie
(SERVICE.md, generated-pages).

An element with `openapi` gets a page for each operation, until an endpoint below it is listed: then
it gets those that are listed. An endpoint that names its own specification ends nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from docs_lsp.site.generated_pages.page_addresses import DEFAULT_FOLDER
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec

_PARAMETER = re.compile(r"\{[^{}]*\}")
_SPECIAL = re.compile(r"[^\w-]+")
_DASHES = re.compile(r"-{2,}")


def chooses(entry: str) -> bool:
    """Whether an entry is an endpoint of the specification in force, so that the service makes the
    pages of listed endpoints only."""
    endpoint = parse_endpoint(entry)
    return isinstance(endpoint, Endpoint) and endpoint.spec is None


def made_of(spec: Spec) -> Iterator[Operation]:
    """The operations that the service makes a page of while none is listed. That `x-hidden` keeps
    one from the navigation does not matter: it has a page."""
    for operation in (*spec.operations.values(), *spec.webhooks.values()):
        if not operation.excluded:
            yield operation


def are_all(specs: Iterable[Spec | None], entries: Collection[str]) -> bool:
    """Whether endpoints are all that the service would make of some specifications, so that no page
    goes when they are listed; False where a specification is not known."""
    return all(
        spec is not None
        and spec.usable
        and not spec.faults
        and all(str(one) in entries for one in made_of(spec))
        for spec in specs
    )


def addresses_of(spec: Spec, folder: str = DEFAULT_FOLDER) -> Iterator[tuple[Operation, str]]:
    """Where the pages of a specification lie, as near as it is documented."""
    seen: Counter[str] = Counter()
    for operation in made_of(spec):
        address = _address(operation, spec, folder)
        count = seen[address]
        seen[address] += 1
        yield operation, f"{address}-{count}" if count else address


def _address(operation: Operation, spec: Spec, folder: str) -> str:
    href = operation.extension.get("href")
    if isinstance(href, str) and href.strip("/"):
        return f"/{href.strip('/')}"
    tag = operation.tags[0] if operation.tags else ""
    name = operation.summary or f"{operation.method} {operation.path.replace('/', ' ')}"
    parts = (folder.strip("/"), _slug(spec.tags.get(tag, tag)), _slug(name))
    return "/" + "/".join(part for part in parts if part)


def _slug(text: str) -> str:
    dashed = _PARAMETER.sub("-", text.lower().replace(" ", "-"))
    return _DASHES.sub("-", _SPECIAL.sub("", dashed)).strip("-")
