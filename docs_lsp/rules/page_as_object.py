"""A page is listed as an object.

Why it matters
--------------
`pages` contains paths, as plain strings, and groups. The service does not read an object that is
not a group as a page with extra settings: the array around it becomes invalid, and inside a tab or
another section the service then drops everything in that section. The build succeeds, and the
section opens an empty page.

The title, icon or tag of a page belongs in the page's own file, between the `---` lines at its top.
So does an external link: a page with `url` there is shown as a link.

Example
-------

```fail
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "groups": [
        {
          "group": "Harbour",
          "pages": ["moorings", { «"page"»: "fees", "tag": "New" }]
        }
      ]
    }
  ]
}
```

```pass
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "groups": [
        { "group": "Harbour", "pages": ["moorings", "fees"] }
      ]
    }
  ]
}
```

Fix
---
Replace the object with the path, and move the other values to the page's frontmatter.

The quick fix does both if the page exists. Values that the page already has stay, and another
title becomes its `sidebarTitle`. It is offered, and not applied by itself, because it changes the
page.

Source: SERVICE.md, lost-children
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code, join_codes, shorten_for_message
from docs_lsp.core.problem import FileChange, FileEdit, Finding, Fix, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import build_value_edit, quote_json
from docs_lsp.jsontree.nodes import Array, Broken, Literal, Node, Number, Object, String
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.schema.value_types import is_page_object
from docs_lsp.site.entry_sorts import strip_entry_extension
from docs_lsp.site.mdx.frontmatter import Frontmatter, locate_frontmatter, read_frontmatter
from docs_lsp.site.navigation.element import Element, Spot
from docs_lsp.site.pages import entry_to_page_path

_PATH_KEYS = ("page", "path", "slug", "file", "src")
_LINK_KEYS = ("href", "url", "link")
_MARKED_KEYS = (*_PATH_KEYS, *_LINK_KEYS, "title", "name", "label")
_TITLE_KEYS = ("title", "name", "label")
_FIELD = compile_lazily(r"[A-Za-z_][\w-]*", re.ASCII)
_LOOKED_AT_FOR_LINE_ENDS = 4096


def _offer_path(subject: FixContext) -> Iterator[Fix]:
    """Offer the path in place of the object, with its other values moved to the page."""
    around = subject.here.steps[-2:] if subject.here else ()
    if len(around) < 2 or not isinstance(page := around[1].node, Object):
        return
    path = _find_string(page, _PATH_KEYS)
    if path is None or _find_string(page, _LINK_KEYS) is not None:
        return
    moved = _plan_moved_fields(subject, page, entry_to_page_path(strip_entry_extension(path)))
    if moved is not None:
        outer = around[0]
        edit = build_value_edit(subject.data, outer.node, outer.at, outer.index, quote_json(path))
        rest = " and move the rest to the page" if moved else ""
        changes = (subject.build_edit(*edit), *moved)
        yield Fix(f"Write {code(path)}{rest}", changes, preferred=True)


def _plan_moved_fields(
    subject: FixContext, page: Object, path: str
) -> tuple[FileChange, ...] | None:
    """Return the changes that move an object's other values to the page; None if impossible."""
    fields = {
        key: _render_yaml(page.get(key))
        for key in page.by_key
        if key not in ("", _find_path_key(page))
    }
    if not fields:
        return ()
    page_file = subject.facts.pages.find_page(path) if subject.facts else None
    data = subject.read_file(page_file.file) if page_file else b""
    frontmatter = read_frontmatter(data)
    if page_file is None or frontmatter.problem or not all(map(_FIELD.fullmatch, fields)):
        return None
    named = {}
    for key, value in fields.items():
        if value is None:
            return None
        name = "title" if key in _TITLE_KEYS else key
        if name == "title" and "title" in frontmatter.values:
            if _get_text(page.get(key)) == frontmatter.values["title"]:
                continue  # The page has this title already.
            name = "sidebarTitle"
        named[name] = value
    edit = _build_fields_edit(page_file.file, data, frontmatter, named) if named else None
    return (edit,) if edit else ()


def _get_text(node: Node | None) -> str | None:
    return node.value if isinstance(node, String) else None


@element_rule(
    "page-as-object", Severity.ERROR, fix=_offer_path, fixes=FixSafety.OFFERED, keys={"pages"}
)
def page_as_object(element: Element) -> Iterator[Finding]:
    """Report each object in `pages` that is not a group."""
    pages = element.get_resolved("pages")
    if not isinstance(pages, Array) or pages.height == 1:
        return
    items = zip(pages.starts, pages.items, strict=True)
    objects = [
        (start, item)
        for start, item in items
        if isinstance(item, Object) and is_page_object(item) and _is_complete(item)
    ]
    for start, page in objects:
        (at, _), layer = element.find_resolved_spot("pages")
        key = next((key for key in _MARKED_KEYS if key in page.by_key), next(iter(page.by_key)))
        yield element.make_finding(
            Spot(page.get_key_span(key).shift(at + start), layer), _render_message(page)
        )


def _is_complete(page: Object) -> bool:
    """Return whether an object is not being typed, so that its purpose can be known."""
    return page.closed and any(not isinstance(item.value, Broken) for item in page.items)


def _render_message(page: Object) -> str:
    path = _find_string(page, _PATH_KEYS)
    link = _find_string(page, _LINK_KEYS)
    if path is None and link is not None:
        return (
            f"`pages` can have only paths and groups, so the link to {code(link)} is invalid. Use "
            "an element with `href`, such as an anchor, or a page with `url` in its frontmatter."
        )
    fault = "A page in `pages` must be a path, not an object."
    if path is None:
        return f"{fault} Write the path, and move the rest to the page's frontmatter."
    others = [key for key in page.by_key if page.get(key) is not page.get(_find_path_key(page))]
    rest = f", and move {join_codes(others, 'and')} to the page's frontmatter" if others else ""
    return f'{fault} Write `"{shorten_for_message(path)}"`{rest}.'


def _find_path_key(page: Object) -> str:
    """Return the first key with a path, such as `page`. Raises `StopIteration` if none has."""
    return next(key for key in _PATH_KEYS if isinstance(page.get(key), String))


def _find_string(page: Object, keys: tuple[str, ...]) -> str | None:
    """Return the string under the first of some keys that has one, or None."""
    values = (page.get(key) for key in keys if key in page.by_key)
    return next((value.value for value in values if isinstance(value, String)), None)


def _render_yaml(node: Node | None) -> str | None:
    """Return a plain JSON value, or an array of them, as YAML; None for anything else."""
    if isinstance(node, String):
        return quote_json(node.value)
    if isinstance(node, Number | Literal):
        return json.dumps(node.value)
    if not isinstance(node, Array):
        return None
    items = [_render_yaml(item) for item in node.items]
    return None if None in items else f"[{', '.join(filter(None, items))}]"


def _build_fields_edit(
    file: str, data: bytes, frontmatter: Frontmatter, fields: Mapping[str, str]
) -> FileEdit | None:
    """Return the edit that adds to a page the fields that it lacks, or None.

    The values of `fields` are YAML.
    """
    new = {name: value for name, value in fields.items() if name not in frontmatter.values}
    if not new:
        return None
    newline = "\r\n" if b"\r\n" in data[:_LOOKED_AT_FOR_LINE_ENDS] else "\n"
    lines = "".join(f"{name}: {value}{newline}" for name, value in new.items())
    block = locate_frontmatter(data)
    if block.end:
        return FileEdit(file, Span(block.end, block.end), lines)
    top = block.body_start
    return FileEdit(file, Span(top, top), f"---{newline}{lines}---{newline}")
