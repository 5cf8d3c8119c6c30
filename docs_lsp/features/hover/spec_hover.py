"""Hover for a specification, and for an endpoint or a webhook that one defines.

The card of a specification has its title and numbers of operations, that of an endpoint its
parameters, responses and authentication, and the place of its definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs_lsp.features._prose import Card, Fact, ProseRenderer
from docs_lsp.features.hover.hover_context import HoverContext
from docs_lsp.features.hover.page_hover import build_listing_facts, build_readers_facts
from docs_lsp.rules.operations.listed_endpoints import collect_listed_endpoints
from docs_lsp.site.navigation.navigation import Listing, collect_ancestors
from docs_lsp.site.navigation.origins import find_origin
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.references.docs_references import Reference
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.named_operation import SpecOperation, find_listed_operation
from docs_lsp.site.specifications.openapi import Operation, Spec
from docs_lsp.site.specifications.operation_card import (
    OperationCard,
    Parameter,
    make_operation_card,
)
from docs_lsp.site.specifications.spec_paths import is_url, resolve_spec_path
from docs_lsp.site.specifications.spec_values import SpecValues
from docs_lsp.site.visibility import Visibility, decide_visibility

_MOST_PARAMETERS = 12
_MOST_FIELDS = 8
_MOST_RESPONSES = 8


def build_spec_card(context: HoverContext, source: str) -> Card | None:
    """Return the card of the specification that an element names, or None if it is unknown."""
    prose = context.prose
    if is_url(source.strip()):
        text = "It is not fetched, so its operations are unknown."
        return Card(f"{prose.render_bold_code(source)} · specification at a URL", [text])
    path = resolve_spec_path(source)
    spec = context.facts.specs.get(path) if context.facts and path else None
    if path is None or spec is None or context.facts is None:
        return None
    if not spec.usable:
        fault = spec.faults[0].message if spec.faults else ""
        heading = f"{prose.render_bold_code(source)} · cannot be used"
        is_there = path in context.facts.files
        return Card(
            heading,
            [prose.render_message(fault)],
            [Fact("File", prose.render_file_link(path) if is_there else "")],
        )
    title = prose.escape_text(spec.title, 100) or prose.render_code(source)
    version = prose.escape_text(_read_info_string(spec, "version"), 30)
    heading = " ".join(filter(None, (prose.render_bold(title), version)))
    description = prose.render_untrusted_markdown(_read_info_string(spec, "description"))
    return Card(
        f"{heading} · OpenAPI {prose.escape_text(spec.version, 12)}",
        [description] if description else [],
        [
            Fact("File", prose.render_file_link(path)),
            Fact("Operations", ", ".join(_iter_operation_counts(context, spec))),
            Fact("Webhooks", str(len(spec.webhooks)) if spec.webhooks else ""),
            Fact("Error", prose.render_message(spec.faults[0].message) if spec.faults else ""),
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


def build_endpoint_card(context: HoverContext, reference: Reference) -> Card | None:
    """Return the card of an entry that names an endpoint, or None for any other entry."""
    endpoint, placed, facts = reference.endpoint, reference.placed, context.facts
    if endpoint is None or placed is None or (facts and reference.text in facts.pages):
        return None
    spec_sources = placed.element.inner.openapi
    match = find_listed_operation(endpoint, spec_sources, facts) if facts else None
    if facts is None or match is None:
        return _build_unknown_card(context, reference, endpoint, spec_sources)
    others = [
        one
        for one in context.site.navigator.find_endpoint_listings(endpoint.method, endpoint.path)
        if (one.file, one.span) != (reference.file, reference.span)
        and _names_operation(one, match, facts)
    ]
    shown = build_operation_card(context, match)
    readers = build_readers_facts(context, _compute_visibility(context, placed, match.operation))
    listed = build_listing_facts(context, others, "Also listed")
    return shown._replace(facts=(*shown.facts, *readers, *listed))


def _compute_visibility(context: HoverContext, placed: Placed, operation: Operation) -> Visibility:
    """Return the visibility of an operation's page as one entry of docs.json gives it."""
    chain = collect_ancestors(placed)[placed].chain
    return decide_visibility([chain], operation.page_fields, context.marks)


def build_operation_card(context: HoverContext, match: SpecOperation) -> Card:
    """Return the card of an operation."""
    card = make_operation_card(match.spec, match.operation)
    prose, operation = context.prose, card.operation
    name = prose.render_code(str(operation))
    heading = prose.render_bold(name)
    if operation.summary and operation.summary.strip():
        heading = f"{prose.render_bold(prose.escape_text(operation.summary, 100))} · {name}"
    described = prose.render_untrusted_markdown(operation.description)
    return Card(
        heading,
        [described] if described else [],
        [
            *_build_visibility_facts(prose, card),
            Fact("Parameters", list(_iter_parameter_lines(prose, card.parameters))),
            Fact("Body", _describe_body(prose, card)),
            Fact("Responses", list(_iter_response_lines(prose, card))),
            *_build_auth_facts(prose, card),
            Fact("Defined in", prose.render_file_link(card.file, card.line)),
        ],
    )


def _build_unknown_card(
    context: HoverContext, reference: Reference, endpoint: Endpoint, spec_sources: Sequence[str]
) -> Card:
    """Return the card of an endpoint that no known specification contains."""
    prose = context.prose
    names = (endpoint.spec,) if endpoint.spec else spec_sources
    heading = f"{prose.render_bold_code(reference.text)} · {_name_endpoint_kind(endpoint)}"
    if not names:
        return Card(heading, ["No OpenAPI file applies here."])
    read = context.facts.specs if context.facts else {}
    specs = [read.get(resolve_spec_path(name) or "") for name in names]
    origin = find_origin(reference.placed, "openapi") if not endpoint.spec else None
    named = prose.render_code_list(names)
    if origin:
        named += f" of {context.describe_element(origin.placed, origin.spot)}"
    facts = [Fact("Specification", named)]
    known = [spec for spec in specs if spec and spec.usable and not spec.faults]
    if len(known) == len(names):
        near = [
            str(operation)
            for spec in known
            for operation in spec.suggest_operations(endpoint.method, endpoint.path)
        ]
        facts.append(Fact("Nearest", [prose.render_code(one) for one in dict.fromkeys(near)]))
        return Card(f"{heading} not in the specification", (), facts)
    if any(map(is_url, names)):
        text = "Specifications at a URL are not fetched, so nothing more is known."
        return Card(heading, [text], facts)
    if any(spec and not spec.usable for spec in specs):
        facts.append(Fact("Error", _explain_unusable_spec(prose, specs)))
    return Card(heading, (), facts)


def _name_endpoint_kind(endpoint: Endpoint) -> str:
    return "webhook" if endpoint.is_webhook else "endpoint"


def _explain_unusable_spec(prose: ProseRenderer, specs: Sequence[Spec | None]) -> str:
    """Return why a specification cannot be used; empty if all can."""
    faults = (spec.faults[0].message for spec in specs if spec and not spec.usable and spec.faults)
    return prose.render_message(next(faults, ""))


def _names_operation(listing: Listing, match: SpecOperation, facts: SiteFacts) -> bool:
    """Return whether an entry names an operation, by the specifications that apply to the entry."""
    endpoint = parse_endpoint_entry(listing.text)
    if not isinstance(endpoint, Endpoint):
        return False
    return find_listed_operation(endpoint, listing.placed.element.inner.openapi, facts) == match


def _build_visibility_facts(prose: ProseRenderer, card: OperationCard) -> Iterator[Fact]:
    operation = card.operation
    if operation.deprecated:
        yield Fact("Deprecated", "yes")
    if operation.excluded:
        yield Fact(
            "Excluded", prose.render_own_markdown("`x-excluded` in the specification: no page")
        )
    elif operation.hidden:
        text = "`x-hidden` in the specification: its page is not in the navigation"
        yield Fact("Hidden", prose.render_own_markdown(text))


def _iter_parameter_lines(prose: ProseRenderer, parameters: Sequence[Parameter]) -> Iterator[str]:
    for parameter in parameters[:_MOST_PARAMETERS]:
        words = [f"in {parameter.place}", prose.escape_text(parameter.type, 60)]
        words += ["required"] if parameter.required else []
        words += ["deprecated"] if parameter.deprecated else []
        yield f"{prose.render_code(parameter.name)} {', '.join(filter(None, words))}"
    if len(parameters) > _MOST_PARAMETERS:
        yield f"and {len(parameters) - _MOST_PARAMETERS} more"


def _describe_body(prose: ProseRenderer, card: OperationCard) -> str:
    body = card.body
    if body is None:
        return ""
    text = f"{prose.render_code(body.content_type)} {prose.escape_text(body.type, 60)}".strip()
    text += ", required" if body.required else ""
    needed = [field.name for field in body.fields if field.required]
    others = [field.name for field in body.fields if not field.required]
    if needed:
        text += f"; required: {prose.render_code_list(needed, _MOST_FIELDS)}"
    if others:
        text += f"; optional: {prose.render_code_list(others, _MOST_FIELDS)}"
    return text


def _iter_response_lines(prose: ProseRenderer, card: OperationCard) -> Iterator[str]:
    for response in card.responses[:_MOST_RESPONSES]:
        description = prose.render_untrusted_markdown_line(response.description, 80)
        yield f"{prose.render_code(response.code)} {description}".strip()
    if len(card.responses) > _MOST_RESPONSES:
        yield f"and {len(card.responses) - _MOST_RESPONSES} more"


def _build_auth_facts(prose: ProseRenderer, card: OperationCard) -> list[Fact]:
    if card.auth is None:
        return []
    ways = []
    for way in card.auth:
        names = (
            f"{prose.render_code(scheme.name)} ({prose.escape_text(scheme.words, 40)})"
            if scheme.words
            else prose.render_code(scheme.name)
            for scheme in way
        )
        ways.append(" with ".join(names) or "none")
    return [Fact("Auth", " or ".join(dict.fromkeys(ways)) or "none")]
