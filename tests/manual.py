"""The parts of the manual and the README that are made from the code.

    python -m tests.manual

writes them. The commands come from argparse, the settings and the JSON formats from their schemas,
and the rules from their docstrings. Commands in `console` blocks are run, and their output is
written below them. The table of speed in the README is a selection of the benchmarks in the manual.
A test insists that all of it is current.
"""

from __future__ import annotations

import json
import re
import shlex
from argparse import SUPPRESS, Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

from docs_lsp.cli import main as run_docs_lsp
from docs_lsp.cli.arguments import build_parser
from docs_lsp.cli.output import command_schemas
from docs_lsp.cli.output.report_schema import report_schema
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.explanation import (
    FIX_WORDS,
    MANUAL,
    describe_severity,
    parse_explanation,
    render_markdown,
)
from docs_lsp.rules.framework.rule import Rule
from docs_lsp.settings import reader
from docs_lsp.settings.baseline_file import schema as baseline_schema
from mcp_preview import cli as preview

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
SPEED_MARKS = "<!-- speed -->\n", "<!-- /speed -->\n"
SHOWN_SPEED = (
    ("keystroke, valid", "10,000", "bare pygls"),
    ("keystroke, valid", "10,000", "vscode-json-language-server"),
    ("check, the first time", "25,000 pages", ""),
    ("check, once more", "25,000 pages", "reading its files"),
    ("preview: search, 1 client", "25,000 pages", "empty tool of the SDK"),
)
"""The rows of the benchmarks that the README shows: what, size, and what it is compared with."""
SERVED_ELSEWHERE = {"preview"}
"""Commands of docs-lsp whose options are those of another program."""


def generate() -> dict[str, str]:
    """The text of each generated page by its path, such as `reference/commands`."""
    rules = all_rules()
    return {
        "reference/commands": _commands(
            "Commands of docs-lsp",
            "Every command and option of docs-lsp, with the exit codes.",
            build_parser(),
        ),
        "reference/preview-commands": _commands(
            "Commands of mcp-preview",
            "Every command and option of mcp-preview. `docs-lsp preview` is `mcp-preview serve`.",
            preview.make_parser(),
        ),
        "reference/settings": _settings(),
        "reference/json-fields": _formats(),
        "reference/all-rules": _list_rules(list(rules.values())),
        **{f"rules/{name}": _rule(rule) for name, rule in rules.items()},
    }


def current() -> dict[Path, str]:
    """The text that each file of the manual, and the README, should have."""
    generated = {MANUAL / f"{path}.md": text for path, text in generate().items()}
    rest = [file for file in MANUAL.rglob("*.md") if file not in generated and not _is_rule(file)]
    by_hand = {file: _run_examples(file.read_text("utf-8")) for file in rest}
    return {**generated, **by_hand, README: _show_speed(_run_examples(README.read_text("utf-8")))}


def main() -> None:
    """Write everything, and remove the pages of rules that no longer exist."""
    files = current()
    for file in MANUAL.rglob("*.md"):
        if file not in files:
            file.unlink()
    for file, text in files.items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    run_docs_lsp(["sync", "--site", str(MANUAL)])


def _is_rule(file: Path) -> bool:
    return file.parent == MANUAL / "rules"


def _run_examples(text: str) -> str:
    """A page with the output of the commands in its `console` blocks."""

    def run(block: re.Match[str]) -> str:
        output = TextIOWrapper(BytesIO(), encoding="utf-8", newline="\n")
        with chdir(ROOT), redirect_stdout(output), redirect_stderr(output):
            run_docs_lsp(shlex.split(block[1])[1:])
        output.flush()
        printed = output.buffer.getvalue().decode("utf-8")
        return f"```console\n$ {block[1]}\n{printed.rstrip()}\n```"

    return re.sub(r"^```console\n\$ (docs-lsp .*)\n(?:.*\n)*?```$", run, text, flags=re.M)


def _show_speed(readme: str) -> str:
    """The README with its rows of the benchmarks."""
    table = (MANUAL / "reference/benchmarks.md").read_text("utf-8")
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
    rows = [row for row in cells if len(row) == 10]
    shown = [
        next(row for row in rows if row[0].startswith(what) and row[1:8:6] == [size, peer])
        for what, size, peer in SHOWN_SPEED
    ]
    lines = ["| what | size | time | beside | its time | ratio |", "|---|---|---:|---|---:|---:|"]
    lines += [f"| {' | '.join([*row[:3], *row[7:]])} |" for row in shown]
    before, _, rest = readme.partition(SPEED_MARKS[0])
    _, _, after = rest.partition(SPEED_MARKS[1])
    return "".join(
        [
            before,
            SPEED_MARKS[0],
            "\n",
            *(f"{line}\n" for line in lines),
            "\n",
            SPEED_MARKS[1],
            after,
        ]
    )


def _page(title: str, description: str, parts: Sequence[str]) -> str:
    head = f"title: {json.dumps(title, ensure_ascii=False)}\n"
    head += f"description: {json.dumps(description, ensure_ascii=False)}\n"
    return f"---\n{head}---\n\n" + "\n\n".join(parts) + "\n"


def _commands(title: str, description: str, parser: ArgumentParser) -> str:
    parts = [part for each in _all_commands(parser) for part in _describe_command(each)]
    return _page(title, description, parts)


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
    rows = [f"| {_code(_spelling(each))} | {_cell(_help(each))} |" for each in actions]
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
    parts = [] if codes else [_cell(_sentence(text))]
    if codes:
        rows = [f"| {code} | {_cell(_sentence(words))} |" for code, words in codes]
        parts.append("\n".join(["| exit code | meaning |", "|---|---|", *rows]))
    if examples:
        lines = (line.strip().split("  ", 1) for line in examples.splitlines())
        commands = [f"{line[0]}  # {line[1].strip()}" if line[1:] else line[0] for line in lines]
        parts.append("```sh\n{}\n```".format("\n".join(commands).rstrip()))
    return "\n\n".join(filter(None, parts))


def _settings() -> str:
    rules = {rule.name: rule.title for rule in all_rules().values()}
    schema = reader.schema(rules)
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
    return _page(
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
    return f"| `{name}` | {_type(field)} | {_cell(field.get('description', ''))} | {shown} |"


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


def _formats() -> str:
    return _page(
        "Fields of the JSON formats",
        "Every field of what check, diff, url and translations print as JSON, and of baselines.",
        [
            "[JSON for other programs](json.md) shows an example and what you can rely on. "
            "`docs-lsp schema` prints their JSON Schemas, with `--report`, `--baseline`, `--diff`, "
            "`--url` or `--translations`.",
            *_format("check --format json", report_schema()),
            *_format("docs-lsp-baseline.json", baseline_schema()),
            *_format("diff --format json", command_schemas.diff_schema()),
            *_format("url --format json", command_schemas.url_schema()),
            *_format("translations --format json", command_schemas.states_schema()),
        ],
    )


def _format(title: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"## {title}"
    yield from map(_fields, schema.get("oneOf", [schema]))
    for name, shape in schema.get("$defs", {}).items():
        yield f"### {name}"
        if about := shape.get("description"):
            yield _cell(_sentence(about))
        options = shape.get("oneOf", [shape])
        yield from (_fields(option) for option in options if option.get("properties"))


def _field_rows(object_shape: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """The rows of an object, those of objects within it included."""
    for name, field in object_shape.get("properties", {}).items():
        yield f"| `{path}{name}` | {_type(field)} | {_cell(field.get('description', ''))} |"
        for shape in field.get("oneOf", [field]):
            yield from _field_rows(shape, f"{path}{name}.")
            yield from _field_rows(shape.get("items", {}), f"{path}{name}[].")


def _fields(shape: Mapping[str, Any]) -> str:
    rows = _field_rows(shape)
    return "\n".join(["| field | type | meaning |", "|---|---|---|", *rows])


def _list_rules(rules: Sequence[Rule]) -> str:
    rows = [
        f"| [{rule.name}](../rules/{rule.name}.md) | {_level(rule)} | {FIX_WORDS[rule.fixes]} "
        f"| {_cell(rule.title)} |"
        for rule in rules
    ]
    return _page(
        "All rules",
        f"The {len(rules)} rules with their severity and fixes; each has a page of its own.",
        [
            "`docs-lsp rules` prints this list, and `docs-lsp explain missing-page` explains a "
            "rule at the terminal.",
            "\n".join(["| rule | severity | fix | finding |", "|---|---|---|---|", *rows]),
        ],
    )


def _level(rule: Rule) -> str:
    return "off" if rule.severity is None else rule.severity.name.lower()


def _rule(rule: Rule) -> str:
    """The explanation of a rule, with its headings one level higher."""
    explanation = parse_explanation(rule)
    _, _, text = render_markdown(rule).partition(f"*{describe_severity(rule)}*\n\n")
    for section in explanation.sections:
        text = text.replace(f"### {section.heading}\n", f"## {section.heading}\n", 1)
    return _page(rule.name, explanation.title, [f"{describe_severity(rule)}.", text.rstrip()])


def _sentence(text: str) -> str:
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".?!" else ".")


def _cell(text: str) -> str:
    """Text for a cell of a table."""
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))


def _code(text: str) -> str:
    return f"`{_cell(text)}`"


if __name__ == "__main__":
    main()
