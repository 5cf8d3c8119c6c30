"""Folders that a site does not have and that its links count on all the same: it is published below
them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from docs_lsp.site.pages import url_of
from docs_lsp.site.routes.link_paths import link_path_of
from docs_lsp.site.routes.links import answers_of

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_SEVERAL = 3


def links_count_on(folder: str, overview: Overview) -> bool:
    """Whether at least as many pages of a site are linked below a folder that it does not have as
    are linked without it."""
    linked = overview.once(_linked)
    return linked.get(folder, 0) >= max(_SEVERAL, linked.get("", 0))


def _linked(overview: Overview) -> Mapping[str, int]:
    """How many pages are linked below each first folder that the site does not have; those that
    are linked as they are count for the empty name."""
    answers = answers_of(overview)
    found: dict[str, set[str]] = defaultdict(set)
    # Pages repeat their links.
    links = {link for content in (overview.contents or {}).values() for link in content.targets}
    for link in links:
        target = link_path_of(link) if link.startswith("/") else None
        answer = answers.at(target.path) if target else None
        if target and answer and answer.here:
            found[target.path.split("/")[1]].add(answer.here)
        elif answer and answer.page:
            found[""].add(url_of(answer.page.page))
    return {folder: len(pages) for folder, pages in found.items()}
