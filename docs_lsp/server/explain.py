"""Shows what a rule is about: as a document where the editor can open one, else in short."""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from pathlib import Path

from lsprotocol.types import MessageType

from docs_lsp import __version__
from docs_lsp.rules._rule import Rule
from docs_lsp.server.ask import Asker
from docs_lsp.server.cache import cache_folder
from docs_lsp.uris import path_to_uri

logger = logging.getLogger(__name__)


async def explain(rule: Rule, asker: Asker, *, shows_documents: bool) -> None:
    """Show the explanation of a rule."""
    if shows_documents:
        path = await asyncio.to_thread(written, rule)
        if path is not None and await asker.show_document(path_to_uri(str(path))):
            return
    from docs_lsp.features.rule_hover import plain_card  # Nobody may ever ask for it.

    asker.show_message(MessageType.Info, plain_card(rule))


def written(rule: Rule) -> Path | None:
    """The file that holds the explanation of a rule; None where none can be written."""
    from docs_lsp.rules._explain import markdown  # Nobody may ever ask for it.

    for home in (cache_folder, _passing_folder):
        try:
            folder = home() / "docs-lsp" / __version__
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{rule.name}.md"
            path.write_text(markdown(rule), encoding="utf-8", newline="\n")
        except (OSError, RuntimeError) as error:
            logger.info("The explanation of `%s` cannot be written there: %s", rule.name, error)
        else:
            return path
    return None


@cache
def _passing_folder() -> Path:
    """A folder that nobody else can have put anything into."""
    from tempfile import mkdtemp  # Nearly every user has a folder of their own.

    return Path(mkdtemp(prefix="docs-lsp-"))
