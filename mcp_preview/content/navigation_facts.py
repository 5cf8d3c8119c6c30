"""Facts about pages that follow from the navigation, computed once for all pages.

Computing them takes time that grows with the site. As long as docs.json and the list of files do
not change, saving a page only needs a look-up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.jsontree.nodes import to_python
from docs_lsp.schema.kinds import SWITCHED
from docs_lsp.site.access_signs import has_non_public_element, has_restricted_operation
from docs_lsp.site.generated_pages.endpoint_pages import EndpointPages, collect_endpoint_pages
from docs_lsp.site.languages_and_versions import select_default_elements
from docs_lsp.site.navigation.navigation import (
    Ancestors,
    find_published_ancestors,
    is_listing_accepted,
)
from docs_lsp.site.navigation.origins import get_title
from docs_lsp.site.navigation.variables import read_variables
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import collect_site_marks
from docs_lsp.site.specifications.spec_paths import is_url
from docs_lsp.site.visibility import (
    EVERYBODY,
    Audience,
    SiteMarks,
    decide_visibility,
    is_chain_shown,
)
from mcp_preview.content.operation_keys import OperationKey, build_operation_key

if TYPE_CHECKING:
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview


class ExternalLink(NamedTuple):
    """An entry of the navigation that leads to another site."""

    title: str
    url: str
    audience: Audience = EVERYBODY


@dataclass(frozen=True, eq=False)
class NavigationFacts:
    """The navigation of a site, with what it determines about pages."""

    overview: Overview
    scopes: Mapping[Placed, Ancestors]
    marks: SiteMarks
    endpoints: EndpointPages
    variables: Mapping[str, str]

    @classmethod
    def from_overview(cls, overview: Overview) -> NavigationFacts:
        """Compute the facts from docs.json."""
        known = find_published_ancestors(overview.navigation)
        marks = collect_site_marks(overview)
        named = read_variables(overview.objects).by_name
        variables = _stringify_values({name: to_python(node.value) for name, node in named.items()})
        return cls(overview, known, marks, collect_endpoint_pages(overview, known), variables)

    @cached_property
    def is_restricted(self) -> bool:
        """Whether docs.json or a specification hides content from some readers."""
        overview = self.overview
        return has_non_public_element(overview) or has_restricted_operation(overview.facts)

    @property
    def is_complete(self) -> bool:
        """Whether all of the navigation is known."""
        return self.overview.cached(is_navigation_complete)

    @cached_property
    def default_elements(self) -> Collection[Placed]:
        """The elements of the default language and version, and those that are in none."""
        return select_default_elements(self.scopes)

    @cached_property
    def generated_by_operation(self) -> Mapping[OperationKey, str]:
        """The path of the first page generated of each operation."""
        return {
            build_operation_key(page.spec, page.operation): page.path
            for page in reversed(self.endpoints.pages)
        }

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in the order of docs.json; empty if there are not several."""
        return self._collect_names("language")

    @cached_property
    def versions(self) -> tuple[str, ...]:
        """The versions in the order of docs.json; empty if there are not several."""
        return self._collect_names("version")

    def _collect_names(self, kind: str) -> tuple[str, ...]:
        """Return the values of elements of a kind, in order; empty if there are not several."""
        elements = (placed.element for placed, scope in self.scopes.items() if scope.is_accepted)
        names = (element.get_text(kind) for element in elements if element.record.kind == kind)
        unique_names = tuple(dict.fromkeys(make_encodable(name) for name in names if name))
        return unique_names if len(unique_names) > 1 else ()

    @cached_property
    def links(self) -> tuple[ExternalLink, ...]:
        """The visible links to other sites in the default language and version, in their order."""
        links: dict[str, ExternalLink] = {}
        for placed, scope in self.scopes.items():
            url = placed.element.get_text("href") or ""
            if (
                scope.is_accepted
                and placed in self.default_elements
                and is_url(url)
                and is_chain_shown(scope.chain)
            ):
                title = make_encodable(get_title(placed.element) or url)
                audience = self.find_audience([placed])
                link = ExternalLink(title, make_encodable(url), audience)
                known = links.setdefault(link.url, link)
                if audience.public and not known.audience.public:
                    links[link.url] = link
        return tuple(links.values())

    def find_audience(self, around: Iterable[Placed]) -> Audience:
        """Return who may see content listed by these elements, as far as the navigation decides."""
        return decide_visibility(
            [self.scopes[placed].chain for placed in around], {}, self.marks
        ).audience

    @cached_property
    def instructions(self) -> str:
        """The instructions for AI clients on each page, `markdown.instructions`; empty if none."""
        markdown = get_docs_value(self.overview, "markdown")
        instructions = markdown.get("instructions") if isinstance(markdown, dict) else None
        lines = instructions if isinstance(instructions, list) else [instructions]
        return make_encodable("\n".join(line for line in lines if isinstance(line, str))).strip()

    @cached_property
    def ends_in_slashes(self) -> bool:
        """Whether addresses of pages end with a slash: `seo.trailingSlash`."""
        seo = get_docs_value(self.overview, "seo")
        return isinstance(seo, dict) and seo.get("trailingSlash") is True

    def find_accepted_listings(self, page: str) -> list[Listing]:
        """Return the entries of a page that the service accepts."""
        listings = self.overview.navigation.by_page.get(page, ())
        return [listing for listing in listings if is_listing_accepted(listing, self.scopes)]


def get_docs_value(overview: Overview, key: str) -> object:
    """Return the value of a top-level key of docs.json as a Python value, or None."""
    value = overview.objects[0].element.get_inlined(key) if overview.objects else None
    return None if value is None else to_python(value)


def build_breadcrumbs(placed: Placed) -> tuple[str, ...]:
    """Return the titles of the elements around a page, outermost first, without languages.

    Versions and other divisions are left out as well.
    """
    elements = [outer.element for outer in placed.list_outward() if outer.element.kind is not None]
    titles = (
        get_title(element) for element in reversed(elements) if element.record.kind not in SWITCHED
    )
    return tuple(make_encodable(title) for title in titles if title)


def find_language(around: Sequence[Placed]) -> str | None:
    """Return the language that these elements share; None if they have none or several."""
    languages = {placed.element.inner.language for placed in around}
    language = languages.pop() if len(languages) == 1 else None
    return make_encodable(language) if language else None


def find_versions(around: Sequence[Placed]) -> tuple[str, ...]:
    """Return the versions that list a page; empty if one of the listing elements is in no version.

    It is for all if one of the elements is in no version (docs_lsp/SERVICE.md, version-filter).
    """
    versions = [placed.element.inner.version for placed in around]
    if not all(versions):
        return ()
    return tuple(dict.fromkeys(make_encodable(version) for version in versions if version))


def find_boost(around: Sequence[Placed]) -> float:
    """Return the boost that the nearest element around the first entry sets; 1.0 by default."""
    for placed in around[0].list_outward() if around else ():
        value = placed.element.get("boost")
        boost = 0.0 if value is None else parse_boost(to_python(value))
        if boost:
            return boost
    return 1.0


def parse_boost(value: object) -> float:
    """Return a positive number; 0.0 for any other value."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and value > 0 else 0.0  # type: ignore[arg-type,operator]  # checked just now


def make_encodable(text: str) -> str:
    """Return a text with lone surrogates, which UTF-8 cannot encode, replaced by `?`.

    An escape in docs.json can be one.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def _stringify_values(values: Mapping[str, object]) -> dict[str, str]:
    """Return the values that are strings or whole numbers, as strings."""
    return {
        key: str(value)
        for key, value in values.items()
        if isinstance(value, str | int) and not isinstance(value, bool)
    }
