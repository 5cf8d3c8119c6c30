"""What is said of docs.json does not depend on which of its values stand in files of their own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import pytest

from docs_lsp.settings.settings import Settings
from tests.rules.harness import Example, findings
from tests.rules.test_examples import named_examples, settings_for

Path: TypeAlias = tuple[str | int, ...]

_PART = "elsewhere-altogether.json"
# Their findings are about how something is written, and a `$ref` is written otherwise: it may be
# that of a group, its keys are added up, and a misspelt one may stand for what another file has.
_OF_SPELLING = frozenset(("legacy-key", "page-as-object", "unknown-key", "wrong-type"))
# What `docs-lsp sync` cannot change, or what cannot be known where an item of a list is elsewhere.
_SILENT = frozenset(("out-of-step", "unknown-icon"))


def _containers(value: object, path: Path = ()) -> Iterator[Path]:
    steps: Any = value.items() if isinstance(value, dict) else enumerate(value)  # type: ignore[arg-type]  # a list
    for step, inner in steps:
        if isinstance(inner, dict | list) and inner:
            yield (*path, step)
            yield from _containers(inner, (*path, step))


def _moved(docs: object, path: Path) -> tuple[str, str]:
    """docs.json with one of its values in a file of its own, and that file."""
    copy: Any = json.loads(json.dumps(docs))
    around = copy
    for step in path[:-1]:
        around = around[step]
    value, around[path[-1]] = around[path[-1]], {"$ref": _PART}
    return json.dumps(copy), json.dumps(value)


def _said(files: Mapping[str, str], settings: Settings) -> Counter[tuple[str, str]]:
    # Whether there is such a file must not matter for what is proposed instead of another one.
    found = findings({**files, "notes.txt": ""}, settings)
    return Counter((one.rule, one.message) for one in found if one.rule not in _SILENT)


def _examples() -> Iterator[object]:
    for rule, example, name in named_examples():
        if rule.name not in _OF_SPELLING | _SILENT and example.before is None:
            yield pytest.param(example, settings_for(rule, example), id=name)


@pytest.mark.parametrize(("example", "settings"), [*_examples()])
def test_a_value_in_another_file_is_judged_as_in_its_place(
    example: Example, settings: Settings
) -> None:
    text = example.files.get("docs.json", "")
    try:
        docs = json.loads(text)
    except ValueError:
        return  # The mistake is in the JSON.
    if not isinstance(docs, dict) or "$ref" in text or "sourceRef" in text:
        return
    files = {**example.files, "docs.json": json.dumps(docs)}
    expected = _said(files, settings)

    for path in _containers(docs):
        whole, part = _moved(docs, path)

        assert _said({**files, "docs.json": whole, _PART: part}, settings) == expected, path
