"""Turns local findings into problems: absolute spans, severities, and lost content."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from docs_lsp.core.phrases import format_count
from docs_lsp.core.problem import Finding, Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.evaluation.finding_limits import MOST_FINDINGS, shorten_quotes
from docs_lsp.evaluation.local_findings import LocalFindings, get_child_value
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container, Node, Object, String, SyntaxFault
from docs_lsp.rules import all_rules
from docs_lsp.schema.accepted_content import find_valid_key
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS, ROOT, Kind
from docs_lsp.schema.types import Record
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation.element import Element, count_entries
from docs_lsp.site.navigation_completeness import HARMLESS_FAULTS

_REFUSED = frozenset(("wrong-type", "invalid-value", "missing-key", "page-as-object"))
"""Rules about values that make the service drop the content around them."""
_MOST_KEPT = 200
"""The number of findings cached in one container.

A site may have thousands, each of which is cached in every container around it.
"""
_SPECS = frozenset(("openapi", "asyncapi"))
_BRACKETS = frozenset("{}[]")
_ABSENT = frozenset(("missing-key", "no-primary-pattern"))
"""Rules about missing content, which may be elsewhere only because a bracket is misplaced."""
_MISPLACED = frozenset(
    (
        "duplicate-key",
        "legacy-key",
        "misplaced-child",
        "mixed-children",
        "several-primary-patterns",
        "unknown-key",
    )
)
"""Rules about misplaced content, which may be so because of a misplaced bracket before it."""


class NamedElement(NamedTuple):
    """A navigation element, as a message about lost content names it."""

    kind: Kind
    node: Object
    """The layer of the element that the findings are about."""
    split_element: Element | None
    """The whole element, if a `$ref` adds to it from another file; else None."""
    via: str
    """The key of the parent object under which the element is."""

    def find_key_at(self, offset: int) -> str:
        """Return the key at or before an offset relative to the node, or an empty string."""
        index = bisect_right(self.node.starts, offset) - 1
        return self.node.items[index].key.value if index >= 0 else ""

    def explain_dropped_link(self) -> str:
        """Return what the service accepts instead of an unreadable link of the element, or ""."""
        accepted_key = self._find_accepted_key()
        value = self._get_value(accepted_key)
        if not isinstance(value, Container) or not value.items:
            return ""
        pages = count_entries(value, in_pages=accepted_key == "pages")
        what = "page" if pages == 1 else f"{pages} pages" if pages else f"`{accepted_key}`"
        return (
            f" It is ignored in favour of the {what} beside it, which a valid link would replace. "
            "Remove `href`."
        )

    def describe_loss(self, key: str) -> str:
        """Return what is lost because the value of a content key is invalid, or ""."""
        accepted_key = self._find_accepted_key()
        order = self.kind.order
        if key not in order or accepted_key in order[: order.index(key)]:
            return ""  # The key is dropped anyway, which another message reports.
        if accepted_key and accepted_key != key:
            return f" Until this is fixed, `{key}` is ignored and `{accepted_key}` is used."
        if self.kind is ROOT:
            return ""
        node, whole = self.node.get(self.kind.title), self.split_element
        title = whole.get_text(self.kind.title) if whole else None
        title = node.value if isinstance(node, String) else title
        name = f"the whole {self.kind.label}" + (f" `{title[:40]}`" if title else "")
        pages = whole.count_all_entries() if whole else count_entries(self.node)
        count = f" ({format_count(pages, 'page')})" if pages else ""
        return f" Until this is fixed, {name}{count} is missing from the site."

    def _find_accepted_key(self) -> str:
        """Return the content key that the service accepts, or ""."""
        if self.split_element:
            key = self.split_element.accepted_key
            return key if key and self.split_element.is_valid_content(key) else ""
        return find_valid_key(self.node, self.kind)

    def _get_value(self, key: str) -> Node | None:
        return self.split_element.get_inlined(key) if self.split_element else self.node.get(key)


class ProblemBuilder:
    """Builds problems with the severities that a project has set."""

    def __init__(self, settings: Settings, most: int | None = None) -> None:
        """Use the severities of these settings; `most` limits the number of problems."""
        self._most = sys.maxsize if most is None else most
        self._settings = settings
        self._rules = all_rules()
        self._misread: dict[str, int] = {}
        """The offset of the first misplaced bracket of each file.

        Content after it may be misplaced only because of the bracket.
        """
        self._problems: list[Problem] = []
        """The problems that `build_problems` has built so far."""
        self._reported: set[tuple[str, int, str, str]] = set()
        """The findings already reported, since several `$ref`s can name one file."""
        self._last_loss: tuple[tuple[NamedElement, ...], str, str] = ((), "", "")
        """The elements, the key and the loss last described; an array may have many mistakes."""

    def build_syntax_problems(self, file: str, part: Document) -> Iterator[Problem]:
        """Yield problems for the syntax faults of a file; call this before building others."""
        for at, fault in part.iter_faults():
            if fault.code not in HARMLESS_FAULTS:
                self._record_bracket(file, part, at, fault)
            severity = self._get_severity(fault.code)
            if severity is not None:
                related: tuple[RelatedPlace, ...] = ()
                if fault.related:
                    start, end, message = fault.related
                    related = (RelatedPlace(file, Span(at + start, at + end), message),)
                span = Span(at + fault.start, at + fault.end)
                message = shorten_quotes(fault.message)
                yield Problem(fault.code, file, span, message, severity, related)

    def _record_bracket(self, file: str, part: Document, at: int, fault: SyntaxFault) -> None:
        """Record, if a fault is about a bracket, the offset from which the file may be misread."""
        start = at + fault.start
        data = part.text.data
        bracket = fault.insert or data[start : at + fault.end].decode("utf-8", "replace")
        opener = at + fault.related[0] if fault.related else start
        if bracket in _BRACKETS or data[opener : opener + 1] in (b"{", b"["):
            if not data[start : start + 100].strip():
                start = opener  # It is missing somewhere between the two places.
            self._misread[file] = min(start, self._misread.get(file, start))

    def _is_due_to_bracket(self, rule: str, file: str, offset: int) -> bool:
        """Return whether a finding may only result from a misplaced bracket."""
        first = self._misread.get(file)
        if first is None:
            return False
        return rule in _ABSENT or (rule in _MISPLACED and offset > first)

    def build_problems(
        self, findings: LocalFindings, node: Container, file: str, at: int
    ) -> list[Problem]:
        """Return the new problems of findings about a container at a byte offset, and below it.

        Those that this object has built before are left out.
        """
        self._problems = []
        self._add_problems(findings, node, file, at, (), "")
        return self._problems

    def _add_problems(
        self,
        findings: LocalFindings,
        node: Container,
        file: str,
        at: int,
        around: tuple[NamedElement, ...],
        via: str,
    ) -> None:
        """Add the problems of findings about a container and everything below it.

        `around` are the elements around the container, `via` the key of the last one that leads
        here.
        """
        offset, (plain, _) = _gather_findings(findings, node)
        if plain is not None:
            for start, finding in islice(plain, max(0, self._most - len(self._problems))):
                problem = self._build_problem(finding, [(file, at + offset + start)], 0, (), "")
                if problem is not None:
                    self._problems.append(problem)
            return
        layers = [(file, at), *((mount.file, mount.at) for mount in findings.mounts)]
        self._add_layer_problems(findings, node, layers, 0, around, via)
        for layer, mount in enumerate(findings.mounts, 1):
            if mount.key:
                self._add_ref_problems(findings, node, layers, layer, around, via)
            else:
                assert isinstance(mount.node, Container)
                self._add_layer_problems(mount.found, mount.node, layers, layer, around, via)

    def _add_ref_problems(
        self,
        findings: LocalFindings,
        node: Container,
        layers: list[tuple[str, int]],
        layer: int,
        around: tuple[NamedElement, ...],
        via: str,
    ) -> None:
        """Add the problems of a value that a `$ref` provides under a key of an element."""
        mount, element = findings.mounts[layer - 1], _find_named_element(findings, node, via)
        around = (*around, element) if element else around
        ref_problems = (
            self._build_problem(finding, layers, layer, around, mount.key)
            for finding in mount.found.findings
        )
        self._problems += filter(None, ref_problems)

    def _add_layer_problems(
        self,
        findings: LocalFindings,
        node: Container,
        layers: list[tuple[str, int]],
        layer: int,
        around: tuple[NamedElement, ...],
        via: str,
    ) -> None:
        """Add the problems of findings about one layer of an object, or about an array."""
        element = _find_named_element(findings, node, via)
        if element is not None:
            around = (*around, element)
        file, at = layers[layer]
        for finding in findings.findings:
            key = element.find_key_at(finding.span.start) if element else via
            problem = self._build_problem(finding, layers, layer, around, key)
            if problem is not None:
                self._problems.append(problem)
        # The last edited child is at the end.
        for index, child in sorted(findings.children, key=itemgetter(0)):
            if len(self._problems) >= self._most:
                break
            start, value = get_child_value(node, index)
            key = element.find_key_at(start) if element else via
            assert isinstance(value, Container)
            self._add_problems(child, value, file, at + start, around, key)

    def _build_problem(
        self,
        finding: Finding,
        layers: list[tuple[str, int]],
        layer: int,
        around: tuple[NamedElement, ...],
        key: str,
    ) -> Problem | None:
        """Return the problem of a finding; None if off, reported already or due to a bracket."""
        file, at = layers[layer]
        severity = self._get_severity(finding.rule, finding.severity)
        span = Span(at + finding.span.start, at + finding.span.end)
        if severity is None or self._is_due_to_bracket(finding.rule, file, span.start):
            return None
        if (mark := (file, span.start, finding.rule, finding.message)) in self._reported:
            return None
        self._reported.add(mark)
        return Problem(
            finding.rule,
            file,
            span,
            shorten_quotes(finding.message) + self._describe_loss(finding, around, key),
            severity,
            (*_build_related_places(finding, layers), *finding.places),
            tags=finding.tags,
            about=finding.about,
            target=finding.target,
        )

    def _describe_loss(self, finding: Finding, around: tuple[NamedElement, ...], key: str) -> str:
        """Return what the service drops because of an invalid value, in words, or ""."""
        if not around or not _may_drop_content(finding):
            return ""
        known_around, known_key, loss = self._last_loss
        if known_around is not around or known_key != key:
            loss = _describe_loss(around, key)
            self._last_loss = around, key, loss
        return loss

    def _get_severity(self, rule: str, own: Severity | None = None) -> Severity | None:
        """Return the severity set for a rule, or else `own` or the default; None if it is off."""
        return self._settings.get_severity(rule, self._rules[rule].severity, own)


class _Gathered(NamedTuple):
    """The findings about a container and everything in it."""

    plain: tuple[tuple[int, Finding], ...] | None
    """The findings, each with the offset it is relative to.

    None if one of them can cost content or is in another file, since its message then depends on
    the elements around.
    """
    holds_nodes: bool = False
    """Whether the findings hold nodes, so that caching them in a node would form a reference cycle.
    """


def _gather_findings(findings: LocalFindings, node: Container) -> tuple[int, _Gathered]:
    """Return all findings below a container and the offset they are relative to.

    That is the offset of the innermost container that holds all of them. They are cached in that
    container, so that an edit only recomputes the containers around it.
    """
    at = 0
    while len(findings.children) == 1 and not findings.findings and _is_in_one_file(findings):
        ((index, findings),) = findings.children
        start, value = get_child_value(node, index)
        assert isinstance(value, Container)
        at, node = at + start, value
    cached_entry = node.cache.get(_gather_findings) if node.cache else None
    if cached_entry is not None and cached_entry[0] is findings:
        return at, cached_entry[1]
    gathered = _combine_findings(findings, node)
    if not gathered.holds_nodes and len(gathered.plain or ()) <= _MOST_KEPT:
        if node.cache is None:
            node.cache = {}
        node.cache[_gather_findings] = findings, gathered
    return at, gathered


def _combine_findings(findings: LocalFindings, node: Container) -> _Gathered:
    """Return the findings in a container; `plain` is None if it depends on elements around."""
    if not _is_in_one_file(findings):
        return _Gathered(None, holds_nodes=True)
    plain = [(0, finding) for finding in findings.findings]
    is_plain = not any(_may_drop_content(finding) for finding in findings.findings)
    for index, child in findings.children:
        start, value = get_child_value(node, index)
        assert isinstance(value, Container)
        at, inner = _gather_findings(child, value)
        if inner.holds_nodes:
            return inner
        is_plain = is_plain and inner.plain is not None
        if is_plain:
            plain += [(start + at + offset, finding) for offset, finding in inner.plain or ()]
            is_plain = len(plain) <= MOST_FINDINGS
    return _Gathered(tuple(plain) if is_plain else None)


def _is_in_one_file(findings: LocalFindings) -> bool:
    """Return whether no part of an element is in another file."""
    return not findings.mounts and findings.split_element is None


def _may_drop_content(finding: Finding) -> bool:
    """Return whether the service may drop content because of a finding."""
    return finding.loses or finding.rule in _REFUSED


def _find_named_element(findings: LocalFindings, node: Container, via: str) -> NamedElement | None:
    """Return the element that an object is, or None if it is of no named kind."""
    node_type = findings.node_type
    if not isinstance(node_type, Record) or node_type.kind is None or not isinstance(node, Object):
        return None
    kind = ROOT if node_type.kind == ROOT.name else KINDS.get(node_type.kind)
    return None if kind is None else NamedElement(kind, node, findings.split_element, via)


def _build_related_places(
    finding: Finding, layers: list[tuple[str, int]]
) -> Iterator[RelatedPlace]:
    """Yield the related places of a finding with absolute spans."""
    for (start, end), message, layer in finding.remarks:
        file, at = layers[layer]
        yield RelatedPlace(file, Span(at + start, at + end), message)


def _describe_loss(around: tuple[NamedElement, ...], key: str) -> str:
    """Return what the service drops because of an invalid value under a key, in words, or "".

    See SERVICE.md, lost-children. A list of children with an invalid value anywhere is skipped, in
    favour of another kind of content or none; any other invalid value makes the element itself
    invalid, and so the list around it. A group has no other kind of content, so it is lost with its
    values. At the root the service rejects the file if nothing else is there.
    """
    inner = around[-1]
    if key == "href":
        return inner.explain_dropped_link()
    if key in _SPECS and inner.kind.name == "group":
        return ""  # The service ignores the key.
    for element in reversed(around):
        if key in CHILD_KEYS and element.kind.name != "group":
            return element.describe_loss(key)
        key = element.via
    return ""
