"""The tables and keys of docs-lsp.toml and of an editor's settings, with their types.

Declared once as pydantic models, for reading and for the JSON Schema.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictStr,
    ValidationInfo,
    model_validator,
)

from docs_lsp.core.did_you_mean import SuggestionBudget
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.files.path_pattern import LONGEST_PATTERN, parse_pattern
from docs_lsp.files.path_patterns import MOST_WILDCARDS
from docs_lsp.formats.places import KeyPath
from docs_lsp.settings.fields import SettingsTable, build_user_fault, require_text
from docs_lsp.settings.preview import PreviewTable
from docs_lsp.settings.settings import (
    BASELINE_FILE,
    BesideVendor,
    FailOn,
    JsonServer,
    SyncOrder,
    Trace,
)
from docs_lsp.settings.wording import describe_unknown_rule

_DOMAIN_PATH = compile_lazily(r"/(?![/\s])[^?#*:{}\\]*")
_SCHEME_AND_HOST = compile_lazily(r"https?://[A-Za-z0-9.-]+(?::\d{1,5})?/?")
_BASE = require_text(
    lambda text: text in ("", "/") or _DOMAIN_PATH.fullmatch(text),
    "`{text}` is not a path of the domain; write one such as `/docs`, or `/` if the site is at its "
    "root.",
)
_ORIGIN = require_text(
    lambda text: not text or _SCHEME_AND_HOST.fullmatch(text),
    "`{text}` is not a scheme and host such as `https://www.example.com`. Write a path in "
    "`site.base`.",
)
MOST_SYNCED = 100
"""The number of `[[sync]]` tables that are used; each costs as much as the whole navigation."""


def _require_rule_name(name: str, info: ValidationInfo) -> str:
    context = info.context or {}
    known: Collection[str] = context.get("rules", ())
    if name not in known:
        budget: SuggestionBudget = context.get("budget") or SuggestionBudget()
        raise build_user_fault(describe_unknown_rule(name, known, suggests=budget.spend()))
    return name


def _require_pattern(text: str) -> str:
    if len(text) > LONGEST_PATTERN:
        raise build_user_fault(
            f"`{text[:40]}…` has {len(text):,} characters, but a path pattern has at most "
            f"{LONGEST_PATTERN:,}. Use wildcards, or several patterns."
        )
    if text and parse_pattern(text) is None:
        raise build_user_fault(f"`{text}` is not a path pattern; write it as in a .gitignore file.")
    return text


def _require_few_patterns(patterns: tuple[str, ...]) -> tuple[str, ...]:
    if len(patterns) > MOST_WILDCARDS:
        meanings = map(parse_pattern, patterns)
        count = sum(meaning is not None and not meaning.is_plain for meaning in meanings)
        if count > MOST_WILDCARDS:
            raise build_user_fault(
                f"{count:,} path patterns with wildcards are too many, so none of them is used. "
                f"Name folders instead, and write at most {MOST_WILDCARDS:,}."
            )
    return patterns


def _require_few_ignored(tables: tuple[IgnoreTable, ...]) -> tuple[IgnoreTable, ...]:
    _require_few_patterns(tuple(table.path for table in tables))
    return tables


def _is_site_folder(text: str) -> bool:
    """Return whether a path is relative and has no `..`."""
    path = PurePosixPath(text)
    return not path.is_absolute() and ".." not in path.parts


RuleName: TypeAlias = Annotated[str, AfterValidator(_require_rule_name)]
PathPattern: TypeAlias = Annotated[str, AfterValidator(_require_pattern)]
PathPatterns: TypeAlias = Annotated[tuple[PathPattern, ...], AfterValidator(_require_few_patterns)]
SitePath: TypeAlias = Annotated[
    str,
    require_text(
        lambda text: PurePosixPath(text).name and _is_site_folder(text),
        "`{text}` is not a file below the folder of docs.json; write its path from there.",
    ),
]
SiteFolder: TypeAlias = Annotated[
    str,
    require_text(
        _is_site_folder,
        "`{text}` is not a folder below that of docs.json; write its path from there, or `.` for "
        "all of it.",
    ),
    AfterValidator(lambda text: text and str(PurePosixPath(text))),  # `./guides/` is `guides`.
]
DomainPath: TypeAlias = Annotated[
    str,
    require_text(
        lambda text: _DOMAIN_PATH.fullmatch(text),
        "`{text}` is not a path of the domain; write one such as `/api/`, which includes "
        "everything below it.",
    ),
]
JsonPointer: TypeAlias = Annotated[
    str,
    require_text(
        lambda text: text.startswith("/"),
        "`{text}` is not a JSON pointer; start it with `/`, as in `/navigation/tabs/0`.",
    ),
]
Level: TypeAlias = Literal["error", "warning", "information", "hint", "off"]


class IgnoreTable(SettingsTable):
    """Findings to exclude: those that match everything given here."""

    rule: RuleName = Field(default="", description="The rule whose findings are excluded.")
    pointer: JsonPointer = Field(
        default="", description="The JSON pointer of the value they are in, or of one around it."
    )
    path: PathPattern = Field(
        default="", description="The files they are in: a pattern as in .gitignore."
    )

    @model_validator(mode="after")
    def _require_condition(self) -> IgnoreTable:
        if not (self.rule or self.pointer or self.path):
            raise build_user_fault(
                "This entry excludes nothing; give it a `rule`, a `pointer` or a `path`."
            )
        return self


class Languages(SettingsTable):
    """The languages of the site."""

    extra: tuple[str, ...] = Field(
        default=(), description="Language codes to accept beyond those that the service documents."
    )


class SiteTable(SettingsTable):
    """Where the site is published, and the parts of the domain that it does not serve."""

    base: Annotated[StrictStr, _BASE] = Field(
        default="",
        description="The path that the site is published below, such as `/docs`; `/` for the root "
        "of its domain. Without it, `seo.metatags.canonical` decides, or links and the sitemap.",
    )
    origin: Annotated[StrictStr, _ORIGIN] = Field(
        default="",
        description="The scheme and host of the published site, such as "
        "`https://www.example.com`: URLs that start with it are links to this site.",
    )

    elsewhere: tuple[DomainPath, ...] = Field(
        default=(),
        description="Paths of the domain that other servers answer, such as `/api/`: links and "
        "redirects to them, or below, are not checked.",
    )


class EditorCheck(SettingsTable):
    """The files that are checked. Only a project has a baseline, so that a team sees the same."""

    ignored: PathPatterns = Field(
        default=(), description="Files in which nothing is reported: patterns as in .gitignore."
    )
    reach: StrictBool = Field(
        default=True,
        description="Whether findings in pages that no reader reaches are Information, and folded "
        "into one for each folder.",
    )


class Check(EditorCheck):
    """The files that are checked, and the baseline."""

    baseline: SitePath = Field(
        default="",
        description="The file with the findings that are not shown, relative to the folder of "
        f"docs.json. Without it, `{BASELINE_FILE}` is used if it exists.",
    )
    fail_on: FailOn | None = Field(
        default=None,
        alias="fail-on",
        description="From which severity on findings make `docs-lsp check` exit with 1; `warning` "
        "if nothing is set.",
    )


class Rename(SettingsTable):
    """The effects of moving a page."""

    redirect: StrictBool = Field(
        default=True, description="Whether the old address gets a redirect to the new one."
    )


class InlayHints(SettingsTable):
    """The inlay hints in docs.json."""

    titles: StrictBool = Field(default=True, description="The titles of pages, at their entries.")
    summaries: StrictBool = Field(
        default=True, description="The summaries of endpoints, at their entries."
    )
    inherited: StrictBool = Field(
        default=True, description="The `openapi` or `directory` that an element inherits."
    )
    defaults: StrictBool = Field(
        default=True, description="The default language and version if none is marked as default."
    )


class Shared(SettingsTable):
    """The settings of both a project and an editor."""

    rules: dict[RuleName, Level] = Field(
        default={}, description="The severity of each rule's findings; `off` switches the rule off."
    )
    ignore: Annotated[tuple[IgnoreTable, ...], AfterValidator(_require_few_ignored)] = Field(
        default=(), description="Findings to exclude."
    )
    languages: Languages = Languages()
    site: SiteTable = SiteTable()
    rename: Rename = Rename()
    preview: PreviewTable = PreviewTable()
    check: EditorCheck = EditorCheck()


class SyncTable(SettingsTable):
    """An element of the navigation that is filled automatically, and its source."""

    element: str = Field(
        default="",
        description="The title of the element, with titles around it if several have the same "
        "(`English > Guides`), or its JSON pointer.",
    )
    folder: SiteFolder = Field(
        default="", description="The folder whose pages it lists; nested folders are groups."
    )
    specification: SitePath = Field(
        default="", description="The specification whose endpoints it lists, by their tags."
    )
    language: str = Field(
        default="",
        description="The code of a language that lists the same as the default language, as far as "
        "it is translated. It takes no `element`.",
    )
    order: SyncOrder = Field(
        default="name",
        description="The order of the pages of a folder: by name, by a number in their "
        "frontmatter, or by their `date`, the newest first.",
    )
    field: str = Field(
        default="order", description="The field of the frontmatter with that number."
    )

    @model_validator(mode="after")
    def _require_one_source(self) -> SyncTable:
        given = [bool(one) for one in (self.folder, self.specification, self.language)]
        if sum(given) != 1:
            raise build_user_fault(
                "This entry needs one source: give it one of `folder`, "
                "`specification` and `language`."
            )
        if bool(self.element) == bool(self.language):
            raise build_user_fault(
                "This entry needs an element: give it an `element`, or else a "
                "`language`, which is the element itself."
            )
        return self


class Config(Shared):
    """The settings of a docs.json site for docs-lsp."""

    check: Check = Check()
    sync: tuple[SyncTable, ...] = Field(
        default=(),
        description="Elements of the navigation that are filled automatically; the first "
        f"{MOST_SYNCED} are used.",
    )


class EditorConfig(Shared):
    """The settings of an editor's section `docsLsp`, including those that only an editor has."""

    # The editor's extension has settings of its own, such as the server's path, in this section.
    model_config = ConfigDict(extra="ignore")

    json_server: JsonServer = Field(default="auto", alias="jsonServer")
    beside_vendor: BesideVendor = Field(default="auto", alias="besideVendor")
    inlay_hints: InlayHints = Field(default=InlayHints(), alias="inlayHints")
    trace: Trace = "off"
    compare_with: StrictStr = Field(default="", alias="compareWith")
    translations: StrictBool = False


def list_sibling_keys(path: KeyPath, model: type[Shared]) -> list[str]:
    """Return the keys that the table around a path accepts, as written."""
    table: type[BaseModel] = model
    for step in path[:-1]:
        if isinstance(step, str):
            table = _find_table_model(_list_field_types(table)[step])
    return list(_list_field_types(table))


def _list_field_types(table: type[BaseModel]) -> dict[str, Any]:
    return {field.alias or name: field.annotation for name, field in table.model_fields.items()}


def _find_table_model(type_: Any) -> type[BaseModel]:
    """Return the table model in the type of a key, alone or in a list."""
    each = (type_, *get_args(type_))
    return next(one for one in each if isinstance(one, type) and issubclass(one, BaseModel))
