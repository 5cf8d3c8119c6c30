"""Runs the schema check and the element rules on each container that an edit can affect."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

from docs_lsp.core.problem import Finding
from docs_lsp.evaluation.finding_limits import MOST_FINDINGS, MOST_NOISY
from docs_lsp.evaluation.local_findings import (
    LocalFindings,
    Mount,
    ReusableFindings,
    find_reusable_findings,
    has_same_shape,
    was_sound,
)
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Object
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import Rule
from docs_lsp.rules.navigation.entries import ENTRY_KEYS, group_entries_by_sort
from docs_lsp.schema.shape import find_array_problems, find_item_problems, find_object_problems
from docs_lsp.schema.types import ListOf, Record, Type
from docs_lsp.schema.value_types import find_typed_children, find_typed_items
from docs_lsp.site.entry_sorts import EntryKind
from docs_lsp.site.navigation import refs
from docs_lsp.site.navigation.element import Element, collect_spec_paths
from docs_lsp.site.navigation.inheritance import Context
from docs_lsp.site.navigation.refs import Parts, Resolved
from docs_lsp.site.navigation.unfolding import get_ref_limits

_NO_SORTS: frozenset[EntryKind] = frozenset()
_NO_SPECS: frozenset[str] = frozenset()
"""A shared empty set: each takes 200 bytes, and a large site has 10,000 containers."""


Files: TypeAlias = tuple[str, ...]
"""The file of a container, after the files whose `$ref`s led there."""
_FromOneFile: TypeAlias = tuple[tuple[Type, Context, Files], Document | str, LocalFindings, bool]
"""The type, context and files an object was checked with, its only other file, and its findings.

The last value is whether the object is an element, part of which is in that file.
"""


class ElementRules:
    """Checks the containers of a docs.json and of the files its `$ref`s name."""

    def __init__(self, parts: Parts, name: str, has_time: Callable[[], bool] | None) -> None:
        """Prepare checks that resolve `$ref` in `parts`, as long as `has_time` returns true.

        `name` is docs.json among the parts. If `has_time` is None, there is no limit.
        """
        self.parts = parts
        self._has_time = has_time
        self._unfolding = get_ref_limits(parts, name)
        self._has_refs = any(map(refs.has_refs_to_files, parts.values()))

    def evaluate(
        self, node: Container, node_type: Type, context: Context, files: Files
    ) -> LocalFindings:
        """Return findings about a container in the last of `files`; cached. Raises `TimeoutError`.

        The files before it are those whose `$ref`s led there.

        The result is cached in the container, unless it depends on other files. If the time for
        checking is up, what has been checked is cached.
        """
        known: LocalFindings | None = node.check_result
        if known is not None and known.node_type is node_type and known.context == context:
            return known
        if self._has_ref(node):
            return self._evaluate_with_refs(node, node_type, context, files)
        left = find_reusable_findings(node, node_type, context)
        if left is not None:
            findings = self._reuse_findings(node, left, files)
        else:
            findings = self._compute_findings(node, node_type, context, files)
            if node.previous is not None and node.previous.check_result == findings:
                findings = (
                    node.previous.check_result
                )  # Equal findings leave the containers around unchanged as well.
        node.check_result, node.previous = findings, None
        if self._has_time is not None and not self._has_time():
            raise TimeoutError
        return findings

    def _evaluate_with_refs(
        self, node: Container, node_type: Type, context: Context, files: Files
    ) -> LocalFindings:
        """Return the findings about a container that depends on other files.

        Those about an object that depends on one file only are cached: a docs.json may have
        thousands of them.
        """
        if node.height > 1 or not isinstance(node, Object):
            return self._compute_findings(node, node_type, context, files)
        source = self._unfolding.find_flat_ref_content(node, files[-1], self.parts)
        if source is None:
            return self._compute_findings(node, node_type, context, files)
        known: _FromOneFile | None = node.cache.get(ElementRules) if node.cache else None
        key = (node_type, context, files)
        if known is None or known[0] != key or not _is_same_source(known[1], source):
            findings = self._compute_findings(node, node_type, context, files)
            is_split = findings.split_element is not None
            known = key, source, findings._replace(split_element=None), is_split
            if node.cache is None:
                node.cache = {}
            node.cache[ElementRules] = known
        _, _, findings, is_split = known
        if is_split and findings.has_findings and isinstance(source, Document):
            # Messages name and count what is in it. It holds all parts, so it cannot be cached.
            resolved = self._resolve_ref(node, files[-1], files[:-1])
            record = findings.node_type
            assert isinstance(record, Record)
            return findings._replace(
                split_element=Element(resolved, record, context, self._resolve_ref, files[:-1])
            )
        return findings

    def _reuse_findings(
        self, node: Container, left: ReusableFindings, files: Files
    ) -> LocalFindings:
        """Combine reusable findings about a container with the current findings about its child."""
        around, child, before = left
        if before is None:
            return around  # No check looks into it.
        child_findings = self.evaluate(child, before.node_type, around.inner, files)
        if child_findings is before:
            return around
        is_other = before.context != around.inner or before.specs != child_findings.specs
        if is_other or len(around.children) == MOST_NOISY:
            return self._compute_findings(node, around.node_type, around.context, files)
        return _replace_child_findings(around, node.changed_index, child_findings)

    def _compute_findings(
        self, node: Container, node_type: Type, context: Context, files: Files
    ) -> LocalFindings:
        """Return the findings about a container and everything in it, which must be checked."""
        if isinstance(node, Object):
            return self._evaluate_object(node, node_type, context, files)
        assert isinstance(node, Array)
        if was_sound(node, node_type):
            findings = tuple(find_item_problems(node, node_type, node.changed_index))
            known = self._evaluate_changed_item(node, node_type, context, files)
            if known is not None:
                return known._replace(findings=findings)
        else:
            findings = tuple(find_array_problems(node, node_type))
        children, specs = self._evaluate_children(node, node_type, context, files)
        return LocalFindings(node_type, context, context, findings, children, specs=specs)

    def _evaluate_changed_item(
        self, node: Array, node_type: Type, context: Context, files: Files
    ) -> LocalFindings | None:
        """Return the findings about an array with one changed item; None if more must be checked.

        It must if they don't tell which specifications apply.
        """
        known: LocalFindings = node.previous.check_result
        index = node.changed_index
        before = node.previous.items[index]
        if known.context != context or not isinstance(node_type, ListOf):
            return None
        if len(known.children) == MOST_NOISY:
            return None
        if isinstance(before, Container) and (
            before.check_result is None or before.check_result.specs
        ):
            return None
        for _, child, wanted in find_typed_items(node, node_type, (index,)):
            child_findings = self.evaluate(child, wanted, context, files)
            if child_findings.specs:
                return None
            return _replace_child_findings(known, index, child_findings)
        return _replace_child_findings(known, index, None)

    def _evaluate_object(
        self, node: Object, node_type: Type, context: Context, files: Files
    ) -> LocalFindings:
        """Return the findings about an object and everything in it, following its `$ref`."""
        resolved = self._resolve_ref(node, files[-1], files[:-1])
        if "$ref" in node.by_key:
            resolved.findings += tuple(refs.report_wrong_ref_kind(node, resolved, node_type))
            node_type = refs.choose_ref_type(node_type, resolved) or node_type
        if resolved.replacement is not None:
            return self._evaluate_replacement(resolved, node_type, context, files)
        element = None
        if isinstance(node_type, Record):
            element = Element(resolved, node_type, context, self._resolve_ref, files[:-1])
        found = _sort_by_layer(resolved, element)
        if len(found) == 1:
            return self._evaluate_layer(resolved, 0, node_type, element, context, files, found[0])
        count = len(resolved.layers)
        first, *others = (
            self._evaluate_layer(resolved, index, node_type, element, context, files, findings)
            for index, findings in enumerate(found[:count])
        )
        specs = first.specs.union(*(found.specs for found in others))
        mounts = [
            Mount(layer.file, layer.at, layer.node, found)
            for layer, found in zip(resolved.layers[1:], others, strict=True)
        ]
        if element is not None:
            mounts += _build_ref_mounts(element, found[count:])
        return first._replace(mounts=tuple(mounts), specs=specs, split_element=element)

    def _evaluate_layer(
        self,
        resolved: Resolved,
        index: int,
        node_type: Type,
        element: Element | None,
        context: Context,
        files: Files,
        findings: list[Finding],
    ) -> LocalFindings:
        """Return the findings about one of the objects that an object is merged from."""
        layer = resolved.layers[index]
        inner = element.inner if element else context
        hidden = _collect_overridden_keys(resolved, index)
        shape: Collection[Finding] = ()
        if index or not has_same_shape(layer.node, node_type):
            shape = find_object_problems(
                layer.node, node_type, _collect_other_keys(resolved, index)
            )
        for finding in shape:
            if not hidden or not _is_under_keys(layer.node, finding.span.start, hidden):
                findings.append(_assign_to_layer(finding, index) if index else finding)
        if index:
            files = (*files[:-1], *(one.file for one in resolved.layers[: index + 1]))
        children, specs = self._evaluate_children(layer.node, node_type, inner, files, hidden)
        if index == 0 and element is not None:
            named = collect_spec_paths(element)
            specs = specs | named if named else specs
        split_element = element if self._has_ref(layer.node) else None
        own = tuple(findings)
        looks_deep = element is not None and bool(element.rival_keys)
        return LocalFindings(
            *(node_type, context, inner, own, children),
            split_element=split_element,
            specs=specs,
            looks_deep=looks_deep,
        )

    def _evaluate_replacement(
        self, resolved: Resolved, node_type: Type, context: Context, files: Files
    ) -> LocalFindings:
        """Return the findings if a `$ref` replaces its object by a value such as an array."""
        assert resolved.replacement is not None
        target, at, value = resolved.replacement
        findings = resolved.findings
        if not isinstance(value, Container):
            return LocalFindings(node_type, context, context, findings)
        value_findings = self.evaluate(value, node_type, context, (*files, target))
        mounts = (Mount(target, at, value, value_findings),)
        return LocalFindings(
            node_type, context, context, findings, mounts=mounts, specs=value_findings.specs
        )

    def _evaluate_children(
        self,
        node: Container,
        node_type: Type,
        context: Context,
        files: Files,
        hidden: Collection[str] = (),
    ) -> tuple[tuple[tuple[int, LocalFindings], ...], frozenset[str]]:
        """Return the findings of children that have any, by index, and all specifications there.

        Children under `hidden` keys are left out. The check ends with child `MOST_NOISY` of these.
        """
        noisy = []
        specs: set[str] = set()
        before: Container | None = None
        for index, child, wanted in find_typed_children(node, node_type):
            if hidden and isinstance(node, Object) and node.items[index].key.value in hidden:
                continue
            if before is not None and _are_equally_empty(before, child, wanted):
                child.check_result, child.previous = before.check_result, None
            before = child
            child_findings = self.evaluate(child, wanted, context, files)
            specs |= child_findings.specs
            if child_findings.has_findings:
                noisy.append((index, child_findings))
                if len(noisy) == MOST_NOISY:
                    break
        return tuple(noisy), frozenset(specs) if specs else _NO_SPECS

    def _has_ref(self, node: Container) -> bool:
        """Return whether a container has a `$ref` to a file; quick if the site has none at all."""
        return self._has_refs and refs.has_ref(node)

    def _resolve_ref(self, node: Object, file: str, ref_chain: tuple[str, ...]) -> Resolved:
        return self._unfolding.resolve_object(node, file, self.parts, ref_chain)


def _are_equally_empty(before: Container, child: Container, wanted: Type) -> bool:
    """Return whether two neighbouring children are empty alike, and so have the same findings."""
    return (
        not child.items
        and not before.items
        and type(child) is type(before)
        and child.size == before.size
        and child.clean
        and before.clean
        and before.check_result is not None
        and before.check_result.node_type is wanted
    )


def _is_same_source(before: Document | str, now: Document | str) -> bool:
    return before is now or (isinstance(now, str) and before == now)


def _replace_child_findings(
    known: LocalFindings, index: int, child_findings: LocalFindings | None
) -> LocalFindings:
    """Return findings about children with those about one replaced, or removed if None."""
    children = known.children
    if children and children[-1][0] == index:
        children = children[:-1]  # As with each further keystroke in one place.
    elif children:
        children = tuple([child for child in children if child[0] != index])
    if child_findings is not None and child_findings.has_findings:
        children = (*children, (index, child_findings))
    elif children == known.children:
        return known
    # `_replace` takes three times as long, and this runs on every level of a keystroke.
    return LocalFindings(
        known.node_type, known.context, known.inner, (), children, (), None, known.specs
    )


def _sort_by_layer(resolved: Resolved, element: Element | None) -> list[list[Finding]]:
    """Run the rules about an object, and return the findings about each of its layers.

    After the layers come the values that a `$ref` provides under a key.
    """
    findings = (*resolved.findings, *_run_element_rules(element))
    count = len(resolved.layers)
    ref_value_count = len(element.ref_values) if element else 0
    if ref_value_count and any(_concerns_layer(finding, count) for finding in findings):
        count += ref_value_count
    findings_by_layer: list[list[Finding]] = [[] for _ in range(count)]
    for finding in findings:
        findings_by_layer[finding.layer].append(finding)
    return findings_by_layer


def _assign_to_layer(finding: Finding, layer: int) -> Finding:
    """Return a finding about one layer, with its remarks in the same layer."""
    return finding._replace(
        remarks=tuple(remark._replace(layer=layer) for remark in finding.remarks)
    )


def _concerns_layer(finding: Finding, layer: int) -> bool:
    """Return whether a finding is in a layer or a later one, or refers to one."""
    return finding.layer >= layer or any(remark.layer >= layer for remark in finding.remarks)


def _build_ref_mounts(element: Element, ref_findings: Sequence[list[Finding]]) -> Iterator[Mount]:
    """Yield the findings about the values that a `$ref` provides under the keys of an element."""
    around = element.inner
    for (key, (file, at, node)), findings in zip(
        element.ref_values.items(), ref_findings, strict=False
    ):
        local = LocalFindings(element.record, around, around, tuple(findings))
        yield Mount(file, at, node, local, key)


def _run_element_rules(element: Element | None) -> Iterator[Finding]:
    """Yield what the element rules find in an element; nothing if it is None or unknown."""
    if element is None or not element.is_known:
        return
    for rule in select_element_rules(element):
        assert rule.element is not None
        for finding in islice(rule.element(element), MOST_FINDINGS):
            yield finding._replace(rule=rule.name)


def select_element_rules(element: Element) -> tuple[Rule, ...]:
    """Return the element rules that can report something about an object."""
    has_entries = element.kind is not None and not element.values.keys().isdisjoint(ENTRY_KEYS)
    sorts = frozenset(element.cached(group_entries_by_sort)) if has_entries else _NO_SORTS
    return _select_rules_for(element.record.name, frozenset(element.values), sorts)


@lru_cache(maxsize=2000)
def _select_rules_for(
    record: str, keys: frozenset[str], sorts: frozenset[EntryKind]
) -> tuple[Rule, ...]:
    """Return the element rules for a kind of object; a large site has a few dozen kinds."""
    return tuple(
        rule
        for rule in all_rules().values()
        if rule.element and record in rule.on and _applies_to(rule, keys, sorts)
    )


def _applies_to(rule: Rule, keys: frozenset[str], sorts: frozenset[EntryKind]) -> bool:
    """Return whether a rule concerns any of some keys and kinds of entries, or every element."""
    if not rule.keys and not rule.sorts:
        return True
    return not rule.keys.isdisjoint(keys) or not rule.sorts.isdisjoint(sorts)


def _is_under_keys(node: Object, offset: int, keys: Collection[str]) -> bool:
    """Return whether an offset is within the member of one of some keys."""
    index = bisect_right(node.starts, offset) - 1
    if index < 0 or offset >= node.starts[index] + node.items[index].size:
        return False
    key = node.items[index].key.value
    return key in keys and node.by_key[key] == index


def _collect_other_keys(resolved: Resolved, index: int) -> Collection[str] | None:
    """Return the keys that later layers add to the first; None if unknown, or for a later layer.

    Missing keys are reported for the first layer only, so that each is reported once.
    """
    if not resolved.known or index > 0:
        return None
    return {key for layer in resolved.layers[1:] for key in layer.node.by_key}


def _collect_overridden_keys(resolved: Resolved, index: int) -> Collection[str]:
    """Return the keys of a layer whose value an earlier layer overrides."""
    return {key for layer in resolved.layers[:index] for key in layer.node.by_key}
