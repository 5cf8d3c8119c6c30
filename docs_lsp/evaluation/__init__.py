"""Makes problems of a docs.json and what is known about its site, again after every keystroke.

`element_rules` checks each container of the tree once for the type it is taken for and the context
it stands in, and keeps the findings with the container. Versions of a document share what did not
change, so after an edit only the containers along one path are checked again, and most of these
only where `unchanged` cannot rule out that anything a check reads has changed. Local findings hold
no absolute offsets; `grading` computes them. `site_rules` runs the rules that read a whole site.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from docs_lsp.evaluation.element_rules import ElementRules
from docs_lsp.evaluation.grading import Grader
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Node, Object, String
from docs_lsp.problem import Place, Problem, Severity
from docs_lsp.rules import all_rules
from docs_lsp.schema.model import DOCS
from docs_lsp.site.navigation.context import Context
from docs_lsp.site.navigation.refs import Parts, named_from
from docs_lsp.text import Span


class Evaluation:
    """One pass over a docs.json and the files its `$ref`s name."""

    def __init__(self, parts: Parts, main: str, context: Context) -> None:
        """Prepare to judge the file `main` of `parts` in a context."""
        self.parts = parts
        self.main = main
        self.context = context
        self.specs: frozenset[str] = frozenset()
        """After `problems`: the site path of every specification that is put in force."""
        self.named: frozenset[tuple[str, str]] = frozenset()
        """After `problems`: each file that a rule has named which reports a file but once."""

    def problems(self, of_site: Sequence[Problem] = ()) -> dict[str, list[Problem]]:
        """Everything that is wrong, by site path, in the order of the text; `of_site` are the
        problems in these files that the rules about the whole site have found."""
        # A file that two `$ref`s name is reported once.
        own = dict.fromkeys(self._found())
        self.named = frozenset(_files_named(own))
        found: dict[str, list[Problem]] = defaultdict(list)
        for problem in own:
            found[problem.file].append(problem)
        for problem in of_site:
            if (problem.rule, problem.file) not in self.named:
                found[problem.file].append(problem)
        return {file: sorted(problems, key=order) for file, problems in found.items()}

    def _found(self) -> Iterator[Problem]:
        document = self.parts[self.main]
        if isinstance(document, str):
            yield Problem("syntax-error", self.main, Span(0, 0), document, Severity.ERROR)
            return
        if is_of_another_tool(document):
            return
        grader = Grader(self.context.settings)
        for file in named_from(self.main, self.parts):
            part = self.parts[file]
            if isinstance(part, Document) and not _is_clean(part):
                yield from grader.faults(file, part)
        yield from _merged(self._content(document, grader), self.main)

    def _content(self, document: Document, grader: Grader) -> list[Problem]:
        root = document.tree.root
        at = document.tree.start
        if isinstance(root, Object):
            found = ElementRules(self.parts).evaluate(root, DOCS, self.context, self.main)
            self.specs = found.specs
            return list(grader.problems(found, root, self.main, at))
        if not root.json_kind:
            return []
        message = "docs.json holds an object: put everything between `{` and `}`."
        severity = self.context.settings.severity("wrong-type", Severity.ERROR)
        span = Span(at, at + 1)
        return [Problem("wrong-type", self.main, span, message, severity)] if severity else []


def _merged(problems: list[Problem], main: str) -> list[Problem]:
    """The problems, with those of one rule and one message as one where the rule wants that: the
    first of them, in `main` if there is one, with the places of the others.

    Problems of a container that was edited come last, so what is first is found by its place.
    """
    rules = all_rules()
    alike: dict[tuple[str, str], list[Problem]] = defaultdict(list)
    for problem in problems:
        if rules[problem.rule].merged:
            alike[problem.rule, problem.message].append(problem)
    if not alike:
        return problems
    for found in alike.values():
        found.sort(key=lambda one: (one.file != main, one.file, one.span))
    first = {id(found[0]): found[1:] for found in alike.values()}
    return [
        _with_places(problem, first[id(problem)]) if id(problem) in first else problem
        for problem in problems
        if id(problem) in first or not rules[problem.rule].merged
    ]


def _files_named(problems: Iterable[Problem]) -> Iterator[tuple[str, str]]:
    """The files that problems name, where a rule is to report a file once."""
    return (
        (problem.rule, place.file)
        for problem in problems
        if problem.related and all_rules()[problem.rule].once
        for place in problem.related
    )


def _with_places(problem: Problem, others: list[Problem]) -> Problem:
    places = (Place(one.file, one.span, "The same here") for one in others)
    return problem._replace(related=(*problem.related, *places)) if others else problem


def _is_clean(part: Document) -> bool:
    return part.tree.root.clean and not part.tree.faults and part.undecodable is None


def order(problem: Problem) -> tuple[int, int, str]:
    """What the problems of a file are sorted by."""
    return (*problem.span, problem.rule)


def is_of_another_tool(document: Document) -> bool:
    """Whether a file is a docs.json of something else: it has keys, and none of them is ours, or
    it names the schema of another tool that has a `navigation` too."""
    root: Node = document.tree.root
    if not isinstance(root, Object) or not root.by_key or not root.clean:
        return False
    keys = root.by_key
    schema = root.get("$schema")
    url = schema.value if isinstance(schema, String) else ""
    if "theme" in keys or "$ref" in keys or "mintlify" in url:
        return False
    return "navigation" not in keys or "://" in url
