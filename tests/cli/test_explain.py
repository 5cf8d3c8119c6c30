"""`docs-lsp explain` and `docs-lsp rules`."""

from __future__ import annotations

import json
import re

import pytest

from docs_lsp.cli import main
from docs_lsp.cli.output.explanation import render_explanation
from docs_lsp.cli.terminal import Style, count_char_columns
from docs_lsp.core.problem import Severity
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.explanation import (
    MANUAL,
    SERVICE_PAGE,
    parse_explanation,
    render_markdown,
    render_summary,
)
from docs_lsp.rules.framework.rule import FixSafety, Rule
from tests.cli.made import Terminal

DOCS = """A page is lost.

Why it matters
--------------
Nobody finds it, and
nobody knows.

* first
  and more
* second

Example
-------
```fail
--- docs.json
"pages": ["«a»", ⟦"b"⟧, «⟦"c"⟧»]
--- nav/x.yaml
x: 1
```
```fixed 2: Remove
--- docs.json
"pages": []
--- nav/x.yaml (deleted)
```
```pass  beside
"pages": ["a"«»
Headings
--------
]
```

Fix
---
Put it back.

Source: SERVICE.md,
  page-paths
"""
RULE = Rule("lost-page", Severity.WARNING, DOCS, "lost_page.py", fixes=FixSafety.SOME_SAFE)
TEXT = """\
lost-page  warning, quick fix, safe in some cases
A page is lost.

Why it matters
  Nobody finds it, and nobody knows.

  * first and more

  * second

Example
  Wrong:

    docs.json
    "pages": ["a", "b", "c"]
               ^   ---  ^^^

    nav/x.yaml
    x: 1

  After the quick fix:

    docs.json
    "pages": []

    nav/x.yaml (deleted)

  Right, beside:

    "pages": ["a"
                 ^
    Headings
    --------
    ]

Fix
  Put it back.

Source: SERVICE-PAGE, page-paths
Manual: MANUAL/rules/lost-page.md
""".replace("SERVICE-PAGE", str(SERVICE_PAGE)).replace("MANUAL", str(MANUAL))
MARKDOWN = """\
## lost-page

A page is lost.

*Warning, quick fix, safe in some cases*

### Why it matters

Nobody finds it, and nobody knows.

* first and more
* second

### Example

Wrong:

`docs.json`

```json
"pages": ["a", "b", "c"]
```

`nav/x.yaml`

```yaml
x: 1
```

After the quick fix:

`docs.json`

```json
"pages": []
```

`nav/x.yaml (deleted)`

Right, beside:

```json
"pages": ["a"
Headings
--------
]
```

### Fix

Put it back.

*Source: SERVICE.md, page-paths*
"""

each_rule = pytest.mark.parametrize("rule", list(all_rules().values()), ids=lambda rule: rule.name)


def test_an_explanation_for_a_terminal() -> None:
    assert (
        "".join(f"{line}\n" for line in render_explanation(RULE, Style(colored=False), 80)) == TEXT
    )


def test_an_explanation_as_markdown() -> None:
    assert render_markdown(RULE) == MARKDOWN


def test_markdown_links_to_statements_where_the_page_has_an_address() -> None:
    linked = MARKDOWN.replace("SERVICE.md, page-paths", "[page-paths](file:///S.md#page-paths)")

    assert render_markdown(RULE, "file:///S.md") == linked


def test_the_short_form_says_what_why_and_how_bad() -> None:
    assert render_summary(RULE) == (
        "**lost-page**: A page is lost.\n\n"
        "Nobody finds it, and nobody knows.\n\n"
        "*Warning, quick fix, safe in some cases*"
    )


@each_rule
def test_every_explanation_comes_apart(rule: Rule) -> None:
    parts = parse_explanation(rule)

    assert parts.title == rule.title
    assert [section.heading for section in parts.sections] == ["Why it matters", "Example", "Fix"]
    assert parts.source
    assert all(parts.find_section(name).paragraphs for name in ("Why it matters", "Fix"))


@each_rule
def test_nothing_meant_for_tests_is_shown(rule: Rule) -> None:
    shown = "\n".join(render_explanation(rule, Style(colored=False), 80))
    for text in (shown, render_markdown(rule), render_summary(rule)):
        assert not re.search(r"[«»⟦⟧]|```(?:fail|pass|fixed)|^--- \S", text, re.MULTILINE)


@each_rule
def test_every_example_is_shown_as_it_is(rule: Rule) -> None:
    written = render_markdown(rule)

    assert written.count("```") == 2 * len(re.findall(r"^```\w+\n", written, re.MULTILINE))
    assert "Wrong" in written and "Right" in written


@each_rule
def test_prose_keeps_to_the_width(rule: Rule) -> None:
    prose = [block for section in parse_explanation(rule).sections for block in section.paragraphs]
    words = {word for block in prose for word in block.split()}
    for line in render_explanation(rule, Style(colored=False), 60):
        if line.split() and set(line.split()) <= words:
            assert sum(map(count_char_columns, line)) <= 60 or len(line.split()) == 1


def test_colour_paints_and_changes_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "missing-page", "--color", "always"]) == 0
    painted = capsys.readouterr().out
    assert main(["explain", "missing-page", "--color", "never"]) == 0
    plain = capsys.readouterr().out

    assert "\x1b[1mWhy it matters\x1b[0m" in painted
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == plain


def test_markdown_can_be_had(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "missing-page", "--format", "markdown"]) == 0
    assert capsys.readouterr().out == render_markdown(all_rules()["missing-page"])


def test_a_misspelt_rule_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "mising-page"]) == 2
    assert capsys.readouterr() == (
        "",
        "docs-lsp: Unknown rule `mising-page`; did you mean `missing-page`?\n",
    )


def test_rules_are_listed_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0

    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == list(all_rules())
    (line,) = (line for line in listed if line.startswith("trailing-comma "))
    assert re.fullmatch(r"trailing-comma +error +fix: safe +\S.+\.", line)
    (line,) = (line for line in listed if line.startswith("undocumented-key "))
    assert line.split()[1] == "off"


def test_in_a_terminal_titles_stand_below_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stdout", screen)

    assert main(["rules"]) == 0
    lines = screen.getvalue().splitlines()
    title = lines[0].index("An extension")
    assert max(map(len, lines)) <= 100
    assert {line[title - 1] for line in lines} == {" "}
    assert any(line.startswith(" " * title) for line in lines)
    assert [line.split()[0] for line in lines if line[0] != " "] == list(all_rules())


def test_rules_are_listed_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--format", "json"]) == 0

    listed = json.loads(capsys.readouterr().out)
    assert listed["version"] == 1
    assert [rule["name"] for rule in listed["rules"]] == list(all_rules())
    (rule,) = (rule for rule in listed["rules"] if rule["name"] == "trailing-comma")
    assert rule == {
        "name": "trailing-comma",
        "severity": "error",
        "fixes": "safe",
        "title": all_rules()["trailing-comma"].title,
    }


def test_the_page_about_the_service_comes_with_the_package() -> None:
    assert SERVICE_PAGE.is_file()
