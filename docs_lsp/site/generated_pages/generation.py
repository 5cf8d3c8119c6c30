"""Which pages the service makes of a specification itself, what ends that, and where they lie
(SERVICE.md, generated-pages).

An element with `openapi` gets a page for each operation, until an endpoint below it is listed: then
it gets those that are listed. An endpoint that names its own specification ends nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.generated_pages.page_addresses import DEFAULT_FOLDER, PARAMETER
from docs_lsp.site.specifications.endpoints import WEBHOOK, Endpoint, parse_endpoint

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec

OPAQUE = ("asyncapi", "graphql", "sdk")
"""Keys of what the service makes pages of beside OpenAPI, which nobody looks into here."""
_LEFT_OUT = compile_lazily(r"[{}(),.'\n/]")


def uses_inherited_spec(entry: str) -> bool:
    """Whether an entry is an endpoint of the specification in force, so that the service makes the
    pages of listed endpoints only."""
    endpoint = parse_endpoint(entry)
    return isinstance(endpoint, Endpoint) and endpoint.spec is None


def list_published_operations(spec: Spec) -> Iterator[Operation]:
    """The operations that the service makes a page of while none is listed. That `x-hidden` keeps
    one from the navigation does not matter: it has a page."""
    for operation in (*spec.operations.values(), *spec.webhooks.values()):
        if not operation.excluded:
            yield operation


def covers_all_operations(specs: Iterable[Spec | None], entries: Collection[str]) -> bool:
    """Whether endpoints are all that the service would make of some specifications, so that no page
    goes when they are listed; False where a specification is not known."""
    return all(
        spec is not None
        and spec.usable
        and not spec.faults
        and all(str(operation) in entries for operation in list_published_operations(spec))
        for spec in specs
    )


def addresses_of(spec: Spec, folder: str = DEFAULT_FOLDER) -> Iterator[tuple[Operation, str]]:
    """Where the pages of a specification lie while no endpoint of it is listed."""
    seen: Counter[str] = Counter()
    for operation in list_published_operations(spec):
        address = address_of(operation, folder)
        count = seen[address]
        seen[address] += 1
        yield operation, f"{address}-{count}" if count else address


def address_of(operation: Operation, folder: str = DEFAULT_FOLDER) -> str:
    """Where the page of a listed endpoint lies; a second one of the same name takes its place."""
    href = operation.extension.get("href")
    if isinstance(href, str) and href.strip("/"):
        return f"/{href.strip('/')}"
    tag = operation.tags[0] if operation.tags else ""
    segments = (folder.strip("/").lower(), _slug(tag), _name_of(operation))
    return "/" + "/".join(part for part in segments if part)


def _name_of(operation: Operation) -> str:
    if operation.summary:
        return _slug(operation.summary)
    path = _slug(operation.path)
    return path if operation.method == WEBHOOK else f"{operation.method.lower()}-{path}"


def _slug(text: str) -> str:
    dashed = PARAMETER.sub("-", text.replace(" ", "-"))
    plain = _LEFT_OUT.sub("", dashed.removeprefix("-").removesuffix("-"))
    return plain.replace("--", "-").lower()
