"""The shape of a rule, and the decorators that define one.

A rule is a module whose docstring explains it (title, "Why it matters", "Example" with `fail` and
`pass` blocks, "Fix"), and whose check is a function under one of two decorators:

* `@element_rule`: the function sees one object of docs.json and what it inherits. It runs on every
  keystroke, but only for the innermost objects around it: it may read the keys and plain values of
  its object, the strings in its lists and the plain values of the objects in its lists, and
  nothing deeper, unless the element has `rival_keys` (`evaluation.unchanged` relies on that).
  With `keys=` or `sorts=` it runs only for objects that have one of these keys, or entries of
  these sorts. `site=` adds a check of the whole site.
* `@site_rule`: the function sees the whole site at once. It never runs on a keystroke.

The parser and the shape check make findings too. The rules for these have no check of their own
and are declared with `declare_rule`.

A rule whose findings can be fixed also has a function that makes the fixes of one problem, called
when somebody asks for them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.core.problem import Finding, Fix, Problem, Severity
from docs_lsp.schema.kinds import KINDS, ROOT
from docs_lsp.site.entry_sorts import Sort
from docs_lsp.site.navigation.element import Element

if TYPE_CHECKING:
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.mdx.contents import PageQuery
    from docs_lsp.site.overview import Overview

ElementCheck: TypeAlias = Callable[[Element], Iterator[Finding]]
SiteCheck: TypeAlias = "Callable[[Overview], Iterator[Problem]]"
FixMaker: TypeAlias = "Callable[[FixContext], Iterator[Fix]]"

NAVIGATION = frozenset((ROOT.name, *KINDS))
"""The names of the records that are navigation elements, `navigation` itself included."""


class Fixes(Enum):
    """Whether a rule's fixes may be made without asking."""

    NONE = "none"
    OFFERED = "offered"
    SOME_SAFE = "some safe"
    SAFE = "safe"


class Reads(Enum):
    """What a rule wants of the text of all pages, which takes its time."""

    NOTHING = "nothing"
    """Nothing but what is known of every page: its fields, and what it imports."""
    FAULTS = "faults"
    """Why the service refuses them; and nothing else of the site but docs.json."""
    TEXT = "text"
    """All that is in them: links, anchors, tags, imports and exports."""


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
    keys: frozenset[str] = frozenset()
    """The element check looks only at objects with one of these keys, or with an entry of one of
    `sorts`; at all where neither is named."""
    sorts: frozenset[Sort] = frozenset()
    """See `keys`."""
    site: SiteCheck | None = None
    once: bool = False
    """Whether the site check is silent on files that the element check has named already."""
    fix: FixMaker | None = None
    """Makes the fixes of one problem, the best one first."""
    fixes: Fixes = Fixes.NONE
    """What can be said of them without making any."""
    merged: bool = False
    """Whether findings of the element check with equal messages are one, at the first place."""
    reads: Reads = Reads.NOTHING
    """What the site check wants of the text of all pages."""
    page_query: PageQuery | None = None
    """What the site check asks each page by itself, which keeps the answer."""

    @property
    def title(self) -> str:
        """The first line of the explanation."""
        return self.docs.strip().split("\n", 1)[0]


def element_rule(
    name: str,
    severity: Severity | None,
    on: frozenset[str] = NAVIGATION,
    keys: frozenset[str] = frozenset(),
    sorts: frozenset[Sort] = frozenset(),
    merged: bool = False,
    site: SiteCheck | None = None,
    once: bool = False,
    fix: FixMaker | None = None,
    fixes: Fixes = Fixes.NONE,
) -> Callable[[ElementCheck], Rule]:
    """Make a rule of a function that checks one object."""

    def make(check: ElementCheck) -> Rule:
        docs, source = _home_of(check.__module__)
        return Rule(
            name,
            severity,
            docs,
            source,
            on,
            element=check,
            keys=keys,
            sorts=sorts,
            site=site,
            once=once,
            fix=fix,
            fixes=fixes,
            merged=merged,
        )

    return make


def site_rule(
    name: str,
    severity: Severity | None,
    fix: FixMaker | None = None,
    fixes: Fixes = Fixes.NONE,
    reads: Reads = Reads.NOTHING,
    page_query: PageQuery | None = None,
) -> Callable[[SiteCheck], Rule]:
    """Make a rule of a function that checks the whole site."""

    def make(check: SiteCheck) -> Rule:
        docs, source = _home_of(check.__module__)
        return Rule(
            *(name, severity, docs, source),
            site=check,
            fix=fix,
            fixes=fixes,
            reads=reads,
            page_query=page_query,
        )

    return make


def declare_rule(
    name: str,
    severity: Severity | None,
    module: str,
    fix: FixMaker | None = None,
    fixes: Fixes = Fixes.NONE,
) -> Rule:
    """A rule whose findings are made by the parser, the shape check or another part.

    `module` is the `__name__` of the module that explains it.
    """
    docs, source = _home_of(module)
    return Rule(name, severity, docs, source, fix=fix, fixes=fixes)


def _home_of(module: str) -> tuple[str, str]:
    """The explanation that a module holds, and its file."""
    home = sys.modules[module]
    return home.__doc__ or "", home.__file__ or ""
