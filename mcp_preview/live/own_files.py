"""The files of a site that are served beside its pages: skills, specifications and lists."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from docs_lsp.files.files import Files
from docs_lsp.site.ignore import IGNORE_FILES
from mcp_preview.content.preview_site import PreviewSite
from mcp_preview.content.served_specs import ServedSpec
from mcp_preview.content.skills import ROOT_FILE, Skill, read_own_skills
from mcp_preview.content.viewer_content import RestrictedFile, SiteContent, determine_access
from mcp_preview.filesystem.virtual_files import (
    read_asyncapi_files,
    read_existing_files,
    read_openapi_files,
)
from mcp_preview.live.server_state import OVERRIDABLE, is_own_list


@dataclass(frozen=True, slots=True)
class OwnFiles:
    """The skills, specifications and lists for AI clients (`llms.txt`) of a site at one moment."""

    skills: tuple[Skill, ...] = ()
    openapi: Mapping[str, ServedSpec] = field(default_factory=dict)
    asyncapi: Mapping[str, RestrictedFile] = field(default_factory=dict)
    lists: Mapping[str, bytes] = field(default_factory=dict)
    """The site's own lists for AI clients, by site path."""

    @classmethod
    def from_site(cls, site: PreviewSite, files: Files) -> OwnFiles:
        """Read the skills, specifications and own lists of a site."""
        return replace(
            _add_specs(cls(read_site_skills(site, files)), site, files),
            lists=_read_lists(site, files),
        )

    def apply_file_changes(
        self, before: PreviewSite, site: PreviewSite, files: Files, touched: Collection[str]
    ) -> OwnFiles:
        """Return the files of the site after some files were changed, added or removed."""
        now = self
        # A skill without a name has that of its site.
        if site.name != before.name or any(map(_may_change_skills, touched)):
            now = replace(now, skills=read_site_skills(site, files))
        if site.overview.facts is not before.overview.facts:
            # A specification has changed, or docs.json names others.
            now = _add_specs(now, site, files)
        if any(is_own_list(file) or file in IGNORE_FILES for file in touched):
            now = replace(now, lists=_read_lists(site, files, {*touched, *self.lists}))
        return now

    def build_content(self, site: PreviewSite) -> SiteContent:
        """Return the content of a site with these files."""
        access = determine_access(site, self.skills)
        return SiteContent(site, access, self.skills, self.openapi, self.asyncapi, self.lists)


def read_site_skills(site: PreviewSite, files: Files) -> tuple[Skill, ...]:
    """Return the site's own skills."""
    return read_own_skills(files, site.overview.facts.files, site.name)


def _may_change_skills(file: str) -> bool:
    """Return whether a touched file, given by its site path, may change the skills."""
    # A skill can be a link to a file elsewhere.
    return file.lower().endswith(ROOT_FILE) or file in IGNORE_FILES


def _add_specs(own: OwnFiles, site: PreviewSite, files: Files) -> OwnFiles:
    """Read the specifications of a site; return the files with these."""
    facts = site.overview.facts
    openapi = {
        path: ServedSpec(facts.specs[path], data)
        for path, data in read_openapi_files(facts, files).items()
    }
    return replace(own, openapi=openapi, asyncapi=read_asyncapi_files(site.navigation_facts, files))


def _read_lists(site: PreviewSite, files: Files, touched: Collection[str] = ()) -> dict[str, bytes]:
    """Return the site's own lists by site path; `touched` may contain new ones."""
    facts = site.overview.facts
    # The site need not have noticed a new file that is not a page.
    paths = {*OVERRIDABLE, *filter(is_own_list, (*facts.files, *touched))}
    return read_existing_files(sorted(path for path in paths if path not in facts.ignore), files)
