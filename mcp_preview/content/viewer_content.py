"""The content of a site for its viewers, without everything that is not for them.

This is the only place that filters. Search and filesystem ask it who may see what, and everything
that is served comes from here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from docs_lsp.site.access_mode import AccessMode, SiteAccess, resolve_site_access
from docs_lsp.site.visibility import EVERYBODY, LOGGED_IN, Audience, Viewer
from mcp_preview.content.navigation_facts import ExternalLink
from mcp_preview.content.operation_keys import OperationKey
from mcp_preview.content.pages import IndexedPage, SitePages
from mcp_preview.content.preview_site import PreviewSite
from mcp_preview.content.served_specs import (
    OperationAudience,
    ServedSpec,
    compute_operation_audiences,
)
from mcp_preview.content.skills import Skill, list_skills

Admitted: TypeAlias = frozenset[Audience]
"""The audiences that admit a viewer; viewers with the same audiences see the same."""


class RestrictedFile(NamedTuple):
    """A file of the site that only some viewers may see."""

    data: bytes
    audience: Audience


@dataclass(frozen=True, slots=True)
class LlmsSources:
    """The sources of `llms.txt` and the other texts for AI clients."""

    pages: tuple[IndexedPage, ...] = ()  # those that can be read; some are on no list
    instructions: str = ""  # `markdown.instructions` of docs.json
    links: tuple[ExternalLink, ...] = ()  # where the navigation leads out of the site
    openapi: Mapping[str, bytes] = field(default_factory=dict)
    asyncapi: Mapping[str, bytes] = field(default_factory=dict)
    written: Mapping[str, bytes] = field(default_factory=dict)
    """The site's own files of these names, by site path."""


NO_SOURCES = LlmsSources()
"""The sources of a site without pages."""


@dataclass(frozen=True, eq=False)
class ViewerContent:
    """The content for one kind of viewers."""

    pages: SitePages
    skills: tuple[Skill, ...]
    versions: tuple[str, ...]
    languages: tuple[str, ...]
    llms_sources: LlmsSources


@dataclass(frozen=True, eq=False)
class SiteContent:
    """All the content of a site at one moment, with the data that decides who may see it."""

    site: PreviewSite
    access: SiteAccess
    own_skills: Sequence[Skill] = ()
    specs: Mapping[str, ServedSpec] = field(default_factory=dict)
    asyncapi: Mapping[str, RestrictedFile] = field(default_factory=dict)
    written: Mapping[str, bytes] = field(default_factory=dict)
    _made: dict[Admitted, ViewerContent] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def audiences(self) -> Admitted:
        """The audiences of everything on the site."""
        # Nearly all pages share one object, and comparing them takes ten times as long.
        pages = self.site.verdicts.by_page.values()
        audiences = {*{id(page.audience): page.audience for page in pages}.values()}
        audiences.update(skill.audience for skill in self._skills)
        audiences.update(link.audience for link in self.site.navigation_facts.links)
        audiences.update(restricted_file.audience for restricted_file in self.asyncapi.values())
        for operation in self._operations.values():
            audiences.update(operation.own)
        return frozenset((*audiences, self._list_audience))

    def find_admitting_audiences(self, viewer: Viewer | None) -> Admitted:
        """Return the audiences that admit a viewer; all of them for the owner, who is None."""
        if viewer is None:
            return self.audiences
        return frozenset(audience for audience in self.audiences if audience.admits(viewer))

    def build_owner_content(self) -> ViewerContent:
        """Return the content for the owner: all that agents get, with all operations."""
        site = self.site
        pages = site.pages.indexed.values()
        versions, languages = self._select_filters(pages)
        return ViewerContent(
            pages=site.pages,
            skills=list_skills(self.own_skills, site.name, site.description, pages),
            versions=versions,
            languages=languages,
            llms_sources=LlmsSources(
                pages=site.readable,
                instructions=site.navigation_facts.instructions,
                links=site.navigation_facts.links,
                openapi=self._render_specs({}),
                asyncapi={path: file.data for path, file in self.asyncapi.items()},
                written=self.written,
            ),
        )

    def get_viewer_content(self, admitted: Admitted) -> ViewerContent:
        """Return the content for viewers whom these audiences admit; cached."""
        made = self._made.get(admitted)
        if made is None:
            made = self._made[admitted] = self._build_viewer_content(admitted)
        return made

    def _build_viewer_content(self, admitted: Admitted) -> ViewerContent:
        """Return the content that is admitted; on a public site all pages are."""
        site, is_open = self.site, self.access.mode is AccessMode.PUBLIC
        pages = site.pages if is_open else _filter_pages(site.pages, admitted)
        own = tuple(skill for skill in self._skills if skill.audience in admitted)
        # The default skill is only for a site without its own.
        indexed = pages.indexed.values()
        versions, languages = self._select_filters(indexed)
        made = () if self.own_skills else list_skills((), site.name, site.description, indexed)
        return ViewerContent(
            pages=pages,
            skills=own or (made if self._list_audience in admitted else ()),
            versions=versions,
            languages=languages,
            llms_sources=self._select_llms_sources(admitted),
        )

    def _select_llms_sources(self, admitted: Admitted) -> LlmsSources:
        """Return the sources of texts for AI clients, without those that are not admitted."""
        facts, readable = self.site.navigation_facts, self.site.readable
        if admitted != self.audiences:
            readable = tuple(page for page in readable if page.audience in admitted)
        has_lists = self._list_audience in admitted
        return LlmsSources(
            pages=readable,
            instructions=facts.instructions if has_lists else "",
            links=tuple(link for link in facts.links if link.audience in admitted),
            openapi=self._render_specs(self._find_left_out_operations(admitted)),
            asyncapi={
                path: file.data for path, file in self.asyncapi.items() if file.audience in admitted
            },
            written=self.written if has_lists else {},
        )

    def _select_filters(
        self, pages: Collection[IndexedPage]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the versions and languages that a search can choose from; empty if only one."""
        site, is_public = self.site, self.access.mode is AccessMode.PUBLIC
        if is_public and not site.pages.indexed:
            # The pages are still being read, and clients ask for the tools only once.
            return site.versions, site.languages
        return (
            _select_known_names(site.versions, {name for page in pages for name in page.versions}),
            _select_known_names(site.languages, {page.language for page in pages}),
        )

    @property
    def _list_audience(self) -> Audience:
        """The audience of content that is neither a page nor restricted itself."""
        return LOGGED_IN if self.access.mode is AccessMode.FULL else EVERYBODY

    @cached_property
    def _skills(self) -> tuple[Skill, ...]:
        """The site's own skills, with their audiences under the mode of access."""
        match self.access.mode:
            case AccessMode.PUBLIC:
                return tuple(replace(skill, audience=EVERYBODY) for skill in self.own_skills)
            case AccessMode.PARTIAL:
                return tuple(self.own_skills)
            case AccessMode.FULL:
                return tuple(
                    replace(skill, audience=LOGGED_IN) if skill.audience.public else skill
                    for skill in self.own_skills
                )

    @cached_property
    def _operations(self) -> Mapping[OperationKey, OperationAudience]:
        """The audience of each operation of the specifications."""
        return compute_operation_audiences(self.site) if self.specs else {}

    def _find_left_out_operations(self, admitted: Admitted) -> dict[str, set[tuple[str, str]]]:
        """Return the operations that are not admitted, by the file of their specification."""
        left_out: dict[str, set[tuple[str, str]]] = {}
        for (file, method, path), audience in self._operations.items():
            if not audience.admits(admitted):
                left_out.setdefault(file, set()).add((method, path))
        return left_out

    def _render_specs(
        self, left_out: Mapping[str, Collection[tuple[str, str]]]
    ) -> dict[str, bytes]:
        """Return each specification without some operations, unless nothing of it remains."""
        rendered = {
            file: spec.render_without(frozenset(left_out.get(file, ())))
            for file, spec in self.specs.items()
        }
        return {file: data for file, data in rendered.items() if data is not None}


def _filter_pages(pages: SitePages, admitted: Admitted) -> SitePages:
    """Return the pages, indexed or excluded, whose audience is admitted."""
    return SitePages(
        {path: page for path, page in pages.indexed.items() if page.audience in admitted},
        tuple(page for page in pages.left_out if page.audience in admitted),
        tuple(page for page in pages.others if page.audience in admitted),
    )


def _select_known_names(names: Sequence[str], known: set[str | None] | set[str]) -> tuple[str, ...]:
    """Return the names that indexed pages have; empty if there are not several.

    A filter by another name finds nothing.
    """
    selected = tuple(name for name in names if name in known)
    return selected if len(selected) > 1 else ()


def determine_access(site: PreviewSite, own_skills: Iterable[Skill]) -> SiteAccess:
    """Return how a site is open to readers: as set, or as its pages and own skills suggest."""
    is_restricted = site.is_restricted or not all(skill.audience.public for skill in own_skills)
    return resolve_site_access(site.overview.settings.preview, is_restricted=is_restricted)
