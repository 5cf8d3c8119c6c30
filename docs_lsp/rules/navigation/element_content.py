"""Find what an element contains and what of it the service drops, with words for messages."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.phrases import make_title
from docs_lsp.core.problem import Finding, ProblemTag, Severity
from docs_lsp.jsontree.nodes import Array, Container, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS, iter_kinds_and_titles
from docs_lsp.schema.model_legacy import MISNAMED_KEYS
from docs_lsp.schema.shape_keys import find_dropped_content, is_legacy_anchor_link
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.navigation.held_pages import (
    HeldPages,
    collect_held_pages,
    find_common_title,
    find_lost_pages,
)
from docs_lsp.site.overview import Overview

GENERATORS = ("sdk",)
"""Keys that generate a tab's content from a file; what the service accepts beside `graphql` is
unknown."""

_SOURCES = ("openapi", "asyncapi", "graphql", *GENERATORS)
_FILLS = CHILD_KEYS | {"href", "root", *_SOURCES}


def has_content_under(element: Element, key: str) -> bool:
    """Return whether the value of a present key is content: a non-empty array or an object."""
    value = element.get_resolved(key)
    return isinstance(value, Object) or (isinstance(value, Array) and bool(value.items))


def has_empty_array(element: Element, key: str) -> bool:
    """Return whether the value of a present key is an empty array."""
    value = element.get_resolved(key)
    return isinstance(value, Array) and not value.items


def find_dropped_keys(element: Element) -> Iterator[str]:
    """Yield the filled content keys dropped for the accepted one, except mint.json anchors.

    Anchors of the old mint.json are left to another rule.
    """
    accepted_key = element.accepted_key
    kind = element.kind
    if accepted_key is None or kind is None:
        return
    old_key = "anchors" if element.has("anchors") and has_legacy_anchor_links(element) else None
    if accepted_key == old_key:
        return
    for key in element.content_keys:
        if key in (accepted_key, old_key) or key not in kind.children:
            continue
        if has_content_under(element, key):
            yield key


def has_legacy_anchor_links(element: Element) -> bool:
    """Return whether any anchor of an element is a link as in mint.json, with `name` and `url`.

    The service cannot read these; another rule reports them.
    """
    value = element.get_resolved("anchors")
    return isinstance(value, Array) and any(map(is_legacy_anchor_link, value.items))


def build_dropped_content_finding(element: Element, key: str, fault: str, remedy: str) -> Finding:
    """Build the finding about content that the service drops in favour of the accepted one.

    `fault` is what is wrong with the element, `remedy` what to do if both kinds of content are
    valid by themselves.
    """
    accepted_key = element.accepted_key or ""
    ignored = f"`{key}` is ignored"
    severity = None
    is_kept = element.is_valid_content(accepted_key)
    held = collect_held_pages(element, key)
    lost = find_lost_pages(element, held, accepted_key if is_kept else None)
    loss = _render_loss(held, len(lost))
    if held.pages and not held.has_more and not lost:
        title = find_common_title(element, accepted_key, held.pages) or accepted_key
        what = "page is" if len(held.pages) == 1 else f"{len(held.pages)} pages are"
        message = f"{fault}; {ignored}, and its {what} already listed in `{title}`. Remove `{key}`."
        severity = Severity.WARNING
    elif not is_kept:
        message = f"{fault}; once the errors in them are fixed, {ignored}, so {loss}. {remedy}"
    elif element.rival_keys.index(key) < element.rival_keys.index(accepted_key):
        message = (
            f"{fault}; `{key}` is invalid and ignored, so {loss}. Merge them: once `{key}` is "
            f"valid, `{accepted_key}` is ignored instead."
        )
    else:
        message = f"{fault}; {ignored}, so {loss}. {remedy}"
    related = (element.find_key_spot(accepted_key), "This one is used")
    tags = (ProblemTag.UNNECESSARY,) if is_kept else ()
    return element.make_key_finding(key, message, related, severity=severity, tags=tags)


def describe_loss(element: Element, key: str) -> str:
    """Render what is lost when the service drops a key: `2 pages are lost`."""
    accepted_key = element.accepted_key
    is_kept = accepted_key is not None and element.is_valid_content(accepted_key)
    held = collect_held_pages(element, key)
    lost = find_lost_pages(element, held, accepted_key if is_kept else None)
    return _render_loss(held, len(lost))


def _render_loss(held: HeldPages, count: int) -> str:
    """Render what is lost of held pages, `count` of which are listed nowhere else."""
    if not held.pages:
        return "all its content is lost"
    if not count:
        return "its other content is lost" if held.has_more else "no page is lost"
    return "1 page is lost" if count == 1 else f"{count} pages are lost"


def is_accepted_without_link(element: Element) -> bool:
    """Return whether an element has content or a source that a valid `href` would displace.

    Correcting the link would then drop the content.
    """
    kind, accepted_key = element.kind, element.accepted_key
    if kind is None or not kind.takes_href or accepted_key == "href":
        return False
    return (accepted_key is not None and has_content_under(element, accepted_key)) or any(
        map(element.has, _SOURCES)
    )


def is_generated_tab(element: Element) -> bool:
    """Return whether a tab has a key of `GENERATORS`, and so may only have `groups` as content."""
    return element.record.kind == "tab" and any(map(element.has, GENERATORS))


def find_undocumented_key(element: Element) -> str | None:
    """Return an element's accepted key if undocumented; None if it has another kind's title."""
    key, kind = element.accepted_key, element.kind
    if key is None or kind is None or key in kind.documented or has_title_of_other_kind(element):
        return None
    return key


def has_title_of_other_kind(element: Element) -> bool:
    """Return whether an element has the title of another kind instead of its own.

    It is in the wrong array, which another rule reports.
    """
    kind = element.kind
    if kind is None or not kind.title or element.has(kind.title):
        return False
    return any(element.has(title) for title in KINDS)


def has_content_under_unknown_key(element: Element) -> bool:
    """Return whether an unknown key holds a filled container or resembles a content key."""
    return any(
        _is_likely_content(element, key)
        for key in element.values
        if key not in element.record.properties and key not in CHILD_KEYS
    )


def has_reported_unknown_content(element: Element) -> bool:
    """Return whether `unknown-key` reports that content of an element is dropped."""
    return any(
        find_dropped_content(element.record, key, element.get(key)) is not None
        for key in element.values
        if key not in element.record.properties and key not in CHILD_KEYS
    )


def has_content_at_top(overview: Overview | None) -> bool:
    """Return whether docs.json has a non-empty content array such as `groups` at its top level."""
    root = overview.root_object if overview else None
    values = [root.get(key) for key in CHILD_KEYS] if root else []
    return any(isinstance(value, Array) and bool(value.items) for value in values)


def _is_likely_content(element: Element, key: str) -> bool:
    """Return whether a key holds a filled container, or is similar to a content key."""
    value = element.get(key)
    if isinstance(value, Container) and value.items:
        return True
    near = MISNAMED_KEYS.get(key) or (find_nearest_name(key, element.record.properties),)
    return not _FILLS.isdisjoint(near)


def derive_title(content: Node | None) -> str:
    """Return the title of the first element in content, one made of its first path, or "More"."""
    first = content.items[0] if isinstance(content, Array) and content.items else None
    if isinstance(first, Object):
        return next((title for _, title in iter_kinds_and_titles(first) if title), "More")
    path = first.value.strip("/") if isinstance(first, String) else ""
    folder, _, name = path.rpartition("/")
    return make_title(folder.rpartition("/")[2] or name) or "More"
