"""Rules for the pages that the service generates from a specification.

Source: SERVICE.md, generated-pages. An element with `openapi` gets a page for each operation, until
an endpoint below it is listed: then only listed endpoints get one. An endpoint that names its own
specification does not change that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.generated_pages.page_addresses import DEFAULT_FOLDER, PARAMETER
from docs_lsp.site.pages import escape_path
from docs_lsp.site.specifications.endpoints import WEBHOOK, Endpoint, parse_endpoint_entry

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec

OPAQUE = ("asyncapi", "graphql", "sdk")
"""Keys for pages generated from other formats, which are not examined here."""
_LEFT_OUT = compile_lazily(r"[{}(),.'\n/]")


def is_endpoint_of_inherited_spec(entry: str) -> bool:
    """Return whether an entry is an endpoint without a specification of its own.

    Such an entry makes the service generate pages for listed endpoints only.
    """
    endpoint = parse_endpoint_entry(entry)
    return isinstance(endpoint, Endpoint) and endpoint.spec is None


def iter_published_operations(spec: Spec) -> Iterator[Operation]:
    """Yield the operations that get a page while no endpoint is listed.

    `x-hidden` only removes an operation from the navigation: it has a page.
    """
    for operation in spec.all_operations:
        if not operation.excluded:
            yield operation


def covers_all_operations(specs: Iterable[Spec | None], entries: Collection[str]) -> bool:
    """Return whether entries list every published operation; False for an invalid specification.

    If so, listing them removes no page. False if a specification cannot be read.
    """
    return all(
        spec is not None
        and spec.is_sound
        and all(str(operation) in entries for operation in iter_published_operations(spec))
        for spec in specs
    )


def iter_generated_addresses(
    spec: Spec, folder: str = DEFAULT_FOLDER
) -> Iterator[tuple[Operation, str]]:
    """Yield each published operation with its page's unique address if no endpoint is listed."""
    seen: Counter[str] = Counter()
    for operation in iter_published_operations(spec):
        address = make_operation_address(operation, folder)
        count = seen[address]
        seen[address] += 1
        yield operation, f"{address}-{count}" if count else address


def make_operation_address(operation: Operation, folder: str = DEFAULT_FOLDER) -> str:
    """Return the address of an endpoint's page: its `href`, or folder, tag and summary or path.

    If listed endpoints have the same address, the last one gets it.
    """
    href = operation.extension.get("href")
    if isinstance(href, str) and href.strip("/"):
        return f"/{escape_path(unquote(href.strip('/')))}"
    tag = operation.tags[0] if operation.tags else ""
    segments = (folder.strip("/").lower(), _slugify(tag), _make_operation_slug(operation))
    return "/" + escape_path("/".join(part for part in segments if part))


def _make_operation_slug(operation: Operation) -> str:
    """Return the last segment of an operation's address, from its summary or method and path."""
    if operation.summary:
        return _slugify(operation.summary)
    path = _slugify(operation.path)
    return path if operation.method == WEBHOOK else f"{operation.method.lower()}-{path}"


def _slugify(text: str) -> str:
    """Return a text in lower case as a URL segment: hyphens for spaces, no path parameters."""
    dashed = PARAMETER.sub("-", text.replace(" ", "-"))
    plain = _LEFT_OUT.sub("", dashed.removeprefix("-").removesuffix("-"))
    return plain.replace("--", "-").lower()
