"""Hover for a specification: its title, and the number of operations that readers see."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.features._prose import Card
from docs_lsp.features.hover.hover_context import HoverContext, list_fact
from docs_lsp.rules.operations.listed_endpoints import collect_listed_endpoints
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.openapi import Spec
from docs_lsp.site.specifications.spec_paths import is_url, resolve_spec_path
from docs_lsp.site.specifications.spec_values import SpecValues


def build_spec_card(context: HoverContext, source: str) -> Card | None:
    """Return the card of the specification that an element names, or None if it is unknown."""
    prose = context.prose
    if is_url(source.strip()):
        text = "It is not fetched, so its operations are unknown."
        return Card(
            f"{prose.render_bold(prose.render_code(source))} · specification at a URL", [text]
        )
    path = resolve_spec_path(source)
    spec = context.facts.specs.get(path) if context.facts and path else None
    if path is None or spec is None or context.facts is None:
        return None
    if not spec.usable:
        fault = spec.faults[0].message if spec.faults else ""
        heading = f"{prose.render_bold(prose.render_code(source))} · cannot be used"
        is_there = path in context.facts.files
        return Card(
            heading,
            [prose.render_message(fault)],
            list_fact("File", prose.render_file_link(path) if is_there else ""),
        )
    title = prose.escape_text(spec.title, 100) or prose.render_code(source)
    heading = " ".join(
        filter(
            None,
            (prose.render_bold(title), prose.escape_text(_read_info_string(spec, "version"), 30)),
        )
    )
    return Card(
        f"{heading} · OpenAPI {prose.escape_text(spec.version, 12)}",
        [text]
        if (text := prose.render_untrusted_markdown(_read_info_string(spec, "description")))
        else [],
        [
            *list_fact("File", prose.render_file_link(path)),
            *list_fact("Operations", ", ".join(_iter_operation_counts(context, spec))),
            *list_fact("Webhooks", str(len(spec.webhooks)) if spec.webhooks else ""),
            *list_fact(
                "Error", prose.render_message(spec.faults[0].message) if spec.faults else ""
            ),
        ],
    )


def _collect_listed_operations(overview: Overview) -> frozenset[tuple[str, str, str]]:
    """Return the operations that entries name: file, method and path of each."""
    return frozenset(
        (target.specs[0], target.method, target.path)
        for listed in overview.cached(collect_listed_endpoints)
        if listed.operation is not None
        for target in [listed.target]
    )


def _iter_operation_counts(context: HoverContext, spec: Spec) -> Iterator[str]:
    """Yield phrases: the number of operations, and how many are hidden, excluded and listed."""
    operations = spec.operations.values()
    yield str(len(operations))
    excluded = sum(operation.excluded for operation in operations)
    hidden = sum(operation.hidden and not operation.excluded for operation in operations)
    if hidden:
        yield f"{hidden} hidden"
    if excluded:
        yield f"{excluded} excluded"
    listed = context.compute_if_cheap(_collect_listed_operations)
    if listed is not None:
        count = sum(
            (spec.file, operation.method, operation.path) in listed for operation in operations
        )
        if count:
            yield f"{count} listed individually"


def _read_info_string(spec: Spec, key: str) -> str | None:
    """Return a string from the `info` of a specification, or None."""
    given = SpecValues(spec.read).get_value("info", key) if spec.read else None
    return given if isinstance(given, str) else None
