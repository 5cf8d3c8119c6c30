"""Explanations of rules: a document if the editor can open one, else a message.

Diagnostics link to that document, so it is written as soon as its rule has found something.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import cache, partial
from pathlib import Path

from lsprotocol.types import MessageType

from docs_lsp import __version__
from docs_lsp.cache.folder import find_user_cache_folder, write_atomically
from docs_lsp.core.uris import path_to_uri
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import Rule
from docs_lsp.server.client_requests import ClientRequests
from docs_lsp.server.threads import JobRunner

logger = logging.getLogger(__name__)


class Explanations:
    """Links to the explanations of rules; each is written when its rule is first named."""

    def __init__(self, background: JobRunner) -> None:
        """Write files in the background, inside a running event loop."""
        self._background = background
        self._loop = asyncio.get_running_loop()
        self._links: dict[str, str | None] = {}

    def link_to_rule(self, name: str) -> str | None:
        """Return the URI of the file that explains a rule, written if need be, or None. Any thread.

        It does not wait for the disk: the file may be written a moment later.
        """
        if name not in self._links:
            rule = all_rules().get(name)
            self._links[name] = _predict_explanation_uri(rule) if rule else None
            if rule is not None:
                with contextlib.suppress(RuntimeError):  # The server may have stopped.
                    self._loop.call_soon_threadsafe(self._start_writing, rule)
        return self._links[name]

    def _start_writing(self, rule: Rule) -> None:
        take = partial(self._record_written_path, rule)
        self._background.run(
            ("explain", rule.name), lambda _cancelled: write_explanation(rule), take
        )

    def _record_written_path(self, rule: Rule, path: Path | None) -> None:
        self._links[rule.name] = path_to_uri(str(path)) if path else None


def _predict_explanation_uri(rule: Rule) -> str | None:
    """Return the URI at which a rule's explanation will be written; None without a home folder."""
    try:
        return path_to_uri(str(_build_explanation_path(find_user_cache_folder(), rule)))
    except RuntimeError:
        return None


def _build_explanation_path(home: Path, rule: Rule) -> Path:
    return home / "docs-lsp" / "explanations" / __version__ / f"{rule.name}.md"


async def show_explanation(rule: Rule, requests: ClientRequests, *, shows_documents: bool) -> None:
    """Open the explanation of a rule, written to a file, or else show it as a message."""
    if shows_documents:
        path = await asyncio.to_thread(write_explanation, rule)
        if path is not None and await requests.show_document(path_to_uri(str(path))):
            return
    from docs_lsp.features.settings_file import render_plain_rule_card  # It may never be needed.

    requests.show_message(MessageType.Info, render_plain_rule_card(rule))


def write_explanation(rule: Rule) -> Path | None:
    """Write a rule's explanation to a cache or temporary folder; return its file, or None."""
    from docs_lsp.rules.framework.explanation import (  # It may never be needed.
        MANUAL,
        SERVICE_PAGE,
        render_markdown,
    )

    text = render_markdown(rule, SERVICE_PAGE.as_uri())
    text += f"\n[All rules]({(MANUAL / 'reference/all-rules.md').as_uri()})\n"
    for home in (find_user_cache_folder, _make_temporary_folder):
        try:
            path = _build_explanation_path(home(), rule)
            write_atomically(path, text)
        except (OSError, RuntimeError) as error:
            logger.info("The explanation of `%s` cannot be written there: %s", rule.name, error)
        else:
            return path
    return None


@cache
def _make_temporary_folder() -> Path:
    """Create a folder that no other user can write to, and return it; once for each process."""
    from tempfile import mkdtemp  # Nearly every user has a folder of their own.

    return Path(mkdtemp(prefix="docs-lsp-"))
