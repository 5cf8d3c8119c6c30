"""Every rule is whole: a stable name, an explanation with all its parts, and examples."""

from __future__ import annotations

import importlib
import pkgutil
import re
from itertools import pairwise
from pathlib import Path

import pytest

from docs_lsp import rules
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import Rule
from tests.rules.harness import examples_in

CASES = Path(__file__).parent
MODULES = [each.name for each in pkgutil.iter_modules(rules.__path__) if not each.ispkg]
HEADINGS = ("Why it matters", "Example", "Fix")

SERVICE = Path(rules.__file__).parent.with_name("SERVICE.md").read_text("utf-8")
STATEMENTS = frozenset(re.findall(r"^### (\S+)$", SERVICE, re.MULTILINE))
# A name is never taken back: projects write it into their settings.
RELEASED = (
    "bad-extension-block",
    "blank-label",
    "comment",
    "dead-link",
    "dead-redirect",
    "default-not-first",
    "deprecated-component",
    "directory-without-root",
    "duplicate-endpoint",
    "duplicate-id",
    "duplicate-key",
    "duplicate-language",
    "duplicate-option",
    "duplicate-page",
    "duplicate-redirect",
    "duplicate-version",
    "empty-element",
    "empty-llms-txt",
    "endpoint-page",
    "endpoint-without-spec",
    "expanded-without-effect",
    "frontmatter-error",
    "hidden-endpoint",
    "hidden-wins",
    "ignore-error",
    "ignored-page",
    "import-cycle",
    "index-page",
    "invalid-spec",
    "invalid-value",
    "jsx-syntax",
    "legacy-key",
    "link-with-content",
    "llms-txt-cut",
    "lost-content",
    "lost-expression",
    "malformed-endpoint",
    "mdx-syntax",
    "menu-content",
    "misnamed-llms-txt",
    "misplaced-child",
    "misplaced-component",
    "missing-asset",
    "missing-export",
    "missing-key",
    "missing-page",
    "missing-spec",
    "missing-translation",
    "mixed-children",
    "no-primary-pattern",
    "noindex-listed",
    "operation-twice",
    "oversized-asset",
    "page-as-object",
    "page-case",
    "page-extension",
    "page-import",
    "page-slash",
    "page-url",
    "platform-path",
    "preview-path",
    "prop-value",
    "redirect-chain",
    "redirect-loop",
    "replaced-page",
    "reserved-path",
    "same-label",
    "searchable-without-hidden",
    "several-defaults",
    "several-primary-patterns",
    "shadowed-page",
    "snippet-not-inlined",
    "snippet-page",
    "stale-llms-txt",
    "syntax-error",
    "tool-name",
    "trailing-comma",
    "undocumented",
    "undocumented-key",
    "unknown-component",
    "unknown-endpoint",
    "unknown-icon",
    "unknown-key",
    "unknown-language",
    "unknown-prop",
    "unlisted-operations",
    "unlisted-page",
    "unresolved-import",
    "unresolved-ref",
    "unsafe-link",
    "untranslated-entry",
    "unused-spec",
    "wrong-type",
)


each_rule = pytest.mark.parametrize("rule", list(all_rules().values()), ids=lambda rule: rule.name)


def _rules_in(module: str) -> dict[str, Rule]:
    loaded = importlib.import_module(f"docs_lsp.rules.{module}")
    return {name: value for name, value in vars(loaded).items() if isinstance(value, Rule)}


def test_every_released_rule_is_there() -> None:
    assert set(RELEASED) - all_rules().keys() == set()


@pytest.mark.parametrize("module", MODULES)
def test_a_module_holds_one_rule_of_its_own_name(module: str) -> None:
    found = _rules_in(module)

    assert {name: rule.name for name, rule in found.items()} == {module: module.replace("_", "-")}
    assert found[module].source.endswith(f"{module}.py")


@pytest.mark.parametrize("module", MODULES)
def test_a_rule_is_defined_by_a_decorator_or_declared(module: str) -> None:
    source = Path(rules.__file__).with_name(f"{module}.py").read_text("utf-8")
    shapes = re.findall(r"^(?:@|\w+ = )(element_rule|site_rule|declare_rule)\(", source, re.M)

    assert len(shapes) == 1
    assert not re.search(r"\bRule\(", source)


@each_rule
def test_an_explanation_has_all_its_parts(rule: Rule) -> None:
    lines = rule.docs.strip().splitlines()

    assert re.fullmatch(r"[A-Z`].{8,90}\.", rule.title), "the title is a sentence on one line"
    assert "-" not in rule.name or rule.name not in rule.title
    headings = [line for line, below in pairwise(lines) if _is_underline(below, line)]
    assert tuple(headings) == HEADINGS


@pytest.mark.parametrize("name", RELEASED)
def test_what_a_rule_rests_on_stands_in_one_page(name: str) -> None:
    _, _, source = all_rules()[name].docs.partition("\nSource: SERVICE.md, ")
    named = " ".join(source.split()).partition(";")[0].split(", ")

    assert set(named) - STATEMENTS == set()


def _is_underline(line: str, above: str) -> bool:
    """Whether a line underlines the one above it; the dashes of a page's frontmatter do not."""
    return len(line) > 2 and not line.strip("-") and len(line) == len(above)


@each_rule
def test_an_explanation_shows_what_fails_and_what_passes(rule: Rule) -> None:
    shown = {example.fails for example in examples_in(rule.docs)}

    assert shown == {True, False}


@each_rule
def test_a_rule_has_cases_beyond_its_explanation(rule: Rule) -> None:
    cases = CASES / f"{rule.name}.md"

    assert cases.exists(), f"write some into tests/rules/{cases.name}"
    assert len(list(examples_in(cases.read_text("utf-8")))) >= 2


def test_every_file_of_cases_belongs_to_a_rule() -> None:
    names = {path.stem for path in CASES.glob("*.md")}

    assert names - all_rules().keys() == set()
