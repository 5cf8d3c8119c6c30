"""Fixes for an entry of `pages`, or the `root` of a group: rewrite or remove it."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix
from docs_lsp.jsontree.edits import quote_json, remove_children
from docs_lsp.jsontree.nodes import Array, Object, String
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.site.pages import entry_to_page_path


def get_entry_text(subject: FixContext) -> str | None:
    """Return the entry that the problem is about, as the service reads it; else None."""
    step = subject.step
    value = step.value if step else None
    return value.value if isinstance(value, String) else None


def get_entry_page(subject: FixContext) -> str:
    """Return the page path of the entry that the problem is about; empty if there is none."""
    return entry_to_page_path(get_entry_text(subject) or "")


def offer_rewritten_entry(
    subject: FixContext, new: str | None, *, safe: bool = False, preferred: bool = False
) -> Iterator[Fix]:
    """Offer another text for the entry; nothing if `new` is empty."""
    if new and get_entry_text(subject) is not None:
        text, title = quote_json(new)[1:-1], f"Write {code(new)}"
        yield subject.build_fix(text, title, safe=safe, preferred=preferred)


def offer_entry_removal(subject: FixContext, *, preferred: bool = False) -> Iterator[Fix]:
    """Offer to remove the entry from its array, or the `root` from its group."""
    step, text = subject.step, get_entry_text(subject)
    if step is None or text is None:
        return
    what = code(text)
    if isinstance(step.node, Object):
        what = code(step.key)
    elif not isinstance(step.node, Array):
        return
    edits = remove_children(subject.data, step.node, step.at, [step.index])
    yield from subject.offer_edits(f"Remove {what}", edits, preferred=preferred)
