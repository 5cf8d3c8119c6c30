"""Mending what is wrong: the fixes of one problem, and all fixes of a site until none is left."""

from __future__ import annotations

from docs_lsp.files import Files
from docs_lsp.problem import Fix, Problem
from docs_lsp.rules import all_rules
from docs_lsp.rules._fix import Subject
from docs_lsp.site.context import Context
from docs_lsp.site.locate import locate
from docs_lsp.snapshot import Site


def fixes_of(site: Site, files: Files, problem: Problem) -> tuple[Fix, ...]:
    """The fixes that can be offered for a problem of this very snapshot, the best one first."""
    rule = all_rules().get(problem.rule)
    if rule is None or rule.fix is None:
        return ()
    context = Context(site.settings, site.facts)
    here = locate(site.parts, site.name, context, problem.file, problem.span.start)
    subject = Subject(problem, files, site.settings, here, site.overview())
    return tuple(rule.fix(subject))
