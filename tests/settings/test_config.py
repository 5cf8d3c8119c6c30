"""docs-lsp.toml and the editor's settings: what applies, and what is said of the rest."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.problem import Severity
from docs_lsp.settings import reader
from docs_lsp.settings.settings import Settings, Suppression, merge_settings

RULES = ("missing-page", "page-url", "syntax-error")
FULL = """\
ignore = [{ rule = "page-url", pointer = "/navigation/tabs/2" }, { path = "drafts/" }]

[rules]
missing-page = "warning"
page-url = "off"

[languages]
extra = ["tlh", "eo"]

[site]
elsewhere = ["/api/", "/pricing"]
base = "/docs/"
origin = "https://docs.example.com/"

[check]
ignored = ["legacy/", "*.tmp.mdx"]
baseline = "ci/known.json"
"""
FULL_SETTINGS = Settings(
    rules={"missing-page": Severity.WARNING, "page-url": None},
    suppressions=(
        Suppression(rule="page-url", pointer="/navigation/tabs/2"),
        Suppression(path="drafts/"),
    ),
    extra_languages=frozenset({"tlh", "eo"}),
    elsewhere=("/api/", "/pricing"),
    base="/docs",
    origin="https://docs.example.com",
    ignored=("legacy/", "*.tmp.mdx"),
    baseline_file="ci/known.json",
)


def faults(text: str) -> list[tuple[str, str]]:
    """What each fault points at, and its message."""
    data = text.encode("utf-8")
    _, found = reader.load_project_settings(text, RULES)
    return [
        (data[fault.span.start : fault.span.end].decode("utf-8"), fault.message) for fault in found
    ]


def test_every_setting_is_read() -> None:
    assert reader.load_project_settings(FULL, RULES) == (FULL_SETTINGS, ())


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "[rules]\n[check]\n"])
def test_an_empty_file_sets_nothing(text: str) -> None:
    assert reader.load_project_settings(text, RULES) == (Settings(), ())


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        (
            "[rules]\nmising-page = 'off'",
            "mising-page",
            "Unknown rule `mising-page`; did you mean `missing-page`?",
        ),
        (
            "[site]\nelsewhere = ['https://example.com/api']",
            "'https://example.com/api'",
            "`https://example.com/api` is not a path of the domain; write one such as `/api/`, "
            "which includes everything below it.",
        ),
        (
            "[site]\nelsewhere = ['/a', '/api/*']",
            "'/api/*'",
            "`/api/*` is not a path of the domain; write one such as `/api/`, which includes "
            "everything below it.",
        ),
        (
            "[rules]\nfrobnicate = 'off'",
            "frobnicate",
            "Unknown rule `frobnicate`; `docs-lsp rules` lists them all.",
        ),
        (
            "[rules]\npage-url = 'warn'",
            "'warn'",
            '`rules.page-url` cannot be `"warn"`; did you mean `warning`?',
        ),
        (
            "[rules]\npage-url = true",
            "true",
            "`rules.page-url` cannot be `true`; "
            "write `error`, `warning`, `information`, `hint` or `off`.",
        ),
        (
            "[langauges]\nextra = []",
            "langauges",
            "Unknown key `langauges`, ignored; did you mean `languages`?",
        ),
        (
            "languages.codes = []",
            "codes",
            "Unknown key `languages.codes`, ignored; known keys: `extra`.",
        ),
        (
            "[languages]\nextra = 'tlh'",
            "'tlh'",
            '`languages.extra` must be an array, not `"tlh"`.',
        ),
        (
            "[languages]\nextra = ['eo', 3]",
            "3",
            "`languages.extra[1]` must be a string, not `3`.",
        ),
        ("check = []", "[]", "`check` must be a table, not an array."),
        ("[ignore]\nrule = 'page-url'", "ignore", "`ignore` must be an array, not a table."),
        (
            "[[ignore]]\nrule = 'page-ulr'",
            "'page-ulr'",
            "Unknown rule `page-ulr`; did you mean `page-url`?",
        ),
        (
            "[[ignore]]\nrule = 'page-url'\npat = 'drafts'",
            "pat",
            "Unknown key `ignore[0].pat`, ignored; did you mean `path`?",
        ),
        (
            "[[ignore]]\npointer = 'navigation'",
            "'navigation'",
            "`navigation` is not a JSON pointer; start it with `/`, as in `/navigation/tabs/0`.",
        ),
        (
            "[[ignore]]",
            "ignore",
            "This entry excludes nothing; give it a `rule`, a `pointer` or a `path`.",
        ),
        (
            "[check]\nignored = ['!']",
            "'!'",
            "`!` is not a path pattern; write it as in a .gitignore file.",
        ),
        (
            "[check]\nbaseline = '../known.json'",
            "'../known.json'",
            "`../known.json` is not a file below the folder of docs.json; write its path from "
            "there.",
        ),
        ("[check]\nbaseline = true", "true", "`check.baseline` must be a string, not `true`."),
        (
            "[rules]\npage-url = off",
            "o",
            "docs-lsp.toml cannot be read, so nothing in it applies: invalid value.",
        ),
    ],
)
def test_a_mistake_is_said_once_where_it_stands(text: str, at: str, message: str) -> None:
    assert faults(text) == [(at, message)]


def test_braces_in_a_value_do_not_break_the_message() -> None:
    assert faults("[[ignore]]\npointer = '{loc}{x'")[0][1].startswith("`{loc}{x` is no")


def test_what_is_right_applies_beside_what_is_wrong() -> None:
    mistakes = """
        [rules]
        missing-page = "warning"
        page-ulr = "off"
        syntax-error = 3
        page-url = "off"
        [languages]
        extra = ["tlh", 3, "eo", 4]
        [site]
        elsewhere = ["/api/", "api", "/pricing"]
        base = "/docs/"
        origin = "https://docs.example.com/"
        [check]
        ignored = ["legacy/", "!", "*.tmp.mdx"]
        baseline = "ci/known.json"
        [[ignore]]
        rule = "page-url"
        pointer = "/navigation/tabs/2"
        [[ignore]]
        rules = "page-url"
        path = "guides/"
        [[ignore]]
        path = "drafts/"
        [future]
        x = 1
    """
    settings, found = reader.load_project_settings(mistakes, RULES)

    assert settings == FULL_SETTINGS
    assert len(found) == 8
    assert list(found) == sorted(found, key=lambda fault: fault.span)


@given(st.text() | st.binary())
def test_reading_never_raises(text: str | bytes) -> None:
    settings, found = reader.load_project_settings(text, RULES)

    assert found or isinstance(settings, Settings)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
NAMES = (
    *("rules", "ignore", "languages", "check", "jsonServer", "trace", "extra", "ignored"),
    *("baseline", "site", "elsewhere", "x"),
)


@given(
    JSON_VALUES
    | st.dictionaries(
        st.sampled_from(NAMES), JSON_VALUES | st.dictionaries(st.sampled_from(NAMES), JSON_VALUES)
    )
)
def test_no_answer_of_an_editor_is_too_odd(section: object) -> None:
    settings, messages = reader.load_editor_settings(section, RULES)

    assert isinstance(settings, Settings)
    assert all(isinstance(message, str) for message in messages)


def test_of_many_sync_tables_the_first_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MOST_SYNCED", 3)
    text = "".join(f'[[sync]]\nelement = "E{number}"\nfolder = "p"\n' for number in range(5))
    loaded, _ = reader.load_project_settings(text, RULES)

    assert [source.element for source in loaded.sync] == ["E0", "E1", "E2"]
    assert [written for written, _ in faults(text)] == ['"E3"']
    assert "at most 3" in faults(text)[0][1]
    assert faults(text[: text.index("E3") - 20]) == []


@pytest.mark.parametrize(
    ("written", "folder"), [("./guides//api/", "guides/api"), ("guides", "guides"), ("./", ".")]
)
def test_a_folder_is_read_as_its_site_path(written: str, folder: str) -> None:
    text = f'[[sync]]\nelement = "Guides"\nfolder = "{written}"\n'
    loaded, _ = reader.load_project_settings(text, RULES)

    assert [source.folder for source in loaded.sync] == [folder]


def test_an_editor_sets_the_same_and_more() -> None:
    section = {
        "rules": {"missing-page": "warning", "page-url": "off", "syntax-error": None},
        "ignore": [
            {"rule": "page-url", "pointer": "/navigation/tabs/2", "path": None},
            {"path": "drafts/"},
        ],
        "languages": {"extra": ["tlh", "eo"]},
        "site": {
            "elsewhere": ["/api/", "/pricing"],
            "base": "/docs",
            "origin": "https://docs.example.com",
        },
        "check": {"ignored": ["legacy/", "*.tmp.mdx"]},
        "jsonServer": "present",
        "besideVendor": "off",
        "trace": {"server": "verbose"},
        "path": "/opt/docs-lsp",
    }
    settings, messages = reader.load_editor_settings(section, RULES)

    assert messages == ()
    assert merge_settings(settings, Settings()) == settings
    assert (settings.json_server, settings.trace) == ("present", "verbose")
    assert settings.beside_vendor == "off"
    assert merge_settings(Settings(), settings) == replace(FULL_SETTINGS, baseline_file=None)


def test_an_editor_is_told_the_full_name_of_a_setting() -> None:
    section = {
        "jsonServer": "presnt",
        "check": {"ignore": []},
        "inlayHints": {"title": True},
        "rules": {"page-ulr": "off"},
    }
    settings, messages = reader.load_editor_settings(section, RULES)

    assert settings == Settings()
    assert sorted(messages) == [
        "Unknown key `docsLsp.check.ignore`, ignored; did you mean `ignored`?",
        "Unknown key `docsLsp.inlayHints.title`, ignored; did you mean `titles`?",
        "Unknown rule `page-ulr`; did you mean `page-url`?",
        '`docsLsp.jsonServer` cannot be `"presnt"`; did you mean `present`?',
    ]


def test_only_an_editor_says_what_a_site_is_compared_with() -> None:
    settings, _ = reader.load_editor_settings({"compareWith": "HEAD"}, RULES)
    assert merge_settings(settings, Settings()).compare_with == "HEAD"
    assert merge_settings(settings, Settings(compare_with="main")).compare_with == "HEAD"
    assert settings.get_severity("lost-address", Severity.WARNING) is Severity.INFORMATION
    assert reader.load_editor_settings({"compareWith": 1}, RULES)[0] == Settings()
    assert reader.load_project_settings("compareWith = 'HEAD'", RULES)[0] == Settings()
    assert len(faults("compareWith = 'HEAD'")) == 1


def test_only_an_editor_says_whether_it_tells_of_translations() -> None:
    settings, _ = reader.load_editor_settings({"translations": True}, RULES)
    assert merge_settings(settings, Settings()).translations is True
    assert reader.load_editor_settings({"translations": "yes"}, RULES)[0] == Settings()
    assert reader.load_project_settings("translations = true", RULES)[0] == Settings()
    assert len(faults("translations = true")) == 1


def test_only_a_project_puts_findings_off() -> None:
    settings, messages = reader.load_editor_settings({"check": {"baseline": "mine.json"}}, RULES)

    assert settings == Settings()
    assert messages == (
        "Unknown key `docsLsp.check.baseline`, ignored; known keys: `ignored`, `reach`.",
    )


@pytest.mark.parametrize("path", ["", ".", "/etc/known.json", "a/../../known.json"])
def test_a_baseline_lies_in_the_site(path: str) -> None:
    assert len(faults(f"[check]\nbaseline = '{path}'")) == 1


@pytest.mark.parametrize("section", [None, [], "on", 3, {}, {"rules": None}])
def test_an_editor_that_sets_nothing_is_no_fault(section: object) -> None:
    assert reader.load_editor_settings(section, RULES) == (Settings(), ())


def test_the_schema_takes_what_is_right_and_refuses_what_is_not() -> None:
    made = reader.build_settings_schema({name: f"About {name}." for name in RULES})
    jsonschema.Draft202012Validator.check_schema(made)
    validator = jsonschema.Draft202012Validator(made)

    assert validator.is_valid(tomllib.loads(FULL))
    for wrong in (
        "rules.page-ulr = 'off'",
        "rules.page-url = 'warn'",
        "languages.extra = 'tlh'",
        "[[ignore]]\nrules = 'page-url'",
        "[langauges]",
    ):
        assert not validator.is_valid(tomllib.loads(wrong))


@pytest.mark.parametrize(
    ("line", "setting"),
    [("k{} = 1", ""), ("rules.k{} = 'off'", "rules"), ("preview.k{} = 1", "preview")],
)
def test_of_very_many_faults_some_are_listed_and_the_others_counted(
    line: str, setting: str
) -> None:
    text = "\n".join(line.format(number) for number in range(reader.MOST_FAULTS + 5))
    _, found = reader.load_project_settings(f"{text}\n[check]\nignored = 1", ())

    assert len(found) == reader.MOST_FAULTS + 2
    (more,) = [fault for fault in found if "more mistakes" in fault.message]
    assert more.message.startswith("5 more mistakes")
    assert more.setting == setting
    assert found[-1].setting == "check.ignored"


@pytest.mark.parametrize("text", ["", "[check]\nreach = false"])
def test_reach_is_off_if_the_project_says_so(text: str) -> None:
    settings, faults = reader.load_project_settings(text, RULES)

    assert (settings.reach, faults) == (not text, ())
