"""A generator for each rule: its own first example, again and again.

The lists of docs.json grow by copies of their entries, its objects by members of further names,
pages by further copies of their text, and the site by copies of pages. So a new rule brings its
generator with its example.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import Rule
from docs_lsp.site.pages import PAGE_EXTENSIONS
from tests.growth.generator import Files, Generator, Make, check, check_with_few_trials, raw, site
from tests.rules.harness import Example, examples_in

_DOCS = "docs.json"


def _duplicate_keys(count: int) -> Files:
    return raw("{" + '"name": "a",' * (count + 1) + '"theme": "mint"}')


def _redirect_loops(count: int) -> Files:
    pairs = ((f"/a{number}", f"/b{number}") for number in range(count))
    circles = [pair for one, two in pairs for pair in ((one, two), (two, one))]
    return site(redirects=[{"source": one, "destination": two} for one, two in circles])


def _broken_patterns(count: int) -> Files:
    return site({".mintignore": "[a-\n" * count})


def _broken_scripts(count: int) -> Files:
    return site({f"snippets/{number}.jsx": "export const A = (" for number in range(count)})


def _unused_specifications(count: int) -> Files:
    text = '{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {}}'
    return site({f"{number}.json": text for number in range(count)})


OWN: Mapping[str, Make] = {
    "duplicate-key": _duplicate_keys,
    "redirect-loop": _redirect_loops,
    "ignore-error": _broken_patterns,
    "jsx-syntax": _broken_scripts,
    "unused-spec": _unused_specifications,
}
"""What grows for rules whose examples do not."""
_LONGEST_HEAD = 4_000
_BOUNDED = frozenset(
    (
        *("bad-extension-block", "comment", "dead-redirect", "duplicate-language"),
        *("endpoint-page", "index-page", "invalid-spec", "mdx-syntax", "misplaced-child"),
        *("missing-page", "missing-spec", "operation-twice", "page-case", "page-extension"),
        *("page-slash", "page-url", "stale-translation", "syntax-error", "trailing-comma"),
        *("undocumented", "unknown-endpoint", "unknown-icon", "unknown-language"),
        *("untranslated-entry", "wrong-type"),
    )
)
"""Rules whose fixes would cost the square of their number if nothing bounded their trials."""


def rule_generators() -> Iterator[Generator]:
    """Two generators for each rule: one that looks for its findings, one that makes their fixes."""
    for rule in all_rules().values():
        example = first_example(rule)
        if example is not None:
            make = OWN.get(rule.name, partial(grown, example))
            yield Generator(f"rule: {rule.name}", make, check, size=4)
            yield Generator(
                *(f"fixes: {rule.name}", make, check_with_few_trials),
                size=4,
                is_quick=rule.name in _BOUNDED,
            )


def first_example(rule: Rule) -> Example | None:
    """The first example of a mistake in a rule's explanation, unless it is written short."""
    failing = (one for one in examples_in(rule.docs) if one.fails)
    usable = (one for one in failing if sum(map(len, one.files.values())) < _LONGEST_HEAD)
    return next(usable, None)


def grown(example: Example, count: int) -> Files:
    """The files of an example with everything in them so many times."""
    files = dict(example.files)
    for file, text in example.files.items():
        if file == _DOCS:
            files[file] = _grown_docs(text, count)
        elif file.endswith(PAGE_EXTENSIONS):
            head, body = _split(text)
            files[file] = head + (body + "\n") * count
            stem, _, extension = file.rpartition(".")
            files |= {f"{stem}-{number}.{extension}": text for number in range(1, count)}
    return files


def _split(text: str) -> tuple[str, str]:
    """A page's frontmatter, and its text."""
    if not text.startswith("---\n"):
        return "", text
    end = text.find("\n---\n", 3)
    return (text[: end + 5], text[end + 5 :]) if end >= 0 else ("", text)


def _grown_docs(text: str, count: int) -> str:
    try:
        docs = json.loads(text)
    except ValueError:
        return _grown_lines(text, count)
    return json.dumps(_grown_value(docs, count), indent=1)


def _grown_lines(text: str, count: int) -> str:
    """A text that is no JSON: all its lines but the first and the last, again and again."""
    first, _, rest = text.partition("\n")
    middle, _, last = rest.rstrip("\n").rpartition("\n")
    return "\n".join((first, *[middle] * count, last))


def _grown_value(value: Any, count: int) -> Any:
    """A value whose outermost lists and objects of names have more entries."""
    if isinstance(value, list):
        copies = [_numbered(one, number) for number in range(1, count) for one in value]
        return [*value, *copies, *value * (count - 1)]
    if isinstance(value, Mapping):
        grown_members = {key: _grown_value(one, count) for key, one in value.items()}
        last = list(value)[-1:]
        further = {f"{key}{number}": value[key] for number in range(1, count) for key in last}
        return {**grown_members, **further}
    return value


def _numbered(value: Any, number: int) -> Any:
    """A copy of an entry with names of its own."""
    if isinstance(value, str):
        return f"{value}-{number}"
    if isinstance(value, Mapping):
        return {key: _numbered(one, number) for key, one in value.items()}
    return value
