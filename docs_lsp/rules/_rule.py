"""What a rule is, and how one is made.

A rule is a module whose docstring explains it (title, "Why it matters", "Example" with `fail` and
`pass` blocks, "Fix"), and which holds one `Rule`:

* `@element_rule` makes one of a function that sees one object of docs.json and what it inherits. It
  runs on every keystroke, but only for the innermost objects around it: it may look at the keys
  and plain values of its object, at the strings in its lists and at the plain values of the
  objects in its lists, and no deeper (`evaluation.unchanged` relies on that).
* `Rule(..., site=check)` has a function that sees what the disk says about the site. It never runs
  on a keystroke. A rule may have both.
* `reported_elsewhere` declares a rule whose findings the parser or the shape check makes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.problem import Finding, Problem, Severity
from docs_lsp.settings import Settings
from docs_lsp.site.element import Element

if TYPE_CHECKING:
    from docs_lsp.site.facts import SiteFacts

ElementCheck: TypeAlias = Callable[[Element], Iterator[Finding]]
SiteCheck: TypeAlias = "Callable[[SiteFacts, Settings], Iterator[Problem]]"

NAVIGATION = frozenset(
    ("navigation", "group", "tab", "item", "anchor", "product", "dropdown", "version", "language")
)
"""The names of the records that are navigation elements, `navigation` itself included."""


class Rule(NamedTuple):
    """One kind of mistake."""

    name: str
    severity: Severity | None
    """How bad it is unless the project says otherwise; None for a rule that is off by default."""
    docs: str
    source: str
    """The file that holds the rule and its explanation."""
    on: frozenset[str] = NAVIGATION
    """The names of the records an element rule looks at."""
    element: ElementCheck | None = None
    site: SiteCheck | None = None
    once: bool = False
    """Whether the disk check is silent on files that the element check has named already."""

    @property
    def title(self) -> str:
        """The first line of the explanation."""
        return self.docs.strip().split("\n", 1)[0]

    @property
    def url(self) -> str:
        """Where the rule is explained: the installed file, so that it opens without a network."""
        from docs_lsp.uris import path_to_uri  # `check` links nowhere and need not pay for it.

        return path_to_uri(self.source)


def element_rule(
    name: str, severity: Severity | None, on: frozenset[str] = NAVIGATION
) -> Callable[[ElementCheck], Rule]:
    """Make a rule of a function that checks one object."""

    def make(check: ElementCheck) -> Rule:
        return Rule(name, severity, *_home_of(check.__module__), on, element=check)

    return make


def reported_elsewhere(name: str, severity: Severity | None, module: str) -> Rule:
    """A rule whose findings are made by the parser, the shape check or another part.

    `module` is the `__name__` of the module that explains it.
    """
    return Rule(name, severity, *_home_of(module))


def _home_of(module: str) -> tuple[str, str]:
    """The explanation that a module holds, and its file."""
    home = sys.modules[module]
    return home.__doc__ or "", home.__file__ or ""
