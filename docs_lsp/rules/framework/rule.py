"""Definition of a rule, and the decorators that create one.

A rule is a module whose docstring explains it (title, "Why it matters", "Example" with `fail` and
`pass` blocks, "Fix"), and whose check is a function under one of two decorators:

* `@element_rule`: the function sees one object of docs.json and what it inherits. It runs on every
  keystroke, but only for the innermost objects around it: it may read the keys and plain values of
  its object, the strings in its lists and the plain values of the objects in its lists, and
  nothing deeper, unless the element has `rival_keys` (`evaluation.local_findings` relies on that).
  With `keys=` or `sorts=` it runs only for objects that have one of these keys, or entries of
  these sorts. `site=` adds a check of the whole site.
* `@site_rule`: the function sees the whole site at once. It never runs on a keystroke.

The parser and the shape check also make findings. Their rules have no check of their own and are
declared with `declare_rule`.

A rule whose findings can be fixed also has a function that makes the fixes of one problem on
request.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Set
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.core.problem import Finding, Fix, Problem, Severity
from docs_lsp.schema.kinds import KINDS, ROOT
from docs_lsp.site.entry_sorts import EntryKind
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


class FixSafety(Enum):
    """The share of a rule's fixes that is safe, so may be applied without asking."""

    NONE = "none"
    CHOICE = "choice"
    """Fixes among which a writer chooses: none of them is the obvious one."""
    OFFERED = "offered"
    """None is safe, but some may be obvious."""
    SOME_SAFE = "some safe"
    SAFE = "safe"

    @property
    def may_be_safe(self) -> bool:
        """Whether some fixes can be safe, so that `docs-lsp fix` applies them."""
        return self in (FixSafety.SOME_SAFE, FixSafety.SAFE)

    @property
    def may_be_preferred(self) -> bool:
        """Whether some fixes can be obvious, so that `docs-lsp fix --unsafe` applies them."""
        return self.may_be_safe or self is FixSafety.OFFERED


class PageTextNeed(Enum):
    """How much of the text of all pages a site rule reads, which is slow."""

    NOTHING = "nothing"
    """Only what is known of every page anyway: its frontmatter and its imports."""
    FAULTS = "faults"
    """Syntax faults for which the service rejects pages; of the rest of the site only docs.json."""
    TEXT = "text"
    """The whole content: links, heading IDs, tags, imports and exports."""


class Rule(NamedTuple):
    """A rule: one kind of mistake, its explanation, checks and fixes."""

    name: str
    severity: Severity | None
    """The default severity; None for a rule that is off by default."""
    docs: str
    source: str
    """The path of the file with the rule and its explanation."""
    on: frozenset[str] = NAVIGATION
    """The names of the records that the element check runs on."""
    element: ElementCheck | None = None
    keys: frozenset[str] = frozenset()
    """The element check runs only on objects with one of these keys, or with an entry of one of
    `sorts`; on all of them if both are empty."""
    sorts: frozenset[EntryKind] = frozenset()
    """See `keys`."""
    site: SiteCheck | None = None
    once: bool = False
    """Whether the site check skips files that findings of the element check already name."""
    fix: FixMaker | None = None
    """Yields the fixes of one problem, the best one first."""
    fixes: FixSafety = FixSafety.NONE
    """The share of the fixes that is safe, known without making any."""
    merged: bool = False
    """Whether element findings with equal messages are merged into one, at the first place."""
    reads: PageTextNeed = PageTextNeed.NOTHING
    """How much of the text of all pages the site check reads."""
    page_query: PageQuery | None = None
    """A query that the site check runs on each page by itself; pages cache the answer."""

    @property
    def title(self) -> str:
        """The first line of the explanation."""
        return self.docs.strip().split("\n", 1)[0]


def element_rule(
    name: str,
    severity: Severity | None,
    on: Set[str] = NAVIGATION,
    keys: Set[str] = frozenset(),
    sorts: Set[EntryKind] = frozenset(),
    merged: bool = False,
    site: SiteCheck | None = None,
    once: bool = False,
    fix: FixMaker | None = None,
    fixes: FixSafety = FixSafety.NONE,
) -> Callable[[ElementCheck], Rule]:
    """Return a decorator that turns a check of one object into a rule."""

    def make(check: ElementCheck) -> Rule:
        docs, source = _get_docstring_and_file(check.__module__)
        return Rule(
            name,
            severity,
            docs,
            source,
            frozenset(on),
            element=check,
            keys=frozenset(keys),
            sorts=frozenset(sorts),
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
    fixes: FixSafety = FixSafety.NONE,
    reads: PageTextNeed = PageTextNeed.NOTHING,
    page_query: PageQuery | None = None,
) -> Callable[[SiteCheck], Rule]:
    """Return a decorator that turns a check of the whole site into a rule."""

    def make(check: SiteCheck) -> Rule:
        docs, source = _get_docstring_and_file(check.__module__)
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
    fixes: FixSafety = FixSafety.NONE,
) -> Rule:
    """Return a rule whose findings are made by the parser, the shape check or other code.

    `module` is the `__name__` of the module whose docstring explains it.
    """
    docs, source = _get_docstring_and_file(module)
    return Rule(name, severity, docs, source, fix=fix, fixes=fixes)


def _get_docstring_and_file(module: str) -> tuple[str, str]:
    """Return the docstring and the file of an imported module."""
    home = sys.modules[module]
    return home.__doc__ or "", home.__file__ or ""
