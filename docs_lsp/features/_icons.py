"""The icons that a site uses already: which others a library has, nobody can know here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from docs_lsp.features._view import View
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Member, Node, Object, String
from docs_lsp.jsontree.slot import STAND_IN
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.nav.refs import Parts
from docs_lsp.text import Span

_KEY = "icon"
_IN_PAGE = re.compile(rb"[\s\"'}]icon=(?:\"([^\"\n]{1,60})\"|'([^'\n]{1,60})')")
_MOST = 60


def icons_used(view: View, parts: Parts) -> Mapping[str, int]:
    """How often docs.json, in these parts, and the frontmatter of pages name each icon, the usual
    ones first; at most 60, and no pictures."""
    found: Counter[str] = Counter()
    for part in parts.values():
        if isinstance(part, Document):
            found.update(_named_in(part.tree.root))
    for content in (view.site.contents or {}).values():
        icon = content.fields.get(_KEY)
        found.update([icon] if isinstance(icon, str) else [])
    names = {name: count for name, count in found.most_common() if name and _is_name(name)}
    return dict([*names.items()][:_MOST])


def icons_in(data: bytes, without: Span) -> Mapping[str, int]:
    """How often the components of a page name each icon, the usual ones first; but for the one
    that stands at a range of bytes."""
    found: Counter[str] = Counter()
    for match in _IN_PAGE.finditer(data, 0, MOST_READ):
        if match.span(match.lastindex or 0) != without:
            found[(match[1] or match[2]).decode("utf-8", "replace")] += 1
    return {name: count for name, count in found.most_common(_MOST) if _is_name(name)}


def _named_in(root: Node | None) -> Iterator[str]:
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


def _is_name(text: str) -> bool:
    return text != STAND_IN and not {"/", ":", "."} & set(text)
