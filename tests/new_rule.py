"""Lays out a new rule: its module and its file of cases, whole, with blanks to fill in.

    python -m tests.new_rule RULE-NAME [--site] [--fix]

What it lays out runs at once. It reports a placeholder, so that its examples are true, and all
tests of the rules pass but for one: that one tells each `FILL IN` that is left.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLANK = re.compile("FILL[ -]IN")
_NAME = re.compile(r"[a-z]+(?:-[a-z]+)*")
_WITH_FIX, _WITHOUT_FIX = "with a fix| ", "without| "

# Of the lines that begin with a mark only those are taken that the rule has a use for.
ELEMENT = '''"""FILL IN the fault as one short sentence.

Why it matters
--------------
FILL IN what the writer or the readers lose by it, and when it is meant to be so.

Example
-------
```fail
"navigation": {
  "groups": [{ "group": "«FILL IN»", "pages": ["moorings", "fees"] }]
}
```
```pass
"navigation": {
  "groups": [{ "group": "Harbour", "pages": ["moorings", "fees"] }]
}
```

Fix
---
FILL IN how to mend it by hand.
with a fix| The quick fix does FILL IN what. It is offered, and not safe, because FILL IN why.

Source: SERVICE.md, FILL IN the name of the statement that it rests on
"""

from __future__ import annotations

from collections.abc import Iterator

without| from docs_lsp.core.problem import Finding, Severity
without| from docs_lsp.rules.framework.rule import element_rule
with a fix| from docs_lsp.core.problem import Finding, Fix, Severity
with a fix| from docs_lsp.rules.framework.fix_context import FixContext
with a fix| from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.site.navigation.element import Element

with a fix|
with a fix| def _make_fixes(subject: FixContext) -> Iterator[Fix]:
with a fix|     """FILL IN what mends it. `fix_context.py` says what is known."""
with a fix|     edit = subject.replace_problem_range("Harbour")
with a fix|     yield Fix("FILL IN what it does", (edit,), preferred=True)
with a fix|

@element_rule(
    "NEW-RULE",
    Severity.WARNING,
    on={"group"},
with a fix|     fix=_make_fixes,
with a fix|     fixes=FixSafety.OFFERED,
)
def new_rule(element: Element) -> Iterator[Finding]:
    """FILL IN what is reported. `framework/rule.py` says what a check of one object may look at."""
    if element.get_text("group") == "FILL IN":
        yield element.make_value_finding("group", "FILL IN the fault, the reason and the remedy.")
'''
SITE = '''"""FILL IN the fault as one short sentence.

Why it matters
--------------
FILL IN what the writer or the readers lose by it, and when it is meant to be so.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "«FILL-IN»"] }
--- index.mdx
# Start
--- FILL-IN.mdx
# Moorings
```
```pass
--- docs.json
"navigation": { "pages": ["index", "moorings"] }
--- index.mdx
# Start
--- moorings.mdx
# Moorings
```

Fix
---
FILL IN how to mend it by hand.
with a fix| The quick fix does FILL IN what. It is offered, and not safe, because FILL IN why.

Source: SERVICE.md, FILL IN the name of the statement that it rests on
"""

from __future__ import annotations

from collections.abc import Iterator

without| from docs_lsp.core.problem import Problem, Severity
without| from docs_lsp.rules.framework.rule import site_rule
with a fix| from docs_lsp.core.problem import Fix, MovedFile, Problem, Severity
with a fix| from docs_lsp.rules.framework.fix_context import FixContext
with a fix| from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.site.overview import Overview

_NAME = "NEW-RULE"

with a fix|
with a fix| def _make_fixes(subject: FixContext) -> Iterator[Fix]:
with a fix|     """FILL IN what mends it. `fix_context.py` says what is known."""
with a fix|     moved = MovedFile("FILL-IN.mdx", "moorings.mdx")
with a fix|     changes = (subject.replace_problem_range("moorings"), moved)
with a fix|     yield Fix("FILL IN what it does", changes, preferred=True)
with a fix|

@site_rule(
    _NAME,
    Severity.WARNING,
with a fix|     fix=_make_fixes,
with a fix|     fixes=FixSafety.OFFERED,
)
def new_rule(overview: Overview) -> Iterator[Problem]:
    """FILL IN what is reported. `Overview` says what is known of the whole site."""
    for listing in overview.navigation.listings:
        if listing.page == "FILL-IN":
            message = "FILL IN the fault, the reason and the remedy."
            yield Problem(_NAME, listing.file, listing.span, message, Severity.WARNING)
'''
ELEMENT_CASES = """FILL IN what else is reported.

```fail
"navigation": { "groups": [{ "group": "«FILL IN»", "pages": ["moorings"] }] }
```
> FILL IN

with a fix| ```fixed
with a fix| "navigation": { "groups": [{ "group": "Harbour", "pages": ["moorings"] }] }
with a fix| ```
with a fix|
FILL IN what looks alike and is right.

```pass
"navigation": { "groups": [{ "group": "Harbour", "pages": ["moorings"] }] }
```
"""
SITE_CASES = """FILL IN what else is reported.

```fail
--- docs.json
"navigation": { "pages": ["«FILL-IN»"] }
--- FILL-IN.mdx
# Moorings
```
> FILL IN

with a fix| ```fixed
with a fix| --- docs.json
with a fix| "navigation": { "pages": ["moorings"] }
with a fix| --- FILL-IN.mdx (deleted)
with a fix| --- moorings.mdx
with a fix| # Moorings
with a fix| ```
with a fix|
FILL IN what looks alike and is right.

```pass
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings
```
"""


def lay_out(name: str, site: bool, fix: bool, root: Path = ROOT) -> tuple[Path, Path]:
    """Write the module and the cases of a rule; where they are."""
    module = root / "docs_lsp/rules" / f"{name.replace('-', '_')}.py"
    cases = root / "tests/rules" / f"{name}.md"
    if not _NAME.fullmatch(name):
        raise SystemExit(f"`{name}` is no rule's name: small letters, with `-` between words.")
    if module.exists() or cases.exists():
        raise SystemExit(f"There is a rule `{name}` already.")
    module.write_text(_written(SITE if site else ELEMENT, name, fix), "utf-8")
    cases.write_text(_written(SITE_CASES if site else ELEMENT_CASES, name, fix), "utf-8")
    return module, cases


def blanks(file: Path) -> Iterator[str]:
    """The blanks that are left in a file, each with its line."""
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        if BLANK.search(line):
            yield f"{file.name}:{number}: {line.strip()}"


def _written(template: str, name: str, fix: bool) -> str:
    lines = (_line(line, fix) for line in template.splitlines(keepends=True))
    text = "".join(line for line in lines if line is not None)
    return text.replace("NEW-RULE", name).replace("new_rule", name.replace("-", "_"))


def _line(line: str, fix: bool) -> str | None:
    """A line of a template without its mark; None where the mark does not fit."""
    for mark, wanted in ((_WITH_FIX, fix), (_WITHOUT_FIX, not fix)):
        if line.startswith(mark.rstrip()):
            return line.removeprefix(mark.rstrip()).removeprefix(" ") if wanted else None
    return line


def options(argv: Sequence[str]) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser("python -m tests.new_rule", description="Lay out a new rule.")
    parser.add_argument("name", metavar="RULE-NAME", help="what is wrong, such as `dead-link`")
    parser.add_argument(
        "--site", action="store_true", help="it sees the whole site, not one object at a time"
    )
    parser.add_argument("--fix", action="store_true", help="it can mend what it finds")
    return parser.parse_args(argv)


def main() -> None:
    asked = options(sys.argv[1:])
    for file in lay_out(asked.name, asked.site, asked.fix):
        print(f"{file.relative_to(ROOT)}: {len(list(blanks(file)))} blanks to fill in")
    print(f"Then: python -m pytest tests/rules -k {asked.name}")


if __name__ == "__main__":
    main()
