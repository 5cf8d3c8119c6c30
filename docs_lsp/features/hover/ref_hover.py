"""Hover for a `$ref`: the file that it names, and the keys and pages in it."""

from __future__ import annotations

from docs_lsp.core.phrases import format_count
from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverContext, list_fact
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Object, String
from docs_lsp.site.navigation.docs_cursor import MemberAtCursor
from docs_lsp.site.navigation.element import count_entries
from docs_lsp.site.navigation.refs import resolve_ref_path

_MOST_KEYS = 12
_SOURCE_REF = "Content of another repository, inserted when the site is deployed."


def build_ref_card(context: HoverContext, pointed: MemberAtCursor) -> Card | None:
    """Return the card of a `$ref` or a `sourceRef`, or None for any other key."""
    prose = context.prose
    if pointed.key == "sourceRef":
        return Card(
            prose.render_bold(prose.render_code("sourceRef")),
            [prose.render_own_markdown(_SOURCE_REF)],
        )
    if pointed.key != "$ref" or not isinstance(pointed.value, String):
        return None
    heading = prose.render_bold(prose.render_code(pointed.text))
    target = resolve_ref_path(context.file, pointed.text)
    if target is None:
        text = "This path is outside the site, so the service does not follow it."
        return Card(heading, [text])
    part = context.site.parts.get(target)
    if not isinstance(part, Document):
        return Card(
            heading, [prose.render_own_markdown(part or "This file has not been read yet.")]
        )
    heading += f" contains {_describe_ref_value(part)}"
    facts = [
        *_build_keys_facts(context, part, pointed),
        *list_fact("File", prose.render_file_link(target)),
    ]
    pages = _count_page_entries(part, pointed)
    return Card(heading, (), [*list_fact("Page entries", str(pages) if pages else ""), *facts])


def _describe_ref_value(part: Document) -> str:
    match part.tree.root:
        case Object():
            return "an object"
        case Array() as items:
            return f"an array of {format_count(len(items.items), 'entry', 'entries')}"
        case String():
            return "a string"
    return "a value"


def _build_keys_facts(context: HoverContext, part: Document, pointed: MemberAtCursor) -> list[Fact]:
    """Return facts about the keys that a `$ref` inserts, and those overridden beside it."""
    root, own = part.tree.root, pointed.here.steps[-1].node
    if not isinstance(root, Object) or not isinstance(own, Object):
        return []
    brought = [key for key in root.by_key if key not in own.by_key]
    beside = [key for key in root.by_key if key in own.by_key and key != "$ref"]
    more = ", …" if len(brought) > _MOST_KEYS else ""
    keys = ", ".join(map(context.prose.render_code, brought[:_MOST_KEYS])) + more
    lost = ", ".join(map(context.prose.render_code, beside[:_MOST_KEYS]))
    return [*list_fact("Keys", keys), *list_fact("Overridden here", lost)]


def _count_page_entries(part: Document, pointed: MemberAtCursor) -> int:
    """Return the number of page entries in the file itself, without those of its own `$ref`s."""
    root = part.tree.root
    if not isinstance(root, Container):
        return 0
    return count_entries(root, in_pages=_find_key_around_ref(pointed) == "pages")


def _find_key_around_ref(pointed: MemberAtCursor) -> str:
    """Return the key whose value the object with the `$ref` is; may be empty."""
    steps = pointed.here.steps
    around = steps[-2] if len(steps) > 1 else None
    member = around.child if around else None
    return member.key.value if isinstance(member, Member) else ""
