"""Hover in docs-lsp.toml: a summary of a rule, or the description of a setting."""

from __future__ import annotations

import json
import tomllib
from typing import NamedTuple

from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features._settings_schema import find_property, list_values
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.formats import toml_reader
from docs_lsp.formats.places import KeyPath
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.explanation import parse_explanation, render_summary
from docs_lsp.rules.framework.rule import Rule

_LONGEST = 300
_MARKS = str.maketrans("", "", "*`")


class RuleName(NamedTuple):
    """The name of a rule and its byte span."""

    rule: Rule
    span: Span


def answer_settings_hover(
    text: Text, offset: int, encoding: Encoding, *, reads_markdown: bool
) -> Json | None:
    """Return the answer to `textDocument/hover` at an offset of docs-lsp.toml, or None."""
    reference = find_rule_name(text.data, offset)
    if reference is not None:
        card, span = render_rule_card(reference.rule), reference.span
    elif setting := _find_setting(text.data, offset):
        card, span = setting
    else:
        return None
    return {
        "contents": {
            "kind": "markdown" if reads_markdown else "plaintext",
            "value": card if reads_markdown else card.translate(_MARKS),
        },
        "range": build_range(text, span, encoding),
    }


def _find_setting(data: bytes, offset: int) -> tuple[str, Span] | None:
    """Return the card and the place of the key or the table at an offset, or None."""
    for path, (key, value) in toml_reader.find_toml_places(data).items():
        is_header = data[value.end : value.end + 1] == b"]"
        for span in (key, value) if is_header else (key,):
            if _contains_offset(span, offset) and isinstance(path[-1], str):
                schema = find_property(path)
                return (_render_setting_card(path, schema), span) if schema else None
    return None


def _render_setting_card(path: KeyPath, schema: Json) -> str:
    """Return the description of a setting in Markdown, with its values and its default."""
    name = ".".join(step for step in path if isinstance(step, str))
    values = ", ".join(f"`{value}`" for value in list_values(name.split(".")))
    default = schema.get("default")
    lines = [f"**`{name}`**", schema.get("description", "")]
    lines.append(f"Values: {values}" if values and len(values) < _LONGEST else "")
    lines.append("" if default in (None, "", [], {}) else f"Default: `{json.dumps(default)}`")
    return "\n\n".join(filter(None, lines))


def render_rule_card(rule: Rule) -> str:
    """Return a summary of a rule in Markdown: the fact, the reason, the severity, the fix."""
    fix = parse_explanation(rule).find_section("Fix").paragraphs[:1]
    return "\n\n".join((render_summary(rule), *(f"**Fix**: {text}" for text in fix)))


def render_plain_rule_card(rule: Rule) -> str:
    """Return a summary of a rule as plain text."""
    return render_rule_card(rule).translate(_MARKS)


def find_rule_name(data: bytes, offset: int) -> RuleName | None:
    """Return the rule named at an offset, in `[rules]` or as `rule` of an `[[ignore]]`, or None."""
    for path, place in toml_reader.find_toml_places(data).items():
        match path:
            case ("rules", str(name)) if _contains_offset(place.key, offset):
                return _build_rule_name(name, place.key)
            case ("ignore", int(), "rule") if _contains_offset(place.value, offset):
                return _build_rule_name(_parse_toml_value(data, place.value), place.value)
    return None


def _contains_offset(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end


def _build_rule_name(name: object, span: Span) -> RuleName | None:
    rule = all_rules().get(name) if isinstance(name, str) else None
    return None if rule is None else RuleName(rule, span)


def _parse_toml_value(data: bytes, span: Span) -> object:
    """Return the value in a span of TOML, or None if it cannot be parsed."""
    try:
        return tomllib.loads(f"value = {data[span.start : span.end].decode()}")["value"]
    except ValueError:
        return None
