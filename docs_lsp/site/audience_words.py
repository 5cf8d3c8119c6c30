"""Sentences about who may see a part of a site, and why a viewer may or may not."""

from __future__ import annotations

from collections.abc import Iterable

from docs_lsp.site.visibility import Audience, Viewer

_EVERY = "*"


def describe_audience(audience: Audience) -> str:
    """Return a sentence that says who may see something."""
    if audience.public:
        return "Everyone can see it."
    if audience.groups is None:
        return "Only readers who are logged in can see it."
    if not audience.groups:
        return "No one can see it: its `groups` is empty or invalid."
    barred = _join_quoted_names(audience.barred, "or")
    if _EVERY in audience.groups:
        but = f" and are not in {barred}" if barred else ""
        return f"Only readers who are logged in{but} can see it."
    but = f", unless they are in {barred}" if barred else ""
    return f"Only readers in {_join_quoted_names(audience.groups, 'or')} can see it{but}."


def explain_viewer_access(audience: Audience, viewer: Viewer) -> str:
    """Return a few words that say why a viewer may or may not see something."""
    if audience.public:
        return "public"
    if viewer.groups is None:
        return "needs a log-in"
    if audience.groups is None:
        return "needs no group"
    if not audience.groups:
        return "`groups` admits no one"
    if viewer.is_credential:
        return "a client credential is in no group"
    barred = viewer.groups.intersection(audience.barred)
    if barred:
        return f"not for {_join_quoted_names(barred, 'and')}"
    if _EVERY in audience.groups:
        return "for every user"
    shared = viewer.groups.intersection(audience.groups)
    if shared:
        return f"in {_join_quoted_names(shared, 'and')}"
    return f"only for {_join_quoted_names(audience.groups, 'or')}"


def _join_quoted_names(names: Iterable[str], last: str) -> str:
    """Return names in backticks, sorted and without repeats, with `last` before the final one."""
    *others, final = [f"`{name}`" for name in sorted(set(names))] or [""]
    return f"{', '.join(others)} {last} {final}" if others else final
