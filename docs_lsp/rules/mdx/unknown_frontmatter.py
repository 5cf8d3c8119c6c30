"""Report misspelt keys in the frontmatter of pages.

Pages may have custom keys, and many sites use them. So only misspellings are reported: a letter
more, less or different, two letters swapped, other capitals or hyphens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from docs_lsp.core.did_you_mean import compute_edit_distance
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.schema.model_page import FRONTMATTER
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.mdx.frontmatter import Frontmatter, read_frontmatter
from docs_lsp.site.overview import Overview

_KNOWN = FRONTMATTER.properties
_LOSSES = {
    "hidden": "the page stays in the navigation and in search",
    "noindex": "search finds the page",
    "public": "the page is not made public",
    "groups": "access to the page is not restricted",
}
"""Consequence of a misspelt key, for keys that decide who sees the page."""
_HIDING = {
    "hidden": "which hides the page",
    "noindex": "which hides the page from search",
    "groups": "which restricts who can read the page",
}
"""Effect of the keys that make a page visible to fewer readers."""
_BOOLEAN_WORDS = frozenset(("true", "false", "yes", "no", "on", "off"))
# A key on as many pages is a custom key of the site.
_FEWEST_CUSTOM = 20
_SHORTEST = 5


def report_misspelt_fields(name: str, overview: Overview) -> Iterator[Problem]:
    """Yield problems of rule `name` about misspelt frontmatter keys, except common custom ones."""
    contents = overview.contents or {}
    odd_pages: list[tuple[str, PageContent]] = []
    count: Counter[str] = Counter()
    for _, file in overview.facts.pages:
        content = contents.get(file)
        if content is not None and (odd := content.fields.keys() - _KNOWN.keys()):
            count.update(odd)
            odd_pages.append((file, content))
    for file, content in odd_pages:
        if not any(map(_suggest_known_key, content.fields.keys() - _KNOWN.keys())):
            continue
        for key, span, near in _iter_misspelt_keys(content.frontmatter):
            if count[key] < _FEWEST_CUSTOM or near in _LOSSES:
                severity = Severity.WARNING if near in _LOSSES else Severity.HINT
                yield Problem(name, file, span, _render_message(key, near), severity)


def offer_key_rename(subject: FixContext) -> Iterator[Fix]:
    """Offer to rename the misspelt frontmatter key at the problem."""
    for _, span, near in _iter_misspelt_keys(read_frontmatter(subject.data)):
        if span == subject.problem.span:
            effect = _HIDING.get(near)
            title = f"Write {code(near)}" + (f", {effect}" if effect else "")
            yield subject.build_fix(near, title, preferred=not effect)


def _iter_misspelt_keys(frontmatter: Frontmatter) -> Iterator[tuple[str, Span, str]]:
    """Yield the keys that misspell a missing one and whose value may be meant for that.

    Each comes with its span and the key that was meant.
    """
    values = frontmatter.values
    for key, entry in frontmatter.entries.items():
        near = None if key in _KNOWN else _suggest_known_key(key)
        if near is not None and near not in values and _may_be_value_of(near, values[key]):
            yield key, entry.key, near


def _render_message(key: str, near: str) -> str:
    loss = f": {_LOSSES[near]}" if near in _LOSSES else ""
    fault = f"Unknown key {code(key)}, ignored"
    if key.casefold() == near.casefold():
        fault = f"Frontmatter keys are case-sensitive; {code(key)} is ignored"
    return f"{fault}{loss}. Did you mean {code(near)}?"


def _may_be_value_of(key: str, value: object) -> bool:
    """Return whether the type of a value fits a known key; words such as `yes` fit a boolean."""
    kinds = _KNOWN[key].type.json_kinds
    if isinstance(value, bool):
        return "boolean" in kinds
    if isinstance(value, int | float):
        return "number" in kinds or "string" in kinds
    if isinstance(value, str):
        return "string" in kinds or ("boolean" in kinds and value.strip().lower() in _BOOLEAN_WORDS)
    return (
        isinstance(value, list | dict)
        and ("array" if isinstance(value, list) else "object") in kinds
    )


@lru_cache(maxsize=1024)
def _suggest_known_key(key: str) -> str | None:
    """Return the known key that a key misspells, also by case or hyphens, or None."""
    plain = _normalize_key(key)
    by_plain, by_size = _index_known_keys()
    same = by_plain.get(plain)
    if same is not None or plain == "hide":
        return same or "hidden"
    folded = key.casefold()
    alike = by_size.get(len(folded), ())
    return next((known for known, one in alike if _is_misspelt(folded, one)), None)


@cache
def _index_known_keys() -> tuple[Mapping[str, str], Mapping[int, list[tuple[str, str]]]]:
    """Return known keys by normalised form, and (key, lower-case key) by lengths at most 1 off."""
    by_plain: dict[str, str] = {}
    by_size: dict[int, list[tuple[str, str]]] = {}
    for known in _KNOWN:
        by_plain.setdefault(_normalize_key(known), known)
        folded = known.casefold()
        for size in (len(folded) - 1, len(folded), len(folded) + 1):
            by_size.setdefault(size, []).append((known, folded))
    return by_plain, by_size


def _normalize_key(key: str) -> str:
    """Return a key in lower case without hyphens, underscores and spaces."""
    return key.casefold().replace("-", "").replace("_", "").replace(" ", "")


def _is_misspelt(key: str, known: str) -> bool:
    """Return whether a key is one slip from a known one; in short keys and plurals, only a swap."""
    # One slip leaves the first letter or the last, and most pairs share neither.
    has_end = key[:1] == known[:1] or key[-1:] == known[-1:]
    if not has_end or compute_edit_distance(key, known, 1) != 1:
        return False
    is_plural = {f"{key}s", f"{known}s"} & {key, known} and known != "groups"
    if (
        len(known) < _SHORTEST or is_plural
    ):  # `tags` and `author` are keys that other programs read.
        return sorted(key) == sorted(known)
    return True
