"""Reads a site at another revision of its repository, to compare it with the current one."""

from __future__ import annotations

from pathlib import Path

from docs_lsp.comparison.site_comparison import can_compare_site
from docs_lsp.evaluation.check import read_settings, read_site
from docs_lsp.files.files import Files
from docs_lsp.site.mdx.contents import Contents, ReadingOptions
from docs_lsp.site.overview import Overview
from docs_lsp.site.site import EarlierSite


class NoEarlierSite(Exception):
    """The earlier addresses of a site are unknown; `str` gives the reason as a sentence."""


def read_earlier_site(
    docs_json: Path, files: Files, revision: str, known: Contents | None = None
) -> EarlierSite:
    """Read the site of a docs.json from the files of a revision. Raises `NoEarlierSite`.

    `revision` is its name for messages. Pages that are `known` in the same version are not read.
    Raises the exceptions of reading the files as well.
    """
    name = docs_json.name
    if not files.exists(name):
        raise NoEarlierSite(f"There was no `{name}` in this folder at {revision}.")
    settings, _ = read_settings(files)
    site = read_site(docs_json.parent, files, settings, name, ReadingOptions(known=known))
    overview = site.cached(Overview.from_site)
    if overview is None or not can_compare_site(overview):
        raise NoEarlierSite(
            f"The service rejects `{name}` at {revision}, so it is not known what readers have "
            "lost since then."
        )
    return EarlierSite(revision, site)
