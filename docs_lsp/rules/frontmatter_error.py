"""The frontmatter of a page cannot be read, or a field in it is of the wrong type.

Why it matters
--------------
The lines between the two `---` at the top of a page are YAML. Where that is broken the page has no
title, and nothing that is set there counts: a page that was to be hidden is shown. A value of
another type than its field takes may not count either. With a list for `openapi`, `asyncapi` or
`api`, which name one operation, the build stops.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "tides"] }
--- index.mdx
---
title: Harbour«:» news
---
--- tides.mdx
---
title: Tides
hidden: «"yes"»
---
```
```pass
--- docs.json
"navigation": { "pages": ["index", "tides"] }
--- index.mdx
---
title: "Harbour: news"
---
--- tides.mdx
---
title: Tides
hidden: true
---
```

Fix
---
Put a text with a colon, a `#` or a quote in it into quotes. Write `true` and `false` without
quotes. Give each field once, and each operation a page of its own.

Source: service-facts 4
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.problem import Problem, Severity
from docs_lsp.rules._rule import Rule
from docs_lsp.rules._words import code
from docs_lsp.schema.model_page import FRONTMATTER
from docs_lsp.text import Span

if TYPE_CHECKING:
    from docs_lsp.schema.types import Type
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.mdx.frontmatter import Frontmatter
    from docs_lsp.site.overview import Overview

_NAME = "frontmatter-error"
_ONE_OPERATION = frozenset(("openapi", "asyncapi", "api"))
_WHO_SEES_IT = frozenset(
    ("hidden", "noindex", "searchable", "public", "isPublic", "groups", *_ONE_OPERATION)
)
_NOUNS = {
    "string": "a text",
    "number": "a number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "a set of fields",
}


_MEANT = {"true": ("true", "yes", "on", "1"), "false": ("false", "no", "off", "0")}


class _Fault(NamedTuple):
    span: Span
    message: str
    severity: Severity


def _in_pages(overview: Overview) -> Iterator[Problem]:
    """What is wrong at the top of each page."""
    contents = overview.contents or {}
    for _, file in overview.facts.pages:
        content = contents.get(file)
        for fault in content.once(_faults) if content else ():
            yield Problem(_NAME, file, *fault)


def _faults(page: PageContent) -> tuple[_Fault, ...]:
    # Nearly all pages are as they should be, and need no second look for places.
    wrong = [name for name, value in page.fields.items() if not _fits(name, value)]
    if page.fields and not wrong and not page.has_repeated_fields:
        return ()
    frontmatter = page.frontmatter
    if frontmatter.problem:
        return (_Fault(*frontmatter.problem, Severity.ERROR),)
    found = [
        _Fault(
            frontmatter.entries[name].value,
            _message(name, frontmatter.values[name]),
            _severity(name),
        )
        for name in wrong
        if name in frontmatter.entries
    ]
    found += _repeated(frontmatter, page.head)
    return tuple(sorted(found))


def _repeated(frontmatter: Frontmatter, head: bytes) -> Iterator[_Fault]:
    for span in frontmatter.repeated:
        name = head[slice(*span)].decode().strip("\"'")
        message = (
            f"{code(name)} is given twice, which YAML does not allow, so none of the frontmatter "
            "may count. Remove one of the two."
        )
        yield _Fault(span, message, _severity(name))


def _severity(name: str) -> Severity:
    return Severity.ERROR if name in _WHO_SEES_IT else Severity.WARNING


def _fits(name: str, value: object) -> bool:
    """Whether a field takes values of this kind. One without a value counts as not given, and a
    number is shown as it is where a text belongs."""
    known = FRONTMATTER.properties.get(name)
    if known is None or value is None:
        return True
    kind = _kind(value)
    kinds = known.type.json_kinds
    return kind in kinds or (kind == "number" and "string" in kinds)


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def _message(name: str, value: object) -> str:
    found = _kind(value)
    field, noun = code(name), _NOUNS[found]
    if name in _ONE_OPERATION and found == "array":
        return (
            f"{field} names one operation, and the build stops at a list. Give each operation a "
            "page of its own."
        )
    wanted = _noun(FRONTMATTER.properties[name].type)
    return f"{field} takes {wanted}, not {noun}, so this may not count. {_remedy(wanted, value)}"


def _noun(wanted: Type) -> str:
    return " or ".join(dict.fromkeys(_NOUNS[kind] for kind in wanted.json_kinds if kind in _NOUNS))


def _remedy(wanted: str, value: object) -> str:
    if wanted == _NOUNS["boolean"]:
        said = value.strip().lower() if isinstance(value, str) else ""
        meant = next((word for word, forms in _MEANT.items() if said in forms), None)
        return f"Write `{meant}`." if meant else "Write one of the two, without quotes."
    if wanted == _NOUNS["string"] and isinstance(value, bool):
        return "Put it in quotes."
    if _NOUNS["array"] in wanted:
        return "Write it as `[one, two]`."
    return f"Write {wanted}."


FRONTMATTER_ERROR = Rule(_NAME, Severity.ERROR, __doc__ or "", __file__, site=_in_pages)
