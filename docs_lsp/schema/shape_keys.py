"""Report keys of one object that are duplicated, unknown or missing.

Also suggests the key that an unknown one was meant to be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import filterfalse, islice

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.problem import Finding, ProblemTag, Remark, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Broken, Node, Object, String
from docs_lsp.schema.dropped_content import (
    DroppedContent,
    find_content_under_key,
    is_nonempty_array,
)
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS
from docs_lsp.schema.model import DOCS, find_key_paths, find_type_at_path, get_element_record
from docs_lsp.schema.model_legacy import MISNAMED_KEYS, TITLE_WORDS, find_legacy_key
from docs_lsp.schema.model_looks import HALVES
from docs_lsp.schema.model_navigation import GLOBAL_ENTRIES
from docs_lsp.schema.types import Record
from docs_lsp.schema.value_types import NEVER_CHECKED, find_misspelt_ref

_TITLES = {"language": "code", "version": "name"}
"""Word for the title of some elements in messages."""
MOST_HINTS = 20
"""Most unknown keys of one object for which a suggestion is searched."""
_BESIDE_METATAGS = frozenset((DOCS.name, "metadata", "seo"))
_GENERATORS = frozenset(("graphql", "sdk"))
_INHERITED = frozenset(("openapi", "asyncapi"))
_OLD_LINK = ("name", "url")
_TITLE_KEYS = (*KINDS, "label", "header", "name")
"""The keys that hold a title."""


def report_duplicate_keys(node: Object) -> Iterator[Finding]:
    """Report each key that an object has more than once."""
    if len(node.by_key) == len(node.items):
        return
    first: dict[str, Span] = {}
    for start, member in zip(node.starts, node.items, strict=True):
        key = member.key.value
        span = Span(start, start + member.key.size)
        if key in first:
            message = (
                f"`{key}` is duplicated in this object; only the last one is used. Remove one of "
                "them."
            )
            yield Finding(
                "duplicate-key", span, message, remarks=(Remark(first[key], "The first one"),)
            )
        elif key:
            first[key] = span


class UnknownKeys:
    """The keys of one object that its record does not define.

    Suggestions are searched only for the first few of them: an object with thousands of unknown
    keys does not improve with more.
    """

    def __init__(self, node: Object, record: Record, names: Mapping[str, str]) -> None:
        """Take an object; `names` as returned by `find_reportable_misnamed_keys`."""
        self._node, self._record, self._names = node, record, names
        self._ref = find_misspelt_ref(node)
        self._checked = 0

    @cached_property
    def _taken_keys(self) -> frozenset[str]:
        """The keys not to suggest: the object's own, and those meant by its misspelt keys."""
        return frozenset((*self._node.by_key, *self._names.values()))

    def report(self, key: str) -> Iterator[Finding]:
        """Yield the finding about one unknown key, unless it is allowed or a rule reports it."""
        node, record = self._node, self._record
        if key == self._ref:
            yield build_misspelt_ref_finding(node, key)
            return
        span = node.get_key_span(key)
        old = find_legacy_key(record, key)
        if old is not None:
            message = f"`{key}` is a mint.json setting and is ignored in docs.json. "
            tags = (ProblemTag.DEPRECATED,)
            yield Finding("legacy-key", span, message + old.advice, tags=tags)
        elif record.open or _is_reported_by_rule(node, record, key):
            return
        elif near := self._names.get(key):
            message = f"Unknown key `{key}`{_render_missing_meaning(record, near)}. Write `{near}`."
            yield Finding("unknown-key", span, message, severity=Severity.ERROR, loses=True)
        else:
            self._checked += 1
            yield self._build_unknown_key_finding(key, span)

    def _build_unknown_key_finding(self, key: str, span: Span) -> Finding:
        """Return the finding about an unknown key; only the first ones get suggestions."""
        node, record = self._node, self._record
        value = node.get(key)
        has_hint = self._checked <= MOST_HINTS
        if has_hint or record is DOCS:  # In DOCS no search is needed.
            lost = find_dropped_content(record, key, value, self._taken_keys)
        else:
            lost = None if record.strict else find_content_under_key(record.kind, key, value)
        message = f"Unknown key `{key}`, ignored."
        severity = None
        if record.strict:
            message = f"Unknown key `{key}`; the whole object is rejected because of it."
            severity = Severity.ERROR
        elif lost is not None:
            message = f"Unknown key `{key}`; everything it lists is dropped."
            severity = Severity.ERROR
        if has_hint:
            message += self._render_suggestion(key, value, lost)
        tags = () if record.strict else (ProblemTag.UNNECESSARY,)
        loses = record.strict
        return Finding("unknown-key", span, message, severity=severity, loses=loses, tags=tags)

    def _render_suggestion(self, key: str, value: Node | None, lost: DroppedContent | None) -> str:
        """Return the sentence, after a space, that says what to do about an unknown key."""
        if lost is not None and lost.is_wrapped:
            return f" Move `{lost.key}` out of it."
        if lost is not None and not lost.key:
            return (
                " If the file is an array, write the key that it is meant for, such as `pages`; "
                "otherwise move `$ref` out of it."
            )
        if lost is not None and not self._record.strict:
            near: str | None = lost.key
        else:
            near = suggest_key(
                self._record, key, value.json_kind if value else "", self._taken_keys
            )
        return _render_hint(self._record, near, key, value, self._taken_keys)


def build_misspelt_ref_finding(node: Object, key: str) -> Finding:
    """Return the finding about a misspelt `$ref` key."""
    message = f"Unknown key `{key}`; the content of the file is dropped. Write `$ref`."
    return Finding("unknown-key", node.get_key_span(key), message, severity=Severity.ERROR)


def find_dropped_content(
    record: Record, key: str, value: Node | None, given: Collection[str] = ()
) -> DroppedContent | None:
    """Return the content under an unknown key that the service drops with it, or None.

    `given` are the keys that the object has.
    """
    if record is DOCS:
        is_lost = key in CHILD_KEYS and is_nonempty_array(value)
        return DroppedContent(f"navigation.{key}") if is_lost else None
    if record.kind is None or record.strict:
        return None
    if is_nonempty_array(value):
        near = suggest_key(record, key, "array", given) or suggest_key(record, key, "array")
        if near in CHILD_KEYS:
            return DroppedContent(near)
    if means_global(record, key, value):
        return None
    return find_content_under_key(record.kind, key, value)


def means_global(record: Record, key: str, value: Node | None) -> bool:
    """Return whether a key of `navigation` is a misspelt `global` with a fitting object as value.

    Moving its arrays out would put them in place of the content.
    """
    if record.kind != "navigation" or not isinstance(value, Object):
        return False
    is_fitting = value.by_key.keys() <= get_element_record("global").properties.keys()
    return is_fitting and find_nearest_name(key, record.properties) == "global"


def _render_hint(
    record: Record, near: str | None, key: str, value: Node | None, given: Collection[str]
) -> str:
    """Return a sentence, after a space: where to move a key, what to name it, or to remove it."""
    if near is None and record.kind == "navigation" and key in _INHERITED:
        return " Set it on the elements below, such as tabs or groups; their content inherits it."
    if near is None and is_metatag(record, key):
        return " Move it to `seo.metatags`."
    if near is None:
        place = find_only_other_path(record, key)
        if place is not None and "." not in place:
            return " Move it to the top level of docs.json."
        near = place or find_nearest_name(key, filterfalse(given.__contains__, record.properties))
    if near is None and means_global(record, key, value):
        return " Move what it holds into `global`."
    return f" Did you mean `{near}`?" if near else " Remove it."


def report_missing_keys(node: Object, record: Record, keys: Collection[str]) -> Iterator[Finding]:
    """Report required keys not in `keys`, all that an object has; none if its syntax is broken."""
    if not node.closed or "" in node.by_key:
        return  # The syntax is the mistake: what seems to be missing may only be misread.
    for key in record.find_missing_keys(keys):
        if key == record.kind == "anchor" and is_legacy_anchor_link(node):
            continue  # A rule reports the whole array.
        if record.name in GLOBAL_ENTRIES and key == "href" and not CHILD_KEYS.isdisjoint(keys):
            continue  # A rule reports the content that is in its place.
        other = next((kind for kind in KINDS if kind in keys), None)
        if key == record.kind and other is not None:
            message = (
                f"`{other}` makes this {KINDS[other].noun}, but it is in a list of "
                f"{KINDS[key].plural}. Write `{key}`, or move it."
            )
            span = node.get_key_span(other) if other in node.by_key else Span(0, 1)
            yield Finding("missing-key", span, message, about=key)
            continue
        message = _render_missing_half(key, keys) or _render_missing_key(record, key)
        yield Finding("missing-key", Span(0, 1), message, about=key)


def _render_missing_half(key: str, keys: Collection[str]) -> str:
    """Render that an object has only one of a pair of keys; empty if that is not the mistake."""
    other = HALVES.get(key)
    return (
        f"`{other}` is set and `{key}` is not; both are required. Add it." if other in keys else ""
    )


def _render_missing_key(record: Record, key: str) -> str:
    if kind := KINDS.get(record.kind or ""):
        return f"This {kind.label} has no {_TITLES.get(key, 'title')}. Add `{key}`."
    where = "docs.json" if record is DOCS else "This object"
    return f"{where} lacks the required key `{key}`. Add it."


def _render_missing_meaning(record: Record, key: str) -> str:
    """Render what is missing because a key has another name: `, so this tab has no title`."""
    if kind := KINDS.get(record.kind or ""):
        return f", so this {kind.label} has no {_TITLES.get(key, 'title')}"
    where = "docs.json" if record is DOCS else "this object"
    return f"; {where} is rejected without `{key}`"


def find_reportable_misnamed_keys(
    node: Object, record: Record, given: Collection[str] | None
) -> dict[str, str]:
    """Return the misnamed keys that no other check reports, each with the key that is meant.

    As `find_misnamed_keys`; empty if `given` is None (not known), and for an object that is still
    being typed, whose missing keys may only be misread.
    """
    if given is None or record.open or not node.closed or "" in node.by_key:
        return {}
    misnamed_keys = find_misnamed_keys(node, record, given)
    return {
        key: near
        for key, near in misnamed_keys.items()
        if find_legacy_key(record, key) is None and not _is_reported_by_rule(node, record, key)
    }


def _is_reported_by_rule(node: Object, record: Record, key: str) -> bool:
    """Return whether a rule about the navigation reports this key."""
    if record.kind == "navigation" and key == "openapi":
        return True
    if record.kind is None or record.kind == "global":
        return record.name in GLOBAL_ENTRIES and key in CHILD_KEYS
    if key in CHILD_KEYS:
        return not is_title_under_list_key(record, key, node)
    if key in _GENERATORS:
        return True
    if key in _OLD_LINK and record.kind == "anchor" and is_legacy_anchor_link(node):
        return True
    if record.kind not in KINDS or record.kind in node.by_key:
        return False
    # An element of another kind is reported by `missing-key`; its own keys are no further mistake.
    others = [other for other in KINDS if other in node.by_key]
    return any(key == other or key in get_element_record(other).properties for other in others)


def is_title_under_list_key(record: Record, key: str, node: Object) -> bool:
    """Return whether an element has its title under the key of its array: `"groups": "Guides"`."""
    kind = KINDS.get(record.kind or "")
    is_own = kind is not None and kind.container == key and kind.title not in node.by_key
    return is_own and isinstance(node.get(key), String)


def is_legacy_anchor_link(node: Node) -> bool:
    """Return whether a value is a link with `name` and `url`, as in mint.json anchors."""
    if not isinstance(node, Object) or "anchor" in node.by_key or "href" in node.by_key:
        return False
    is_link = all(isinstance(node.get(key), String) for key in _OLD_LINK)
    return is_link and node.by_key.keys().isdisjoint(CHILD_KEYS)


def suggest_key(
    record: Record, key: str, json_kind: str, given: Collection[str] = ()
) -> str | None:
    """Return the known key that an unknown one was most likely meant to be, or None.

    It accepts values of this JSON kind and is not one of `given`.
    """
    taken = frozenset(filter(given.__contains__, record.properties))
    if record.kind in KINDS and not CHILD_KEYS.isdisjoint(given):
        taken |= {"href"}  # With a link the service would drop the element's content.
    return _suggest_free_key(record, key, json_kind, taken)


@lru_cache(maxsize=2000)  # An object with mistakes is checked again after each edit in it.
def _suggest_free_key(
    record: Record, key: str, json_kind: str, taken: frozenset[str]
) -> str | None:
    """Return the key that is most likely meant and not `taken`, or None."""
    candidates = {name: one for name, one in record.properties.items() if name not in taken}
    for habitual_name in (
        *MISNAMED_KEYS.get(key, ()),
        *(_TITLE_KEYS if key in TITLE_WORDS else ()),
    ):
        if habitual_name in candidates:
            return habitual_name
    return find_nearest_name(
        key, (name for name, one in candidates.items() if json_kind in one.type.json_kinds)
    )


def find_only_other_path(record: Record, key: str) -> str | None:
    """Return the dotted path where a misplaced key is valid, if only one place is likely; or None.

    For a key at the top level, the place in `navigation` wins if there is one, and for one in
    `navigation` the top level.
    """
    if record.kind == "navigation" and key in DOCS.properties:
        return key
    if (
        find_key_paths(key) == (key,)
        and record is not DOCS
        and find_type_at_path(record.name) is not None
    ):
        return key
    places = [place for place in find_key_paths(key) if "." in place]
    at_root = f"navigation.{key}"
    if record is DOCS and at_root in places:
        return at_root
    return places[0] if len(places) == 1 else None


def is_metatag(record: Record, key: str) -> bool:
    """Return whether a key is a meta tag for `seo.metatags`, in docs.json, `metadata` or `seo`."""
    return record.name in _BESIDE_METATAGS and key.startswith(("og:", "twitter:"))


def find_misnamed_keys(node: Object, record: Record, given: Collection[str]) -> dict[str, str]:
    """Map unknown keys to the missing required keys that they were meant to be.

    Each pair is one mistake. `given` are all keys that the object has in some way.
    """
    missing = set(record.find_missing_keys(given))
    if record.kind in KINDS and any(kind in given for kind in KINDS):
        missing.discard(record.kind)  # The element is of another kind.
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
