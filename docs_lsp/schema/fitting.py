"""Whether a value would be right in some place: asked before it is proposed."""

from __future__ import annotations

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Node, Object
from docs_lsp.schema.shape import check_array, check_object
from docs_lsp.schema.shape_values import check_value
from docs_lsp.schema.types import Type
from docs_lsp.schema.value_types import resolve, typed_children

_HARMLESS = frozenset(("undocumented-key",))


def fits(wanted: Type, json_value: str) -> bool:
    """Whether nothing is wrong with the shape of a JSON text, nor with that of anything in it."""
    document = Document.of(json_value)
    return next(document.faults(), None) is None and node_fits(wanted, document.tree.root)


def node_fits(wanted: Type, node: Node) -> bool:
    """The same for a value that has been read."""
    if any(finding.rule not in _HARMLESS for finding in check_value("", wanted, node, 0)):
        return False
    judged = resolve(wanted, node)
    return judged is None or not isinstance(node, Container) or _is_whole(node, judged)


def _is_whole(node: Container, judged: Type) -> bool:
    found = check_object(node, judged) if isinstance(node, Object) else ()
    if isinstance(node, Array):
        found = check_array(node, judged)
    if any(finding.rule not in _HARMLESS for finding in found):
        return False
    return all(_is_whole(child, type_) for _, child, type_ in typed_children(node, judged))
