"""Leaves out what comments in pages ask to leave out, and reports the comments that do nothing."""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.core.work_limit import WorkTimeout
from docs_lsp.rules import all_rules
from docs_lsp.settings.wording import describe_unknown_rule
from docs_lsp.site.mdx.suppressions import MARK, PageSuppression

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview

UNUSED = "unused-suppression"
_COMPARING = frozenset(("lost-address", "stale-translation"))
"""Rules that are silent unless the site is compared with an earlier state."""
_WHOLE_PAGE = Span(0, sys.maxsize)

_Subject: TypeAlias = tuple[str, str]
"""A file and a rule."""


def apply_page_suppressions(
    problems: Iterable[Problem], overview: Overview, abandoned_rules: Collection[str] = ()
) -> Iterator[Problem]:
    """Yield the problems that no comment in a page suppresses, and one for each unused comment.

    Comments about a rule in `abandoned_rules` are not reported.
    """
    found = list(problems)
    suppressions = dict(_collect_suppressions({problem.file for problem in found}, overview))
    if not suppressions:
        yield from found
        return
    offsets: dict[_Subject, list[int]] = defaultdict(list)
    for problem in found:
        if problem.file in suppressions:
            offsets[problem.file, problem.rule].append(problem.span.start)
    for places in offsets.values():
        places.sort()
    used = set(_list_used(suppressions, offsets))
    covered = _group_suppressed_spans(used)
    for problem in found:
        parts = covered.get((problem.file, problem.rule), ())
        if not _is_covered(problem.span.start, parts):
            yield problem
    severity = overview.settings.get_severity(UNUSED, all_rules()[UNUSED].severity)
    if severity is not None:
        yield from _report_unused(suppressions, used, overview, abandoned_rules, severity)


def _list_used(
    suppressions: Mapping[str, Sequence[PageSuppression]], offsets: Mapping[_Subject, Sequence[int]]
) -> Iterator[tuple[str, PageSuppression]]:
    """Yield the comments that cover the offset of some finding of their rule, with their files."""
    for file, file_suppressions in suppressions.items():
        for suppression in file_suppressions:
            places, part = offsets.get((file, suppression.rule), ()), suppression.covers
            first = bisect_left(places, part.start) if part else 0
            if first < len(places) and (part is None or places[first] < part.end):
                yield file, suppression


def _group_suppressed_spans(
    used: Iterable[tuple[str, PageSuppression]],
) -> dict[_Subject, Sequence[Span]]:
    """Return the parts that comments cover, by file and rule."""
    spans: dict[_Subject, list[Span]] = defaultdict(list)
    for file, suppression in used:
        spans[file, suppression.rule].append(suppression.covers or _WHOLE_PAGE)
    return {subject: _join_spans(covered) for subject, covered in spans.items()}


def _join_spans(spans: Iterable[Span]) -> Sequence[Span]:
    """Return spans in order, those that touch or overlap as one."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(span.end, joined[-1].end))
        else:
            joined.append(span)
    return joined


def _is_covered(offset: int, spans: Sequence[Span]) -> bool:
    """Return whether a byte offset is in one of some spans, which are in order and apart."""
    index = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return index >= 0 and offset < spans[index].end


def _collect_suppressions(
    files: Collection[str], overview: Overview
) -> Iterator[tuple[str, tuple[PageSuppression, ...]]]:
    """Yield the suppressing comments of pages that were read, or that have findings, by file."""
    for file, page in (overview.contents or {}).items():
        body = page.body_if_read
        if body is None and file in files and _has_mark(page):
            with suppress(WorkTimeout):
                body = page.body
        if body is not None and body.syntax.suppressions:
            yield file, body.syntax.suppressions


def _has_mark(page: PageContent) -> bool:
    """Return whether a page may have a suppressing comment; reads its file again."""
    return not page.is_plain and MARK in page.reread_bytes()


def _report_unused(
    suppressions: dict[str, tuple[PageSuppression, ...]],
    used: Collection[tuple[str, PageSuppression]],
    overview: Overview,
    abandoned_rules: Collection[str],
    severity: Severity,
) -> Iterator[Problem]:
    """Yield a problem for each comment that leaves out nothing, as far as that is certain."""
    for file, file_suppressions in suppressions.items():
        for suppression in file_suppressions:
            if (file, suppression) in used:
                continue
            message = _describe_unused(suppression, overview, abandoned_rules)
            if message:
                yield Problem(UNUSED, file, suppression.place, message, severity)


def _describe_unused(
    suppression: PageSuppression, overview: Overview, abandoned_rules: Collection[str]
) -> str:
    """Return what is wrong with a comment that leaves out nothing; empty if that is not known."""
    if not suppression.rule:
        return "This comment names no rule, so it has no effect. Write `docs-lsp-ignore RULE`."
    rule = all_rules().get(suppression.rule)
    if rule is None:
        return describe_unknown_rule(suppression.rule, all_rules())
    is_on = overview.settings.get_severity(rule.name, rule.severity) is not None
    if not is_on or rule.name in abandoned_rules or rule.name in _COMPARING:
        return ""
    where = "on this page" if suppression.covers is None else "here"
    return f"`{rule.name}` finds nothing {where}, so this comment has no effect. Remove it."
