"""What is wrong with the keys of one object: given twice, unknown, missing; and which key a writer
meant by an unknown one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import islice

from docs_lsp.core.nearest import nearest
from docs_lsp.core.problem import Finding, Remark, Severity, Tag
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Broken, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS
from docs_lsp.schema.model import DOCS, element, paths_of
from docs_lsp.schema.model_legacy import MISNAMED_KEYS, TITLE_WORDS, legacy_of
from docs_lsp.schema.model_navigation import GLOBAL_ENTRIES
from docs_lsp.schema.types import Record
from docs_lsp.schema.unread_content import UnreadContent, content_in, is_filled_list
from docs_lsp.schema.value_types import NEVER_CHECKED, misspelt_ref

_TITLES = {"language": "code", "version": "name"}
"""What a writer would call the title of some elements."""
MOST_HINTS = 20
"""Unknown keys of one object for which is looked up what they mean."""
_GENERATORS = frozenset(("graphql", "sdk"))
_INHERITED = frozenset(("openapi", "asyncapi"))
_OLD_LINK = ("name", "url")
_TITLE_KEYS = (*KINDS, "label", "header", "name")
"""The keys that hold the title of something."""


def report_duplicate_keys(node: Object) -> Iterator[Finding]:
    """The keys that an object has more than once."""
    if len(node.by_key) == len(node.items):
        return
    first: dict[str, Span] = {}
    for start, member in zip(node.starts, node.items, strict=True):
        key = member.key.value
        span = Span(start, start + member.key.size)
        if key in first:
            message = (
                f"`{key}` is given twice here, and only the last one counts. Remove the one that "
                "is not meant."
            )
            yield Finding(
                "duplicate-key", span, message, remarks=(Remark(first[key], "The first one"),)
            )
        elif key:
            first[key] = span


class UnknownKeys:
    """The keys of one object that its record does not have. What is meant by one is looked up for
    the first of them alone: an object of thousands is no better for more."""

    def __init__(self, node: Object, record: Record, names: Mapping[str, str]) -> None:
        """Take an object; `names` as of `find_reportable_misnamed`."""
        self._node, self._record, self._names = node, record, names
        self._ref = misspelt_ref(node)
        self._checked = 0

    @cached_property
    def _given(self) -> frozenset[str]:
        """The keys that nothing can be meant for any more."""
        return frozenset((*self._node.by_key, *self._names.values()))

    def report(self, key: str) -> Iterator[Finding]:
        """The findings about one of them."""
        node, record = self._node, self._record
        if key == self._ref:
            yield report_misspelt_ref(node, key)
            return
        span = node.key_span(key)
        old = legacy_of(record, key)
        if old is not None:
            message = f"`{key}` is of the old mint.json, and the service no longer reads it. "
            tags = (Tag.DEPRECATED,)
            yield Finding("legacy-key", span, message + old.advice, tags=tags)
        elif record.open or _is_left_to_a_rule(node, record, key):
            return
        elif near := self._names.get(key):
            message = f"Nothing reads `{key}` here, {_render_gap(record, near)} Write `{near}`."
            yield Finding("unknown-key", span, message, severity=Severity.ERROR, loses=True)
        else:
            self._checked += 1
            yield self._report_unread(key, span)

    def _report_unread(self, key: str, span: Span) -> Finding:
        node, record = self._node, self._record
        value = node.get(key)
        has_hint = self._checked <= MOST_HINTS
        if has_hint or record is DOCS:  # There it needs no look-up.
            lost = unread_content(record, key, value, self._given)
        else:
            lost = None if record.strict else content_in(record.kind, key, value)
        message = f"Nothing reads `{key}` here, so it has no effect."
        severity = None
        if record.strict:
            message = (
                f"`{key}` is not known here, and the service refuses the whole object with it."
            )
            severity = Severity.ERROR
        elif lost is not None:
            message = f"Nothing reads `{key}` here, so what it lists is lost."
            severity = Severity.ERROR
        if has_hint:
            message += self._suggest(key, value, lost)
        return Finding("unknown-key", span, message, severity=severity, loses=record.strict)

    def _suggest(self, key: str, value: Node | None, lost: UnreadContent | None) -> str:
        if lost is not None and lost.is_wrapped:
            return f" Take `{lost.key}` out of it."
        if lost is not None and not lost.key:
            return (
                " If the file holds a list, write the key that it is meant for, such as `pages`; "
                "else take `$ref` out of it."
            )
        if lost is not None and not self._record.strict:
            near: str | None = lost.key
        else:
            near = suggest_key(self._record, key, value.json_kind if value else "", self._given)
        return _render_hint(self._record, near, key, self._given)


def report_misspelt_ref(node: Object, key: str) -> Finding:
    """That a `$ref` is spelt otherwise."""
    message = (
        f"The service follows `$ref`, and nothing reads `{key}`, so what the file holds is lost. "
        "Write `$ref`."
    )
    return Finding("unknown-key", node.key_span(key), message, severity=Severity.ERROR)


def unread_content(
    record: Record, key: str, value: Node | None, given: Collection[str] = ()
) -> UnreadContent | None:
    """The content that stands under a key that the record does not have, and that the service
    drops with it; `given` are the keys that the object has."""
    if record is DOCS:
        is_lost = key in CHILD_KEYS and is_filled_list(value)
        return UnreadContent(f"navigation.{key}") if is_lost else None
    if record.kind is None or record.strict:
        return None
    if is_filled_list(value):
        near = suggest_key(record, key, "array", given) or suggest_key(record, key, "array")
        if near in CHILD_KEYS:
            return UnreadContent(near)
    return content_in(record.kind, key, value)


def _render_hint(record: Record, near: str | None, key: str, given: Collection[str]) -> str:
    if near is None and record.kind == "navigation" and key in _INHERITED:
        return (
            " Write it on the elements below, such as tabs or groups: what is in them inherits it."
        )
    if near is None:
        others = (name for name in record.properties if name not in given)
        near = find_other_place(record, key) or nearest(key, others)
    return f" Did you mean `{near}`?" if near else " Remove it."


def report_missing_keys(node: Object, record: Record, keys: Collection[str]) -> Iterator[Finding]:
    """The keys that an object still has to have; `keys` are all that it has in some way."""
    if not node.closed or "" in node.by_key:
        return  # What seems to be missing may only be misread: the syntax is the mistake.
    for key in record.find_missing_keys(keys):
        if key == record.kind == "anchor" and is_old_link(node):
            continue  # A rule speaks of the whole list.
        if record.name in GLOBAL_ENTRIES and key == "href" and not CHILD_KEYS.isdisjoint(keys):
            continue  # A rule speaks of the content that stands in its place.
        other = next((kind for kind in KINDS if kind in keys), None)
        if key == record.kind and other is not None:
            message = (
                f"This stands in a list of {KINDS[key].plural}, but `{other}` makes it "
                f"{KINDS[other].noun}. Write `{key}` for the title of "
                f"{KINDS[key].noun}, or move it."
            )
            span = node.key_span(other) if other in node.by_key else Span(0, 1)
            yield Finding("missing-key", span, message, about=key)
            continue
        message = _render_missing_key(record, key)
        yield Finding("missing-key", Span(0, 1), message, about=key)


def _render_missing_key(record: Record, key: str) -> str:
    if kind := KINDS.get(record.kind or ""):
        return f"This {kind.label} has no {_TITLES.get(key, 'title')}: add `{key}`."
    where = "docs.json" if record is DOCS else "This object"
    return f"{where} has no `{key}`, and the service refuses it without one: add it."


def _render_gap(record: Record, key: str) -> str:
    """The gap that a key leaves which stands there under another name."""
    if kind := KINDS.get(record.kind or ""):
        return f"so this {kind.label} has no {_TITLES.get(key, 'title')}."
    where = "docs.json" if record is DOCS else "this object"
    return f"and the service refuses {where} without `{key}`."


def find_reportable_misnamed(
    node: Object, record: Record, given: Collection[str] | None
) -> dict[str, str]:
    """As `find_misnamed_keys`, where it is known what is given, and of keys that only this check
    speaks of.

    Of text that is being written, what seems to be missing may only be misread.
    """
    if given is None or record.open or not node.closed or "" in node.by_key:
        return {}
    misnamed_keys = find_misnamed_keys(node, record, given)
    return {
        key: near
        for key, near in misnamed_keys.items()
        if legacy_of(record, key) is None and not _is_left_to_a_rule(node, record, key)
    }


def _is_left_to_a_rule(node: Object, record: Record, key: str) -> bool:
    """Whether a rule about the navigation speaks of this key."""
    if record.kind == "navigation" and key == "openapi":
        return True
    if record.kind is None or record.kind == "global":
        return record.name in GLOBAL_ENTRIES and key in CHILD_KEYS
    if key in CHILD_KEYS or key in _GENERATORS:
        return True
    if key in _OLD_LINK and record.kind == "anchor" and is_old_link(node):
        return True
    if record.kind not in KINDS or record.kind in node.by_key:
        return False
    # An element of another kind: `missing-key` tells, and its own keys are no further mistake.
    others = [other for other in KINDS if other in node.by_key]
    return any(key == other or key in element(other).properties for other in others)


def is_old_link(node: Node) -> bool:
    """Whether a value is a link as the anchors of the old mint.json were, instead of an anchor."""
    if not isinstance(node, Object) or "anchor" in node.by_key or "href" in node.by_key:
        return False
    return all(isinstance(node.get(key), String) for key in _OLD_LINK) and CHILD_KEYS.isdisjoint(
        node.by_key
    )


def suggest_key(
    record: Record, key: str, json_kind: str, given: Collection[str] = ()
) -> str | None:
    """The key that is meant by one that nothing reads: it takes values of this JSON kind, and is
    none of those that are given."""
    free = {name: one for name, one in record.properties.items() if name not in given}
    if record.kind in KINDS and not CHILD_KEYS.isdisjoint(given):
        free.pop("href", None)  # With a link the service would drop what the element holds.
    for slip in (*MISNAMED_KEYS.get(key, ()), *(_TITLE_KEYS if key in TITLE_WORDS else ())):
        if slip in free:
            return slip
    return nearest(key, (name for name, one in free.items() if json_kind in one.type.json_kinds))


def find_other_place(record: Record, key: str) -> str | None:
    """The one other place of docs.json where a key is read that its object does not have. Of what
    stands at the top, that is the navigation where it is read there."""
    places = [place for place in paths_of(key) if "." in place]
    at_root = f"navigation.{key}"
    if record is DOCS and at_root in places:
        return at_root
    return places[0] if len(places) == 1 else None


def find_misnamed_keys(node: Object, record: Record, given: Collection[str]) -> dict[str, str]:
    """The keys that nothing reads and that stand for one that is missing and has to be there, with
    that one: each pair is one mistake. `given` are the keys that the object has in all.
    """
    missing = set(record.find_missing_keys(given))
    if record.kind in KINDS and any(kind in given for kind in KINDS):
        missing.discard(record.kind)  # It is an element of another kind.
    if not missing:
        return {}
    misnamed_keys: dict[str, str] = {}
    unknown = (
        key for key in node.by_key if key not in record.properties and key not in NEVER_CHECKED
    )
    for key in islice(unknown, MOST_HINTS):
        value = node.items[node.by_key[key]].value
        if isinstance(value, Broken):
            continue
        near = suggest_key(record, key, value.json_kind, given)
        if near in missing and value.json_kind in record.properties[near].type.json_kinds:
            missing.discard(near)
            misnamed_keys[key] = near
    return misnamed_keys
