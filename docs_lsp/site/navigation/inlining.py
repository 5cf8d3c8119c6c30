"""Replace every `$ref` in a value of docs.json, as the service does.

Source: SERVICE.md, references.
"""

from __future__ import annotations

from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object
from docs_lsp.site.navigation.refs import Follow, has_ref


def inline_refs(node: Node, file: str, trail: tuple[str, ...], follow: Follow) -> Node:
    """Return a value with all `$ref`s replaced; the result has no valid positions.

    `file` contains the value, and `trail` lists the files whose `$ref`s led to it.
    """
    if not isinstance(node, Container) or not has_ref(node):
        return node
    if not isinstance(node, Object):
        items = [inline_refs(item, file, trail, follow) for item in node.items]
        return Array(items, node.starts, node.size, (), closed=True)
    followed = follow(node, file, trail)
    if followed.replacement is not None:
        target, _, value = followed.replacement
        return inline_refs(value, target, (*trail, file), follow)
    members: dict[str, Member] = {}
    for layer in followed.layers:
        for key, index in layer.node.by_key.items():
            if key not in members:
                member = layer.node.items[index]
                value = inline_refs(member.value, layer.file, trail, follow)
                members[key] = Member(member.key, value, member.value_start, member.size)
        trail = (*trail, layer.file)
    if len(followed.layers) > 1:
        members.pop("$ref", None)
    return Object([*members.values()], [0] * len(members), 0, (), closed=True)
