"""Whether the service takes a value of docs.json, with all that is in it.

It is remembered of each container, so that after an edit only those around it are looked at again,
and of their children only those that the edit may have changed.
"""

from __future__ import annotations

from collections.abc import Iterable

from docs_lsp.core.problem import Finding, Severity
from docs_lsp.jsontree.nodes import Array, Container, Node, Object, String
from docs_lsp.jsontree.tree_edit import ContainerBefore, TreeEdit
from docs_lsp.schema.shape import check_array, check_count, check_item, check_object
from docs_lsp.schema.shape_values import check_value
from docs_lsp.schema.types import Choice, ListOf, MapOf, Record, Type
from docs_lsp.schema.value_types import find_typed_children, find_typed_items, resolve

_MISFITS = frozenset(("wrong-type", "invalid-value", "missing-key"))


class AcceptedShapes:
    """The values of one docs.json that the service takes.

    Containers and types go by their identity: whoever keeps this keeps the tree as well.
    """

    def __init__(self, before: AcceptedShapes | None = None, edit: TreeEdit | None = None) -> None:
        """Begin with what is known of the docs.json `before` an edit."""
        self._known: dict[tuple[int, int], bool] = {}
        self._before = before._known if before else {}
        self._around = edit.around if edit else {}

    def fits(self, wanted: Type, value: Node) -> bool:
        """Whether the service takes a value, with all that is in it."""
        if not isinstance(value, Container):
            return self._is_taken(wanted, value)
        key = (id(value), id(wanted))
        if key in self._before:
            return self._before[key]
        if key not in self._known:
            self._known[key] = self._is_taken(wanted, value)
        return self._known[key]

    def _is_taken(self, wanted: Type, value: Node) -> bool:
        if _has_misfit(check_value("", wanted, value, 0)):
            return False
        node_type = resolve(wanted, value)
        if isinstance(node_type, Choice) and isinstance(value, String):
            return node_type.accepts(value.value)
        if isinstance(value, Object) and isinstance(node_type, Record | MapOf):
            findings = check_object(value, node_type)
            return not _has_misfit(findings) and self._holds(find_typed_children(value, node_type))
        if isinstance(value, Array) and isinstance(node_type, ListOf):
            pair = self._around.get(id(value))
            if pair and self._before.get((id(pair.before), id(wanted))):
                return self._still_fits(node_type, value, pair)
            findings = check_array(value, node_type)
            return not _has_misfit(findings) and self._holds(find_typed_children(value, node_type))
        return True

    def _still_fits(self, node_type: ListOf, value: Array, pair: ContainerBefore) -> bool:
        """Whether an array that did fit does so after an edit in it."""
        changed = range(pair.start, pair.stop)
        findings = (each for index in changed for each in check_item(value, node_type, index))
        if _has_misfit(findings) or _has_misfit(check_count(value, node_type)):
            return False
        return self._holds(find_typed_items(value, node_type, changed))

    def _holds(self, children: Iterable[tuple[int, Container, Type]]) -> bool:
        return all(self.fits(wanted, child) for _, child, wanted in children)


def _has_misfit(findings: Iterable[Finding]) -> bool:
    return any(map(_is_misfit, findings))


def _is_misfit(finding: Finding) -> bool:
    is_refused = finding.rule == "legacy-key" and finding.severity is Severity.ERROR
    return is_refused or finding.loses or finding.rule in _MISFITS
