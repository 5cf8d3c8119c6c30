"""A key is from the old mint.json format.

Why it matters
--------------
Sites used to be configured in a file mint.json with other keys, and many pages on the web still
show them. In docs.json the service silently ignores them, so their links, tabs or settings are
missing from the site. A `navigation` that is an array, as in mint.json, is rejected, which is an
error.

Example
-------

```fail
«"topbarLinks"»: [{ "name": "Shop", "url": "https://example.com/shop" }]
```

```pass
"navbar": { "links": [{ "label": "Shop", "href": "https://example.com/shop" }] }
```

Fix
---
Move the value to the key that the message names, in the current form, or remove the key. The quick
fix does that if the old form can be converted without losing anything. It is offered and not
applied without asking.

Source: SERVICE.md, legacy-keys
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Fix, ProblemTag, Severity
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import apply_edits, build_key_edit, build_value_edit, quote_json
from docs_lsp.jsontree.nodes import Array, Node, Object, String, to_python
from docs_lsp.rules.framework.container_fixes import (
    build_member_move,
    offer_member_removal,
    read_member_json,
    render_json_object,
)
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.element_content import has_legacy_anchor_links
from docs_lsp.schema.kinds import ROOT
from docs_lsp.schema.model import DOCS, find_type_at_path
from docs_lsp.schema.model_legacy import LEGACY
from docs_lsp.schema.shape import is_json_valid_for
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.spec_paths import is_url

_GLOBAL_ANCHORS = "navigation.global.anchors"
_LINK = MappingProxyType({"name": "label", "url": "href"})
_NEW_KEYS: Mapping[str, Mapping[str, str]] = {
    "topbarLinks": _LINK,
    "topbarCtaButton": _LINK,
    "anchors": MappingProxyType({"name": "anchor", "url": "href"}),
    "modeToggle": MappingProxyType({"isHidden": "strict"}),
    "font": MappingProxyType({}),
}
"""Old keys whose objects have new keys: the new name of each key."""
_NEW_VALUES: Mapping[str, Callable[[object], object]] = {
    "codeBlock": lambda value: value.get("mode") if isinstance(value, dict) else None,
    "api.hidePlayground": lambda value: "none" if value is True else None,
    "api.playground.mode": {"show": "interactive", "simple": "simple", "hide": "none"}.get,  # type: ignore[dict-item]  # any value may be looked up
    "seo.indexHiddenPages": lambda value: "all" if value is True else None,
}
"""Old keys whose plain value is written differently today; None if it has no equivalent."""


def _offer_todays_key(subject: FixContext) -> Iterator[Fix]:
    """Offer to move the value to today's key if it can be converted without loss, or remove it."""
    step, element = subject.step, subject.element
    if step is None or element is None or not isinstance(step.node, Object) or not step.value:
        return
    key = step.key
    old = key if element.record is DOCS else f"{element.record.name}.{key}"
    legacy = LEGACY.get(old)
    if legacy is None:
        yield from (
            _offer_todays_anchors(subject)
            if key == "anchors"
            else _offer_wrapped_navigation(subject)
        )
        return
    text = _convert_legacy_value(
        old, step.value, read_member_json(subject, key) or "", movable=legacy.movable
    )
    wanted = find_type_at_path(legacy.today) if legacy.today else None
    if text is not None and old == "anchors":
        text = _add_first_slashes(text)
    is_link = old != "anchors" or _are_anchors_links(to_python(step.value), subject.facts)
    if text is not None and wanted is not None and is_link and is_json_valid_for(wanted, text):
        edits = build_member_move(subject, legacy.today, text)
        yield from subject.offer_edits(f"Move it to {code(legacy.today)}", edits, preferred=True)
    yield from offer_member_removal(subject, preferred=not legacy.today)


def _offer_todays_anchors(subject: FixContext) -> Iterator[Fix]:
    """Offer to rename the keys of legacy anchors, or move them to `global` beside other content."""
    step, element = subject.step, subject.element
    text = read_member_json(subject, "anchors")
    if step is None or element is None or text is None or not isinstance(step.node, Object):
        return
    text = _rename_object_keys(text, _NEW_KEYS["anchors"])
    if not _is_other_content_accepted(element):
        edit = build_value_edit(subject.data, step.node, step.at, step.index, text)
        yield from subject.offer_edits("Write `anchor` and `href`", [edit], preferred=True)
        return
    wanted, text = find_type_at_path(_GLOBAL_ANCHORS), _add_first_slashes(text)
    urls = _list_anchor_urls(to_python(step.value)) if step.value else []
    is_right = all(url and (url[0] == "/" or _is_link(url, subject.facts)) for url in urls)
    if element.kind is ROOT and is_right and wanted is not None and is_json_valid_for(wanted, text):
        edits = build_member_move(subject, _GLOBAL_ANCHORS, text)
        yield from subject.offer_edits(f"Move it to {code(_GLOBAL_ANCHORS)}", edits, preferred=True)
    yield from offer_member_removal(subject)


def _is_other_content_accepted(element: Element) -> bool:
    """Return whether the service accepts other content of an element than its anchors."""
    key = element.accepted_key
    return key not in (None, "anchors") and element.is_valid_content(key or "")


def _are_anchors_links(anchors: object, facts: SiteFacts | None) -> bool:
    """Return whether all anchors open a URL or a page; some name a folder of pages."""
    return all(url is not None and _is_link(url, facts) for url in _list_anchor_urls(anchors))


def _list_anchor_urls(anchors: object) -> list[str | None]:
    """Return the URL of each anchor of a list; None for one without."""
    items = anchors if isinstance(anchors, list) else []
    urls = [item.get("url") if isinstance(item, dict) else None for item in items]
    return [url if isinstance(url, str) else None for url in urls]


def _is_link(url: str, facts: SiteFacts | None) -> bool:
    """Return whether a string is a full URL, a fragment or the path of a page."""
    pages = facts.pages if facts else ()
    return is_url(url) or url[:1] == "#" or url.strip("/") in pages


def _offer_wrapped_navigation(subject: FixContext) -> Iterator[Fix]:
    """Offer to wrap a `navigation` array in an object, under `groups` or `pages`."""
    step, wanted = subject.step, find_type_at_path("navigation")
    text = read_member_json(subject, "navigation")
    if step is None or wanted is None or text is None:
        return
    for key in ("groups", "pages"):
        value = render_json_object([(key, text)])
        if is_json_valid_for(wanted, value):
            edit = build_value_edit(subject.data, step.node, step.at, step.index, value)
            title = f"Move the entries into {code(f'navigation.{key}')}"
            yield from subject.offer_edits(title, [edit], preferred=True)
            return


def _convert_legacy_value(old: str, value: Node, text: str, *, movable: bool) -> str | None:
    """Return the value of an old key as JSON in today's form; None if it has none."""
    if movable:
        return text
    if old in _NEW_KEYS:
        return _rename_object_keys(text, _NEW_KEYS[old])
    if old in _NEW_VALUES:
        today = _NEW_VALUES[old](to_python(value))
        return None if today is None else json.dumps(today)
    return None


def _rename_object_keys(text: str, names: Mapping[str, str]) -> str:
    """Return JSON text with keys renamed in its object, or in the objects of its array."""
    document = Document.from_text(text)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    objects = root.iter_children() if isinstance(root, Array) else [(0, root)]
    edits = [
        build_key_edit(data, node, at + start, node.by_key[name], names[name])
        for start, node in objects
        if isinstance(node, Object)
        for name in names.keys() & node.by_key.keys()
    ]
    return apply_edits(data, edits).decode()


def _add_first_slashes(text: str) -> str:
    """Return the JSON text of links with a `/` before each path, as `global` wants it."""
    document = Document.from_text(text)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    edits = []
    for start, node in root.iter_children() if isinstance(root, Array) else ():
        link = node.get("href") if isinstance(node, Object) else None
        path = link.value if isinstance(link, String) else ""
        if isinstance(node, Object) and path and path[0] not in "/#" and not is_url(path):
            new = quote_json(f"/{path}")
            edits.append(build_value_edit(data, node, at + start, node.by_key["href"], new))
    return apply_edits(data, edits).decode()


@element_rule(
    "legacy-key", Severity.WARNING, keys={"anchors"}, fix=_offer_todays_key, fixes=FixSafety.OFFERED
)
def legacy_key(element: Element) -> Iterator[Finding]:
    """Report the anchors of an element if they are in the mint.json format."""
    if not has_legacy_anchor_links(element):
        return
    fault = "These anchors are in the mint.json format"
    if _is_other_content_accepted(element):
        message = (
            f"{fault}: the service drops them and keeps `{element.accepted_key}`. Move links for "
            f"every page to `{_GLOBAL_ANCHORS}`, with `anchor` and `href`."
        )
    else:
        message = f"{fault}, which the service does not read. Write `anchor` and `href`."
    tags = (ProblemTag.DEPRECATED,)
    yield element.make_key_finding("anchors", message, severity=Severity.ERROR, tags=tags)
