"""Hover for an endpoint or a webhook: parameters, responses, authentication, definition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs_lsp.features._prose import Card, Fact, Prose
from docs_lsp.features.hover.hover_context import HoverContext, fact
from docs_lsp.features.hover.page_hover import build_listing_facts
from docs_lsp.features.hover.readers_hover import readers_facts
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.navigation.origins import origin_of
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.references.docs_references import Reference
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.named_operation import SpecOperation, find_listed_operation
from docs_lsp.site.specifications.openapi import Operation, Spec
from docs_lsp.site.specifications.operation_card import OperationCard, Parameter, operation_card
from docs_lsp.site.specifications.operation_fields import operation_fields
from docs_lsp.site.specifications.spec_paths import is_url, spec_path
from docs_lsp.site.summaries.page_card import scopes_around
from docs_lsp.site.visibility import Visibility, visibility

_MOST_PARAMETERS = 12
_MOST_FIELDS = 8
_MOST_RESPONSES = 8


def endpoint_card(context: HoverContext, reference: Reference) -> Card | None:
    """Return the card of an entry that names an endpoint, or None for any other entry."""
    endpoint, placed, facts = reference.endpoint, reference.placed, context.facts
    if endpoint is None or placed is None or (facts and reference.text in facts.pages):
        return None
    in_force = placed.element.inner.openapi
    match = find_listed_operation(endpoint, in_force, facts) if facts else None
    if facts is None or match is None:
        return _build_unknown_card(context, reference, endpoint, in_force)
    others = [
        one
        for one in context.site.navigator.endpoints_of(endpoint.method, endpoint.path)
        if (one.file, one.span) != (reference.file, reference.span)
        and _is_entry_of_operation(one, match, facts)
    ]
    shown = build_operation_card(context, match)
    readers = readers_facts(context, _compute_visibility(context, placed, match.operation))
    listed = build_listing_facts(context, others, "Also listed")
    return shown._replace(facts=(*shown.facts, *readers, *listed))


def _compute_visibility(context: HoverContext, placed: Placed, operation: Operation) -> Visibility:
    """Return the visibility of an operation's page, judging by one entry."""
    chain = scopes_around(placed)[placed].chain
    return visibility([chain], operation_fields(operation), context.marks)


def build_operation_card(context: HoverContext, match: SpecOperation) -> Card:
    """Return the card of an operation."""
    card = operation_card(match.spec, match.operation)
    prose, operation = context.prose, card.operation
    name = prose.code(str(operation))
    heading = prose.strong(name)
    if operation.summary and operation.summary.strip():
        heading = f"{prose.strong(prose.escape_text(operation.summary, 100))} · {name}"
    described = prose.markup(operation.description)
    return Card(
        heading,
        [described] if described else [],
        [
            *_build_visibility_facts(prose, card),
            *fact("Parameters", list(_parameters(prose, card.parameters))),
            *fact("Body", _body(prose, card)),
            *fact("Responses", list(_responses(prose, card))),
            *_auth(prose, card),
            *fact("Defined in", prose.place(card.file, card.line)),
        ],
    )


def _build_unknown_card(
    context: HoverContext, reference: Reference, endpoint: Endpoint, in_force: Sequence[str]
) -> Card:
    """Return the card of an endpoint that no known specification contains."""
    prose = context.prose
    names = (endpoint.spec,) if endpoint.spec else in_force
    heading = f"{prose.strong(prose.code(reference.text))} · {_kind(endpoint)}"
    if not names:
        return Card(heading, ["No OpenAPI file applies here."])
    specs = (
        [context.facts.specs.get(spec_path(name) or "") for name in names] if context.facts else []
    )
    origin = origin_of(reference.placed, "openapi") if not endpoint.spec else None
    named = ", ".join(map(prose.code, names))
    if origin:
        named += f" of {context.describe_element(origin.placed, origin.spot)}"
    facts = fact("Specification", named)
    known = [spec for spec in specs if spec and spec.usable and not spec.faults]
    if len(known) == len(names):
        near = [
            str(operation)
            for spec in known
            for operation in spec.find_similar_operations(endpoint.method, endpoint.path)
        ]
        facts += fact("Nearest", [prose.code(one) for one in dict.fromkeys(near)])
        return Card(f"{heading} not in the specification", (), facts)
    if any(map(is_url, names)):
        text = "Specifications at a URL are not fetched, so nothing more is known."
        return Card(heading, [text], facts)
    if any(spec and not spec.usable for spec in specs):
        facts += fact("Error", _fault(prose, specs))
    return Card(heading, (), facts)


def _kind(endpoint: Endpoint) -> str:
    return "webhook" if endpoint.is_webhook else "endpoint"


def _fault(prose: Prose, specs: Sequence[Spec | None]) -> str:
    """Return why a specification cannot be used; empty if all can."""
    faults = (spec.faults[0].message for spec in specs if spec and not spec.usable and spec.faults)
    return prose.render_message(next(faults, ""))


def _is_entry_of_operation(listing: Listing, match: SpecOperation, facts: SiteFacts) -> bool:
    """Whether an entry names this very operation, given the specifications that apply to it."""
    endpoint = parse_endpoint(listing.text)
    if not isinstance(endpoint, Endpoint):
        return False
    return find_listed_operation(endpoint, listing.placed.element.inner.openapi, facts) == match


def _build_visibility_facts(prose: Prose, card: OperationCard) -> Iterator[Fact]:
    operation = card.operation
    if operation.deprecated:
        yield Fact("Deprecated", "yes")
    if operation.excluded:
        yield Fact("Excluded", prose.render_own_text("`x-excluded` in the specification: no page"))
    elif operation.hidden:
        text = "`x-hidden` in the specification: its page is not in the navigation"
        yield Fact("Hidden", prose.render_own_text(text))


def _parameters(prose: Prose, parameters: Sequence[Parameter]) -> Iterator[str]:
    for parameter in parameters[:_MOST_PARAMETERS]:
        pieces = [f"in {parameter.place}", prose.escape_text(parameter.type, 60)]
        pieces += ["required"] if parameter.required else []
        pieces += ["deprecated"] if parameter.deprecated else []
        yield f"{prose.code(parameter.name)} {', '.join(filter(None, pieces))}"
    if len(parameters) > _MOST_PARAMETERS:
        yield f"and {len(parameters) - _MOST_PARAMETERS} more"


def _body(prose: Prose, card: OperationCard) -> str:
    body = card.body
    if body is None:
        return ""
    text = f"{prose.code(body.content_type)} {prose.escape_text(body.type, 60)}".strip()
    text += ", required" if body.required else ""
    needed = [prose.code(field.name) for field in body.fields if field.required]
    others = [prose.code(field.name) for field in body.fields if not field.required]
    if needed:
        text += f"; required: {_join_first_names(needed)}"
    if others:
        text += f"; optional: {_join_first_names(others)}"
    return text


def _join_first_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_FIELDS} more" if len(names) > _MOST_FIELDS else ""
    return ", ".join(names[:_MOST_FIELDS]) + more


def _responses(prose: Prose, card: OperationCard) -> Iterator[str]:
    for response in card.responses[:_MOST_RESPONSES]:
        yield f"{prose.code(response.code)} {prose.markup_line(response.description, 80)}".strip()
    if len(card.responses) > _MOST_RESPONSES:
        yield f"and {len(card.responses) - _MOST_RESPONSES} more"


def _auth(prose: Prose, card: OperationCard) -> list[Fact]:
    if card.auth is None:
        return []
    ways = []
    for way in card.auth:
        names = (
            f"{prose.code(scheme.name)} ({prose.escape_text(scheme.words, 40)})"
            if scheme.words
            else prose.code(scheme.name)
            for scheme in way
        )
        ways.append(" with ".join(names) or "none")
    return fact("Auth", " or ".join(dict.fromkeys(ways)) or "none")
