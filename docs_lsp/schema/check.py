"""What is wrong with the shape of one object or array, in words a writer understands.

The check looks at one container and its direct members, so that its result can be kept with the
container and stays true while the rest of the file is edited. Which container is to be checked as
what is for the caller to follow (`typed_children`). An object is known by its discriminating key,
so that one mistake gives one finding about what the writer meant.

Source of what is allowed: the declarations in `model`, which name their own sources.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from docs_lsp.jsontree.nodes import Array, Broken, Container, Node, Object, Scalar, String
from docs_lsp.nearest import nearest
from docs_lsp.problem import Finding, Remark, Severity, Tag
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS
from docs_lsp.schema.meant import meant_key, misnamed
from docs_lsp.schema.model import DOCS, element, paths_of
from docs_lsp.schema.model_legacy import LEGACY
from docs_lsp.schema.types import (
    Boolean,
    Choice,
    Element,
    ListOf,
    MapOf,
    OneOf,
    Property,
    Record,
    Type,
)
from docs_lsp.schema.types import String as StringType
from docs_lsp.text import Span

_NOUNS = {
    "string": "a string",
    "number": "a number",
    "boolean": "`true` or `false`",
    "null": "`null`",
    "array": "an array",
    "object": "an object",
}
NEVER_CHECKED = frozenset(("$ref", "sourceRef"))
"""Keys that stand for content from elsewhere."""

_TITLES = {"language": "code", "version": "name"}
"""What a writer would call the title of some elements."""
_GENERATORS = frozenset(("graphql", "sdk"))
_INHERITED = frozenset(("openapi", "asyncapi"))
_PAGE_KEYS = frozenset(("group", "pages", "groups", "root", "openapi", "asyncapi", "expanded"))


def resolve(wanted: Type, node: Node) -> Type | None:
    """The type that a value is to be judged by; None where no alternative takes its JSON kind.

    A `$ref` may bring a value of any kind, a list say.
    """
    if isinstance(node, Object) and "$ref" in node.by_key and "object" not in wanted.json_kinds:
        return wanted
    if isinstance(wanted, OneOf):
        keys: frozenset[str] = frozenset()
        case = None
        if isinstance(node, Object):
            keys = frozenset(node.by_key)
            told = node.get(wanted.discriminator) if wanted.discriminator else None
            case = told.value if isinstance(told, String) else None
        chosen = wanted.choose(node.json_kind, keys, case)
        return None if chosen is None else resolve(chosen, node)
    if node.json_kind not in wanted.json_kinds:
        return None
    return element(wanted.kind) if isinstance(wanted, Element) else wanted


def is_page_object(node: Node) -> bool:
    """Whether an object in `pages` was meant as a page: nothing in it speaks of a group."""
    return (
        isinstance(node, Object)
        and bool(node.by_key)
        and not _PAGE_KEYS & node.by_key.keys()
        and not NEVER_CHECKED & node.by_key.keys()
    )


def typed_children(node: Container, judged: Type) -> Iterator[tuple[int, Container, Type]]:
    """The containers in a container that are to be checked too: index, node and type of each.

    Of a key that is given twice only the last value counts.
    """
    if isinstance(node, Array):
        if isinstance(judged, ListOf):
            for index, item in enumerate(node.items):
                if isinstance(item, Container) and not _is_page(judged, item):
                    chosen = resolve(judged.item, item)
                    if chosen is not None:
                        yield index, item, chosen
        return
    assert isinstance(node, Object)
    for key, index in node.by_key.items():
        value = node.items[index].value
        if isinstance(value, Container):
            wanted = _wanted(judged, key)
            chosen = None if wanted is None else resolve(wanted, value)
            if chosen is not None:
                yield index, value, chosen


def wanted_child(judged: Type, node: Container, index: int) -> Type | None:
    """The type of one item or value of a container; None where any will do."""
    if isinstance(node, Object):
        return _wanted(judged, node.items[index].key.value)
    return judged.item if isinstance(judged, ListOf) else None


def _wanted(judged: Type, key: str) -> Type | None:
    if isinstance(judged, Record):
        known = judged.properties.get(key)
        return known.type if known else None
    return judged.value if isinstance(judged, MapOf) else None


def _is_page(judged: ListOf, item: Node) -> bool:
    return (
        isinstance(judged.item, OneOf) and judged.item.name == "pageEntry" and is_page_object(item)
    )


def check_array(node: Array, judged: Type) -> Iterator[Finding]:
    """What is wrong with the items of an array, apart from what is inside them."""
    if not isinstance(judged, ListOf):
        return
    plain = _plain_string(judged.item)
    for start, item in zip(node.starts, node.items, strict=True):
        # Lists of thousands of strings are looked at on each keystroke in them.
        if plain is not None and type(item) is String and len(item.value) >= plain.min_length:
            continue
        if not _is_page(judged, item):
            yield from check_value("", judged.item, item, start)
    count = len(node.items)
    if count < judged.min_items:
        least = judged.min_items
        message = f"This list is empty, and the service wants at least {least} entry: add one."
        yield Finding("invalid-value", Span(0, node.size), message)
    if judged.max_items is not None and count > judged.max_items:
        first = node.starts[judged.max_items]
        message = f"The service takes at most {judged.max_items} entries here: remove this one."
        yield Finding(
            "invalid-value", Span(first, first + node.items[judged.max_items].size), message
        )


def _plain_string(wanted: Type) -> StringType | None:
    """The string type among what a list takes, where only its length matters."""
    judged = wanted.choose("string") if isinstance(wanted, OneOf) else wanted
    if not isinstance(judged, StringType) or judged.patterns or judged.prefix:
        return None
    return judged


def check_object(
    node: Object, judged: Type, beside: Collection[str] | None = ()
) -> Iterator[Finding]:
    """What is wrong with the keys and plain values of an object.

    `beside` are keys that a `$ref` brings to the same object from another file, None where that
    file is not known.
    """
    yield from _duplicate_keys(node)
    if isinstance(judged, MapOf):
        yield from _check_map(node, judged)
    elif isinstance(judged, Record):
        given = None if beside is None else node.by_key.keys() | set(beside)
        names = misnamed_in(node, judged, given)
        for key, index in node.by_key.items():
            if key and key not in NEVER_CHECKED:
                yield from _check_member(node, judged, key, index, names)
        if given is not None and "sourceRef" not in node.by_key:
            yield from _missing_keys(node, judged, given | set(names.values()))


def misnamed_in(node: Object, judged: Record, given: Collection[str] | None) -> dict[str, str]:
    """As `misnamed`, where it is known what is given, and of keys that only this check speaks of.

    Of text that is being written, what seems to be missing may only be misread.
    """
    if given is None or judged.open or not node.closed or "" in node.by_key:
        return {}
    found = misnamed(node, judged, given)
    return {
        key: near
        for key, near in found.items()
        if _place(judged, key) not in LEGACY and not _is_left_to_a_rule(node, judged, key)
    }


def _duplicate_keys(node: Object) -> Iterator[Finding]:
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


def _check_map(node: Object, judged: MapOf) -> Iterator[Finding]:
    for key, index in node.by_key.items():
        if not key or key in NEVER_CHECKED:
            continue
        member = node.items[index]
        if judged.keys is not None and not judged.keys.accepts(key):
            near = nearest(key, judged.keys.values)
            hint = f" Did you mean `{near}`?" if near else f" It is {judged.keys.noun}."
            span = node.key_span(key)
            yield Finding("invalid-value", span, f"The service does not know `{key}` here.{hint}")
        yield from check_value(
            key, judged.value, member.value, node.starts[index] + member.value_start
        )


def _check_member(
    node: Object, judged: Record, key: str, index: int, names: Mapping[str, str]
) -> Iterator[Finding]:
    member = node.items[index]
    known = judged.properties.get(key)
    if known is None:
        if not isinstance(member.value, Broken):
            yield from _unknown(node, judged, key, names)
        return
    if not known.documented and key not in CHILD_KEYS:
        message = f"The service reads `{key}` here, but the written format does not name it."
        yield Finding("undocumented-key", node.key_span(key), message)
    at = node.starts[index] + member.value_start
    if key == "navigation" and judged is DOCS and isinstance(member.value, Array):
        message = (
            "`navigation` is an object today; a list is the old mint.json shape and the service "
            "refuses it. Put the entries into `navigation.groups` or `navigation.pages`."
        )
        yield Finding(
            "legacy-key",
            node.key_span(key),
            message,
            severity=Severity.ERROR,
            tags=(Tag.DEPRECATED,),
        )
        return
    yield from check_value(key, known.type, member.value, at)


def check_value(key: str, wanted: Type, value: Node, at: int) -> Iterator[Finding]:
    """What is wrong with a value at an offset, as far as it is no matter of what is inside it.

    `key` is the key it stands under, empty in a list.
    """
    if isinstance(value, Broken) or (isinstance(value, Scalar) and value.faults):
        return  # It is still being typed, or the syntax is the mistake.
    if isinstance(value, Object) and NEVER_CHECKED & value.by_key.keys():
        return
    judged = resolve(wanted, value)
    if judged is None:
        yield Finding("wrong-type", _inner(value, at), _wrong_type(key, wanted, value))
    elif isinstance(judged, StringType):
        if not judged.accepts(value.value):  # type: ignore[attr-defined]  # a String by its JSON kind
            yield Finding("invalid-value", _inner(value, at), _not_accepted(key, judged.noun))
    elif isinstance(judged, Choice):
        yield from _check_choice(key, judged, value.value, _inner(value, at))  # type: ignore[attr-defined]  # a String by its JSON kind
    elif isinstance(judged, Boolean) and judged.only not in (None, getattr(value, "value", None)):
        yield Finding("invalid-value", _inner(value, at), _not_accepted(key, judged.noun))


def _check_choice(key: str, judged: Choice, value: str, span: Span) -> Iterator[Finding]:
    if judged.name == "language":
        return  # The rules about languages know what the project adds and what writers mean.
    if not judged.accepts(value):
        near = nearest(value, judged.values)
        hint = f" Did you mean `{near}`?" if near else ""
        noun = judged.noun if len(judged.values) <= 9 else f"one of {_listed(judged.values)}"
        what = f"`{key}` takes {noun}" if key else f"This takes {noun}"
        yield Finding("invalid-value", span, f"{what}, not `{_short(value)}`.{hint}")
    elif judged.documented is not None and value not in judged.documented:
        message = f"The service takes `{value}`, but the written format does not name it."
        yield Finding("undocumented-key", span, message)


def _not_accepted(key: str, noun: str) -> str:
    return f"`{key}` takes {noun}." if key else f"This takes {noun}."


def _wrong_type(key: str, wanted: Type, value: Node) -> str:
    found = _NOUNS[value.json_kind]
    if isinstance(wanted, Element) and isinstance(value, String):
        kind = KINDS[wanted.kind]
        return (
            f"{_a(kind.label).capitalize()} is an object with `{kind.name}`, not a string. A page "
            "belongs into the `pages` of a group."
        )
    what = f"`{key}` takes" if key else "This list takes"
    noun = wanted.noun if not isinstance(wanted, Choice) else "a string"
    return f"{what} {noun}, not {found}."


def _place(judged: Record, key: str) -> str:
    """The place of a key as the list of old keys gives it."""
    return key if judged is DOCS else f"{judged.name}.{key}"


def _unknown(node: Object, judged: Record, key: str, names: Mapping[str, str]) -> Iterator[Finding]:
    span = node.key_span(key)
    place = _place(judged, key)
    if place in LEGACY:
        message = f"`{key}` is of the old mint.json, and the service no longer reads it. "
        tags = (Tag.DEPRECATED,)
        yield Finding("legacy-key", span, message + LEGACY[place].advice, tags=tags)
        return
    if judged.open or _is_left_to_a_rule(node, judged, key):
        return
    if key in names:
        message = f"Nothing reads `{key}` here, {_gap(judged, names[key])} Write `{names[key]}`."
        yield Finding("unknown-key", span, message, severity=Severity.ERROR, loses=True)
        return
    value = node.get(key)
    json_kind = value.json_kind if value else ""
    given = node.by_key.keys() | set(names.values())
    near = meant_key(judged, key, json_kind, given)
    content = near or meant_key(judged, key, json_kind)
    message = f"Nothing reads `{key}` here, so it has no effect."
    severity = None
    if judged.strict:
        message = f"`{key}` is not known here, and the service refuses the whole object with it."
        severity = Severity.ERROR
    elif judged.kind is not None and content in CHILD_KEYS and _is_filled_list(value):
        near = content
        message = f"Nothing reads `{key}` here, so what it lists is lost."
        severity = Severity.ERROR
    message += _meant(judged, near, key, given)
    yield Finding("unknown-key", span, message, severity=severity, loses=judged.strict)


def _is_filled_list(value: Node | None) -> bool:
    return isinstance(value, Array) and bool(value.items)


def _is_left_to_a_rule(node: Object, judged: Record, key: str) -> bool:
    """Whether a rule about the navigation speaks of this key."""
    if judged.kind is None or judged.kind == "global":
        return False
    if key in CHILD_KEYS or key in _GENERATORS:
        return True
    if judged.kind not in KINDS or judged.kind in node.by_key:
        return False
    # An element of another kind: `missing-key` tells, and its own keys are no further mistake.
    others = [other for other in KINDS if other in node.by_key]
    return any(key == other or key in element(other).properties for other in others)


def _meant(judged: Record, near: str | None, key: str, given: Collection[str]) -> str:
    places = [place for place in paths_of(key) if "." in place]
    if near is None and judged.kind == "navigation" and key in _INHERITED:
        return (
            " Write it on the elements below, such as tabs or groups: what is in them inherits it."
        )
    if near is None:
        others = (name for name in judged.properties if name not in given)
        near = places[0] if len(places) == 1 else nearest(key, others)
    return f" Did you mean `{near}`?" if near else " Remove it."


def _missing_keys(node: Object, judged: Record, keys: Collection[str]) -> Iterator[Finding]:
    if not node.closed or "" in node.by_key:
        return  # What seems to be missing may only be misread: the syntax is the mistake.
    for key in judged.missing(frozenset(keys)):
        other = next((one for one in KINDS if one in keys), None)
        if key == judged.kind and other is not None:
            message = (
                f"This stands in a list of {KINDS[key].plural}, but `{other}` makes it "
                f"{_a(KINDS[other].label)}. Write `{key}` for the title of "
                f"{_a(KINDS[key].label)}, or move it."
            )
            span = node.key_span(other) if other in node.by_key else Span(0, 1)
            yield Finding("missing-key", span, message, about=key)
            continue
        message = _missing(judged, judged.properties[key])
        yield Finding("missing-key", Span(0, 1), message, about=key)


def _missing(judged: Record, wanted: Property) -> str:
    if judged.kind in KINDS:
        what = _TITLES.get(wanted.name, "title")
        return f"This {KINDS[judged.kind or ''].label} has no {what}: add `{wanted.name}`."
    where = "docs.json" if judged is DOCS else "This object"
    return f"{where} has no `{wanted.name}`, and the service refuses it without one: add it."


def _gap(judged: Record, key: str) -> str:
    """The same, of a key that stands there under another name."""
    if judged.kind in KINDS:
        return f"so this {KINDS[judged.kind or ''].label} has no {_TITLES.get(key, 'title')}."
    where = "docs.json" if judged is DOCS else "this object"
    return f"and the service refuses {where} without `{key}`."


def _a(label: str) -> str:
    return f"an {label}" if label[0] in "aeiou" else f"a {label}"


def _inner(value: Node, at: int) -> Span:
    """The range of a value to underline: a string inside its quotes, a bracket of a container."""
    if isinstance(value, String) and value.inner.end > value.inner.start:
        return value.inner.shifted(at)
    if isinstance(value, Container):
        return Span(at, at + 1)
    return Span(at, at + value.size)


def _listed(values: Collection[str]) -> str:
    return ", ".join(f"`{value}`" for value in list(values)[:40])


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
