"""What the service keeps of a docs.json, played after its own reading (SERVICE.md, one-pattern).

The service reads plain JSON, puts in what `$ref`s name, and takes each element of the navigation
for the first of several shapes that fits: a link, or an element with one kind of content. What does
not fit as a whole is passed over, and where nothing fits, the element is kept without content. An
element that fits in no way makes the list around it misfit; at the root, the service refuses the
file. This knows nothing of what the rules say, so that their fixes can be held against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.jsontree.tree_edit import TreeEdit
from docs_lsp.schema.kinds import CHILD_KEYS, CONTAINERS, KINDS, ROOT, Kind
from docs_lsp.schema.model import DOCS, element
from docs_lsp.schema.model_parts import LINK
from docs_lsp.site.navigation.accepted_shapes import AcceptedShapes
from docs_lsp.site.navigation.plain_docs import Rejected, read_root
from docs_lsp.site.navigation.refs import Parts

_DROPPED_IN_GROUPS = frozenset(("openapi", "asyncapi"))
_AT_LEAST_ONE = frozenset(("tabs", "anchors", "groups", "languages", "versions"))


class AcceptedElement(NamedTuple):
    """An element of the navigation as the service has it."""

    kind: Kind
    node: Object
    """All of its keys, read or not."""
    content: str | None = None
    """The key that the service keeps; `href` of a link, None of an element that holds nothing."""
    entries: tuple[str, ...] = ()
    """The strings in `pages`."""
    children: tuple[AcceptedElement, ...] = ()

    def value(self, key: str) -> Node | None:
        """The value of a key that the service reads of every such element."""
        known = element(self.kind.name).properties.get(key)
        value = self.node.get(key)
        if known is None or value is None or not AcceptedShapes().fits(known.type, value):
            return None
        return value


class AcceptedDocs(NamedTuple):
    """A docs.json as the service has it."""

    root: Object
    navigation: AcceptedElement
    seen: _Seen
    is_plain: bool
    """Whether the root is that of the file itself, which has no `$ref`."""

    def redirects(self) -> tuple[tuple[str, str], ...]:
        """From where to where, in order."""
        return tuple(pair for pair in map(parse_redirect_pair, self.redirect_items) if pair)

    @property
    def redirect_items(self) -> Sequence[Node]:
        """The items of `redirects`."""
        value = self.root.get("redirects")
        return value.items if isinstance(value, Array) else ()


def parse_redirect_pair(item: Node) -> tuple[str, str] | None:
    """From where to where an item of `redirects` leads; None for what is no redirect."""
    if not isinstance(item, Object):
        return None
    source, destination = item.get("source"), item.get("destination")
    if not isinstance(source, String) or not isinstance(destination, String):
        return None
    return source.value, destination.value


def read_accepted_docs(name: str, parts: Parts) -> AcceptedDocs | None:
    """What the service keeps of a docs.json; None for one that it refuses."""
    try:
        root, is_plain = read_root(name, parts)
        return _accept_docs(root, _Seen(), is_plain)
    except (Rejected, RecursionError):
        return None


def read_accepted_navigation(name: str, parts: Parts) -> AcceptedDocs | None:
    """What the service would keep of a docs.json if all beside its navigation were right; None
    where that is not either."""
    try:
        root, is_plain = read_root(name, parts)
        return _read_navigation(root, _Seen(), is_plain) if isinstance(root, Object) else None
    except (Rejected, RecursionError):
        return None


def accept_edit(before: AcceptedDocs, edit: TreeEdit) -> AcceptedDocs | None:
    """What the service keeps of a docs.json after an edit after which it is still plain; None if it
    refuses that. Only what the edit may have changed is looked at."""
    try:
        return _accept_docs(edit.root, _Seen(before, edit), True)
    except (Rejected, RecursionError):
        return None


def _accept_docs(root: Node, seen: _Seen, is_plain: bool) -> AcceptedDocs:
    if not isinstance(root, Object):
        raise Rejected
    for key, known in DOCS.properties.items():
        value = root.get(key)
        if value is None and known.required:
            raise Rejected
        if value is None or key == "navigation" or seen.is_as_before(key, value):
            continue
        if not seen.shapes.fits(known.type, value):
            raise Rejected
    return _read_navigation(root, seen, is_plain)


def _read_navigation(root: Object, seen: _Seen, is_plain: bool) -> AcceptedDocs:
    navigation = root.get("navigation")
    root_element = (
        _accept_element(navigation, ROOT, seen) if isinstance(navigation, Object) else None
    )
    if root_element is None or root_element.content is None:
        raise Rejected
    return AcceptedDocs(root, root_element, seen, is_plain)


_Content: TypeAlias = "tuple[tuple[str, ...], tuple[AcceptedElement, ...]]"


class _Seen:
    """What has been looked at, by the identity of the node and the kind or key that it is for.

    The nodes of those before an edit are kept by what was kept then, so none is another one now.
    """

    def __init__(self, before: AcceptedDocs | None = None, edit: TreeEdit | None = None) -> None:
        seen = before.seen if before else None
        self.shapes: AcceptedShapes = AcceptedShapes(seen.shapes if seen else None, edit)
        self.elements: dict[tuple[int, str], AcceptedElement | None] = {}
        self.contents: dict[tuple[int, str], _Content | None] = {}
        self.elements_before: Mapping[tuple[int, str], AcceptedElement | None] = (
            seen.elements if seen else {}
        )
        self.contents_before: Mapping[tuple[int, str], _Content | None] = (
            seen.contents if seen else {}
        )
        self.around = edit.around if edit else {}
        self._root_before = before.root if before else None

    def is_as_before(self, key: str, value: Node) -> bool:
        """Whether a value of docs.json itself is the very one that has been looked at."""
        return self._root_before is not None and self._root_before.get(key) is value


def _accept_element(node: Object, kind: Kind, seen: _Seen) -> AcceptedElement | None:
    """An element as the service keeps it; None for one that fits in no way."""
    key = (id(node), kind.name)
    if key not in seen.elements_before:
        seen.elements[key] = accepted = _match_shapes(node, kind, seen)
        return accepted
    return seen.elements_before[key]


def _match_shapes(node: Object, kind: Kind, seen: _Seen) -> AcceptedElement | None:
    if "sourceRef" in node.by_key:
        return AcceptedElement(kind, node)
    if not _is_sound(node, kind, seen):
        return None
    for key in kind.order:
        value = node.get(key)
        if key == "href" and isinstance(value, String) and LINK.accepts(value.value):
            return AcceptedElement(kind, node, key)
        if key != "href" and isinstance(value, Array):
            content = _accept_children(value, key, seen)
            if content is not None:
                return AcceptedElement(kind, node, key, *content)
    # A group has no shape without pages but the one that lacks the key.
    is_lost = kind.name == "group" and "pages" in node.by_key
    return None if is_lost else AcceptedElement(kind, node)


def _accept_children(value: Array, key: str, seen: _Seen) -> _Content | None:
    """What stands in a list of children; None where one of them fits in no way."""
    place = (id(value), key)
    if place not in seen.contents_before:
        seen.contents[place] = content = _match_children(value, key, seen)
        return content
    return seen.contents_before[place]


def _match_children(value: Array, key: str, seen: _Seen) -> _Content | None:
    if not value.items and (key in _AT_LEAST_ONE):
        return None
    pair = seen.around.get(id(value))
    known = seen.contents_before.get((id(pair.before), key)) if pair else None
    if pair is None or known is None:
        return _accept_items(value.items, key, seen)
    fresh = _accept_items(value.items[pair.start : pair.stop], key, seen)
    if fresh is None:
        return None
    before: list[Node] = pair.before.items
    first = _count_entries(before[: pair.start], known)
    last = first + _count_entries(before[pair.start : pair.stop_before], known)
    entries, children = known
    return (
        entries[:first] + fresh[0] + entries[last:],
        children[: pair.start - first] + fresh[1] + children[pair.stop_before - last :],
    )


def _count_entries(items: list[Node], known: _Content) -> int:
    """How many items of a list are entries, and not elements; most lists hold one or the other."""
    entries, children = known
    if not (entries and children):
        return len(items) if entries else 0
    return [*map(type, items)].count(String)


def _accept_items(items: Iterable[Node], key: str, seen: _Seen) -> _Content | None:
    entries: list[str] = []
    children: list[AcceptedElement] = []
    kind = KINDS[CONTAINERS[key]] if key in CONTAINERS else KINDS["group"]
    for item in items:
        if isinstance(item, String) and key == "pages" and item.value:
            entries.append(item.value)
            continue
        child = _accept_element(item, kind, seen) if isinstance(item, Object) else None
        if child is None:
            return None
        children.append(child)
    return tuple(entries), tuple(children)


def _is_sound(node: Object, kind: Kind, seen: _Seen) -> bool:
    """Whether what an element has besides its content is right."""
    node_type = element(kind.name)
    if any(key not in node.by_key for key in node_type.required):
        return False
    for key, known in node_type.properties.items():
        value = node.get(key)
        if value is None or key in CHILD_KEYS or key == "href":
            continue
        if kind.name == "group" and key in _DROPPED_IN_GROUPS:
            continue
        if not seen.shapes.fits(known.type, value):
            return False
    return True
