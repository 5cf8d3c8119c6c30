"""Turns findings about a docs.json and its site into problems, after every keystroke.

`element_rules` checks each container of the tree once for its type and its context and caches the
findings in the container. Versions of a document share unchanged containers, so after an edit only
the containers along one path are checked again, and most of these only if `local_findings` cannot
exclude that anything the check reads has changed. Local findings have no absolute offsets;
`problem_building` computes them. `site_rules` runs the rules that need a whole site.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from docs_lsp.core.current_work import record_file, record_rule
from docs_lsp.core.problem import Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.evaluation.element_rules import ElementRules
from docs_lsp.evaluation.enabled_rules import needs_only_parse_errors
from docs_lsp.evaluation.finding_limits import MOST_GATHERED, pick_first_syntax_errors
from docs_lsp.evaluation.local_findings import LocalFindings
from docs_lsp.evaluation.problem_building import ProblemBuilder
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object
from docs_lsp.rules import all_rules
from docs_lsp.schema.model import DOCS
from docs_lsp.site.navigation.refs import list_reachable_files
from docs_lsp.site.site import Site


class Evaluation:
    """One evaluation of a docs.json and the files its `$ref`s name."""

    def __init__(self, site: Site) -> None:
        """Prepare to evaluate the docs.json of a site."""
        self.site = site
        self.specs: frozenset[str] = frozenset()
        """The site paths of all specifications that apply anywhere; set by `find_problems`."""
        self.named: frozenset[tuple[str, str]] = frozenset()
        """The rule and file of related places, for rules that report a file once.

        Set by `find_problems`.
        """

    def find_problems(
        self, of_site: Sequence[Problem], *, is_bounded: bool = False
    ) -> dict[str, list[Problem]]:
        """Return all problems by site path, in the order of the text.

        `of_site` are the problems in these files from the rules about the whole site; they replace
        those of the same rule at the same place, which are found without the whole site. With
        `is_bounded` the time is bounded for a keystroke, whatever the text.
        """
        record_rule("")
        record_file(self.site.name)
        # A file that two `$ref`s name is reported once.
        own = dict.fromkeys(self._find_problems(is_bounded=is_bounded))
        self.named = frozenset(_find_reported_files(own))
        problems_by_file: dict[str, list[Problem]] = defaultdict(list)
        with_both = _name_rules_with_both_checks()
        known_better = {_get_place(problem) for problem in of_site if problem.rule in with_both}
        for problem in own:
            if not known_better or _get_place(problem) not in known_better:
                problems_by_file[problem.file].append(problem)
        for problem in of_site:
            if (problem.rule, problem.file) not in self.named:
                problems_by_file[problem.file].append(problem)
        return {
            file: sorted(problems, key=get_sort_key) for file, problems in problems_by_file.items()
        }

    def _find_problems(self, *, is_bounded: bool) -> Iterator[Problem]:
        """Yield syntax errors, and then all other problems of docs.json and its parts."""
        parts, name = self.site.parts, self.site.name
        document = parts[name]
        if isinstance(document, str):
            yield Problem("syntax-error", name, Span(0, 0), document, Severity.ERROR)
            return
        if not self.site.is_service_site:
            return
        if needs_only_parse_errors(self.site.settings):
            return
        builder = ProblemBuilder(self.site.settings, MOST_GATHERED if is_bounded else None)
        for file in list_reachable_files(name, parts):
            part = parts[file]
            if isinstance(part, Document) and not _is_clean(part):
                faults = [*builder.build_syntax_problems(file, part)]
                yield from pick_first_syntax_errors(faults) if is_bounded else faults
        yield from _merge_problems(self._check_content(document, builder), name)

    def prepare(self, has_time: Callable[[], bool]) -> bool:
        """Check elements for `find_problems` while there is time; return whether all have been."""
        if not self.site.is_service_site or needs_only_parse_errors(self.site.settings):
            return True
        try:
            self.find_in_docs_json(has_time)
        except TimeoutError:
            return False
        return True

    def find_in_docs_json(self, has_time: Callable[[], bool] | None = None) -> LocalFindings | None:
        """Return the findings about docs.json without severities; None if it is not an object.

        Raises `TimeoutError` as soon as `has_time` returns False.
        """
        part = self.site.parts[self.site.name]
        root = part.tree.root if isinstance(part, Document) else None
        if not isinstance(root, Object):
            return None
        rules = ElementRules(self.site.parts, self.site.name, has_time)
        return rules.evaluate(root, DOCS, self.site.context, (self.site.name,))

    def build_problems(self, findings: LocalFindings | None) -> list[Problem]:
        """Return the syntax errors of all parts, and the problems of findings about docs.json."""
        parts, name = self.site.parts, self.site.name
        builder = ProblemBuilder(self.site.settings)
        unclean = ((file, part) for file, part in parts.items() if isinstance(part, Document))
        problems = [
            problem
            for file, part in unclean
            if not _is_clean(part)
            for problem in builder.build_syntax_problems(file, part)
        ]
        document = parts[name]
        if findings is None or not isinstance(document, Document):
            return problems
        root, at = document.tree.root, document.tree.start
        assert isinstance(root, Object)
        return problems + _merge_problems(builder.build_problems(findings, root, name, at), name)

    def _check_content(self, document: Document, builder: ProblemBuilder) -> list[Problem]:
        """Return the problems in valid JSON, and store the specifications that docs.json names."""
        root = document.tree.root
        at = document.tree.start
        findings = self.find_in_docs_json()
        if findings is not None:
            assert isinstance(root, Object)
            self.specs = findings.specs
            return builder.build_problems(findings, root, self.site.name, at)
        if not root.json_kind:
            return []
        message = "docs.json must be an object. Put everything between `{` and `}`."
        severity = self.site.settings.get_severity("wrong-type", Severity.ERROR)
        span = Span(at, at + 1)
        return [Problem("wrong-type", self.site.name, span, message, severity)] if severity else []


def _merge_problems(problems: list[Problem], name: str) -> list[Problem]:
    """Merge problems of one rule with the same message into one, if the rule says so.

    The first of them, in the file `name` if possible, gets the places of the others. Problems of an
    edited container come last, so the first is chosen by place.
    """
    rules = all_rules()
    alike: dict[tuple[str, str], list[Problem]] = defaultdict(list)
    for problem in problems:
        if rules[problem.rule].merged:
            alike[problem.rule, problem.message].append(problem)
    if not alike:
        return problems
    for found in alike.values():
        found.sort(key=lambda one: (one.file != name, one.file, one.span))
    first = {id(found[0]): found[1:] for found in alike.values()}
    return [
        _add_places(problem, first[id(problem)]) if id(problem) in first else problem
        for problem in problems
        if id(problem) in first or not rules[problem.rule].merged
    ]


@cache
def _name_rules_with_both_checks() -> frozenset[str]:
    """Return the names of the rules that check single objects and also the whole site."""
    rules = all_rules().values()
    return frozenset(rule.name for rule in rules if rule.element and rule.site)


def _get_place(problem: Problem) -> tuple[str, str, Span]:
    return problem.rule, problem.file, problem.span


def _find_reported_files(problems: Iterable[Problem]) -> Iterator[tuple[str, str]]:
    """Yield the rule and file of each related place, for rules that report a file once."""
    return (
        (problem.rule, place.file)
        for problem in problems
        if problem.related and all_rules()[problem.rule].once
        for place in problem.related
    )


def _add_places(problem: Problem, others: list[Problem]) -> Problem:
    places = (RelatedPlace(one.file, one.span, "The same here") for one in others)
    return problem._replace(related=(*problem.related, *places)) if others else problem


def _is_clean(part: Document) -> bool:
    return part.tree.root.clean and not part.tree.faults and part.undecodable is None


def get_sort_key(problem: Problem) -> tuple[int, int, str]:
    """Return the sort key of a problem within a file: place and rule."""
    return (*problem.span, problem.rule)
