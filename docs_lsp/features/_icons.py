"""Icon names to suggest: those that a site already uses, and those of its icon library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.near_text import SHORTEST, begins_nearly, measure_nearness
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
_MOST_BEGUN, _MOST_SIMILAR = 3, 2
"""The number of icons that begin with what was typed before similar ones in use, and of these."""
# By the number of 49 sites that use them; most other icons are on one or two of these.
_COMMON = (
    *("github", "code", "rocket", "plug", "discord", "book-open", "book", "globe", "newspaper"),
    *("server", "terminal", "bolt", "link", "chart-line", "robot", "wrench", "key", "gear"),
    *("slack", "shield-check", "database", "users", "house", "list", "wand-magic-sparkles"),
    *("magnifying-glass", "layer-group", "python", "clock", "square-terminal", "play"),
    *("book-open-cover", "building", "compass", "sparkles", "bell", "folder", "cloud", "user"),
    *("image", "map", "webhook", "brain", "file-lines", "life-ring", "js", "circle-check"),
    *("palette", "arrows-rotate", "shield-halved", "diagram-project", "books", "tags", "react"),
    *("puzzle-piece", "envelope", "plus", "sliders", "triangle-exclamation", "aws", "gauge-high"),
    *("shield", "lightbulb", "microchip", "brackets-curly"),
)
_RANKS = {name: rank for rank, name in enumerate(_COMMON)}


def count_site_icons(view: View, parts: Parts, page_to_skip: str = "") -> Mapping[str, int]:
    """Count the 60 icons that docs.json and frontmatter name most often, most frequent first.

    Image paths are left out, and the page in which an icon is being typed, since a half-typed name
    may have been saved there.
    """
    counts: Counter[str] = Counter()
    for part in parts.values():
        if isinstance(part, Document):
            counts.update(_iter_icon_names(part.tree.root))
    for file, content in (view.site.contents or {}).items():
        icon = content.fields.get(_KEY) if file != page_to_skip else None
        counts.update([icon] if isinstance(icon, str) else [])
    names = {name: count for name, count in counts.most_common() if name and _is_icon_name(name)}
    return dict([*names.items()][:_MOST])


def may_name_icons(view: View, parts: Parts) -> bool:
    """Return whether the site probably names an icon; a quick check that may be wrong."""
    texts = (part.text.data for part in parts.values() if isinstance(part, Document))
    if any(b'"icon"' in data for data in texts):
        return True
    return any(_KEY in content.fields for content in (view.site.contents or {}).values())


def count_page_icons(data: bytes, span_to_skip: Span) -> Mapping[str, int]:
    """Count the 60 icons that a page's components name most often, most frequent first.

    The icon at the byte range `span_to_skip` is not counted.
    """
    counts: Counter[str] = Counter()
    for match in _IN_PAGE.finditer(data, 0, MOST_READ):
        if match.span(match.lastindex or 0) != span_to_skip:
            counts[(match[1] or match[2]).decode("utf-8", "replace")] += 1
    return {name: count for name, count in counts.most_common(_MOST) if _is_icon_name(name)}


def rank_icons(library: str, typed: str, used: Iterable[str]) -> list[str]:
    """Return the icons in use and those of a library that fit the typed text, best first.

    Their name begins with it, or else a later word of the name does. If nothing is typed, these are
    the icons in use; if nothing fits, those that nearly do.
    """
    begun, used_ranks = typed.lower(), {name: rank for rank, name in enumerate(used)}
    if not begun:
        return list(used_ranks)

    def sort_key(name: str) -> tuple[int, int, int, str]:
        used_rank = used_ranks.get(name, len(used_ranks))
        return used_rank, _RANKS.get(name, len(_RANKS)), len(name), name

    names = dict.fromkeys((*used_ranks, *list_icon_names(library)))
    first = sorted((name for name in names if name.startswith(begun)), key=sort_key)
    later = sorted((name for name in names if f"-{begun}" in name), key=sort_key)
    nearness = _measure_nearness(used_ranks if first or later else names, begun)
    near = sorted(nearness, key=lambda name: (*nearness[name], *sort_key(name)))
    # A letter may be missing from the name of an icon in use, although what is typed begins others.
    similar = [name for name in (*later, *near) if name in used_ranks and len(begun) > 1]
    ranked = (*first[:_MOST_BEGUN], *similar[:_MOST_SIMILAR], *first, *later, *near[:_FEW])
    return list(dict.fromkeys(ranked))[:_MOST]


def _measure_nearness(names: Iterable[str], typed: str) -> dict[str, tuple[int, bool]]:
    """Return the beginning of a sort key for each of the names that nearly contain a text."""
    if len(typed) < SHORTEST:
        return {}
    ranks = ((name, measure_nearness(name, typed)) for name in names)
    return {
        name: (rank, not begins_nearly(name, typed)) for name, rank in ranks if rank is not None
    }


def _iter_icon_names(root: Node | None) -> Iterator[str]:
    """Yield the name of each icon under a key `icon`, anywhere below a node."""
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
    """Return whether a value is a name, not a path, a URL or the placeholder at the cursor."""
    return text != STAND_IN and not {"/", ":", "."} & set(text)
