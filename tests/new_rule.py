"""Create the files of a new rule, with blanks to fill in.

    python -m tests.new_rule RULE-NAME [--site] [--fix]

They are its module, its file of cases, and the module that plants its mistake in valid sites. The
new rule runs at once: it reports a placeholder, which its examples contain, and its mutator plants.
All tests of the rules pass except one, which lists each `FILL IN` that is left.
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

# A line that begins with one of these marks is written only if the rule has, or lacks, a fix.
ELEMENT = '''"""FILL IN the mistake, as one short sentence.

Why it matters
--------------
FILL IN the consequences for the writer or the readers, and when it is intended.

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
FILL IN how to fix it by hand.
with a fix| The quick fix FILL IN its effect. It is offered, and not safe, because FILL IN why.

Source: SERVICE.md, FILL IN the name of the statement that the rule relies on
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
with a fix|     """FILL IN the fix. `fix_context.py` shows what a fix can use."""
with a fix|     edit = subject.replace_problem_range("Harbour")
with a fix|     yield Fix("FILL IN the effect of the fix", (edit,), preferred=True)
with a fix|

@element_rule(
    "NEW-RULE",
    Severity.WARNING,
    on={"group"},
with a fix|     fix=_make_fixes,
with a fix|     fixes=FixSafety.OFFERED,
)
def new_rule(element: Element) -> Iterator[Finding]:
    """FILL IN what is reported. `framework/rule.py` says what an element rule may use."""
    if element.get_text("group") == "FILL IN":
        yield element.make_value_finding("group", "FILL IN fact, consequence and remedy.")
'''
SITE = '''"""FILL IN the mistake, as one short sentence.

Why it matters
--------------
FILL IN the consequences for the writer or the readers, and when it is intended.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "«/FILL-IN»"] }
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
FILL IN how to fix it by hand.
with a fix| The quick fix FILL IN its effect. It is offered, and not safe, because FILL IN why.

Source: SERVICE.md, FILL IN the name of the statement that the rule relies on
"""

from __future__ import annotations

from collections.abc import Iterator

without| from docs_lsp.core.problem import Problem, Severity
without| from docs_lsp.rules.framework.rule import site_rule
with a fix| from docs_lsp.core.problem import Fix, Problem, Severity
with a fix| from docs_lsp.rules.framework.fix_context import FixContext
with a fix| from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.site.overview import Overview

_NAME = "NEW-RULE"

with a fix|
with a fix| def _make_fixes(subject: FixContext) -> Iterator[Fix]:
with a fix|     """FILL IN the fix. `fix_context.py` shows what a fix can use."""
with a fix|     edit = subject.replace_problem_range("FILL-IN")
with a fix|     yield Fix("FILL IN the effect of the fix", (edit,), preferred=True)
with a fix|

@site_rule(
    _NAME,
    Severity.WARNING,
with a fix|     fix=_make_fixes,
with a fix|     fixes=FixSafety.OFFERED,
)
def new_rule(overview: Overview) -> Iterator[Problem]:
    """FILL IN what is reported. `Overview` holds the whole site."""
    for listing in overview.navigation.listings:
        if listing.text == "/FILL-IN":
            message = "FILL IN fact, consequence and remedy."
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
FILL IN what is similar and correct.

```pass
"navigation": { "groups": [{ "group": "Harbour", "pages": ["moorings"] }] }
```
"""
SITE_CASES = """FILL IN what else is reported.

```fail
--- docs.json
"navigation": { "pages": ["«/FILL-IN»"] }
--- FILL-IN.mdx
# Moorings
```
> FILL IN

with a fix| ```fixed
with a fix| --- docs.json
with a fix| "navigation": { "pages": ["FILL-IN"] }
with a fix| ```
with a fix|
FILL IN what is similar and correct.

```pass
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings
```
"""
ELEMENT_MUTATOR = '''"""Plants FILL IN the mistake that `NEW-RULE` reports."""

from __future__ import annotations

from random import Random

from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, planted
from tests.mutations.scene import Scene, pick
from tests.mutations.surgery import told


@plants("NEW-RULE")
def new_rule(scene: Scene, chance: Random) -> Fault | None:
    # FILL IN the places of a site at which the mistake can be made.
    where = pick(chance, scene.of("group"))
    if where is None:
        return None
    return planted("FILL IN the mistake in words", where.with_value("group", told("FILL IN")))
'''
SITE_MUTATOR = '''"""Plants FILL IN the mistake that `NEW-RULE` reports."""

from __future__ import annotations

from random import Random

from docs_lsp.core.problem import NewFile
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, planted
from tests.mutations.scene import Scene, pick
from tests.mutations.surgery import told


@plants(
    "NEW-RULE",
    files=True,
    implied={"missing-translation": "the page is new, and one language alone lists it"},
)
def new_rule(scene: Scene, chance: Random) -> Fault | None:
    # FILL IN the places of a site at which the mistake can be made.
    place = pick(chance, scene.page_lists)
    if place is None:
        return None
    page = NewFile("FILL-IN.mdx", "# Moorings\\n")
    return planted("FILL IN the mistake in words", place[1].with_item(told("/FILL-IN")), page)
'''


def lay_out(name: str, site: bool, fix: bool, root: Path = ROOT) -> tuple[Path, ...]:
    """Write the files of a new rule, and return their paths.

    Raises `SystemExit` if the name is invalid, or if one of the files exists.
    """
    if not _NAME.fullmatch(name):
        raise SystemExit(
            f"`{name}` is not a rule name: use lower-case letters, and `-` between words."
        )
    files = list_files(name, root)
    if any(file.exists() for file in files):
        raise SystemExit(f"The rule `{name}` exists already.")
    templates = (
        (SITE, SITE_CASES, SITE_MUTATOR) if site else (ELEMENT, ELEMENT_CASES, ELEMENT_MUTATOR)
    )
    for file, template in zip(files, templates, strict=True):
        file.write_text(_written(template, name, fix), "utf-8")
    return files


def list_files(name: str, root: Path = ROOT) -> tuple[Path, Path, Path]:
    """Return the paths of a rule's module, of its cases, and of the module that plants it."""
    module = f"{name.replace('-', '_')}.py"
    return (
        root / "docs_lsp/rules" / module,
        root / "tests/rules" / f"{name}.md",
        root / "tests/mutations" / module,
    )


def blanks(file: Path) -> Iterator[str]:
    """Yield the blanks that are left in a file, each with its line."""
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        if BLANK.search(line):
            yield f"{file.name}:{number}: {line.strip()}"


def _written(template: str, name: str, fix: bool) -> str:
    lines = (_line(line, fix) for line in template.splitlines(keepends=True))
    text = "".join(line for line in lines if line is not None)
    return text.replace("NEW-RULE", name).replace("new_rule", name.replace("-", "_"))


def _line(line: str, fix: bool) -> str | None:
    """Return a line of a template without its mark, or None if the mark does not apply."""
    for mark, wanted in ((_WITH_FIX, fix), (_WITHOUT_FIX, not fix)):
        if line.startswith(mark.rstrip()):
            return line.removeprefix(mark.rstrip()).removeprefix(" ") if wanted else None
    return line


def options(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments."""
    parser = argparse.ArgumentParser(
        "python -m tests.new_rule", description="Create the files of a new rule."
    )
    parser.add_argument("name", metavar="RULE-NAME", help="the mistake, such as `dead-link`")
    parser.add_argument(
        "--site", action="store_true", help="check the whole site, not one object at a time"
    )
    parser.add_argument("--fix", action="store_true", help="the rule has a fix")
    return parser.parse_args(argv)


def main() -> None:
    asked = options(sys.argv[1:])
    for file in lay_out(asked.name, asked.site, asked.fix):
        print(f"{file.relative_to(ROOT)}: {len(list(blanks(file)))} blanks to fill in")
    print(f"Then: python -m pytest tests/rules tests/mutations -k {asked.name}")


if __name__ == "__main__":
    main()
