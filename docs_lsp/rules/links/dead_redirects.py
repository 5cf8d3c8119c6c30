"""Faults of redirects that never happen or lead to a 404, for `dead-redirect`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from docs_lsp.core.did_you_mean import SuggestionBudget
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code, render_suggestion
from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.links.broken_links import (
    BrokenLink,
    choose_link_severity,
    describe_missing_heading,
    describe_missing_path,
    describe_ungenerated_path,
    find_link_fault,
)
from docs_lsp.rules.links.link_suggestions import choose_sure_target, suggest_link_targets
from docs_lsp.rules.links.reported_redirects import (
    follow_sure_chain,
    is_redirect_broken,
)
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.accepted_answers import UnfilledParameter, find_unfilled_parameter
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.redirect_chains import RedirectChains
from docs_lsp.site.routes.redirects import (
    PLACEHOLDER,
    Redirect,
    RedirectIndex,
    SourceForm,
    find_literal_prefix,
    normalise_url_path,
)
from docs_lsp.site.routes.router import LinkStatus, get_path_resolver


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
    never_matches: bool = False
    """Whether the redirect never matches a request, so that it can be removed."""
    wildcard: str = ""
    """The parameter of the source that has no `*`."""
    target: str = ""
    """The broken address; empty if the source or a parameter is wrong."""


def find_redirect_fault(
    redirect: Redirect, overview: Overview, budget: SuggestionBudget | None = None
) -> RedirectFault | None:
    """Return the first fault of a redirect; None if it may work.

    With a `budget`, suggestions are searched only as long as it lasts.
    """
    return next(_iter_redirect_faults(redirect, overview, budget), None)


def _iter_redirect_faults(
    redirect: Redirect, overview: Overview, budget: SuggestionBudget | None
) -> Iterator[RedirectFault]:
    """Yield the faults of a redirect in order; only the first one is meaningful."""
    yield from _find_source_fault(redirect, overview)
    yield from _find_parameter_fault(redirect, overview)
    if not redirect.is_external:
        yield from _find_destination_fault(redirect, overview, budget)
    yield from _check_wildcard(redirect)


# The source


def _find_source_fault(redirect: Redirect, overview: Overview) -> Iterator[RedirectFault]:
    """Yield the fault of a source that never matches: a full URL, or one with `#` or `?`."""
    source = redirect.source
    if redirect.has_url_source:
        free = _suggest_free_source(_parse_url_path(source), redirect, overview)
        remedy = f"Write the path, {code(free[0])}." if free else "Remove it, or write a path."
        message = (
            "A source is compared with paths of this site, so a redirect from a full URL never "
            f"happens. {remedy}"
        )
        yield RedirectFault("source", message, None, free, True, never_matches=True)
    elif redirect.tail_sign:
        sign = redirect.tail_sign
        reason = "never sent to the server" if sign == "#" else "not compared"
        message = (
            f"The part after {code(sign)} is {reason}, so this source never matches. Redirect the "
            "path without it, or remove this redirect."
        )
        path = source[: source.rindex(sign)] if source.count(sign) == 1 else ""
        yield RedirectFault(
            "source",
            message,
            None,
            _suggest_free_source(path, redirect, overview),
            never_matches=True,
        )


def _parse_url_path(url: str) -> str:
    """Return the path of a URL; empty for an invalid one."""
    try:
        return urlsplit(url.strip()).path
    except ValueError:  # An invalid host in brackets.
        return ""


def _suggest_free_source(path: str, redirect: Redirect, overview: Overview) -> tuple[str, ...]:
    """Return a path, as a tuple, if it can be redirected instead; else an empty tuple.

    Nothing exists at the path, and it is not the destination of the redirect.
    """
    is_path = path.startswith("/") and Redirect(path, "/").form is SourceForm.EXACT
    if not is_path or get_path_resolver(overview).resolve_path(path).status is not LinkStatus.DEAD:
        return ()
    is_goal = not redirect.is_external and normalise_url_path(
        redirect.destination
    ) == normalise_url_path(path)
    return () if is_goal else (path,)


# A parameter


_PARAMETER = compile_lazily(r":[A-Za-z_]\w*(?=/?$)")


def _check_wildcard(redirect: Redirect) -> Iterator[RedirectFault]:
    """Yield the fault of a source that ends with a parameter without `*`."""
    match = _PARAMETER.search(redirect.source)
    if match is None or redirect.has_url_source or redirect.tail_sign or "*" in redirect.source:
        return
    message = (
        f"It is undefined whether {code(match[0])} matches anything without a `*`. Write "
        f"{code(match[0] + '*')}, also in the destination."
    )
    part, severity = _find_byte_span(match), Severity.INFORMATION
    yield RedirectFault("source", message, part, severity=severity, wildcard=match[0])


def _find_parameter_fault(redirect: Redirect, overview: Overview) -> Iterator[RedirectFault]:
    """Yield the fault of a destination with a parameter that the source does not have."""
    gap = find_unfilled_parameter(redirect)
    if gap is None:
        return
    match, known = gap.parameter, gap.known
    start, end = match.span()
    destinations = (
        (parameter, f"{match.string[:start]}{parameter}{match.string[end:]}") for parameter in known
    )
    # Unknown: other sites, and parameters that the service may fill in anyway.
    is_sure = gap.certain and not redirect.is_external
    is_one = is_sure and len(known) == 1
    good = (
        parameter
        for parameter, destination in destinations
        if is_one and _may_work_with_destination(destination, redirect, overview)
    )
    yield RedirectFault(
        "destination",
        _describe_missing_parameter(gap),
        _find_byte_span(match),
        tuple(good),
        True,
        Severity.WARNING if is_sure else Severity.INFORMATION,
    )


def _may_work_with_destination(destination: str, redirect: Redirect, overview: Overview) -> bool:
    """Return whether the redirect may work with another destination."""
    after = redirect._replace(destination=destination)
    if is_redirect_broken(after, get_path_resolver(overview)):
        return False
    known = get_path_resolver(overview).redirects.all
    redirects = RedirectIndex(after if other.order == after.order else other for other in known)
    chain = RedirectChains(redirects).find_chain(after)
    return chain is None or not chain.cycle


def _find_byte_span(match: re.Match[str]) -> Span:
    """Return the byte span of a match in its string."""
    start = len(match.string[: match.start()].encode("utf-8", "replace"))
    return Span(start, start + len(match[0].encode()))


def _describe_missing_parameter(gap: UnfilledParameter) -> str:
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


def _find_destination_fault(
    redirect: Redirect, overview: Overview, budget: SuggestionBudget | None
) -> Iterator[RedirectFault]:
    """Yield the fault of a destination that ends in a 404 or names a missing heading."""
    answers, text = get_path_resolver(overview), redirect.destination
    if not is_redirect_broken(redirect, answers):
        dead = find_link_fault(text, None, overview)
        if dead and dead.anchor:
            near = _suggest_unredirected_targets(dead, overview, budget)
            message = describe_missing_heading(dead, near or (), "redirect")
            fault = _build_destination_fault(dead, text, message, near, overview)
            yield fault._replace(severity=choose_link_severity(dead))
        else:
            yield from _find_chain_fault(redirect, overview)
    elif PLACEHOLDER.search(text):
        message = (
            f"No path of this site begins with {code(find_literal_prefix(text))}, so readers get a "
            "404. Change the destination, or remove the redirect."
        )
        yield RedirectFault("destination", message)
    elif target := parse_link_path(answers.split_link(text)[1]):
        dead = BrokenLink(target.path, start=answers.split_link(text)[0])
        near = _suggest_unredirected_targets(dead, overview, budget)
        shown = tuple(f"{dead.start}{address}" for address in near or ())
        if message := describe_ungenerated_path(dead.path, overview):
            yield _build_destination_fault(dead, text, message, near, overview)
        elif answers.is_in_generated_folder(dead.path):
            fault = _build_destination_fault(
                dead, text, _describe_not_generated(dead.written_path, shown), near, overview
            )
            # The URLs of generated pages are not known exactly; the writer may have seen this one.
            yield fault._replace(severity=Severity.INFORMATION, is_obvious=False)
        elif answers.may_be_outside(dead.path):
            fault = _build_destination_fault(
                dead, text, _describe_path_elsewhere(dead.written_path, shown), near, overview
            )
            yield fault._replace(severity=Severity.INFORMATION)
        else:
            yield _build_destination_fault(
                dead, text, describe_missing_path(dead.written_path, shown), near, overview
            )


def _build_destination_fault(
    dead: BrokenLink, text: str, message: str, near: Sequence[str] | None, overview: Overview
) -> RedirectFault:
    """Return the fault of a part of a destination; `near` is None if nothing was searched."""
    best = None if near is None else choose_sure_target(dead, overview)
    start = "" if dead.anchor else dead.start
    names = dict.fromkeys((*filter(None, (best,)), *(near or ())))
    instead = tuple(f"{start}{name}" for name in names)
    part = dead.locate_fault(text, Span(0, len(text.encode("utf-8", "replace"))))
    return RedirectFault(
        "destination", message, part, instead, best is not None, target=dead.full_address
    )


def _suggest_unredirected_targets(
    dead: BrokenLink, overview: Overview, budget: SuggestionBudget | None
) -> tuple[str, ...] | None:
    """Return suggested targets that are not redirected, best first; None without budget."""
    if budget is not None and not budget.spend():
        return None
    near = suggest_link_targets(dead, overview)
    if dead.anchor:
        return near
    return tuple(
        address
        for address in near
        if get_path_resolver(overview).redirects.find_match(address) is None
    )


def _describe_not_generated(path: str, near: tuple[str, ...]) -> str:
    remedy = render_suggestion(near) or "Correct the path if readers get a 404."
    return (
        f"{code(path)} is in a folder of generated pages, but no specification generates it. "
        f"{remedy}"
    )


def _describe_path_elsewhere(path: str, near: tuple[str, ...]) -> str:
    remedy = render_suggestion(near) or "Correct the path."
    return (
        f"{code(path)} is not a page, file or redirect of this site. {remedy} If another site on "
        "the domain serves it, add it to `site.elsewhere` in docs-lsp.toml."
    )


def _find_chain_fault(redirect: Redirect, overview: Overview) -> Iterator[RedirectFault]:
    """Yield the fault of a redirect whose chain ends in a 404, if no later redirect has it."""
    sure = overview.cached_for(follow_sure_chain, redirect)
    if sure is None or sure.missing_path is None or sure.ends_broken:
        return
    end = sure.missing_path
    message = (
        f"{code(redirect.destination)} redirects to {code(end)} in the end, which does not exist "
        "(404). Point this redirect at a page."
    )
    is_sure = not get_path_resolver(overview).is_in_generated_folder(end)
    severity = Severity.WARNING if is_sure else Severity.INFORMATION
    yield RedirectFault("destination", message, severity=severity, target=end)
