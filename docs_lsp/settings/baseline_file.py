"""Reads and writes the file of a baseline, and describes it as JSON Schema.

It has one line for each finding, sorted, so that versions of it compare well.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from docs_lsp.core.text import Span, encode_text
from docs_lsp.files.files import FileFault, Files
from docs_lsp.settings.baseline import NEVER_PUT_OFF, Baseline, FindingKey
from docs_lsp.settings.settings import BASELINE_FILE, SETTINGS_FILE, Settings, SettingsFault

VERSION = 1
_ABOUT = "Findings that docs-lsp leaves out. `docs-lsp check --write-baseline` updates them."
_MOST_COUNTED = 1_000_000
_TOP = Span(0, 0)


class BaselineFault(Exception):
    """A file is not a baseline; `str` gives the reason, `span` the place."""

    def __init__(self, message: str, span: Span = _TOP) -> None:
        """Store the message and the place."""
        super().__init__(message)
        self.span = span


def with_baseline(settings: Settings, files: Files) -> tuple[Settings, tuple[SettingsFault, ...]]:
    """Read the project's baseline, if any; return the settings with it, and its faults."""
    name = settings.baseline_file or BASELINE_FILE
    if not files.exists(name):
        if settings.baseline_file is None:
            return settings, ()
        message = (
            f"The baseline `{name}` does not exist, so no findings are excluded. "
            "`docs-lsp check --write-baseline` writes it."
        )
        return settings, (SettingsFault(_find_setting_span(files), message),)
    try:
        return replace(settings, baseline=parse_baseline(files.read(name), name)), ()
    except FileFault as fault:
        return settings, (SettingsFault(_TOP, str(fault), name),)
    except BaselineFault as fault:
        return settings, (SettingsFault(fault.span, str(fault), name),)


def parse_baseline(data: bytes, name: str = BASELINE_FILE) -> Baseline:
    """Parse the content of a baseline file. Raises only `BaselineFault`."""
    remedy = "so no findings are excluded. `docs-lsp check --write-baseline` writes a new one."
    try:
        text = data.decode("utf-8-sig")
        content = json.loads(text)
    except UnicodeDecodeError as error:
        span = Span(error.start, error.end)
        raise BaselineFault(f"`{name}` is not UTF-8 text, {remedy}", span) from None
    except json.JSONDecodeError as error:
        at = len(text[: error.pos].encode("utf-8", "surrogatepass"))
        raise BaselineFault(f"`{name}` is not JSON, {remedy}", Span(at, at)) from None
    except (RecursionError, ValueError):
        raise BaselineFault(f"`{name}` cannot be read, {remedy}") from None
    if not isinstance(content, dict) or not isinstance(content.get("findings"), list):
        raise BaselineFault(f"`{name}` has no array `findings`, {remedy}")
    if content.get("version") != VERSION:
        raise BaselineFault(
            f"`{name}` was written by another version of docs-lsp, {remedy} "
            "Or use the version that the file was written with."
        )
    try:
        return Baseline.from_entries(_parse_entries(content["findings"]))
    except (KeyError, TypeError, ValueError):
        raise BaselineFault(f"`{name}` has an entry that is not a finding, {remedy}") from None


def render_baseline(baseline: Baseline) -> bytes:
    """Return the content of the file for a baseline, without syntax errors."""
    lines = ",".join(
        f"\n    {json.dumps(_build_entry(known, count), ensure_ascii=False)}"
        for known, count in baseline.list_entries()
        if known.rule not in NEVER_PUT_OFF
    )
    end = "\n  " if lines else ""
    about = json.dumps(_ABOUT)
    shape = f'{{\n  "version": {VERSION},\n  "about": {about},\n  "findings": [{lines}{end}]\n}}\n'
    return encode_text(shape)


def build_baseline_schema() -> dict[str, Any]:
    """Return the JSON Schema of the file."""
    text = {"type": "string"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": BASELINE_FILE,
        "description": "The findings of a docs.json site that docs-lsp leaves out.",
        "type": "object",
        "required": ["version", "findings"],
        "properties": {
            "version": {"const": VERSION},
            "about": text,
            "findings": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["file", "rule"],
                    "additionalProperties": False,
                    "properties": {
                        "file": text | {"description": "The file, from the folder of docs.json."},
                        "rule": text | {"description": "The rule's name."},
                        "text": text | {"description": "What the finding points at."},
                        "within": text | {"description": "The titles of the elements around it."},
                        "count": {
                            "type": "integer",
                            "minimum": 1,
                            "maximum": _MOST_COUNTED,
                            "description": "How many such findings there are; 1 if it is missing.",
                        },
                    },
                },
            },
        },
    }


def _parse_entries(entries: Iterable[Any]) -> Iterator[tuple[FindingKey, int]]:
    """Yield the entries of a baseline file with their counts; raise on an invalid one.

    Raises `KeyError`, `TypeError` or `ValueError` for an invalid one.
    """
    for entry in entries:
        if not isinstance(entry, dict):
            raise TypeError
        count = entry.get("count", 1)
        known = FindingKey(
            entry["file"], entry["rule"], entry.get("text", ""), entry.get("within", "")
        )
        if type(count) is not int or not all(isinstance(part, str) for part in known):
            raise TypeError
        if not 1 <= count <= _MOST_COUNTED:
            raise ValueError
        yield known, count


def _build_entry(known: FindingKey, count: int) -> dict[str, str | int]:
    shape: dict[str, str | int] = {"file": known.file, "rule": known.rule}
    if known.text:
        shape["text"] = known.text
    if known.within:
        shape["within"] = known.within
    if count > 1:
        shape["count"] = count
    return shape


def _find_setting_span(files: Files) -> Span:
    """Return the span of `check.baseline` in docs-lsp.toml; an empty one if it is not set there."""
    from docs_lsp.formats.toml_reader import find_toml_places

    place = find_toml_places(files.read(SETTINGS_FILE)).get(("check", "baseline"))
    return place.value if place else _TOP
