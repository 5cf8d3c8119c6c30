"""Other places than the link to look at if its heading ID does not exist.

The heading may have an invisible character or too deep a level, or the link may lead to another
language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_start
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import FileEdit, Fix
from docs_lsp.core.text import Span
from docs_lsp.rules.links.broken_links import BrokenLink, find_link_fault
from docs_lsp.site.mdx.anchors import find_invisible, remove_invisible
from docs_lsp.site.mdx.heading_ids import fragment_to_id

if TYPE_CHECKING:
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.overview import Overview

_PLAIN_ID = compile_lazily(r"[A-Za-z0-9_-]+")
_HEADING_LINE = compile_lazily(rb"#+[ \t][^\n]*[^#\s][ \t]*\r?(?:\n|\Z)")
"""A line that begins as a heading and does not end in `#`, after which an ID is no ID."""


def offer_visible_heading(dead: BrokenLink, subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the invisible characters of the heading that a link means."""
    sign = find_invisible(dead.lead.live)
    if not sign:
        return
    from docs_lsp.site.mdx.anchor_places import iter_heading_anchors  # Parses the page again.

    data = subject.read_file(dead.file)
    for anchor in iter_heading_anchors(data):
        if anchor.name == dead.lead.live:
            heading = data[slice(*anchor.span)].decode("utf-8", "replace")
            edit = FileEdit(dead.file, anchor.span, remove_invisible(heading))
            yield Fix(f"Remove U+{ord(sign):04X} from the heading", (edit,), preferred=True)


def offer_heading_id(dead: BrokenLink, subject: FixContext) -> Iterator[Fix]:
    """Offer to give an ID to a heading that has none because of its level.

    Only if it begins its line: the service reads no ID in a heading of a list or a quote.
    """
    if not dead.level or not _PLAIN_ID.fullmatch(dead.anchor):
        return
    from docs_lsp.site.mdx.anchor_places import index_deep_headings  # Parses the page again.

    data = subject.read_file(dead.file)
    heading = index_deep_headings(data).get(fragment_to_id(dead.anchor))
    line = find_line_start(data, heading.text.start) if heading else 0
    if heading and _HEADING_LINE.match(data, line):
        end = heading.text.end
        edit = FileEdit(dead.file, Span(end, end), f" {{#{dead.anchor}}}")
        yield Fix(f"Give the heading the ID {code(dead.anchor)}", (edit,), preferred=True)


def find_working_translation(link: str, file: str, overview: Overview) -> str | None:
    """Return a link to the page in the language of `file` if that has the heading, or None."""
    if not overview.navigation.has_languages:
        return None
    # Imported late: few sites have several languages.
    from docs_lsp.translations.language_links import find_target_in_language

    target = find_target_in_language(link, file, overview)
    return target if target and find_link_fault(target, file, overview) is None else None
