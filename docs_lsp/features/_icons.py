"""Icon names to suggest: those that a site already uses, and those of its icon library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from heapq import nsmallest

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.near_text import find_near
from docs_lsp.core.text import Span
from docs_lsp.features._view import View
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.insertion_point import STAND_IN
from docs_lsp.jsontree.nodes import Array, Member, Node, Object, String
from docs_lsp.schema.icon_names import list_icon_names
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.navigation.refs import Parts

_KEY = "icon"
_IN_PAGE = compile_lazily(rb"[\s\"'}]icon=(?:\"([^\"\n]{1,60})\"|'([^'\n]{1,60})')")
_MOST = 60
_FEW = 10
"""The maximum number of icons that nearly fit what was typed, if none fits it."""


def count_site_icons(view: View, parts: Parts) -> Mapping[str, int]:
    """Count how often docs.json and the frontmatter of pages name each icon.

    At most 60 names, most frequent first, without image paths.
    """
    counts: Counter[str] = Counter()
    for part in parts.values():
        if isinstance(part, Document):
            counts.update(_iter_icon_names(part.tree.root))
    for content in (view.site.contents or {}).values():
        icon = content.fields.get(_KEY)
        counts.update([icon] if isinstance(icon, str) else [])
    names = {name: count for name, count in counts.most_common() if name and _is_icon_name(name)}
    return dict([*names.items()][:_MOST])


def may_name_icons(view: View, parts: Parts) -> bool:
    """Whether the site probably names an icon; a quick check that may be wrong."""
    texts = (part.text.data for part in parts.values() if isinstance(part, Document))
    if any(b'"icon"' in data for data in texts):
        return True
    return any(_KEY in content.fields for content in (view.site.contents or {}).values())


def count_page_icons(data: bytes, span_to_skip: Span) -> Mapping[str, int]:
    """Count how often the components of a page name each icon, most frequent first.

    The icon at the byte range `span_to_skip` is not counted.
    """
    counts: Counter[str] = Counter()
    for match in _IN_PAGE.finditer(data, 0, MOST_READ):
        if match.span(match.lastindex or 0) != span_to_skip:
            counts[(match[1] or match[2]).decode("utf-8", "replace")] += 1
    return {name: count for name, count in counts.most_common(_MOST) if _is_icon_name(name)}


def search_icons(library: str, typed: str) -> tuple[str, ...]:
    """Return at most 60 icons of a library that match the typed text, best first.

    Their name begins with it, or else a later word of the name does; if there are none, the name
    nearly holds it. The result is empty if nothing is typed.
    """
    begun = typed.lower()
    if not begun:
        return ()
    matches = [
        (not name.startswith(begun), len(name), name)
        for name in list_icon_names(library)
        if name.startswith(begun) or f"-{begun}" in name
    ]
    best = tuple(name for _, _, name in nsmallest(_MOST, matches))
    return best or tuple(find_near(list_icon_names(library), begun, _FEW))


def _iter_icon_names(root: Node | None) -> Iterator[str]:
    nodes = [root]
    while nodes:
        node = nodes.pop()
        if isinstance(node, Member):
            if node.key.value == _KEY:
                name = node.value.get("name") if isinstance(node.value, Object) else node.value
                if isinstance(name, String):
                    yield name.value
            nodes.append(node.value)
        elif isinstance(node, Array | Object):
            nodes += node.items


def _is_icon_name(text: str) -> bool:
    return text != STAND_IN and not {"/", ":", "."} & set(text)
