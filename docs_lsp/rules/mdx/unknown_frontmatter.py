"""Keys of frontmatter that are all but those that the service reads.

Pages may have keys of their own, and many sites do. So only a slip of the pen is one: a letter too
many, too few or another, two that changed places, other capitals or hyphens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.rules.framework.phrases import code
from docs_lsp.schema.model_page import FRONTMATTER
from docs_lsp.site.mdx.frontmatter import read_frontmatter

if TYPE_CHECKING:
    from docs_lsp.formats.yaml_reader import YamlEntry
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.mdx.frontmatter import Frontmatter
    from docs_lsp.site.overview import Overview

_KNOWN = FRONTMATTER.properties
_LOSSES = {
    "hidden": "so the page stays in the navigation and in the search",
    "noindex": "so the search finds the page",
    "public": "so it opens the page to nobody",
    "groups": "so it keeps nobody from reading the page",
}
"""What becomes of a page whose key does not count, of the keys that say who sees it."""
_HIDING = frozenset(("hidden", "noindex", "groups"))
_SAID = frozenset(("true", "false", "yes", "no", "on", "off"))
# A key on as many pages is the site's own.
_OWN_FROM = 20
_SHORTEST = 5


class MisspeltField(NamedTuple):
    """A key that is all but another one."""

    entry: YamlEntry
    key: str
    near: str


def report_misspelt_fields(name: str, overview: Overview) -> Iterator[Problem]:
    """The problems of the rule of this name."""
    contents = overview.contents or {}
    odd_pages: list[tuple[str, PageContent]] = []
    count: Counter[str] = Counter()
    for _, file in overview.facts.pages:
        content = contents.get(file)
        if content is not None and (odd := content.fields.keys() - _KNOWN.keys()):
            count.update(odd)
            odd_pages.append((file, content))
    for file, content in odd_pages:
        if not any(map(_suggest_key, content.fields.keys() - _KNOWN.keys())):
            continue
        for field in _find_misspelt(content.frontmatter):
            if count[field.key] < _OWN_FROM or field.near in _LOSSES:
                span = field.entry.key
                yield Problem(name, file, span, _message(field), _severity(field))


def rename_field(subject: FixContext) -> Iterator[Fix]:
    """Write the key that is meant."""
    for field in _find_misspelt(read_frontmatter(subject.data)):
        if field.entry.key == subject.problem.span:
            hides = field.near in _HIDING
            title = f"Write {code(field.near)}"
            title = f"{title}, which takes the page away from readers" if hides else title
            yield Fix(title, (subject.replace(field.near),), preferred=not hides)


def _find_misspelt(frontmatter: Frontmatter) -> Iterator[MisspeltField]:
    values = frontmatter.values
    for key, entry in frontmatter.entries.items():
        near = None if key in _KNOWN else _suggest_key(key)
        if near is not None and near not in values and _fits(near, key, values[key]):
            yield MisspeltField(entry, key, near)


def _message(field: MisspeltField) -> str:
    loss = f", {_LOSSES[field.near]}" if field.near in _LOSSES else ""
    return f"The service does not read {code(field.key)}{loss}. Did you mean {code(field.near)}?"


def _severity(field: MisspeltField) -> Severity:
    return Severity.WARNING if field.near in _LOSSES else Severity.HINT


def _fits(near: str, key: str, value: object) -> bool:
    """Whether a value may be meant for a key."""
    kinds = _KNOWN[near].type.json_kinds
    if isinstance(value, bool):
        return "boolean" in kinds
    if isinstance(value, int | float):
        return "number" in kinds or "string" in kinds
    if isinstance(value, str):
        return "string" in kinds or ("boolean" in kinds and value.strip().lower() in _SAID)
    return (
        isinstance(value, list | dict)
        and ("array" if isinstance(value, list) else "object") in kinds
    )


@lru_cache(maxsize=1024)
def _suggest_key(key: str) -> str | None:
    """The known key that another one is all but; None where none is."""
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
    """The known keys by how `_normalize_key` writes them, and those that may be meant by a key of
    so many letters, each with its small letters."""
    by_plain: dict[str, str] = {}
    by_size: dict[int, list[tuple[str, str]]] = {}
    for known in _KNOWN:
        by_plain.setdefault(_normalize_key(known), known)
        folded = known.casefold()
        for size in (len(folded) - 1, len(folded), len(folded) + 1):
            by_size.setdefault(size, []).append((known, folded))
    return by_plain, by_size


def _normalize_key(key: str) -> str:
    return key.casefold().replace("-", "").replace("_", "").replace(" ", "")


def _is_misspelt(key: str, known: str) -> bool:
    """Whether one letter is too many, too few or another, or two have changed places."""
    shared = next(
        (at for at, (one, other) in enumerate(zip(key, known, strict=False)) if one != other), None
    )
    at = min(len(key), len(known)) if shared is None else shared
    if key[at + 2 :] == known[at + 2 :] and key[at : at + 2] == known[at : at + 2][::-1]:
        return len(key) == len(known)
    if len(known) < _SHORTEST or ({f"{key}s", f"{known}s"} & {key, known} and known != "groups"):
        return False  # `tags` and `author` are keys that other programs read.
    return key[at:] == known[at + 1 :] or key[at + 1 :] in (known[at:], known[at + 1 :])
