"""The tool `where`: a page, address, endpoint or title, and every place that names it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from pydantic import Field

from docs_lsp.cli.findings import SourcePlaces
from docs_lsp.cli.mcp.outlining import find_page_by_path
from docs_lsp.cli.mcp.tool import (
    AgentToolArguments,
    AgentToolResult,
    SourcePlace,
    Tool,
    build_source_place,
)
from docs_lsp.cli.mcp.workspace import AgentWorkspace, LoadedSite
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_to_url, strip_page_extension
from docs_lsp.site.references.docs_references import Role
from docs_lsp.site.references.finder import (
    ReferenceFinder,
    ReferenceQuery,
    make_query_for_file,
    make_query_for_operations,
)
from docs_lsp.site.references.resolver import ReferenceResolver
from docs_lsp.site.references.targets import PageTarget, Target, locate_target
from docs_lsp.site.routes.redirect_card import find_page_at_path
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import SpecOperation
from docs_lsp.site.summaries.address_card import AddressCard, make_address_card
from docs_lsp.site.summaries.name_index import FuzzyQuery, NameIndex
from docs_lsp.site.summaries.page_titles import map_page_titles
from docs_lsp.site.visibility import describe_audience

_MOST = 50
_NEAREST = 8


class WhereArguments(AgentToolArguments):
    """The text to look for."""

    what: str = Field(
        min_length=1,
        description="A page (`guides/start`), a heading of it (`guides/start#install`), an address "
        "or URL of the published site (`/guides/start`), an endpoint (`GET /users`), or words of a "
        "title.",
    )


class WhereResult(AgentToolResult):
    """The target, its place, and the references to it."""

    outcome: str = Field(
        description="`page`, `heading`, `endpoint`, `nothing`, or what the address opens."
    )
    place: SourcePlace | None = Field(default=None, description="Its own location.")
    missing_heading: str = Field(
        default="", description="The heading ID in the address, if the page has no such heading."
    )
    title: str = ""
    address: str = Field(default="", description="Its URL path on the published site.")
    audience: str = Field(default="", description="Who may see it.")
    search: str = Field(
        default="", description="Whether the site's search finds it, and if not, why."
    )

    def with_lines(self, *more: str) -> WhereResult:
        """Return the result with a line for each fact, and further lines."""
        return self.model_copy(update={"lines": [*self._iter_fact_lines(), *more]})

    def _iter_fact_lines(self) -> Iterator[str]:
        place = f" at {self.place}" if self.place else ""
        title = json.dumps(self.title, ensure_ascii=False) if self.title else ""
        yield f"{self.outcome}{place} {title}".rstrip()
        if self.missing_heading:
            heading = f"`#{self.missing_heading}`"
            yield f"missing: the page has no heading {heading}; the link opens the top."
        for name, value in (
            ("address", self.address),
            ("seen by", self.audience),
            ("search", self.search),
        ):
            if value:
                yield f"{name}: {value}"


def _answer_where(workspace: AgentWorkspace, arguments: WhereArguments) -> WhereResult:
    """Answer the tool that finds an endpoint, a page or an address, or similar names."""
    finder = _TargetFinder(workspace.open_site())
    what = arguments.what.strip()
    endpoint = parse_endpoint_entry(what)
    if isinstance(endpoint, Endpoint):
        return finder.find_endpoint(endpoint) or finder.suggest_names(what)
    return finder.find_page(what) or finder.find_address(what)


class _TargetFinder:
    """Answers one request about one site."""

    def __init__(self, site: LoadedSite) -> None:
        self._site = site
        self._overview: Overview = site.require_overview()
        self._places = SourcePlaces(site.disk)
        self._titles = self._overview.facts.cached_for_last(
            map_page_titles, self._overview.contents
        )

    def find_page(self, what: str) -> WhereResult | None:
        """Return a page by its path, perhaps with a heading, or None."""
        path, _, fragment = what.partition("#")
        page = find_page_by_path(path, self._overview) if path.strip("/") else None
        if page is None:
            return None
        card = make_address_card(self._overview, f"{page_to_url(page.page)}#{fragment}")
        return self._describe_page(card, _build_target(page.file, card, fragment))

    def find_address(self, what: str) -> WhereResult:
        """Return the page or redirect at an address; similar names if the address is broken."""
        if " " in what:
            return self.suggest_names(what)
        card = make_address_card(self._overview, what)
        if not card.is_answered:
            return self.suggest_names(what, card.near)
        if card.page is None:
            result = WhereResult(outcome=card.outcome.value, address=card.path)
            return result.with_lines(*_iter_redirect_lines(card))
        return self._describe_page(
            card, _build_target(card.page.file, card, what.partition("#")[2])
        )

    def find_endpoint(self, endpoint: Endpoint) -> WhereResult | None:
        """Return an operation of a specification, or None."""
        for _, spec in sorted(self._overview.facts.specs.items()):
            for operation in spec.all_operations:
                if (operation.method, operation.path) == (endpoint.method, endpoint.path):
                    place = self._locate_target(SpecOperation(spec, operation))
                    query = make_query_for_operations(spec.file, [operation])
                    result = WhereResult(
                        outcome="endpoint", place=place, title=operation.summary or ""
                    )
                    return result.with_lines(*self._iter_reference_lines(query))
        return None

    def suggest_names(self, what: str, addresses: Sequence[str] = ()) -> WhereResult:
        """Return the outcome `nothing`, with the suggested addresses and things of similar name."""
        index = self._overview.facts.cached_for_last(NameIndex, self._overview.contents)
        matches = sorted(
            index.find_matches(FuzzyQuery(what), _NEAREST),
            key=lambda name_match: (name_match.fit, name_match.name),
        )
        pages = ((path, find_page_at_path(path, self._overview.facts.pages)) for path in addresses)
        near: list[tuple[str, Target]] = [
            (path, PageTarget(page.file)) for path, page in pages if page
        ]
        targets = {target for _, target in near}
        for match in matches:
            if match.target not in targets:
                name = f"{match.name} ({match.other})" if match.other else match.name
                near.append((name, match.target))
        lines = (
            f"near: {name} at {self._locate_target(target)}" for name, target in near[:_NEAREST]
        )
        return WhereResult(outcome="nothing").with_lines(*lines)

    def _describe_page(self, card: AddressCard, target: PageTarget) -> WhereResult:
        """Return the facts about a page, whose address may be redirected elsewhere."""
        sight, found = card.page.sight if card.page else None, ""
        if sight:
            found = f"{'finds' if sight.searchable else 'does not find'} it: {sight.text}"
        own = card.page if card.page and card.page.file == target.file else None
        fragment = f"#{target.fragment}" if target.fragment else ""
        result = WhereResult(
            outcome="heading" if fragment else "page",
            place=self._locate_target(target),
            missing_heading=card.missing_anchor,
            title=own.title if own else self._titles.get(strip_page_extension(target.file), ""),
            address=card.path + fragment,
            audience=describe_audience(sight.audience) if sight else "",
            search=found,
        )
        references = self._iter_reference_lines(make_query_for_file(target.file))
        return result.with_lines(*_iter_redirect_lines(card), *references)

    def _iter_reference_lines(self, query: ReferenceQuery) -> Iterator[str]:
        """Yield the first entries that name something, and the first other references to it."""
        overview, disk = self._overview, self._site.disk
        finder = ReferenceFinder(ReferenceResolver(overview, disk), disk, overview.contents)
        places: dict[str, list[str]] = {"listed": [], "linked": []}
        for reference in finder.find_references(query):
            kind = "listed" if reference.role in (Role.ENTRY, Role.ROOT) else "linked"
            if len(places[kind]) < _MOST:
                place = build_source_place(self._places, reference.file, reference.span)
                places[kind].append(f"{kind}: {place}")
        for lines in places.values():
            yield from lines

    def _locate_target(self, target: Target) -> SourcePlace:
        assert isinstance(target, PageTarget | SpecOperation)
        span = locate_target(target, self._site.disk.read(target.file))
        return build_source_place(self._places, target.file, span)


def _iter_redirect_lines(card: AddressCard) -> Iterator[str]:
    for step in card.steps:
        yield f"redirect: {step.redirect.source} -> {step.redirect.destination}"


def _build_target(file: str, card: AddressCard, fragment: str) -> PageTarget:
    """Return the page as a target, or the heading after `#` of an address, if it exists."""
    return PageTarget(file, "" if card.missing_anchor else unquote(fragment))


WHERE = Tool(
    "where",
    "Find where something is",
    "Finds a page, heading, address, endpoint or title: its file, its address on the published "
    "site, the entries that list it, the links to it, and who may see it.",
    WhereArguments,
    WhereResult,
    _answer_where,
)
