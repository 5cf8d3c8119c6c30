"""The values of settings: severities, ignored findings, languages, foreign paths.

Plain data that is cheap to import, for code that only needs the values. `reader.py` reads them from
docs-lsp.toml and from the editor; that needs pydantic, so a site without settings never imports it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Span
from docs_lsp.files.path_patterns import PathPatterns, iterate_folders

if TYPE_CHECKING:
    from docs_lsp.settings.baseline import Baseline

SETTINGS_FILE = "docs-lsp.toml"
SETTINGS_FAULT = "settings-error"
"""The name shown for a fault in the settings among the findings of the rules."""
BASELINE_FILE = "docs-lsp-baseline.json"
"""The baseline that is used without a setting, beside docs.json."""
SHOWN_BY_JSON_SERVERS = frozenset(("syntax-error", "trailing-comma", "comment", "duplicate-key"))
"""The rules that every JSON language server checks as well."""

BLOCKED_SCHEMES = frozenset(("javascript", "data", "vbscript", "file", "about", "blob"))
"""URL schemes that no log-in redirects to, whatever is listed (SERVICE.md, redirect-domains)."""

INLAY_HINTS = frozenset(("titles", "summaries", "inherited", "defaults"))
"""The kinds of inlay hints.

Titles of pages, summaries of endpoints, inherited values, and the default language or version.
"""

_COMPARED = {"lost-address": Severity.INFORMATION}
"""Rules about changes, with a lower severity in an editor because the work is in progress."""

LEFT_TO_VENDOR = frozenset(("unknown-component", "unknown-prop"))
"""The rules that the vendor's own extension of VS Code checks as well."""

BesideVendor: TypeAlias = Literal["auto", "off"]
JsonServer: TypeAlias = Literal["auto", "present", "absent"]
Trace: TypeAlias = Literal["off", "messages", "verbose"]
Auth: TypeAlias = Literal["public", "partial", "full"]
"""The pages of a site that need a log-in: none, those that are not public, or all."""

FailOn: TypeAlias = Literal["error", "warning", "information", "never"]
"""From which severity on findings fail a check."""

SyncOrder: TypeAlias = Literal["name", "frontmatter", "date"]
"""The order of the pages of a folder."""


@dataclass(frozen=True, slots=True)
class SettingsFault:
    """A mistake in docs-lsp.toml, or in a file that it names."""

    span: Span
    message: str
    file: str = SETTINGS_FILE
    setting: str = ""
    """The name of the setting, such as `preview.users[0].name`; empty for a file as a whole."""


@dataclass(frozen=True, slots=True)
class Suppression:
    """Findings that a project ignores: those that match everything given.

    A pointer includes everything below it; a path is a pattern as in .gitignore.
    """

    rule: str | None = None
    pointer: str | None = None
    path: str | None = None


class _Suppressions:
    """Suppressions, indexed by rule and place."""

    __slots__ = ("_of_files", "_patterns", "_points")

    def __init__(self, suppressions: Iterable[Suppression]) -> None:
        self._patterns: dict[tuple[str | None, str | None], PathPatterns | None] = {}
        """The ignored files, by rule and pointer; None for all."""
        paths: dict[tuple[str | None, str | None], list[str] | None] = {}
        for entry in suppressions:
            place = (entry.rule, entry.pointer)
            if entry.path is None:
                paths[place] = None
            elif not entry.path.startswith("!"):  # An exception alone matches no file.
                listed = paths.setdefault(place, [])
                if listed is not None:
                    listed.append(entry.path)
        for place, listed in paths.items():
            self._patterns[place] = None if listed is None else PathPatterns(listed)
        self._points = any(pointer is not None for _, pointer in paths)
        self._of_files: dict[tuple[str | None, str | None, str], bool] = {}

    def covers_finding(self, rule: str, file: str, pointer: str | None) -> bool:
        """Return whether one of the suppressions matches a finding."""
        # A JSON pointer is divided by slashes, as a path is.
        prefixes = () if pointer is None or not self._points else iterate_folders(pointer)
        pointers = (None, *prefixes)
        return any(self._matches(of_rule, at, file) for of_rule in (rule, None) for at in pointers)

    def _matches(self, rule: str | None, pointer: str | None, file: str) -> bool:
        """Return whether a suppression of just this rule and pointer covers a file."""
        if (rule, pointer) not in self._patterns:
            return False
        patterns = self._patterns[rule, pointer]
        if patterns is None:
            return True
        known = self._of_files.get((rule, pointer, file))
        if known is None:
            known = self._of_files[rule, pointer, file] = patterns.includes(file)
        return known


class PreviewUser(NamedTuple):
    """A user as whom the site can be viewed in the preview."""

    name: str
    groups: tuple[str, ...] = ()


class PreviewSettings(NamedTuple):
    """The settings of the preview; None, or an empty list, if something is not set."""

    port: int | None = None  # 0: any that is free
    auth: Auth | None = None  # which pages need a log-in
    enabled: bool | None = None  # whether the search server of a site with log-in is switched on
    authenticated: bool | None = None  # the former way to say that all pages need a log-in
    redirect_domains: tuple[str, ...] = ()  # where log-ins may lead beside this machine
    users: tuple[PreviewUser, ...] = ()  # who may log in
    requests: int | None = None  # of one address in an hour
    searches: int | None = None  # in an hour
    commands: int | None = None  # in an hour
    authed_searches: int | None = None  # in an hour, of those who have logged in
    authed_commands: int | None = None  # in an hour, of those who have logged in


_UNSET = PreviewSettings()


class SyncSource(NamedTuple):
    """An element of the navigation and its source.

    One of `folder`, `specification` and `language` is set.
    """

    element: str = ""
    """The title of the element, with titles around it (`English > Guides`), or its JSON pointer."""
    folder: str = ""
    """A site path; `.` is the whole site."""
    specification: str = ""
    """A site path."""
    language: str = ""
    """The code of the language that follows the default one; the language is the element."""
    order: SyncOrder = "name"
    field: str = "order"
    """The field of the frontmatter that puts pages in order."""
    span: Span = Span(0, 0)
    """The span of `element` or `language` in docs-lsp.toml."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of all settings. The defaults are those of a site without docs-lsp.toml."""

    rules: Mapping[str, Severity | None] = field(default_factory=dict)  # None: switched off
    suppressions: tuple[Suppression, ...] = ()
    extra_languages: frozenset[str] = frozenset()
    elsewhere: tuple[str, ...] = ()  # paths of the domain at and below which others answer
    base: str | None = None  # the path below which the site is published, such as `/docs`; "": root
    origin: str = ""  # scheme and host of the published site
    ignored: tuple[str, ...] = ()  # patterns as in .gitignore, from the site's folder
    reach: bool = True  # whether findings in files that no reader comes to are folded
    baseline_file: str | None = None  # as the project names it, from the site's folder
    baseline: Baseline | None = None  # what that file holds, once it has been read
    fail_on: FailOn | None = None
    rename_redirect: bool | None = None  # whether moved pages get a redirect; they do unless False
    sync: tuple[SyncSource, ...] = ()  # the lists that keep themselves
    preview: PreviewSettings = _UNSET
    json_server: JsonServer = "auto"
    beside_vendor: BesideVendor = "auto"
    has_vendor_extension: bool = False  # whether the editor has the vendor's own extension
    inlay_hints: frozenset[str] = INLAY_HINTS  # the kinds that are shown
    trace: Trace = "off"
    compare_with: str = ""  # the revision that an editor has sites compared with
    translations: bool = False  # whether an editor tells which translations are older
    severities: Mapping[str, Severity | None] = field(init=False, repr=False, compare=False)
    """The severity of findings by rule, if it is not the default; None for rules that are off."""
    _ignored: PathPatterns = field(init=False, repr=False, compare=False)
    _suppressions: _Suppressions = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compute the severity of each rule and index the suppressions."""
        is_beside = self.json_server == "present"
        shown = dict.fromkeys(SHOWN_BY_JSON_SERVERS) if is_beside else {}
        compared = _COMPARED if self.compare_with else {}
        left = dict.fromkeys(LEFT_TO_VENDOR) if self.leaves_components else {}
        object.__setattr__(self, "severities", {**compared, **left, **self.rules, **shown})
        object.__setattr__(self, "_ignored", PathPatterns(self.ignored))
        object.__setattr__(self, "_suppressions", _Suppressions(self.suppressions))

    @property
    def leaves_components(self) -> bool:
        """Whether the checks of components and props are left to the editor's vendor extension."""
        return self.has_vendor_extension and self.beside_vendor == "auto"

    @property
    def declared_specs(self) -> frozenset[str]:
        """The specifications that fill elements of the navigation, by their site paths."""
        return frozenset(
            sync_source.specification for sync_source in self.sync if sync_source.specification
        )

    def get_severity(
        self, rule: str, default: Severity | None, own: Severity | None = None
    ) -> Severity | None:
        """Return the severity of a rule's findings; None if the rule is off.

        A rule can give a finding its `own` severity, but what the project has set comes first.
        """
        severity = self.severities.get(rule, default)
        return own if own is not None and severity is default is not None else severity

    def ignores_file(self, file: str) -> bool:
        """Return whether nothing is reported in a file, given by its site path."""
        return bool(self.ignored) and self._ignored.includes(file)

    def suppresses_finding(self, rule: str, file: str, pointer: str | None) -> bool:
        """Return whether an `[[ignore]]` entry matches a finding."""
        return bool(self.suppressions) and self._suppressions.covers_finding(rule, file, pointer)


def merge_settings(editor: Settings, project: Settings) -> Settings:
    """Merge both settings. The project's take precedence, so that a team sees the same."""
    redirect = project.rename_redirect
    return replace(
        editor,
        rules={**editor.rules, **project.rules},
        suppressions=project.suppressions or editor.suppressions,
        extra_languages=project.extra_languages or editor.extra_languages,
        elsewhere=project.elsewhere or editor.elsewhere,
        base=editor.base if project.base is None else project.base,
        origin=project.origin or editor.origin,
        ignored=project.ignored or editor.ignored,
        reach=project.reach and editor.reach,
        baseline_file=project.baseline_file,
        baseline=project.baseline,
        fail_on=project.fail_on,
        rename_redirect=editor.rename_redirect if redirect is None else redirect,
        sync=project.sync,
        preview=_merge_preview(editor.preview, project.preview),
    )


def _merge_preview(editor: PreviewSettings, project: PreviewSettings) -> PreviewSettings:
    given = {name: value for name, value in project._asdict().items() if value not in (None, ())}
    return editor._replace(**given)
