"""Reads docs-lsp.toml and the editor's settings into one `Settings`.

The only module that imports pydantic. Whoever needs it imports it late, when there is something
to read. A mistake costs only the entry that holds it: the rest still applies.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from docs_lsp import toml
from docs_lsp.config_words import no_such_rule, not_one_of, unknown_key, wrong_kind
from docs_lsp.problem import Severity
from docs_lsp.settings import (
    BASELINE_FILE,
    SETTINGS_FILE,
    ConfigFault,
    JsonServer,
    PreviewSettings,
    Settings,
    Suppression,
    Trace,
)
from docs_lsp.text import Span

_LEVELS = {severity.name.lower(): severity for severity in Severity} | {"off": None}


def _fault(message: str) -> PydanticCustomError:
    # Handed over as a value, because pydantic reads braces in a message as a template.
    return PydanticCustomError("writer", "{message}", {"message": message})


def _known_rule(name: str, info: ValidationInfo) -> str:
    known: Collection[str] = (info.context or {}).get("rules", ())
    if name not in known:
        raise _fault(no_such_rule(name, known))
    return name


def _pattern(text: str) -> str:
    # Imported here because most settings name no path.
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([text])
    except ValueError:
        raise _fault(f"`{text}` is no path pattern; write it as in a .gitignore file.") from None
    return text


def _pointer(text: str) -> str:
    if not text.startswith("/"):
        raise _fault(f"`{text}` is no JSON pointer; start it with `/`, as in `/navigation/tabs/0`.")
    return text


def _site_path(text: str) -> str:
    path = PurePosixPath(text)
    if not path.name or path.is_absolute() or ".." in path.parts:
        raise _fault(f"`{text}` is no file in the folder of docs.json; write its path from there.")
    return text


RuleName: TypeAlias = Annotated[str, AfterValidator(_known_rule)]
PathPattern: TypeAlias = Annotated[str, AfterValidator(_pattern)]
SitePath: TypeAlias = Annotated[str, AfterValidator(_site_path)]
JsonPointer: TypeAlias = Annotated[str, AfterValidator(_pointer)]
Level: TypeAlias = Literal["error", "warning", "information", "hint", "off"]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Ignore(_Table):
    """Findings to leave out: those that fit everything given here."""

    rule: RuleName = Field(default="", description="The rule whose findings are left out.")
    pointer: JsonPointer = Field(
        default="",
        description="The JSON pointer of the value they are found in, or of one around it.",
    )
    path: PathPattern = Field(
        default="", description="The files they are found in: a pattern as in .gitignore."
    )

    @model_validator(mode="after")
    def _says_something(self) -> Ignore:
        if not (self.rule or self.pointer or self.path):
            raise _fault(
                "This entry leaves nothing out; give it a `rule`, a `pointer` or a `path`."
            )
        return self


class Languages(_Table):
    """What the site's languages may be."""

    extra: tuple[str, ...] = Field(
        default=(), description="Language codes to accept beyond those that the service documents."
    )


class EditorCheck(_Table):
    """What is checked. Only a project puts findings off, so that a team sees the same."""

    ignored: tuple[PathPattern, ...] = Field(
        default=(), description="Files in which nothing is reported: patterns as in .gitignore."
    )


class Check(EditorCheck):
    """What is checked."""

    baseline: SitePath = Field(
        default="",
        description="The file with the findings that the project puts off, from the folder of "
        f"docs.json. Without it `{BASELINE_FILE}` counts, if it is there.",
    )


class Rename(_Table):
    """What happens when a page gets another path."""

    redirect: StrictBool = Field(
        default=True, description="Whether the old address gets a redirect to the new one."
    )


class Preview(_Table):
    """How the preview of the site's search server runs, and how often it may be asked."""

    port: StrictInt = Field(
        default=0, ge=0, le=65535, description="The port it listens on; 0 for any that is free."
    )
    authenticated: StrictBool = Field(
        default=False,
        description="Whether readers of the site log in. Then the preview shows what those find "
        "who have not.",
    )
    requests: StrictInt = Field(
        default=5000, ge=1, description="Requests of one address in an hour."
    )
    searches: StrictInt = Field(default=10_000, ge=1, description="Searches in an hour.")
    commands: StrictInt = Field(
        default=10_000, ge=1, description="Commands in the docs filesystem in an hour."
    )


class InlayHints(_Table):
    """What is shown between the words of docs.json."""

    titles: StrictBool = Field(default=True, description="The titles of pages, at their entries.")
    summaries: StrictBool = Field(
        default=True, description="The summaries of endpoints, at their entries."
    )
    inherited: StrictBool = Field(
        default=True,
        description="The `openapi` or `directory` that an element has from the ones around it.",
    )
    defaults: StrictBool = Field(
        default=True, description="The default language and version where none is marked as such."
    )


class _Shared(_Table):
    """What a project and an editor can set."""

    rules: dict[RuleName, Level] = Field(
        default={}, description="How bad each rule's findings are; `off` switches the rule off."
    )
    ignore: tuple[Ignore, ...] = Field(default=(), description="Single findings to leave out.")
    languages: Languages = Languages()
    rename: Rename = Rename()
    preview: Preview = Preview()
    check: EditorCheck = EditorCheck()


class Config(_Shared):
    """The settings of a docs.json site for docs-lsp."""

    check: Check = Check()


class EditorConfig(_Shared):
    """What an editor sets in its section `docsLsp`: nearly the same, and what only it can know."""

    # The editor's own extension keeps its settings, such as the server's path, in this section.
    model_config = ConfigDict(extra="ignore")

    json_server: JsonServer = Field(default="auto", alias="jsonServer")
    inlay_hints: InlayHints = Field(default=InlayHints(), alias="inlayHints")
    trace: Trace = "off"


def load(text: str | bytes, rules: Collection[str]) -> tuple[Settings, tuple[ConfigFault, ...]]:
    """Read a docs-lsp.toml, given the names of all rules. Never raises: faults are values."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    try:
        raw = toml.parse(data)
    except toml.TomlFault as fault:
        message = f"{SETTINGS_FILE} cannot be read, so nothing in it applies: {fault.reason}."
        return Settings(), (ConfigFault(fault.span, message),)
    config, errors = _validated(Config, raw, rules)
    found = toml.places(data) if errors else {}
    faults = (ConfigFault(_span(error, found), _message(error, Config)) for error in errors)
    return _settings(config), tuple(sorted(faults, key=lambda fault: fault.span))


def load_editor(section: object, rules: Collection[str]) -> tuple[Settings, tuple[str, ...]]:
    """Read what an editor answers for the section `docsLsp`; messages for what is wrong in it."""
    raw = _without_nulls(section)
    if not isinstance(raw, dict):
        return Settings(), ()
    if isinstance(raw.get("trace"), dict):
        # VS Code's client library reads its own trace level from `docsLsp.trace.server`.
        raw["trace"] = raw["trace"].get("server", "off")
    config, errors = _validated(EditorConfig, raw, rules)
    return _settings(config), tuple(_message(error, EditorConfig) for error in errors)


def schema(rules: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The JSON Schema of docs-lsp.toml; with the rules, given as name and title, spelled out."""
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Config.model_json_schema(),
        "title": SETTINGS_FILE,
    }
    if rules is not None:
        levels = made["properties"]["rules"].pop("additionalProperties")
        made["properties"]["rules"] |= {
            "properties": {name: {**levels, "description": rules[name]} for name in sorted(rules)},
            "additionalProperties": False,
        }
    return made


_Model = TypeVar("_Model", bound=_Shared)


def _validated(
    model: type[_Model], raw: dict[str, Any], rules: Collection[str]
) -> tuple[_Model, list[ErrorDetails]]:
    """The model of all that is right, and what is wrong with the rest."""
    context = {"rules": rules}
    try:
        return model.model_validate(raw, context=context), []
    except ValidationError as failure:
        errors = failure.errors(include_url=False)
    # From the last to the first, so that taking an item out of a list moves none still to come.
    for path in sorted({_entry(error) for error in errors}, reverse=True, key=_sortable):
        _remove(raw, path)
    config, more = _validated(model, raw, rules)
    return config, [*errors, *more]


def _entry(error: ErrorDetails) -> toml.Path:
    """The entry to leave out for an error.

    An `[[ignore]]` goes as a whole: with a part of it gone it would hide more than was meant.
    """
    path = _path(error)
    return path[:2] if path[0] == "ignore" else path


def _path(error: ErrorDetails) -> toml.Path:
    return tuple(step for step in error["loc"] if step != "[key]")


def _sortable(path: toml.Path) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in path)


def _remove(raw: Any, path: toml.Path) -> None:
    for step in path[:-1]:
        raw = raw[step]
    del raw[path[-1]]


def _settings(config: _Shared) -> Settings:
    editor = config if isinstance(config, EditorConfig) else EditorConfig()
    return Settings(
        rules={name: _LEVELS[level] for name, level in config.rules.items()},
        suppressions=tuple(
            Suppression(entry.rule or None, entry.pointer or None, entry.path or None)
            for entry in config.ignore
        ),
        extra_languages=frozenset(config.languages.extra),
        ignored=config.check.ignored,
        baseline_file=config.check.baseline or None if isinstance(config, Config) else None,
        rename_redirect=config.rename.redirect if config.rename.model_fields_set else None,
        preview=PreviewSettings(**config.preview.model_dump(exclude_unset=True)),
        json_server=editor.json_server,
        inlay_hints=frozenset(name for name, shown in editor.inlay_hints if shown),
        trace=editor.trace,
    )


def _without_nulls(value: object) -> Any:
    """Editors send null for what is not set."""
    match value:
        case Mapping():
            return {key: _without_nulls(item) for key, item in value.items() if item is not None}
        case list() | tuple():
            return [_without_nulls(item) for item in value if item is not None]
        case _:
            return value


def _span(error: ErrorDetails, found: Mapping[toml.Path, toml.Place]) -> Span:
    """Where the mistake stands: on the key if that is wrong, else on the value."""
    path = _path(error)
    place = found.get(path)
    while place is None and path:
        path = path[:-1]
        place = found.get(path)
    if place is None:
        return Span(0, 0)
    wrong_key = error["type"] == "extra_forbidden" or error["loc"][-1] == "[key]"
    return place.key if wrong_key else place.value


def _message(error: ErrorDetails, model: type[_Shared]) -> str:
    """What is wrong, in the words of a writer."""
    path, value = _path(error), error["input"]
    name = _name(path, model)
    match error["type"]:
        case "writer":
            return error["msg"]
        case "extra_forbidden":
            return unknown_key(name, str(path[-1]), _keys(path, model))
        case "literal_error":
            return not_one_of(name, value, re.findall(r"'([^']*)'", error["ctx"]["expected"]))
        case kind:
            return wrong_kind(name, value, _WANTED.get(kind, "another kind of value"))


_WANTED = {
    "bool_type": "`true` or `false`",
    "int_type": "a whole number",
    "greater_than_equal": "a larger number",
    "less_than_equal": "a smaller number",
    "string_type": "a string",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
}


def _name(path: toml.Path, model: type[_Shared]) -> str:
    """A setting's name as it is written, such as `languages.extra`."""
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return f"docsLsp{steps}" if model is EditorConfig else steps.removeprefix(".")


def _keys(path: toml.Path, model: type[_Shared]) -> list[str]:
    """The keys that the table around a path takes."""
    tables: dict[object, type[BaseModel]] = {
        "ignore": Ignore,
        "languages": Languages,
        "rename": Rename,
        "preview": Preview,
        "inlayHints": InlayHints,
        "check": Check if model is Config else EditorCheck,
    }
    table = tables[path[0]] if len(path) > 1 else model
    return [field.alias or name for name, field in table.model_fields.items()]
