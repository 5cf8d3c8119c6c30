"""Hover for an endpoint or a webhook: parameters, responses, authentication, definition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs_lsp.features._prose import Card, Fact, ProseRenderer
from docs_lsp.features.hover.hover_context import HoverContext, list_fact
from docs_lsp.features.hover.page_hover import build_listing_facts
from docs_lsp.features.hover.readers_hover import build_readers_facts
from docs_lsp.site.navigation.navigation import Listing, collect_ancestors
from docs_lsp.site.navigation.origins import find_origin
from docs_lsp.site.navigation.walk import Placed
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
from docs_lsp.site.visibility import Visibility, decide_visibility

_MOST_PARAMETERS = 12
_MOST_FIELDS = 8
_MOST_RESPONSES = 8


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
    """Return the visibility of an operation's page, judging by one entry."""
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
            *list_fact("Parameters", list(_iter_parameter_lines(prose, card.parameters))),
            *list_fact("Body", _describe_body(prose, card)),
            *list_fact("Responses", list(_iter_response_lines(prose, card))),
            *_build_auth_facts(prose, card),
            *list_fact("Defined in", prose.render_file_link(card.file, card.line)),
        ],
    )


def _build_unknown_card(
    context: HoverContext, reference: Reference, endpoint: Endpoint, spec_sources: Sequence[str]
) -> Card:
    """Return the card of an endpoint that no known specification contains."""
    prose = context.prose
    names = (endpoint.spec,) if endpoint.spec else spec_sources
    heading = (
        f"{prose.render_bold(prose.render_code(reference.text))} · {_name_endpoint_kind(endpoint)}"
    )
    if not names:
        return Card(heading, ["No OpenAPI file applies here."])
    specs = (
        [context.facts.specs.get(resolve_spec_path(name) or "") for name in names]
        if context.facts
        else []
    )
    origin = find_origin(reference.placed, "openapi") if not endpoint.spec else None
    named = ", ".join(map(prose.render_code, names))
    if origin:
        named += f" of {context.describe_element(origin.placed, origin.spot)}"
    facts = list_fact("Specification", named)
    known = [spec for spec in specs if spec and spec.usable and not spec.faults]
    if len(known) == len(names):
        near = [
            str(operation)
            for spec in known
            for operation in spec.suggest_operations(endpoint.method, endpoint.path)
        ]
        facts += list_fact("Nearest", [prose.render_code(one) for one in dict.fromkeys(near)])
        return Card(f"{heading} not in the specification", (), facts)
    if any(map(is_url, names)):
        text = "Specifications at a URL are not fetched, so nothing more is known."
        return Card(heading, [text], facts)
    if any(spec and not spec.usable for spec in specs):
        facts += list_fact("Error", _explain_unusable_spec(prose, specs))
    return Card(heading, (), facts)


def _name_endpoint_kind(endpoint: Endpoint) -> str:
    return "webhook" if endpoint.is_webhook else "endpoint"


def _explain_unusable_spec(prose: ProseRenderer, specs: Sequence[Spec | None]) -> str:
    """Return why a specification cannot be used; empty if all can."""
    faults = (spec.faults[0].message for spec in specs if spec and not spec.usable and spec.faults)
    return prose.render_message(next(faults, ""))


def _names_operation(listing: Listing, match: SpecOperation, facts: SiteFacts) -> bool:
    """Whether an entry names this very operation, given the specifications that apply to it."""
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
        pieces = [f"in {parameter.place}", prose.escape_text(parameter.type, 60)]
        pieces += ["required"] if parameter.required else []
        pieces += ["deprecated"] if parameter.deprecated else []
        yield f"{prose.render_code(parameter.name)} {', '.join(filter(None, pieces))}"
    if len(parameters) > _MOST_PARAMETERS:
        yield f"and {len(parameters) - _MOST_PARAMETERS} more"


def _describe_body(prose: ProseRenderer, card: OperationCard) -> str:
    body = card.body
    if body is None:
        return ""
    text = f"{prose.render_code(body.content_type)} {prose.escape_text(body.type, 60)}".strip()
    text += ", required" if body.required else ""
    needed = [prose.render_code(field.name) for field in body.fields if field.required]
    others = [prose.render_code(field.name) for field in body.fields if not field.required]
    if needed:
        text += f"; required: {_join_first_names(needed)}"
    if others:
        text += f"; optional: {_join_first_names(others)}"
    return text


def _join_first_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_FIELDS} more" if len(names) > _MOST_FIELDS else ""
    return ", ".join(names[:_MOST_FIELDS]) + more


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
    return list_fact("Auth", " or ".join(dict.fromkeys(ways)) or "none")
