"""A whole site, for the questions that no single object can answer.

It is created when the whole site is checked, and its values when somebody asks for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from docs_lsp.site.site import Site

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts


@dataclass(frozen=True, eq=False)
class Overview(Site):
    """A site whose files are known."""

    facts: SiteFacts

    @classmethod
    def of(cls, site: Site) -> Overview | None:
        """The overview of a site; None where the disk was not read, or docs.json is not ours."""
        if site.facts is None or not site.is_ours:
            return None
        return cls(site.name, site.parts, site.settings, site.facts, site.contents)
