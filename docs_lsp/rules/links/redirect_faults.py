"""Faults of redirects that never happen or lead to a 404, for `dead-redirect`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.nearest import SuggestionBudget
from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.phrases import code, join_words
from docs_lsp.rules.links.broken_links import (
    Dead,
    check_link,
    choose_sure_target,
    describe_dead_anchor,
    describe_dead_path,
    severity_of,
    suggest_link_targets,
)
from docs_lsp.rules.links.redirect_reports import chain_from, dead_end, leads_nowhere
from docs_lsp.site.routes.link_paths import link_path_of
from docs_lsp.site.routes.redirect_parameters import Unfilled, find_unfilled
from docs_lsp.site.routes.redirects import (
    PLACEHOLDER,
    Redirect,
    Redirects,
    SourceForm,
    literal_of,
    normalise_path,
)
from docs_lsp.site.routes.router import LinkStatus, answers_of

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview


class RedirectFault(NamedTuple):
    """A fault of a redirect, with its message and replacements."""

    key: str
    """The key whose value is wrong."""
    message: str
    part: Span | None = None
    """The byte span of the wrong part within the value; None for the whole value."""
    replacements: tuple[str, ...] = ()
    """Replacements for that part, best first."""
    is_obvious: bool = False
    """Whether the first replacement is the obvious one."""
    severity: Severity = Severity.WARNING
    is_idle: bool = False
    """Whether the redirect never matches a request, so that it can be removed."""
    wildcard: str = ""
    """The parameter of the source that has no `*`."""
    target: str = ""
    """The broken address; empty if the source or a parameter is wrong."""


def find_fault(
    redirect: Redirect, overview: Overview, budget: SuggestionBudget | None = None
) -> RedirectFault | None:
    """Return the fault of a redirect; None if it may lead somewhere.

    With a `budget`, suggestions are searched only as long as it lasts.
    """
    return next(_faults(redirect, overview, budget), None)


def _faults(
    redirect: Redirect, overview: Overview, budget: SuggestionBudget | None
) -> Iterator[RedirectFault]:
    """Yield the faults of a redirect in order; only the first one is meaningful."""
    yield from _check_source(redirect, overview)
    yield from _check_parameter(redirect, overview)
    if not redirect.is_external:
        yield from _check_destination(redirect, overview, budget)
    yield from _check_wildcard(redirect)


# The source


def _check_source(redirect: Redirect, overview: Overview) -> Iterator[RedirectFault]:
    """Yield the fault of a source that never matches: a full URL, or one with `#` or `?`."""
    source = redirect.source
    if redirect.is_of_url:
        free = _find_free_path(_path_of(source), redirect, overview)
        remedy = f"Write the path, {code(free[0])}." if free else "Remove it, or write a path."
        message = (
            "A source is compared with paths of this site, so a redirect from a full URL never "
            f"happens. {remedy}"
        )
        yield RedirectFault("source", message, None, free, True, is_idle=True)
    elif redirect.unseen:
        sign = redirect.unseen
        reason = "never sent to the server" if sign == "#" else "not compared"
        message = (
            f"The part after {code(sign)} is {reason}, so this source never matches. Redirect the "
            "path without it, or remove this redirect."
        )
        path = source[: source.rindex(sign)] if source.count(sign) == 1 else ""
        yield RedirectFault(
            "source", message, None, _find_free_path(path, redirect, overview), is_idle=True
        )


def _path_of(url: str) -> str:
    try:
        return urlsplit(url.strip()).path
    except ValueError:  # An invalid host in brackets.
        return ""


def _find_free_path(path: str, redirect: Redirect, overview: Overview) -> tuple[str, ...]:
    """Return a path, as a tuple, if it can be redirected instead; else an empty tuple.

    Nothing exists at the path, and it is not the destination of the redirect.
    """
    is_path = path.startswith("/") and Redirect(path, "/").form is SourceForm.EXACT
    if not is_path or answers_of(overview).answer_at(path).status is not LinkStatus.DEAD:
        return ()
    is_goal = not redirect.is_external and normalise_path(redirect.destination) == normalise_path(
        path
    )
    return () if is_goal else (path,)


# A parameter


_PARAMETER = compile_lazily(r":[A-Za-z_]\w*(?=/?$)")


def _check_wildcard(redirect: Redirect) -> Iterator[RedirectFault]:
    """Yield the fault of a source that ends with a parameter without `*`."""
    match = _PARAMETER.search(redirect.source)
    if match is None or redirect.is_of_url or redirect.unseen or "*" in redirect.source:
        return
    message = (
        f"It is undefined whether {code(match[0])} matches anything without a `*`. Write "
        f"{code(match[0] + '*')}, also in the destination."
    )
    part, severity = _bytes_of(match), Severity.INFORMATION
    yield RedirectFault("source", message, part, severity=severity, wildcard=match[0])


def _check_parameter(redirect: Redirect, overview: Overview) -> Iterator[RedirectFault]:
    """Yield the fault of a destination with a parameter that the source does not have."""
    gap = find_unfilled(redirect)
    if gap is None:
        return
    match, known = gap.parameter, gap.known
    start, end = match.span()
    ways = ((one, f"{match.string[:start]}{one}{match.string[end:]}") for one in known)
    # Unknown: other sites, and parameters that the service may fill in anyway.
    is_sure = gap.certain and not redirect.is_external
    is_one = is_sure and len(known) == 1
    good = (one for one, way in ways if is_one and _is_good(way, redirect, overview))
    yield RedirectFault(
        "destination",
        _describe_unfilled(gap),
        _bytes_of(match),
        tuple(good),
        True,
        Severity.WARNING if is_sure else Severity.INFORMATION,
    )


def _is_good(destination: str, redirect: Redirect, overview: Overview) -> bool:
    """Return whether the redirect may work with another destination."""
    after = redirect._replace(destination=destination)
    if leads_nowhere(after, answers_of(overview)):
        return False
    known = answers_of(overview).redirects.all
    trail = Redirects(after if one.order == after.order else one for one in known).trail(after)
    return trail is None or not trail.cycle


def _bytes_of(match: re.Match[str]) -> Span:
    start = len(match.string[: match.start()].encode("utf-8", "replace"))
    return Span(start, start + len(match[0].encode()))


def _describe_unfilled(gap: Unfilled) -> str:
    remedy = "Write the full path, or add a wildcard to the source."
    if len(gap.known) == 1:
        remedy = f"Write {code(gap.known[0])}, as in the source."
    elif gap.known:
        remedy = "Use a parameter of the source."
    are = "are" if gap.certain else "may be"
    return (
        f"The source has no {code(gap.parameter[0])}, so readers {are} sent to an address that "
        f"contains these characters literally. {remedy}"
    )


# The destination


def _check_destination(
    redirect: Redirect, overview: Overview, budget: SuggestionBudget | None
) -> Iterator[RedirectFault]:
    answers, text = answers_of(overview), redirect.destination
    if not leads_nowhere(redirect, answers):
        dead = check_link(text, None, overview)
        if dead and dead.anchor:
            near = _suggest_targets(dead, overview, budget)
            message = describe_dead_anchor(dead, near or (), "redirect")
            fault = _build_fault(dead, text, message, near, overview)
            yield fault._replace(severity=severity_of(dead))
        else:
            yield from _check_chain(redirect, overview)
    elif PLACEHOLDER.search(text):
        message = (
            f"No path of this site begins with {code(literal_of(text))}, so readers get a 404. "
            "Change the destination, or remove the redirect."
        )
        yield RedirectFault("destination", message)
    elif target := link_path_of(text):
        dead = Dead(target.path)
        near = _suggest_targets(dead, overview, budget)
        if answers.is_in_generated_folder(target.path):
            fault = _build_fault(
                dead, text, _describe_not_generated(target.path, near or ()), near, overview
            )
            # The URLs of generated pages are not known exactly; the writer may have seen this one.
            yield fault._replace(severity=Severity.INFORMATION, is_obvious=False)
        elif answers.may_be_outside(target.path):
            fault = _build_fault(
                dead, text, _describe_outside(target.path, near or ()), near, overview
            )
            yield fault._replace(severity=Severity.INFORMATION)
        else:
            yield _build_fault(
                dead, text, describe_dead_path(target.path, near or ()), near, overview
            )


def _build_fault(
    dead: Dead, text: str, message: str, near: Sequence[str] | None, overview: Overview
) -> RedirectFault:
    """Return the fault of a part of a destination; `near` is None if nothing was searched."""
    best = None if near is None else choose_sure_target(dead, overview)
    instead = tuple(dict.fromkeys((*filter(None, (best,)), *(near or ()))))
    part = dead.faulty_span(text, Span(0, len(text.encode("utf-8", "replace"))))
    return RedirectFault(
        "destination", message, part, instead, best is not None, target=dead.target
    )


def _suggest_targets(
    dead: Dead, overview: Overview, budget: SuggestionBudget | None
) -> tuple[str, ...] | None:
    """Return suggested targets that are not redirected, best first; None without budget."""
    if budget is not None and not budget.allows():
        return None
    near = suggest_link_targets(dead, overview)
    if dead.anchor:
        return near
    return tuple(one for one in near if answers_of(overview).redirects.match(one) is None)


def _describe_not_generated(path: str, near: tuple[str, ...]) -> str:
    remedy = _render_suggestion(near) or "Correct the path if readers get a 404."
    return (
        f"{code(path)} is in a folder of generated pages, but no specification generates it. "
        f"{remedy}"
    )


def _describe_outside(path: str, near: tuple[str, ...]) -> str:
    remedy = _render_suggestion(near) or "Correct the path."
    return (
        f"{code(path)} is not a page, file or redirect of this site. {remedy} If another site on "
        "the domain serves it, add it to `site.elsewhere` in docs-lsp.toml."
    )


def _render_suggestion(near: tuple[str, ...]) -> str:
    return f"Did you mean {join_words([code(one) for one in near])}?" if near else ""


def _check_chain(redirect: Redirect, overview: Overview) -> Iterator[RedirectFault]:
    """Yield the fault of a redirect whose chain ends in a 404, if no later redirect has it."""
    chain = chain_from(redirect, answers_of(overview))
    end = dead_end(chain, answers_of(overview)) if chain else None
    if chain is None or end is None or leads_nowhere(chain.hops[-1].redirect, answers_of(overview)):
        return
    message = (
        f"{code(redirect.destination)} redirects to {code(end)} in the end, which does not exist "
        "(404). Point this redirect at a page."
    )
    is_sure = not answers_of(overview).is_in_generated_folder(end)
    severity = Severity.WARNING if is_sure else Severity.INFORMATION
    yield RedirectFault("destination", message, severity=severity, target=end)
