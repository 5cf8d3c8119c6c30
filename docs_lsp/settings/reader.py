"""Reads docs-lsp.toml and the editor's settings into one `Settings`.

It needs pydantic, like `toml_tables`. So callers import it late, when there is something to read. A
mistake only affects its own entry: the rest still applies.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from docs_lsp.core.did_you_mean import SuggestionBudget
from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Span
from docs_lsp.formats import toml_reader
from docs_lsp.formats.places import EntryPlace, KeyPath
from docs_lsp.settings.preview import PreviewTable
from docs_lsp.settings.settings import (
    SETTINGS_FILE,
    PreviewSettings,
    PreviewUser,
    Settings,
    SettingsFault,
    Suppression,
    SyncSource,
)
from docs_lsp.settings.toml_tables import (
    MOST_SYNCED,
    Config,
    EditorConfig,
    Shared,
    list_sibling_keys,
)
from docs_lsp.settings.wording import (
    describe_missing_key,
    describe_unknown_key,
    describe_unknown_value,
    describe_wrong_type,
)

_LEVELS = {severity.name.lower(): severity for severity in Severity} | {"off": None}


MOST_FAULTS = 200
"""The number of faults listed for one table, since many faults are usually one mistake."""
TABLES = frozenset(Config.model_fields)
"""The top-level names of docs-lsp.toml."""


def load_project_settings(
    text: str | bytes, rules: Collection[str]
) -> tuple[Settings, tuple[SettingsFault, ...]]:
    """Read docs-lsp.toml, given the names of all rules. Never raises: faults are returned."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    try:
        raw = toml_reader.parse_toml(data)
    except toml_reader.TomlFault as fault:
        message = f"{SETTINGS_FILE} cannot be read, so nothing in it applies: {fault.reason}."
        return Settings(), (SettingsFault(fault.span, message),)
    config, errors = _validate_tables(Config, raw, rules)
    settings = _build_settings(config)
    places = toml_reader.find_toml_places(data) if errors or settings.sync else {}
    sources = tuple(_locate_sync_sources(settings.sync, places))
    settings = replace(settings, sync=sources[:MOST_SYNCED])
    faults = [*_iter_faults(errors, places), *_find_unused_sync_sources(sources)]
    return settings, tuple(sorted(faults, key=lambda fault: fault.span))


def _locate_sync_sources(
    sources: Iterable[SyncSource], places: Mapping[KeyPath, EntryPlace]
) -> Iterator[SyncSource]:
    """Yield the sources with their spans in docs-lsp.toml."""
    for index, source in enumerate(sources):
        place = places.get(("sync", index, "language" if source.language else "element"))
        yield source._replace(span=place.value) if place else source


def _find_unused_sync_sources(sources: Sequence[SyncSource]) -> Iterator[SettingsFault]:
    """Yield the fault of the first `[[sync]]` that is not used, if there are too many."""
    if len(sources) > MOST_SYNCED:
        message = (
            f"From here on no `[[sync]]` is used, since {len(sources):,} are too many. "
            f"Declare at most {MOST_SYNCED}, such as a folder around several."
        )
        yield SettingsFault(sources[MOST_SYNCED].span, message, setting="sync")


def _iter_faults(
    errors: Iterable[ErrorDetails], places: Mapping[KeyPath, EntryPlace]
) -> Iterator[SettingsFault]:
    """Yield the faults of docs-lsp.toml, limited for each table, and the number of further ones."""
    counts = Counter[str]()
    first_left: dict[str, Span] = {}
    budget = SuggestionBudget()
    for error in errors:
        path = _get_error_path(error)
        table = path[0] if isinstance(path[0], str) and path[0] in TABLES else ""
        counts[table] += 1
        span = _find_error_span(error, places)
        if counts[table] <= MOST_FAULTS:
            setting = _format_setting_name(path, Config)
            message = _describe_error(error, Config, suggests=budget.spend())
            yield SettingsFault(span, message, setting=setting)
        else:
            first_left.setdefault(table, span)
    for table, span in first_left.items():
        where = f"in `{table}`" if table else "at the top"
        message = f"{counts[table] - MOST_FAULTS:,} more mistakes {where} are not listed."
        yield SettingsFault(span, message, setting=table)


def load_editor_settings(
    section: object, rules: Collection[str]
) -> tuple[Settings, tuple[str, ...]]:
    """Read the editor's section `docsLsp`. Never raises: messages about faults are returned."""
    raw = _drop_nulls(section)
    if not isinstance(raw, dict):
        return Settings(), ()
    if isinstance(raw.get("trace"), dict):
        # VS Code's client library reads its own trace level from `docsLsp.trace.server`.
        raw["trace"] = raw["trace"].get("server", "off")
    config, errors = _validate_tables(EditorConfig, raw, rules)
    return _build_settings(config), tuple(_describe_error(error, EditorConfig) for error in errors)


def build_settings_schema(rules: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the JSON Schema of docs-lsp.toml; with `rules` (names and titles), each is listed."""
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


_Model = TypeVar("_Model", bound=Shared)


def _validate_tables(
    model: type[_Model], raw: dict[str, Any], rules: Collection[str]
) -> tuple[_Model, list[ErrorDetails]]:
    """Return the model of all valid entries, and the errors of the others, removed from `raw`."""
    context = {"rules": rules, "users": set[str](), "budget": SuggestionBudget()}
    try:
        return model.model_validate(raw, context=context), []
    except ValidationError as failure:
        errors = failure.errors(include_url=False)
    # From the last to the first, so that removing an item of a list does not move later ones.
    for path in sorted(
        {_find_faulty_entry(error) for error in errors}, reverse=True, key=_sort_key
    ):
        _remove_entry(raw, path)
    config, more = _validate_tables(model, raw, rules)
    return config, [*errors, *more]


def _find_faulty_entry(error: ErrorDetails) -> KeyPath:
    """Return the path of the entry to leave out for an error.

    An `[[ignore]]` is left out as a whole: without a part of it, it would hide more than intended.
    So are a user, who would see more or less, and a `[[sync]]`, which would change something else.
    """
    path = _get_error_path(error)
    if path[:2] == ("preview", "users"):
        return path[:3]
    return path[:2] if path[0] in ("ignore", "sync") else path


def _get_error_path(error: ErrorDetails) -> KeyPath:
    """Return the path of keys to the place of an error of pydantic."""
    *path, last = error["loc"]
    is_mark = last == "[key]" and path  # An error of a key, not of a key of that name.
    return tuple(path) if is_mark else (*path, last)


def _sort_key(path: KeyPath) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in path)


def _remove_entry(raw: Any, path: KeyPath) -> None:
    for step in path[:-1]:
        raw = raw[step]
    del raw[path[-1]]


def _build_settings(config: Shared) -> Settings:
    editor = config if isinstance(config, EditorConfig) else EditorConfig()
    project = config if isinstance(config, Config) else Config()
    return Settings(
        rules={name: _LEVELS[level] for name, level in config.rules.items()},
        suppressions=tuple(
            Suppression(entry.rule or None, entry.pointer or None, entry.path or None)
            for entry in config.ignore
        ),
        extra_languages=frozenset(config.languages.extra),
        elsewhere=config.site.elsewhere,
        base=config.site.base.rstrip("/") if config.site.base else None,
        origin=config.site.origin.rstrip("/"),
        ignored=config.check.ignored,
        reach=config.check.reach,
        baseline_file=project.check.baseline or None,
        fail_on=project.check.fail_on,
        rename_redirect=config.rename.redirect if config.rename.model_fields_set else None,
        sync=tuple(SyncSource(**table.model_dump()) for table in project.sync),
        preview=_build_preview_settings(config.preview),
        json_server=editor.json_server,
        beside_vendor=editor.beside_vendor,
        inlay_hints=frozenset(name for name, shown in editor.inlay_hints if shown),
        trace=editor.trace,
        compare_with=editor.compare_with,
        translations=editor.translations,
    )


def _build_preview_settings(table: PreviewTable) -> PreviewSettings:
    given = table.model_dump(exclude_unset=True)
    users = tuple(PreviewUser(user.name, user.groups) for user in table.users)
    return PreviewSettings(**{**given, "users": users})


def _drop_nulls(value: object) -> Any:
    """Return a copy without null values, which editors send for settings that are not set."""
    match value:
        case Mapping():
            return {key: _drop_nulls(item) for key, item in value.items() if item is not None}
        case list() | tuple():
            return [_drop_nulls(item) for item in value if item is not None]
        case _:
            return value


def _find_error_span(error: ErrorDetails, places: Mapping[KeyPath, EntryPlace]) -> Span:
    """Return the range of a mistake: its key if that is wrong, else the innermost known value."""
    path = _get_error_path(error)
    place = places.get(path)
    while place is None and path:
        path = path[:-1]
        place = places.get(path)
    if place is None:
        return Span(0, 0)
    wrong_key = error["type"] == "extra_forbidden" or error["loc"][-1] == "[key]"
    return place.key if wrong_key else place.value


def _describe_error(error: ErrorDetails, model: type[Shared], *, suggests: bool = True) -> str:
    """Return the message about an error."""
    path, value = _get_error_path(error), error["input"]
    name = _format_setting_name(path, model)
    match error["type"]:
        case "writer":
            return error["msg"]
        case "extra_forbidden":
            keys = list_sibling_keys(path, model)
            return describe_unknown_key(name, str(path[-1]), keys, suggests=suggests)
        case "missing":
            return describe_missing_key(name)
        case "literal_error":
            return describe_unknown_value(
                name, value, re.findall(r"'([^']*)'", error["ctx"]["expected"])
            )
        case kind:
            return describe_wrong_type(name, value, _WANTED.get(kind, "another type of value"))


_WANTED = {
    "bool_type": "`true` or `false`",
    "int_type": "a whole number",
    "greater_than_equal": "a larger number",
    "less_than_equal": "a smaller number",
    "string_type": "a string",
    "tuple_type": "an array",
    "dict_type": "a table",
    "model_type": "a table",
}


def _format_setting_name(path: KeyPath, model: type[Shared]) -> str:
    """Return the name of a setting as written, such as `languages.extra`."""
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return f"docsLsp{steps}" if model is EditorConfig else steps.removeprefix(".")
