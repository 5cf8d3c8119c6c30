"""The tool `where`: a page, address, endpoint or title, and every place that names it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import unquote

from pydantic import Field

from docs_lsp.cli.mcp.outlining import find_page
from docs_lsp.cli.mcp.tool import (
    AgentToolArguments,
    AgentToolResult,
    SourcePlace,
    Tool,
    build_source_place,
    limit_lines,
)
from docs_lsp.cli.mcp.workspace import AgentWorkspace, LoadedSite
from docs_lsp.cli.source_places import SourcePlaces
from docs_lsp.site.audience_words import describe_audience
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
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import SpecOperation
from docs_lsp.site.summaries.address_card import AddressCard, make_address_card
from docs_lsp.site.summaries.name_index import FuzzyQuery, NameIndex
from docs_lsp.site.summaries.page_titles import map_page_titles

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


class NamedTarget(AgentToolResult):
    """Something else that may have been meant."""

    name: str
    place: SourcePlace


class WhereResult(AgentToolResult):
    """The target, its place, and the references to it."""

    only_text = frozenset(("listed", "linked", "redirects", "near"))
    outcome: str = Field(description="`page`, `heading`, `endpoint`, `nothing`, or what answers.")
    place: SourcePlace | None = Field(default=None, description="Where it stands itself.")
    missing_heading: str = Field(
        default="", description="The heading ID in the address, if the page has no such heading."
    )
    title: str = ""
    address: str = Field(default="", description="The path at which readers get it.")
    listed: list[SourcePlace] = Field(default=[], description="Its entries in the navigation.")
    linked: list[SourcePlace] = Field(default=[], description="Links to it, and other uses.")
    redirects: list[str] = Field(
        default=[], description="Redirects on the way to it, in their order."
    )
    audience: str = Field(default="", description="Who may see it.")
    search: str = Field(
        default="", description="Whether the site's search finds it, and if not, why."
    )
    near: list[NamedTarget] = Field(default=[], description="What has such a name, the best first.")

    def iter_lines(self) -> Iterator[str]:
        """Yield a line for each fact."""
        place = f" at {self.place}" if self.place else ""
        title = json.dumps(self.title, ensure_ascii=False) if self.title else ""
        yield f"{self.outcome}{place} {title}".rstrip()
        if self.missing_heading:
            heading = f"`#{self.missing_heading}`"
            yield f"missing: the page has no heading {heading}; readers see the top."
        for name, value in (
            ("address", self.address),
            ("seen by", self.audience),
            ("search", self.search),
        ):
            if value:
                yield f"{name}: {value}"
        yield from (f"redirect: {redirect}" for redirect in self.redirects)
        yield from limit_lines([f"listed: {source_place}" for source_place in self.listed], _MOST)
        yield from limit_lines([f"linked: {source_place}" for source_place in self.linked], _MOST)
        yield from (
            f"near: {named_target.name} at {named_target.place}" for named_target in self.near
        )


def _answer_where(workspace: AgentWorkspace, arguments: WhereArguments) -> WhereResult:
    """Answer the tool that finds an endpoint, a page or an address, or similar names."""
    finder = _TargetFinder(workspace.open_site())
    what = arguments.what.strip()
    endpoint = parse_endpoint_entry(what)
    if isinstance(endpoint, Endpoint):
        return finder.find_endpoint(endpoint) or finder.suggest_names(what)
    return finder.find_page(what) or finder.find_address(what) or finder.suggest_names(what)


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
        page = find_page(path, self._overview) if path.strip("/") else None
        if page is None:
            return None
        card = make_address_card(self._overview, f"{page_to_url(page.page)}#{fragment}")
        return self._describe_page(card, _build_target(page.file, card, fragment))

    def find_address(self, what: str) -> WhereResult | None:
        """Return the page or redirect at an address, or None if it is broken."""
        if " " in what:
            return None
        card = make_address_card(self._overview, what)
        if not card.is_answered:
            return None
        if card.page is None:
            steps = [
                f"{step.redirect.source} -> {step.redirect.destination}" for step in card.steps
            ]
            return WhereResult(outcome=card.outcome.value, address=card.path, redirects=steps)
        return self._describe_page(
            card, _build_target(card.page.file, card, what.partition("#")[2])
        )

    def find_endpoint(self, endpoint: Endpoint) -> WhereResult | None:
        """Return an operation of a specification, or None."""
        for _, spec in sorted(self._overview.facts.specs.items()):
            for operation in spec.all_operations:
                if (operation.method, operation.path) == (endpoint.method, endpoint.path):
                    target = SpecOperation(spec, operation)
                    listed, linked = self._find_references(
                        make_query_for_operations(spec.file, [operation])
                    )
                    return WhereResult(
                        outcome="endpoint",
                        place=self._locate_target(target),
                        title=operation.summary or "",
                        listed=listed,
                        linked=linked,
                    )
        return None

    def suggest_names(self, what: str) -> WhereResult:
        """Return the outcome `nothing`, with things of a similar title."""
        index = self._overview.facts.cached_for_last(NameIndex, self._overview.contents)
        matches = sorted(
            index.find_matches(FuzzyQuery(what), _NEAREST),
            key=lambda name_match: (name_match.fit, name_match.name),
        )
        near = [
            NamedTarget(
                name=f"{match.name} ({match.other})" if match.other else match.name,
                place=self._locate_target(match.target),
            )
            for match in matches[:_NEAREST]
        ]
        return WhereResult(outcome="nothing", near=near)

    def _describe_page(self, card: AddressCard, target: PageTarget) -> WhereResult:
        """Return the facts about a page, whose address may be redirected elsewhere."""
        listed, linked = self._find_references(make_query_for_file(target.file))
        sight = card.page.sight if card.page else None
        own = card.page if card.page and card.page.file == target.file else None
        fragment = f"#{target.fragment}" if target.fragment else ""
        return WhereResult(
            outcome="heading" if fragment else "page",
            place=self._locate_target(target),
            missing_heading=card.missing_anchor,
            title=own.title if own else self._titles.get(strip_page_extension(target.file), ""),
            address=card.path + fragment,
            listed=listed,
            linked=linked,
            redirects=[
                f"{step.redirect.source} -> {step.redirect.destination}" for step in card.steps
            ],
            audience=describe_audience(sight.audience) if sight else "",
            search=_describe_search(sight.searchable, sight.text) if sight else "",
        )

    def _find_references(
        self, subject: ReferenceQuery
    ) -> tuple[list[SourcePlace], list[SourcePlace]]:
        """Return the first entries that name something, and the first other places that do."""
        overview, disk = self._overview, self._site.disk
        finder = ReferenceFinder(ReferenceResolver(overview, disk), disk, overview.contents)
        references = finder.find_references(subject)
        entries = [
            reference for reference in references if reference.role in (Role.ENTRY, Role.ROOT)
        ]
        others = [
            reference for reference in references if reference.role not in (Role.ENTRY, Role.ROOT)
        ]
        listed, linked = (
            [
                build_source_place(self._places, reference.file, reference.span)
                for reference in some[:_MOST]
            ]
            for some in (entries, others)
        )
        return listed, linked

    def _locate_target(self, target: Target) -> SourcePlace:
        assert isinstance(target, PageTarget | SpecOperation)
        span = locate_target(target, self._site.disk.read(target.file))
        return build_source_place(self._places, target.file, span)


def _describe_search(is_found: bool, reason: str) -> str:
    return f"finds it: {reason}" if is_found else f"does not find it: {reason}"


def _build_target(file: str, card: AddressCard, fragment: str) -> PageTarget:
    """Return the page as a target, or the heading after `#` of an address, if it exists."""
    return PageTarget(file, "" if card.missing_anchor else unquote(fragment))


WHERE = Tool(
    "where",
    "Find where something is",
    "What a page, heading, address, endpoint or title is: its file, the address at which readers "
    "get it, the entries that list it, the links that lead to it, and who may see it.",
    WhereArguments,
    WhereResult,
    _answer_where,
)
