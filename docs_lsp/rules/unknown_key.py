"""A key is unknown and ignored.

Why it matters
--------------
The service silently drops a key that it does not know: the build succeeds, and the setting has no
effect. Most are misspellings, or valid keys one level too high or too low. If the key was meant to
hold pages or other content, all of that is missing from the site, so it is an error there. It is
also an error in the few places where the service rejects an object because of one unknown key, and
if the key stands for a required one: `name` for `group`, for example.

The frontmatter of a page may have custom keys. There only misspellings are reported: a letter more,
less or different, other capitals or hyphens. With `hiden` for `hidden` the page stays visible,
which is a warning; all others are shown faintly.

Example
-------

```fail
«"favcon"»: "/favicon.svg",
«"redirect"»: true
```

```pass
"favicon": "/favicon.svg",
"errors": { "404": { "redirect": true } }
```

Fix
---
Write the key that the message suggests, in the place that it names, or remove the key. Move content
out of an extra object, such as a second `navigation` within `navigation`. The quick fixes do all of
it; they are offered, and not applied by themselves.

Source: SERVICE.md, unknown-keys, frontmatter
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.jsontree.edits import (
    build_key_edit,
    build_value_edit,
    get_dedented_text,
    quote_json,
    replace_members,
)
from docs_lsp.jsontree.nodes import Array, Container, Member, Object, String
from docs_lsp.rules.framework.container_fixes import (
    build_member_move,
    build_members_move,
    offer_member_removal,
    read_member_json,
    render_json_object,
)
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.rules.mdx.unknown_frontmatter import offer_key_rename, report_misspelt_fields
from docs_lsp.rules.navigation.sibling_labels import (
    has_default_sibling,
    is_taken,
    offer_language_key,
)
from docs_lsp.schema.dropped_content import DroppedContent
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.schema.model import find_type_at_path
from docs_lsp.schema.model_legacy import OPPOSITES
from docs_lsp.schema.shape import is_json_valid_for
from docs_lsp.schema.shape_keys import (
    find_dropped_content,
    find_only_other_path,
    find_reportable_misnamed_keys,
    is_metatag,
    suggest_key,
)
from docs_lsp.schema.value_types import find_misspelt_ref
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.navigation.refs import resolve_ref_path
from docs_lsp.site.overview import Overview

_OPPOSITE = {"true": "false", "false": "true"}


_NAME = "unknown-key"


def _offer_key_fixes(subject: FixContext) -> Iterator[Fix]:
    """Offer the key that is meant, its proper place, or the removal of the key."""
    if subject.here is None:
        yield from offer_key_rename(subject)
        return
    step, element = subject.step, subject.element
    if step is None or element is None or not isinstance(step.node, Object) or not step.value:
        return
    key = step.key
    if key == find_misspelt_ref(step.node):
        yield from _offer_ref_key(subject, key)
        return
    names, others = element.cached_for(_find_names, step.node)
    if key in names:
        yield from _offer_known_key(subject, element, key, names[key])
        return
    lost = find_dropped_content(element.record, key, step.value, others)
    if lost is not None and not lost.key:
        lost = _find_content_in_other_file(element, key, others)
    if lost is not None and lost.is_wrapped:
        yield from _offer_unwrapped_content(subject, element, lost.key)
    elif lost is not None and lost.key in element.record.properties.keys() - element.values.keys():
        # Content that is only under the wrong key must not be deleted.
        yield from _offer_known_key(subject, element, key, lost.key)
    else:
        near = suggest_key(element.record, key, step.value.json_kind, others)
        yield from _offer_key_or_removal(subject, element, key, near)


def _find_names(element: Element, node: Object) -> tuple[Mapping[str, str], Collection[str]]:
    """Return the unknown keys of an object with the suggested ones, and the keys that are taken."""
    given = frozenset(element.values)
    names = find_reportable_misnamed_keys(node, element.record, given)
    return names, given | set(names.values())


def _find_content_in_other_file(
    element: Element, key: str, given: Collection[str]
) -> DroppedContent | None:
    """Return the dropped content that a `$ref` refers to under an unknown key, or None."""
    value = element.get_resolved(key)
    if isinstance(value, Array):
        return find_dropped_content(element.record, key, value, given)
    return DroppedContent("$ref", is_wrapped=True)


def _offer_key_or_removal(
    subject: FixContext, element: Element, key: str, near: str | None
) -> Iterator[Fix]:
    """Offer the suggested key or another place, and to remove the key if no content is lost."""
    if near is not None:
        yield from _offer_known_key(subject, element, key, near)
    elif is_metatag(element.record, key):
        yield from _offer_metatags_move(subject, element)
    else:
        yield from _offer_other_place(subject, element, key, read_member_json(subject, key) or "")
        is_container = subject.step is not None and isinstance(subject.step.value, Container)
        if is_container and find_only_other_path(element.record, key):
            return  # Content that is only in the wrong place must not be deleted.
    yield from offer_member_removal(subject)


def _offer_known_key(subject: FixContext, element: Element, key: str, near: str) -> Iterator[Fix]:
    """Offer the key that is meant, if the value is valid for it."""
    text = read_member_json(subject, key) or ""
    if near == "expanded" and not element.context.in_pages:
        return  # It would have no effect here either: top-level groups are always expanded.
    if is_taken(subject, near, text) or (near == "default" and has_default_sibling(subject)):
        return
    if near == "language" and subject.step is not None:
        yield from offer_language_key(subject, subject.step)
    elif key in OPPOSITES and text in _OPPOSITE:
        yield from _offer_opposite_key(subject, near, _OPPOSITE[text])
    elif is_json_valid_for(element.record.properties[near].type, text):
        # If there is other content already, the service would drop one of the two.
        is_clear = near not in CHILD_KEYS or element.accepted_key is None
        yield from _offer_renamed_key(subject, near, preferred=is_clear)


def _offer_renamed_key(subject: FixContext, key: str, *, preferred: bool) -> Iterator[Fix]:
    step = subject.step
    if step is not None and isinstance(step.node, Object):
        edit = build_key_edit(subject.data, step.node, step.at, step.index, key)
        yield from subject.offer_edits(f"Write {code(key)}", [edit], preferred=preferred)


def _offer_unwrapped_content(subject: FixContext, element: Element, content: str) -> Iterator[Fix]:
    """Offer to move the members of a needless object into the one around it."""
    step = subject.step
    if step is None or not isinstance(step.node, Object) or not isinstance(step.value, Object):
        return
    texts = dict(_iter_member_texts(subject, step.value, step.value_offset))
    given = element.values.keys() | step.node.by_key.keys()
    if len(texts) < len(step.value.items) or not given.isdisjoint(texts):
        return
    known = element.record.properties
    is_right = element.accepted_key is None and all(
        key in known and is_json_valid_for(known[key].type, text) for key, text in texts.items()
    )
    is_clear = is_right and len(CHILD_KEYS & texts.keys()) == 1
    edits = replace_members(subject.data, step.node, step.at, [step.index], list(texts.items()))
    name = step.key
    title = f"Move {code(content)} out of {code(name)}"
    yield from subject.offer_edits(title, edits, preferred=is_clear)


def _iter_member_texts(
    subject: FixContext, node: Object, object_at: int
) -> Iterator[tuple[str, str]]:
    """Yield each key of the object at an offset, with the dedented JSON text of its value."""
    for start, member in node.iter_children():
        assert isinstance(member, Member)
        value_at = object_at + start + member.value_start
        yield member.key.value, get_dedented_text(subject.data, member.value, value_at)


def _offer_ref_key(subject: FixContext, key: str) -> Iterator[Fix]:
    """Offer the key `$ref`; preferred if the file exists."""
    step = subject.step
    value = step.value if step else None
    path = (
        resolve_ref_path(subject.problem.file, value.value) if isinstance(value, String) else None
    )
    yield from _offer_renamed_key(
        subject, "$ref", preferred=bool(path and subject.files.exists(path))
    )


def _offer_opposite_key(subject: FixContext, key: str, value: str) -> Iterator[Fix]:
    """Offer the key that is meant, with the opposite value, which means the same."""
    step = subject.step
    if step is not None and isinstance(step.node, Object):
        edits = (
            build_key_edit(subject.data, step.node, step.at, step.index, key),
            build_value_edit(subject.data, step.node, step.at, step.index, value),
        )
        yield from subject.offer_edits(
            f"Write {code(f'{quote_json(key)}: {value}')}", edits, preferred=True
        )


def _offer_other_place(subject: FixContext, element: Element, key: str, text: str) -> Iterator[Fix]:
    """Offer to move the key to the only other place where it is valid."""
    place = find_only_other_path(element.record, key)
    wanted = find_type_at_path(place) if place and "[" not in place else None
    if place and wanted is not None and is_json_valid_for(wanted, text):
        edits = build_member_move(subject, place, text)
        where = code(place) if "." in place else "the top level"
        yield from subject.offer_edits(f"Move it to {where}", edits, preferred=True)


def _offer_metatags_move(subject: FixContext, element: Element) -> Iterator[Fix]:
    """Offer to move all meta tags of the object to `seo.metatags`."""
    step, wanted = subject.step, find_type_at_path("seo.metatags")
    assert step is not None and isinstance(step.node, Object) and wanted is not None
    texts = {key: read_member_json(subject, key) for key in step.node.by_key}
    tags = [
        key
        for key, text in texts.items()
        if text
        and is_metatag(element.record, key)
        and is_json_valid_for(wanted, render_json_object([(key, text)]))
    ]
    if len(step.node.by_key) == len(step.node.items):
        what = "it" if len(tags) == 1 else f"the {len(tags)} meta tags"
        edits = build_members_move(subject, tags, "seo.metatags")
        yield from subject.offer_edits(f"Move {what} to `seo.metatags`", edits, preferred=True)


@site_rule(_NAME, Severity.WARNING, fix=_offer_key_fixes, fixes=FixSafety.OFFERED)
def unknown_key(overview: Overview) -> Iterator[Problem]:
    """Report each misspelt key in the frontmatter of a page."""
    return report_misspelt_fields(_NAME, overview)
