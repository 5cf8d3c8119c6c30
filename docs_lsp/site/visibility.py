"""Decide who may see a page, whether search finds it, and why; nothing else decides it.

The service's rules are applied in the order of their precedence. If its own documents disagree
(`noindex` together with `seo.indexing: all`), `noindex` excludes a page from the search and the
sitemap, and `all` includes it in llms.txt. For the index, a listing under a hidden element wins
over a visible one, while readers still see the visible one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from docs_lsp.site.access_mode import AccessMode


class Mark(NamedTuple):
    """The visibility settings of one navigation element; None for a key that is not set."""

    hidden: bool | None = None
    searchable: bool | None = None
    public: bool | None = None


Chain = tuple[Mark, ...]
"""The marks of the elements from the root down to the one that lists a page."""


class Reason(Enum):
    """Reasons why a page is found or not; a value is a sentence for the writer."""

    LISTED = "The navigation lists it."
    SEARCHABLE = "It is under a hidden element that `searchable: true` keeps in the index."
    UNHIDDEN = "`hidden: false` keeps it in the index, although an element above it is hidden."
    INDEX_ALL = "It is hidden, but `seo.indexing` is `all`."
    IGNORED = "An ignore pattern excludes its file. Remove the pattern, or add a `!` line."
    RESERVED = "The search server answers at its address. Give the page another path."
    NOINDEX = "Its frontmatter says `noindex: true`."
    HIDDEN_PAGE = "Its frontmatter says `hidden: true`. Remove it, or set `seo.indexing` to `all`."
    NOT_LISTED = "The navigation does not list it. List it to have it found."
    HIDDEN = "A hidden element lists it. Add `searchable: true` to that element to have it found."
    NOT_SEARCHABLE = "Its frontmatter says `searchable: false`."
    NO_READER = "No one can see it: its `groups` is empty or invalid."


class Viewer(NamedTuple):
    """The identity with which a site is viewed."""

    groups: frozenset[str] | None = None
    """The groups that the viewer is in; None without a log-in."""
    is_credential: bool = False
    """Whether the viewer is a program with a client credential, which is in no group."""


ANONYMOUS = Viewer()
"""A viewer who has not logged in."""
CREDENTIAL = Viewer(frozenset(), is_credential=True)
"""A program with a client credential."""


class Audience(NamedTuple):
    """The readers who may see a page: everyone, all with a log-in, or certain groups."""

    public: bool
    groups: tuple[str, ...] | None = None
    """The groups that may see it; None for everyone who has logged in, empty for no one."""
    barred: tuple[str, ...] = ()
    """Groups that may not see it, even if the viewer is in another group that may."""

    @property
    def is_empty(self) -> bool:
        """Whether no one at all may see it."""
        return not self.public and self.groups == ()

    def admits(self, viewer: Viewer) -> bool:
        """Return whether a viewer may see it. A credential may if no groups are named at all."""
        if self.public:
            return True
        if viewer.groups is None or (viewer.is_credential and self.groups is not None):
            return False
        if not viewer.groups.isdisjoint(self.barred):
            return False
        return (
            self.groups is None
            or _EVERY in self.groups
            or not viewer.groups.isdisjoint(self.groups)
        )


_EVERY = "*"
EVERYBODY = Audience(True)
LOGGED_IN = Audience(False)
NOBODY = Audience(False, ())
"""The audience of content that no one may see."""


class SiteMarks(NamedTuple):
    """The visibility settings of the site as a whole."""

    index_all: bool = False
    """Whether `seo.indexing` is `all`."""
    mode: AccessMode = AccessMode.PUBLIC
    """The access mode, which says which pages need a log-in."""
    public: bool = True
    """Whether pages without access settings are public, if some pages need a log-in."""


@dataclass(frozen=True, slots=True)
class Visibility:
    """The places where a page is shown.

    `searchable` means the site's search and the MCP server.
    """

    in_navigation: bool
    searchable: bool
    sitemap: bool
    llms: bool
    audience: Audience
    reason: Reason
    text: str
    """The reason, as a sentence for the writer."""


_ALL = (True, True, True)
_NONE = (False, False, False)
_FOUND = {
    # Whether it is in the search, the sitemap and llms.txt.
    Reason.LISTED: _ALL,
    Reason.SEARCHABLE: _ALL,
    Reason.UNHIDDEN: _ALL,
    Reason.INDEX_ALL: _ALL,
    Reason.NOT_SEARCHABLE: (False, True, True),
    Reason.NO_READER: (False, True, True),
}
_OUTWEIGHS = (
    "Its frontmatter says `noindex: true`, which wins over `seo.indexing: all` everywhere but in "
    "llms.txt."
)
DECIDING = frozenset(("hidden", "noindex", "searchable", "groups", "public", "isPublic"))
"""The frontmatter fields that affect visibility.

Pages without them that are listed in the same way have the same visibility.
"""


def decide_visibility(
    listings: Sequence[Chain],
    frontmatter: Mapping[str, object],
    site: SiteMarks,
    *,
    is_reserved: bool = False,
) -> Visibility:
    """Decide where a page is shown; `listings` has one chain for each entry that lists it.

    `is_reserved` is True if the service itself answers at the page's address.
    """
    audience = _decide_audience(listings, frontmatter, site)
    reason = Reason.RESERVED if is_reserved else _decide_reason(listings, frontmatter, site)
    if audience.is_empty and _FOUND.get(reason) == _ALL:
        reason = Reason.NO_READER
    searchable, sitemap, llms = _FOUND.get(reason, _NONE)
    return Visibility(
        in_navigation=frontmatter.get("hidden") is not True and any(map(is_chain_shown, listings)),
        searchable=searchable,
        sitemap=sitemap,
        llms=llms or (reason is Reason.NOINDEX and site.index_all),
        audience=audience,
        reason=reason,
        text=_OUTWEIGHS if reason is Reason.NOINDEX and site.index_all else reason.value,
    )


def _decide_reason(
    listings: Sequence[Chain], frontmatter: Mapping[str, object], site: SiteMarks
) -> Reason:
    """Return why search finds a page that is not reserved, or why not."""
    if frontmatter.get("noindex") is True:
        return Reason.NOINDEX
    hidden = _find_hiding_reason(listings, frontmatter)
    if hidden and not site.index_all:
        return hidden
    if frontmatter.get("searchable") is False:
        return Reason.NOT_SEARCHABLE
    if hidden:
        return Reason.INDEX_ALL
    if all(map(is_chain_shown, listings)):
        return Reason.LISTED
    unhidden = any(mark.hidden is False for chain in listings for mark in chain)
    return Reason.UNHIDDEN if unhidden or frontmatter.get("hidden") is False else Reason.SEARCHABLE


def _find_hiding_reason(
    listings: Sequence[Chain], frontmatter: Mapping[str, object]
) -> Reason | None:
    """Return why a page is excluded from the index by default, or None."""
    if frontmatter.get("hidden") is True:
        return Reason.HIDDEN_PAGE
    if not listings:
        return Reason.NOT_LISTED
    if frontmatter.get("hidden") is False or all(map(is_chain_indexed, listings)):
        return None
    return Reason.HIDDEN


def is_chain_shown(chain: Chain) -> bool:
    """Return whether readers see a page listed here; any hidden element hides it."""
    return all(mark.hidden is not True for mark in chain)


def is_chain_indexed(chain: Chain) -> bool:
    """Return whether a page listed here is indexed; `hidden: false` undoes outer marks."""
    indexed = True
    for mark in chain:
        if mark.hidden is False:
            indexed = True
        elif mark.hidden and not mark.searchable:
            indexed = False
    return indexed


def _decide_audience(
    listings: Sequence[Chain], frontmatter: Mapping[str, object], site: SiteMarks
) -> Audience:
    """Return who may see a page, by its own fields, its listings and the site."""
    if site.mode is AccessMode.PUBLIC:
        return EVERYBODY
    if "groups" in frontmatter:
        return parse_groups_audience(frontmatter["groups"])
    if site.mode is AccessMode.FULL:
        return LOGGED_IN
    for name in ("public", "isPublic"):
        value = frontmatter.get(name)
        if isinstance(value, bool):
            return EVERYBODY if value else LOGGED_IN
    is_public = all(_is_chain_public(chain, site) for chain in listings or [()])
    return EVERYBODY if is_public else LOGGED_IN


def _is_chain_public(chain: Chain, site: SiteMarks) -> bool:
    """Return `public` of the nearest element that sets it, or the site's default."""
    return next((mark.public for mark in reversed(chain) if mark.public is not None), site.public)


def parse_groups_audience(value: object) -> Audience:
    """Return the audience of a `groups` field: an array of groups or rules; no one if invalid.

    A field that is there is a restriction: one that is empty, or neither an array nor an object,
    denies everybody. So does an array with a mistake in a rule, as its exclusions would be lost.
    """
    items = value if isinstance(value, list) else [value]
    rules = [each for each in items if isinstance(each, dict)]
    if not rules:
        return Audience(False, tuple(_list_group_names(value)))
    if len(rules) < len(items) or not all(map(_is_group_rule, rules)):
        return NOBODY
    included = [_list_group_names(rule["includes"]) for rule in rules if "includes" in rule]
    barred = [name for rule in rules for name in _list_group_names(rule.get("excludes"))]
    named = [name for names in included for name in names] if included else [_EVERY]
    return Audience(False, tuple(named), tuple(barred))


def _is_group_rule(rule: Mapping[str, object]) -> bool:
    """Return whether an object is a valid rule: only `includes`, `excludes` or both."""
    if not rule.keys() <= {"includes", "excludes"} or rule.get("includes") == []:
        return False
    if "includes" not in rule and not rule.get("excludes"):
        return False
    are_names = (
        isinstance(one, list) and len(_list_group_names(one)) == len(one) for one in rule.values()
    )
    return all(are_names) and _EVERY not in _list_group_names(rule.get("excludes"))


def _list_group_names(values: object) -> list[str]:
    """Return the group names in an array; other items are skipped."""
    items: Iterable[object] = values if isinstance(values, list) else ()
    return [name for name in items if isinstance(name, str) and name.strip()]


def describe_audience(audience: Audience) -> str:
    """Return a sentence that says who may see something."""
    if audience.public:
        return "Everyone can see it."
    if audience.groups is None:
        return "Only readers who are logged in can see it."
    if not audience.groups:
        return Reason.NO_READER.value
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
