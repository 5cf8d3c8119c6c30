"""What a project or an editor has set: severities, what to leave out, languages, paths of others.

Plain data that costs nothing to import, for everybody who only wants to know what is set.
`reader.py` reads it from docs-lsp.toml and from the editor; that needs pydantic, so a site
without settings never imports it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Span
from docs_lsp.files.path_patterns import PathPatterns

if TYPE_CHECKING:
    from docs_lsp.settings.baseline import Baseline

SETTINGS_FILE = "docs-lsp.toml"
SETTINGS_FAULT = "settings-error"
"""What a fault in the settings is called beside the findings of the rules."""
BASELINE_FILE = "docs-lsp-baseline.json"
"""The baseline that counts without a setting, beside docs.json."""
SHOWN_BY_JSON_SERVERS = frozenset(("syntax-error", "trailing-comma", "comment", "duplicate-key"))
"""The rules that every JSON language server checks too."""

BLOCKED_SCHEMES = frozenset(("javascript", "data", "vbscript", "file", "about", "blob"))
"""Schemes of addresses that no log-in leads to, whatever is listed (SERVICE.md,
redirect-domains)."""

INLAY_HINTS = frozenset(("titles", "summaries", "inherited", "defaults"))
"""The kinds of inlay hints: titles of pages, summaries of endpoints, what an element inherits, and
which language or version is the default."""

_COMPARED = {"lost-address": Severity.INFORMATION}
"""Rules about what has changed that say less while the work is under way."""

JsonServer: TypeAlias = Literal["auto", "present", "absent"]
Trace: TypeAlias = Literal["off", "messages", "verbose"]
Auth: TypeAlias = Literal["public", "partial", "full"]
"""Which pages of a site need a log-in: none, those that are not public, or all."""


SyncOrder: TypeAlias = Literal["name", "frontmatter", "date"]
"""How the pages of a folder are put in order."""


@dataclass(frozen=True, slots=True)
class ConfigFault:
    """One mistake in docs-lsp.toml, or in a file that it names: where it stands, and what a
    writer can do about it."""

    span: Span
    message: str
    file: str = SETTINGS_FILE
    setting: str = ""
    """The name of the setting, such as `preview.users[0].name`; empty for a file as a whole."""


@dataclass(frozen=True, slots=True)
class Suppression:
    """Findings that a project has decided to live with: those that fit all that is given."""

    rule: str | None = None
    pointer: str | None = None
    path: str | None = None

    def covers(self, rule: str, file: str, pointer: str | None) -> bool:
        """Whether a finding of this rule, in this file, at this JSON pointer is meant.

        A pointer stands for everything below it too; a path is a pattern as in .gitignore.
        """
        return (
            (self.rule is None or self.rule == rule)
            and (self.pointer is None or self.pointer in _around(pointer))
            and (self.path is None or PathPatterns((self.path,)).includes(file))
        )


class _Suppressions:
    """Many of them, of which only those are looked at that are for a rule and a place."""

    __slots__ = ("_of_files", "_patterns", "_points")

    def __init__(self, suppressions: Iterable[Suppression]) -> None:
        self._patterns: dict[tuple[str | None, str | None], PathPatterns | None] = {}
        """The files that are meant, by rule and pointer; None for all."""
        paths: dict[tuple[str | None, str | None], list[str] | None] = {}
        for entry in suppressions:
            place = (entry.rule, entry.pointer)
            if entry.path is None:
                paths[place] = None
            elif not entry.path.startswith("!"):  # By itself that means no file.
                listed = paths.setdefault(place, [])
                if listed is not None:
                    listed.append(entry.path)
        for place, listed in paths.items():
            self._patterns[place] = None if listed is None else PathPatterns(listed)
        self._points = any(pointer is not None for _, pointer in paths)
        self._of_files: dict[tuple[str | None, str | None, str], bool] = {}

    def cover(self, rule: str, file: str, pointer: str | None) -> bool:
        """Whether one of them covers a finding."""
        pointers = (None, *(_around(pointer) if self._points else ()))
        return any(self._covers(of_rule, at, file) for of_rule in (rule, None) for at in pointers)

    def _covers(self, rule: str | None, pointer: str | None, file: str) -> bool:
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
    """Somebody as whom the writer looks at the site."""

    name: str
    groups: tuple[str, ...] = ()


class PreviewSettings(NamedTuple):
    """How the preview runs; None, or nothing in a list, where nothing is set."""

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
    """An element of the navigation, and what fills it: one of `folder`, `specification` and
    `language`."""

    element: str = ""
    """Its title, with titles around it (`English > Guides`), or its JSON pointer."""
    folder: str = ""
    """A site path."""
    specification: str = ""
    """A site path."""
    language: str = ""
    """The code of the language that follows the default one; it is the element, too."""
    order: SyncOrder = "name"
    field: str = "order"
    """The field of the frontmatter that puts pages in order."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All that can be set. The defaults are those of a site without docs-lsp.toml."""

    rules: Mapping[str, Severity | None] = field(default_factory=dict)  # None: switched off
    suppressions: tuple[Suppression, ...] = ()
    extra_languages: frozenset[str] = frozenset()
    elsewhere: tuple[str, ...] = ()  # paths of the domain at and below which others answer
    ignored: tuple[str, ...] = ()  # patterns as in .gitignore, from the site's folder
    reach: bool = True  # whether findings in files that no reader comes to are folded
    baseline_file: str | None = None  # as the project names it, from the site's folder
    baseline: Baseline | None = None  # what that file holds, once it has been read
    rename_redirect: bool | None = None  # whether moved pages get a redirect; they do unless False
    sync: tuple[SyncSource, ...] = ()  # the lists that keep themselves
    preview: PreviewSettings = _UNSET
    json_server: JsonServer = "auto"
    inlay_hints: frozenset[str] = INLAY_HINTS  # the kinds that are shown
    trace: Trace = "off"
    compare_with: str = ""  # the revision that an editor has sites compared with
    translations: bool = False  # whether an editor tells which translations are older
    severities: Mapping[str, Severity | None] = field(init=False, repr=False, compare=False)
    """How bad findings are, by rule, where it is not as usual; None for what is switched off."""
    _ignored: PathPatterns = field(init=False, repr=False, compare=False)
    _suppressions: _Suppressions = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Settle what counts for each rule."""
        is_beside = self.json_server == "present"
        shown = dict.fromkeys(SHOWN_BY_JSON_SERVERS) if is_beside else {}
        compared = _COMPARED if self.compare_with else {}
        object.__setattr__(self, "severities", {**compared, **self.rules, **shown})
        object.__setattr__(self, "_ignored", PathPatterns(self.ignored))
        object.__setattr__(self, "_suppressions", _Suppressions(self.suppressions))

    @property
    def declared_specs(self) -> frozenset[str]:
        """The specifications that fill elements of the navigation, by their site paths."""
        return frozenset(
            sync_source.specification for sync_source in self.sync if sync_source.specification
        )

    def severity(self, rule: str, default: Severity | None) -> Severity | None:
        """How bad a rule's findings are here; None when the rule is switched off."""
        return self.severities.get(rule, default)

    def ignores(self, file: str) -> bool:
        """Whether nothing is reported in a file, given by its site path."""
        return bool(self.ignored) and self._ignored.includes(file)

    def suppresses(self, rule: str, file: str, pointer: str | None) -> bool:
        """Whether the project has asked not to see a finding."""
        return bool(self.suppressions) and self._suppressions.cover(rule, file, pointer)


def merge(editor: Settings, project: Settings) -> Settings:
    """Both together. Where both set something the project wins, so that a team sees the same."""
    return Settings(
        rules={**editor.rules, **project.rules},
        suppressions=project.suppressions or editor.suppressions,
        extra_languages=project.extra_languages or editor.extra_languages,
        elsewhere=project.elsewhere or editor.elsewhere,
        ignored=project.ignored or editor.ignored,
        reach=project.reach and editor.reach,
        baseline_file=project.baseline_file,
        baseline=project.baseline,
        rename_redirect=(
            editor.rename_redirect if project.rename_redirect is None else project.rename_redirect
        ),
        sync=project.sync,
        preview=_merge_preview(editor.preview, project.preview),
        json_server=editor.json_server,
        inlay_hints=editor.inlay_hints,
        trace=editor.trace,
        compare_with=editor.compare_with,
        translations=editor.translations,
    )


def _merge_preview(editor: PreviewSettings, project: PreviewSettings) -> PreviewSettings:
    given = {name: value for name, value in project._asdict().items() if value not in (None, ())}
    return editor._replace(**given)


def _around(pointer: str | None) -> Iterator[str]:
    """A JSON pointer and those of all that is around it."""
    if pointer is None:
        return
    end = pointer.find("/")
    while end >= 0:
        yield pointer[:end]
        end = pointer.find("/", end + 1)
    yield pointer
