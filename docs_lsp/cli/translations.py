"""`docs-lsp translations`: which pages of which language are missing, copies, or outdated."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Collection
from contextlib import ExitStack
from pathlib import Path

from docs_lsp.cli.exit_codes import FOUND, SUCCESS
from docs_lsp.cli.output.translation_table import TranslationTable, write_translations
from docs_lsp.cli.sites import recover_site, require_complete_overview, require_site
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import read_settings, read_site
from docs_lsp.files.files import CachedFiles, DiskFiles, Files
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.revisions.repository import Repository
from docs_lsp.site.mdx.content import read_page
from docs_lsp.site.mdx.contents import ReadingOptions
from docs_lsp.site.overview import Overview
from docs_lsp.site.summaries.counterpart_pages import compare_site_languages
from docs_lsp.translations.stale_translations import SiteHistory
from docs_lsp.translations.translation_states import TranslationState, compute_translation_states


def run(arguments: Namespace) -> int:
    """Print the state of the translations, and return the exit code.

    With `--check` it is 1 if a translation is older than its original.
    """
    docs_json = require_site(arguments.site)
    recover_site(docs_json.parent)
    files = CachedFiles(DiskFiles(docs_json.parent, at_once=True))
    settings, _ = read_settings(files)
    site = read_site(docs_json.parent, files, settings, docs_json.name, ReadingOptions(read_page))
    overview = require_complete_overview(site)
    wanted = _select_languages(arguments.languages, overview)
    states, why = _load_states(docs_json.parent, files, overview)
    shown = tuple(state for state in states if state.pair.language in wanted)
    unknown = why if any(not translation_state.is_age_known for translation_state in shown) else ""
    # Git's own form of the path: paths in its commands do not go through symbolic links.
    table = TranslationTable(shown, unknown, Path(os.path.realpath(docs_json.parent)))
    write_translations(arguments.format, table, sys.stdout)
    if not arguments.check:
        return SUCCESS
    if unknown:
        raise UsageFault(f"it is not known whether all translations are up to date. {unknown}")
    return FOUND if any(translation_state.is_stale for translation_state in shown) else SUCCESS


def _select_languages(languages: Collection[str], overview: Overview) -> Collection[str]:
    """Return the requested languages of translations, or all. Raises `UsageFault` for another.

    The same if there are no translations.
    """
    lists = overview.cached(compare_site_languages)
    known = {edition.language for translations in lists for edition in translations.others}
    if not known:
        raise UsageFault(
            "the navigation lists fewer than two languages, so there is nothing to compare."
        )
    for language in languages:
        if language not in known:
            raise UsageFault(f"the navigation has no translations into `{language}`.")
    return languages or known


def _load_states(
    folder: Path, files: Files, overview: Overview
) -> tuple[tuple[TranslationState, ...], str]:
    """Return the states, and why the age of some may be unknown, or ""."""
    with ExitStack() as opened:
        try:
            repository = opened.enter_context(Repository(folder))
            history = repository.read_history(repository.require_head())
            states = compute_translation_states(
                overview, files, SiteHistory(history, repository.folder)
            )
        except RevisionFault as fault:
            return compute_translation_states(overview, files, None), str(fault)
        return states, history.why_incomplete
