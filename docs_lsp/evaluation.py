"""From a docs.json and what is known about its site to problems, again after every keystroke.

Each container of the tree is judged once for the type it is taken for and the context it stands
in; the verdict is kept with the container. Versions of a document share what did not change, so
after an edit only the containers along one path are judged again. Verdicts hold relative spans;
absolute ones are computed for the findings alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Node, Object
from docs_lsp.problem import Finding, Place, Problem, Severity
from docs_lsp.rules import all_rules
from docs_lsp.rules._rule import Rule
from docs_lsp.schema.check import check_array, check_object, typed_children
from docs_lsp.schema.kinds import KINDS
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.types import Record, Type
from docs_lsp.site import refs
from docs_lsp.site.context import Context
from docs_lsp.site.element import Element, count_entries, source_of
from docs_lsp.site.refs import Parts, Resolved
from docs_lsp.text import Span

_REFUSED = frozenset(("wrong-type", "invalid-value", "missing-key", "page-as-object"))
"""Rules that speak of what makes the service drop the content around."""


class Verdict(NamedTuple):
    """What was found in a container, judged as a type, in a context."""

    judged: Type
    context: Context
    findings: tuple[Finding, ...]
    """In this container itself; spans are counted from it."""
    children: tuple[tuple[int, Verdict], ...]
    """Where something was found below it, with the child's start."""
    mounts: tuple[Mount, ...]
    """What stands in other files in place of a `$ref` of this container."""
    division: Division | None
    specs: frozenset[str]
    """The specifications that this container and all below it put in force."""

    @property
    def noisy(self) -> bool:
        """Whether there is anything to tell of this container or what is in it."""
        return bool(self.findings or self.children or self.mounts)


class Mount(NamedTuple):
    """A verdict about a value in another file."""

    file: str
    at: int
    verdict: Verdict


class Division(NamedTuple):
    """A navigation element, as far as a message about lost content names it."""

    label: str
    node: Container


class Evaluation:
    """One pass over a docs.json and the files its `$ref`s name."""

    def __init__(self, parts: Parts, main: str, context: Context) -> None:
        """Prepare to judge the file `main` of `parts` in a context."""
        self.parts = parts
        self.main = main
        self.context = context
        self.specs: frozenset[str] = frozenset()
        """After `problems`: every specification that is put in force, as written."""

    def problems(self) -> dict[str, list[Problem]]:
        """Everything that is wrong, by site path, in the order of the text."""
        found: dict[str, dict[Problem, None]] = defaultdict(dict)
        document = self.parts[self.main]
        if isinstance(document, str):
            problem = Problem("syntax-error", self.main, Span(0, 0), document, Severity.ERROR)
            return {self.main: [problem]}
        if is_of_another_tool(document):
            return {}
        for file, part in self.parts.items():
            if isinstance(part, Document):
                for problem in self._faults(file, part):
                    found[file][problem] = None
        verdict = self._judge_root(document)
        if verdict is not None:
            self.specs = verdict.specs
            for problem in self._told(verdict, self.main, document.tree.start, ()):
                found[problem.file][problem] = None
        return {file: sorted(problems, key=_order) for file, problems in found.items() if problems}

    # Judging

    def _judge_root(self, document: Document) -> Verdict | None:
        root = document.tree.root
        if isinstance(root, Object):
            return self._judge(root, DOCS, self.context, self.main)
        if root.json_kind:
            message = "docs.json holds an object: put everything between `{` and `}`."
            finding = Finding("wrong-type", Span(0, 1), message)
            return Verdict(DOCS, self.context, (finding,), (), (), None, frozenset())
        return None

    def _judge(
        self,
        node: Container,
        judged: Type,
        context: Context,
        file: str,
        trail: tuple[str, ...] = (),
        beside: Collection[str] | None = (),
    ) -> Verdict:
        known = node.memo
        if (
            known is not None
            and not node.has_ref
            and not beside
            and known.judged is judged
            and known.context == context
        ):
            return known  # type: ignore[no-any-return]  # the memo of a container is its verdict
        if isinstance(node, Array):
            verdict = self._judge_array(node, judged, context, file, trail)
        else:
            assert isinstance(node, Object)
            verdict = self._judge_object(node, judged, context, file, trail)
        if not node.has_ref:
            node.memo = verdict
        return verdict

    def _judge_array(
        self, node: Array, judged: Type, context: Context, file: str, trail: tuple[str, ...]
    ) -> Verdict:
        findings = tuple(check_array(node, judged))
        children, specs = self._children(node, judged, context, file, trail)
        return Verdict(judged, context, findings, children, (), None, specs)

    def _judge_object(
        self, node: Object, judged: Type, context: Context, file: str, trail: tuple[str, ...]
    ) -> Verdict:
        followed = self._follow(node, file, trail)
        if followed.replacement is not None:
            return self._replaced(followed, judged, context, file, trail)
        element = None
        inner = context
        if isinstance(judged, Record):
            element = Element(followed, judged, context, self._follow, trail)
            inner = element.inner
        found: list[list[Finding]] = [list(followed.findings)]
        for finding in self._rule_findings(element):
            while len(found) <= finding.layer:
                found.append([])
            found[finding.layer].append(finding)
        verdicts = []
        specs = _specs_of(element)
        for index, layer in enumerate(followed.layers):
            beside = _beside(followed, index)
            own = found[index] if index < len(found) else []
            own.extend(_shape(layer.node, judged, beside, _hidden_keys(followed, index)))
            below = (*trail, *(one.file for one in followed.layers[:index]))
            children, more = self._children(layer.node, judged, inner, layer.file, below)
            specs |= more
            division = _division(judged, node)
            verdict = Verdict(judged, context, tuple(own), children, (), division, specs)
            verdicts.append(verdict)
        mounts = tuple(
            Mount(layer.file, layer.at, verdict)
            for layer, verdict in zip(followed.layers[1:], verdicts[1:], strict=True)
        )
        return verdicts[0]._replace(mounts=mounts, specs=specs)

    def _replaced(
        self,
        followed: Resolved,
        judged: Type,
        context: Context,
        file: str,
        trail: tuple[str, ...],
    ) -> Verdict:
        """Judge the array, say, that a `$ref` puts in place of the object that holds it."""
        assert followed.replacement is not None
        target, at, value = followed.replacement
        mounts: tuple[Mount, ...] = ()
        specs: frozenset[str] = frozenset()
        if isinstance(value, Container):
            verdict = self._judge(value, judged, context, target, (*trail, file))
            specs = verdict.specs
            mounts = (Mount(target, at, verdict),)
        return Verdict(judged, context, tuple(followed.findings), (), mounts, None, specs)

    def _children(
        self, node: Container, judged: Type, context: Context, file: str, trail: tuple[str, ...]
    ) -> tuple[tuple[tuple[int, Verdict], ...], frozenset[str]]:
        children = []
        specs: frozenset[str] = frozenset()
        for start, child, wanted in typed_children(node, judged):
            verdict = self._judge(child, wanted, context, file, trail)
            if verdict.specs:
                specs |= verdict.specs
            if verdict.noisy:
                children.append((start, verdict))
        return tuple(children), specs

    def _follow(self, node: Object, file: str, trail: tuple[str, ...]) -> Resolved:
        if "$ref" not in node.by_key:
            return Resolved((refs.Layer(file, node, -1),))
        return refs.resolve(node, file, self.parts, trail)

    def _rule_findings(self, element: Element | None) -> Iterator[Finding]:
        if element is None or not element.resolved.known or element.has("sourceRef"):
            return
        for rule in _rules_on(element.record.name):
            assert rule.element is not None
            for finding in rule.element(element):
                yield finding._replace(rule=rule.name)

    # Telling

    def _faults(self, file: str, part: Document) -> Iterator[Problem]:
        for at, fault in part.faults():
            severity = self._severity(fault.code, None)
            if severity is not None:
                related: tuple[Place, ...] = ()
                if fault.related:
                    start, end, message = fault.related
                    related = (Place(file, Span(at + start, at + end), message),)
                span = Span(at + fault.start, at + fault.end)
                yield Problem(fault.code, file, span, fault.message, severity, related)

    def _severity(self, rule: str, found: Severity | None) -> Severity | None:
        default = found or all_rules()[rule].severity
        if all_rules()[rule].severity is None:
            default = None
        return self.context.settings.severity(rule, default)

    def _told(
        self, verdict: Verdict, file: str, at: int, around: tuple[Division, ...]
    ) -> Iterator[Problem]:
        """The problems of a verdict about a container at an offset, and of all below it."""
        if verdict.division is not None:
            around = (*around, verdict.division)
        layers = [(file, at), *((mount.file, mount.at) for mount in verdict.mounts)]
        for finding in verdict.findings:
            severity = self._severity(finding.rule, finding.severity)
            if severity is not None:
                yield _absolute(finding, severity, file, at, layers, around)
        for start, child in verdict.children:
            yield from self._told(child, file, at + start, around)
        for mount in verdict.mounts:
            yield from self._mounted(mount, layers, around)

    def _mounted(
        self, mount: Mount, layers: list[tuple[str, int]], around: tuple[Division, ...]
    ) -> Iterator[Problem]:
        verdict = mount.verdict
        if verdict.division is not None:
            verdict = verdict._replace(division=None)
        for finding in verdict.findings:
            severity = self._severity(finding.rule, finding.severity)
            if severity is not None:
                yield _absolute(finding, severity, mount.file, mount.at, layers, around)
        for start, child in verdict.children:
            yield from self._told(child, mount.file, mount.at + start, around)
        for inner in verdict.mounts:
            yield from self._mounted(inner, layers, around)


def _order(problem: Problem) -> tuple[int, int, str]:
    return (*problem.span, problem.rule)


def _absolute(
    finding: Finding,
    severity: Severity,
    file: str,
    at: int,
    layers: list[tuple[str, int]],
    around: tuple[Division, ...],
) -> Problem:
    related = tuple(
        Place(layers[remark.layer][0], remark.span.shifted(layers[remark.layer][1]), remark.message)
        for remark in finding.remarks
    )
    message = finding.message
    if around and finding.rule in _REFUSED:
        message += _loss(around)
    return Problem(
        finding.rule,
        file,
        finding.span.shifted(at),
        message,
        severity,
        (*related, *finding.places),
        tags=finding.tags,
    )


def _loss(around: tuple[Division, ...]) -> str:
    """What the service drops over a value that it cannot read (service-facts.md, section 1.2)."""
    for division in reversed(around[:-1]):
        if division.label not in ("group", "navigation"):
            pages = count_entries(division.node)
            if pages:
                noun = "page" if pages == 1 else "pages"
                return f" The service drops all of this {division.label} otherwise: {pages} {noun}."
            return f" The service drops the content of this {division.label} otherwise."
    return ""


def _division(judged: Type, node: Container) -> Division | None:
    if not isinstance(judged, Record) or judged.kind is None:
        return None
    kind = KINDS.get(judged.kind)
    return Division(kind.label if kind else judged.kind, node)


def _shape(
    node: Object, judged: Type, beside: Collection[str] | None, hidden: Collection[str]
) -> Iterator[Finding]:
    """The shape findings of one layer, without those on keys that another layer overrides."""
    for finding in check_object(node, judged, beside):
        if not hidden or not any(
            node.key_span(key).start <= finding.span.start < node.value_span(key).end
            for key in hidden
            if key in node.by_key
        ):
            yield finding


def _beside(followed: Resolved, index: int) -> Collection[str] | None:
    """The keys that the other layers bring, None where some are unknown."""
    if not followed.known:
        return None
    if len(followed.layers) == 1:
        return ()
    return {
        key
        for other, layer in enumerate(followed.layers)
        if other != index
        for key in layer.node.by_key
    }


def _hidden_keys(followed: Resolved, index: int) -> Collection[str]:
    """The keys of a layer whose value another layer overrides."""
    return {key for layer in followed.layers[:index] for key in layer.node.by_key}


def _specs_of(element: Element | None) -> frozenset[str]:
    if element is None or element.record.kind is None:
        return frozenset()
    source = source_of(element.get("openapi"))
    return frozenset() if source is None else frozenset((source,))


_RULES_ON: dict[str, tuple[Rule, ...]] = {}


def _rules_on(record: str) -> tuple[Rule, ...]:
    """The element rules that look at a record; made once for each."""
    found = _RULES_ON.get(record)
    if found is None:
        rules: Iterable[Rule] = all_rules().values()
        found = tuple(rule for rule in rules if rule.element is not None and record in rule.on)
        _RULES_ON[record] = found
    return found


def is_of_another_tool(document: Document) -> bool:
    """Whether a file is a docs.json of something else: it has keys, and none of them is ours."""
    root: Node = document.tree.root
    if not isinstance(root, Object) or not root.by_key or not document.tree.root.clean:
        return False
    keys: Mapping[str, int] = root.by_key
    if "navigation" in keys or "theme" in keys or "$ref" in keys:
        return False
    schema = getattr(root.get("$schema"), "value", None)
    return not (isinstance(schema, str) and "mintlify.com/" in schema)
