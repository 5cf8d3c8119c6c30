"""The reference pages of the manual: commands, settings and JSON formats, as Markdown."""

from __future__ import annotations

import json
import re
from argparse import SUPPRESS, Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from docs_lsp.cli.output import command_schemas
from docs_lsp.cli.output.command_schemas import build_preview_report_schema
from docs_lsp.cli.output.report_schema import build_report_schema
from docs_lsp.rules import all_rules
from docs_lsp.settings import reader
from docs_lsp.settings.baseline_file import build_baseline_schema as baseline_schema

SERVED_ELSEWHERE = {"preview"}
"""Commands of docs-lsp whose options are those of another program."""


def make_page(title: str, description: str, parts: Sequence[str]) -> str:
    head = f"title: {json.dumps(title, ensure_ascii=False)}\n"
    head += f"description: {json.dumps(description, ensure_ascii=False)}\n"
    return f"---\n{head}---\n\n" + "\n\n".join(parts) + "\n"


def describe_commands(title: str, description: str, parser: ArgumentParser) -> str:
    parts = [part for each in _all_commands(parser) for part in _describe_command(each)]
    return make_page(title, description, parts)


def _all_commands(parser: ArgumentParser) -> Iterator[tuple[ArgumentParser, str]]:
    """A parser and those of its commands, each with half a sentence about it."""
    yield parser, ""
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, command in action.choices.items():
                for each, about in _all_commands(command):
                    yield each, about or helps[name]


def _describe_command(command: tuple[ArgumentParser, str]) -> Iterator[str]:
    parser, about = command
    name = parser.prog
    yield f"## {name}"
    yield _sentence(parser.description or about)
    if name.split()[-1] in SERVED_ELSEWHERE:
        link = "[`mcp-preview serve`](preview-commands.md#mcp-preview-serve)"
        yield f"It takes the options of {link}."
        return
    actions = [action for action in parser._actions if action.dest != "help"]
    given = [action for action in actions if not action.option_strings]
    words = [name, *(["[OPTIONS]"] if len(given) < len(actions) else []), *map(_place, given)]
    yield f"```text\n{' '.join(words)}\n```"
    rows = [f"| {_code(_spelling(each))} | {escape_cell(_help(each))} |" for each in actions]
    rows = [row for row in rows if row]
    if rows:
        yield "\n".join(["| argument | meaning |", "|---|---|", *rows])
    if parser.epilog:
        yield _epilog(parser.epilog)


def _place(action: Action) -> str:
    name = str(action.metavar or action.dest.upper())
    if isinstance(action, _SubParsersAction):
        return name
    return {"*": f"[{name} ...]", "+": f"{name} [{name} ...]", "?": f"[{name}]"}.get(
        str(action.nargs), name
    )


def _spelling(action: Action) -> str:
    if not action.option_strings:
        return _place(action)
    value = ""
    if action.nargs != 0:
        choices = "|".join(map(str, action.choices or ()))
        name = choices or str(action.metavar or action.dest.upper())
        value = f"[={name}]" if action.nargs == "?" else f" {name}"
    return ", ".join(action.option_strings) + value


def _help(action: Action) -> str:
    text = (action.help or "").replace("%%", "%")
    if isinstance(action, _SubParsersAction):
        text = "one of: " + ", ".join(f"`{name}`" for name in action.choices)
    elif not text and action.default not in (None, SUPPRESS):
        text = f"default: {action.default}"
    return _sentence(text)


def _epilog(text: str) -> str:
    """An epilog; the lines of exit codes as a table, and examples as commands."""
    text, _, examples = text.partition("examples:\n")
    codes = re.findall(r"^  (\d+)  (.*(?:\n     .*)*)", text, re.MULTILINE)
    parts = [] if codes else [escape_cell(_sentence(text))]
    if codes:
        rows = [f"| {code} | {escape_cell(_sentence(words))} |" for code, words in codes]
        parts.append("\n".join(["| exit code | meaning |", "|---|---|", *rows]))
    if examples:
        lines = (line.strip().split("  ", 1) for line in examples.splitlines())
        commands = [f"{line[0]}  # {line[1].strip()}" if line[1:] else line[0] for line in lines]
        parts.append("```sh\n{}\n```".format("\n".join(commands).rstrip()))
    return "\n\n".join(filter(None, parts))


def describe_settings() -> str:
    rules = {rule.name: rule.title for rule in all_rules().values()}
    schema = reader.build_settings_schema(rules)
    shapes: Mapping[str, Any] = schema["$defs"]
    rows, lists = [], []
    for name, field in schema["properties"].items():
        table = shapes.get(field.get("$ref", "").rpartition("/")[2])
        if table is None:
            rows.append(_setting(name, field))
            continue
        rows += [_setting(f"{name}.{key}", inner) for key, inner in table["properties"].items()]
    for name, shape in shapes.items():
        keys = [_setting(key, inner) for key, inner in shape["properties"].items()]
        if array := _array_of(name, schema):
            lists += [f"## Keys of [[{array}]]", shape["description"], _setting_table(keys)]
    return make_page(
        "Settings",
        "Every setting of docs-lsp.toml, with its type and default.",
        [
            "The file docs-lsp.toml is beside docs.json. "
            "[Change the settings](../tasks/configure.md) shows an example, and "
            "`docs-lsp schema --settings` prints the JSON Schema.",
            "## All settings",
            _setting_table(rows),
            *lists,
        ],
    )


def _array_of(shape: str, schema: Mapping[str, Any]) -> str:
    """The name of the array of tables with this shape; empty if there is none."""
    tables = {"": schema, **schema["$defs"]}
    names = {
        entry["$ref"].rpartition("/")[2]: name
        for name, entry in schema["properties"].items()
        if "$ref" in entry
    }
    for table, content in tables.items():
        for key, field in content["properties"].items():
            if field.get("items", {}).get("$ref", "").endswith(f"/{shape}"):
                return f"{names[table]}.{key}" if table else key
    return ""


def _setting_table(rows: Sequence[str]) -> str:
    return "\n".join(["| setting | type | meaning | default |", "|---|---|---|---|", *rows])


def _setting(name: str, field: Mapping[str, Any]) -> str:
    default = field.get("default")
    shown = "" if default is None else _code(json.dumps(default))
    return f"| `{name}` | {_type(field)} | {escape_cell(field.get('description', ''))} | {shown} |"


def _type(field: Mapping[str, Any]) -> str:
    if "enum" in field:
        return ", ".join(_code(json.dumps(value)) for value in field["enum"])
    if "const" in field:
        return _code(json.dumps(field["const"]))
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "oneOf" in field or "anyOf" in field:
        return " or ".join(map(_type, field.get("oneOf", field.get("anyOf", ()))))
    if field.get("type") == "array":
        inner = field.get("items", {})
        words = "table" if "$ref" in inner and "default" in field else _type(inner)
        return f"array of {words}"
    types = field.get("type", "any")
    return " or ".join(types) if isinstance(types, list) else str(types)


def describe_formats() -> str:
    return make_page(
        "Fields of the JSON formats",
        "Every field of what check, diff, url, translations and the preview's report print as "
        "JSON, and of baselines.",
        [
            "[JSON for other programs](json.md) shows an example and what you can rely on. "
            "`docs-lsp schema` prints their JSON Schemas, with `--report`, `--baseline`, `--diff`, "
            "`--url`, `--translations` or `--preview-report`.",
            *_format("check --format json", build_report_schema()),
            *_format("docs-lsp-baseline.json", baseline_schema()),
            *_format("diff --format json", command_schemas.build_diff_schema()),
            *_format("url --format json", command_schemas.build_url_schema()),
            *_format("translations --format json", command_schemas.build_translations_schema()),
            *_format("mcp-preview report --format json", build_preview_report_schema()),
        ],
    )


def _format(title: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"## {title}"
    yield from map(_fields, schema.get("oneOf", [schema]))
    for name, shape in schema.get("$defs", {}).items():
        yield f"### {name}"
        if about := shape.get("description"):
            yield escape_cell(_sentence(about))
        options = shape.get("oneOf", [shape])
        yield from (_fields(option) for option in options if option.get("properties"))


def _field_rows(object_shape: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """The rows of an object, those of objects within it included."""
    for name, field in object_shape.get("properties", {}).items():
        yield f"| `{path}{name}` | {_type(field)} | {escape_cell(field.get('description', ''))} |"
        for shape in field.get("oneOf", [field]):
            yield from _field_rows(shape, f"{path}{name}.")
            yield from _field_rows(shape.get("items", {}), f"{path}{name}[].")


def _fields(shape: Mapping[str, Any]) -> str:
    rows = _field_rows(shape)
    return "\n".join(["| field | type | meaning |", "|---|---|---|", *rows])


def _sentence(text: str) -> str:
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".?!" else ".")


def escape_cell(text: str) -> str:
    """Text for a cell of a table."""
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))


def _code(text: str) -> str:
    return f"`{escape_cell(text)}`"
