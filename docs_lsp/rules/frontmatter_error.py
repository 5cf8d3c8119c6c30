"""The frontmatter of a page is ignored, or a value in it is not read as intended.

Why it matters
--------------
The lines between the two `---` at the top of a page are YAML. If it is invalid, readers see a
placeholder instead of the page, and the check of the whole site stops. The block must also be the
very first thing in the page, between two lines of exactly three dashes: with a blank line before
it, or a space after the dashes, everything in it is ignored, and a page that should be hidden is
shown.

A value of the wrong type may also be ignored. If `openapi`, `asyncapi` or `api`, which name one
operation, are arrays, the build stops. And YAML reads some strings as something else: `#` after a
space begins a comment, `2024-01-01` is a date, `{beta}` an object. An unknown `mode` or an invalid
`url` has no effect.

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
Put strings that contain a colon, a `#` or a quote in quotes. Write `true` and `false` without
quotes. Set each key once, and give each operation its own page.

The quick fix removes an invisible character or spaces around the dashes, and writes `---` in place
of a line that does not close the block. That is safe, unless the keys that then take effect hide
the page from readers. Other quick fixes put a string in quotes, close a block before the text, or
move a block to the top of the page; these are not applied without asking.

Source: SERVICE.md, frontmatter
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.json_kinds import NOUNS, get_json_kind, join_kinds
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span, encode_text
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.rules.mdx.frontmatter_faults import (
    FrontmatterFault,
    build_quoting_repair,
    has_odd_value,
    iter_misread_faults,
    iter_odd_values,
    may_be_misread,
    render_wrong_theme,
)
from docs_lsp.schema.model_page import FRONTMATTER
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.mdx.frontmatter import Frontmatter, read_frontmatter
from docs_lsp.site.mdx.lost_frontmatter import FrontmatterRepair
from docs_lsp.site.overview import Overview

_NAME = "frontmatter-error"
_ONE_OPERATION = frozenset(("openapi", "asyncapi", "api"))
_WHO_SEES_IT = frozenset(
    ("hidden", "noindex", "searchable", "public", "isPublic", "groups", *_ONE_OPERATION)
)
_HIDING = ("hidden", "noindex", "searchable", "public", "isPublic", "groups", "url")
"""The keys that may hide a page from readers."""
_BOOLEAN_WORDS = {"true": ("true", "yes", "on", "1"), "false": ("false", "no", "off", "0")}


def _offer_fault_repair(subject: FixContext) -> Iterator[Fix]:
    """Yield the repair of the frontmatter fault at the problem, if it has one."""
    problem = subject.problem
    repair = subject.read_cached(_index_repairs).get((problem.span, problem.message))
    if repair is not None:
        yield from _offer_checked_repair(subject, repair)


def _index_repairs(data: bytes) -> dict[tuple[Span, str], FrontmatterRepair]:
    """Return the repairs of a page's frontmatter by the place and message of their fault."""
    faults = _find_frontmatter_faults(read_frontmatter(data), data)
    return {fault[:2]: fault.repair for fault in reversed(faults) if fault.repair}


def _find_page_faults(page: PageContent) -> tuple[FrontmatterFault, ...]:
    """Return the frontmatter faults of a page, sorted by span."""
    # Nearly all pages are correct, and need not be read again to find the ranges.
    if not page.head and page.fault is None:
        return ()
    wrong = any(not _is_accepted_type(name, value) for name, value in page.fields.items())
    wrong = wrong or has_odd_value(page.fields)
    if page.fields and not (wrong or page.has_irregular_fields or may_be_misread(page.head)):
        return ()
    return _find_frontmatter_faults(page.frontmatter, page.head)


@site_rule(
    _NAME,
    Severity.ERROR,
    fix=_offer_fault_repair,
    fixes=FixSafety.SOME_SAFE,
    page_query=_find_page_faults,
)
def frontmatter_error(overview: Overview) -> Iterator[Problem]:
    """Report the frontmatter faults of each page, and modes that its theme ignores."""
    contents = overview.contents or {}
    root = next(
        (placed.element for placed in overview.objects if placed.element.record.name == "docs"),
        None,
    )
    theme = root.get_text("theme") or "" if root else ""
    for _, file in overview.facts.pages:
        content = contents.get(file)
        if content is None:
            continue
        for fault in content.cached(_find_page_faults):
            yield Problem(_NAME, file, *fault[:3])
        mode = content.fields.get("mode")
        message = render_wrong_theme(mode, theme) if isinstance(mode, str) else None
        if message and (entry := content.frontmatter.entries.get("mode")):
            yield Problem(_NAME, file, entry.value, message, Severity.INFORMATION)


def _find_frontmatter_faults(frontmatter: Frontmatter, data: bytes) -> tuple[FrontmatterFault, ...]:
    """Return the faults of the frontmatter that `data` begins with, sorted by span."""
    if frontmatter.problem:
        span, message, repair = frontmatter.problem
        return (FrontmatterFault(span, message, Severity.ERROR, repair),)
    faults = [*_find_wrong_types(frontmatter, data), *_find_invalid_yaml(frontmatter, data)]
    faults += [*iter_misread_faults(frontmatter, data), *iter_odd_values(frontmatter)]
    return tuple(sorted(faults, key=lambda fault: fault[:2]))


def _find_wrong_types(frontmatter: Frontmatter, data: bytes) -> Iterator[FrontmatterFault]:
    """Yield the fault of each value whose type its key does not accept."""
    for name, value in frontmatter.values.items():
        entry = frontmatter.entries.get(name)
        if entry is not None and not _is_accepted_type(name, value):
            severity = Severity.ERROR if name in _WHO_SEES_IT else Severity.WARNING
            repair = None
            if meant := _guess_boolean(name, value):
                repair = FrontmatterRepair(f"Write `{meant}`", ((entry.value, meant),))
            elif _is_unquoted_string(name, value, data[entry.value.start : entry.value.start + 1]):
                repair = build_quoting_repair(data, entry.value)
            yield FrontmatterFault(entry.value, _describe_wrong_type(name, value), severity, repair)


def _find_invalid_yaml(frontmatter: Frontmatter, data: bytes) -> Iterator[FrontmatterFault]:
    """Yield the fault of each repeated key, and of each value with an unknown YAML type."""
    for span in frontmatter.repeated:
        name = data[slice(*span)].decode().strip("\"'")
        message = (
            f"{code(name)} is set twice, which YAML does not allow: readers see a placeholder "
            "instead of the page. Remove one of the two."
        )
        yield FrontmatterFault(span, message, Severity.ERROR)
    for span in frontmatter.tags:
        tag = code(data[slice(*span)].decode())
        message = (
            f"{tag} is read as an unknown YAML type: readers see a placeholder instead of the "
            "page. Put the value in quotes."
        )
        yield FrontmatterFault(span, message, Severity.ERROR)


def _is_accepted_type(name: str, value: object) -> bool:
    """Return whether a key accepts the type of a value; True for an unknown key and for None.

    A number is accepted as a string.
    """
    known = FRONTMATTER.properties.get(name)
    if known is None or value is None:
        return True
    kind = get_json_kind(value)
    kinds = known.type.json_kinds
    return kind in kinds or (kind == "number" and "string" in kinds and name not in _ONE_OPERATION)


def _describe_wrong_type(name: str, value: object) -> str:
    kind = get_json_kind(value)
    field, noun = code(name), NOUNS[kind]
    if name in _ONE_OPERATION:
        remedy = "Write `METHOD /path`."
        if kind == "array":
            remedy = "Give each operation its own page."
        return f"{field} must name one operation; the build stops at {noun}. {remedy}"
    wanted = _describe_accepted_values(name)
    effect = "no reader can open the page" if name == "groups" else "it may be ignored"
    message = f"{field} must be {wanted}, not {noun}; {effect}. {_suggest_form(name, value)}"
    return message.rstrip()


def _describe_accepted_values(name: str) -> str:
    type_ = FRONTMATTER.properties[name].type
    return type_.noun if "boolean" in type_.json_kinds else join_kinds(type_.json_kinds)


def _suggest_form(name: str, value: object) -> str:
    """Return the form to write a value in, as a sentence; empty if the type says it all."""
    kinds = tuple(FRONTMATTER.properties[name].type.json_kinds)
    if kinds == ("boolean",):
        meant = _guess_boolean(name, value)
        return f"Write `{meant}`." if meant else ""
    if kinds == ("string",) and not isinstance(value, list):
        return "Put it in quotes."
    if "array" in kinds:
        return "Write it as `[one, two]`."
    return ""


def _guess_boolean(name: str, value: object) -> str | None:
    """Return `true` or `false` for a string such as `yes` under a boolean key; else None."""
    if FRONTMATTER.properties[name].type.json_kinds != ("boolean",) or not isinstance(value, str):
        return None
    text = value.strip().lower()
    return next((word for word, forms in _BOOLEAN_WORDS.items() if text in forms), None)


def _is_unquoted_string(name: str, value: object, first: bytes) -> bool:
    """Return whether a value in brackets is likely an unquoted string, so not several items."""
    if name in _ONE_OPERATION or (isinstance(value, list) and len(value) != 1):
        return False
    return first in (b"{", b"[") and "string" in FRONTMATTER.properties[name].type.json_kinds


def _offer_checked_repair(subject: FixContext, repair: FrontmatterRepair) -> Iterator[Fix]:
    """Yield a repair as a fix if the result is valid; safe only if no key hides the page then."""
    after = subject.data
    for span, new in sorted(repair.edits, reverse=True):
        after = after[: span.start] + encode_text(new) + after[span.end :]
    read = read_frontmatter(after)
    if read.problem is not None:
        return
    before = subject.read_cached(read_frontmatter).values
    # Keys that take effect now may hide the page, which the writer has to decide.
    hides_nothing = all(read.values.get(name) == before.get(name) for name in _HIDING)
    changes = tuple(FileEdit(subject.problem.file, *edit) for edit in repair.edits)
    safe = hides_nothing and repair.trivial
    yield Fix(repair.title, changes, safe, preferred=hides_nothing)
