"""A required key is missing.

Why it matters
--------------
The service rejects a docs.json without a theme, a name, a primary colour or a navigation. Deep in
the navigation it is worse: an element without its title does not fail the build, but makes the
service drop everything around it. One group without `group` can cost a whole tab.

An element is recognised by the key of its title. So a tab in a list of groups is reported here too.

Example
-------

```fail
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "groups": [
        «{» "icon": "anchor", "pages": ["moorings", "fees"] }
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
        { "group": "Harbour", "icon": "anchor", "pages": ["moorings", "fees"] }
      ]
    }
  ]
}
```

Fix
---
Add the key that the message names.

The quick fix adds it with a valid value for you to change; an element that has the title of another
kind gets its own key for it. It is offered, and not applied by itself; `--unsafe` applies it unless
the value is invented, such as a colour.

Source: SERVICE.md, required-keys
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterable, Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Severity
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.edits import build_key_edit, get_dedented_text, insert_members, quote_json
from docs_lsp.jsontree.nodes import Node, Object
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, declare_rule
from docs_lsp.rules.navigation.element_content import has_content_at_top
from docs_lsp.rules.navigation.sibling_labels import (
    find_sibling_titles,
    is_taken,
    offer_language_key,
    suggest_language,
    suggest_title,
)
from docs_lsp.schema.kinds import KINDS
from docs_lsp.schema.model_looks import HALVES
from docs_lsp.schema.shape import is_json_valid_for
from docs_lsp.schema.types import Choice, Record, Type
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import PageFile

_THEME = '"mint"'
_INVENTED = {
    "name": '"My docs"',
    "primary": '"#0D9373"',
    "colors": '{ "primary": "#0D9373" }',
    "navigation": '{ "pages": ["index"] }',
    "href": '"/"',
    "label": '"More"',
}
"""Values to start from; only the writer knows the name, a colour or the aim of a link."""


def _offer_missing_key(subject: FixContext) -> Iterator[Fix]:
    """Offer to add the missing key with a value to start from."""
    element, key = subject.element, subject.problem.about
    if element is None or subject.here is None or not subject.here.steps:
        return
    step = subject.here.steps[-1]
    if not isinstance(step.node, Object) or key not in element.record.properties:
        return
    if subject.problem_text != "{":
        yield from _offer_title_key(subject, step, element.record)
        return
    if key == "language":
        yield from _offer_language(subject, step, element)
        return
    if key == "navigation" and has_content_at_top(subject.overview):
        return
    wanted, invented = element.record.properties[key].type, _INVENTED.get(key)
    values = _iter_evident_values(subject, element, key, wanted)
    value = next((value for value in values if is_json_valid_for(wanted, value)), None)
    if value is not None:
        yield from _offer_key(subject, step, element, key, value)
    elif invented is not None and is_json_valid_for(wanted, invented):
        yield from _offer_key(subject, step, element, key, invented, preferred=False)


def _offer_key(
    subject: FixContext,
    step: Step,
    element: Element,
    key: str,
    value: str,
    *,
    preferred: bool = True,
) -> Iterator[Fix]:
    assert isinstance(step.node, Object)
    index = _find_insertion_index(step.node, element.record, key)
    edits = insert_members(subject.data, step.node, step.at, index, [(key, value)])
    yield from subject.offer_edits(f"Add {code(key)}", edits, preferred=preferred)


def _offer_language(subject: FixContext, step: Step, element: Element) -> Iterator[Fix]:
    """Offer to add `language` with the code that the pages show, or the first free one."""
    language = suggest_language(_find_content(element), find_sibling_titles(subject, "language"))
    if language is not None:
        code, is_evident = language
        value = quote_json(code)
        yield from _offer_key(subject, step, element, "language", value, preferred=is_evident)


def _find_content(element: Element) -> Node | None:
    """Return the value of the first content key of an element, or None."""
    return next((element.get(key) for key in element.content_keys), None)


def _iter_evident_values(
    subject: FixContext, element: Element, key: str, wanted: Type
) -> Iterator[str]:
    """Yield JSON values that the site or type suggests for a missing key, likeliest first."""
    if key in KINDS:
        title = suggest_title(_find_content(element), find_sibling_titles(subject, key))
        yield json.dumps(title, ensure_ascii=False)
    if key == "navigation" and element.context.facts is not None:
        yield from _iter_first_page_navigation(element.context.facts.pages)
    if key in HALVES and (half := element.get_text(HALVES[key])):
        yield json.dumps(_find_other_half(subject, half, key), ensure_ascii=False)
    if key == "theme":
        yield _THEME
    if isinstance(wanted, Choice):
        yield json.dumps(wanted.values[0])


def _find_other_half(subject: FixContext, half: str, key: str) -> str:
    """Return the logo file for the other mode; the same file if there is no other."""
    folder, name = posixpath.split(half)
    other = posixpath.join(folder, name.replace(HALVES[key], key))
    return other if subject.files.exists(other.lstrip("/")) else half


def _iter_first_page_navigation(pages: Iterable[PageFile]) -> Iterator[str]:
    """Yield a navigation with the page that readers most likely see first, if there is one."""
    paths = sorted((page.page for page in pages), key=lambda path: (path.count("/"), path))
    if paths:
        first = "index" if "index" in paths else paths[0]
        yield f'{{ "pages": [{json.dumps(first, ensure_ascii=False)}] }}'


def _find_insertion_index(node: Object, record: Record, key: str) -> int:
    """Return the index of the first member that usually comes after the key; else the end."""
    order = list(record.properties)
    rank = order.index(key)
    for index, member in enumerate(node.items):
        if member.key.value in order and order.index(member.key.value) > rank:
            return index
    return len(node.items)


def _offer_title_key(subject: FixContext, step: Step, record: Record) -> Iterator[Fix]:
    """Offer to write the title under the key of the array that the element is in."""
    assert isinstance(step.node, Object)
    member, key = step.node.items[step.index], subject.problem.about
    other, value = (
        member.key.value,
        get_dedented_text(subject.data, member.value, step.value_offset),
    )
    if key == "language":
        yield from offer_language_key(subject, step)
        return
    if not is_json_valid_for(record.properties[key].type, value) or is_taken(subject, key, value):
        return
    if all(each in record.properties for each in step.node.by_key if each != other):
        edit = build_key_edit(subject.data, step.node, step.at, step.index, key)
        yield from subject.offer_edits(f"Write {code(key)}", [edit], preferred=True)


missing_key = declare_rule(
    "missing-key", Severity.ERROR, __name__, fix=_offer_missing_key, fixes=FixSafety.OFFERED
)
