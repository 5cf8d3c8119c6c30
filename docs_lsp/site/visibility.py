"""Who may see a page, who finds it, and if not, why not: the one place that decides it.

The service's rules are asked in the order in which they outweigh each other. Where its own
documents disagree (`noindex` together with `seo.indexing: all`), `noindex` keeps a page out of
the search and the sitemap, and `all` brings it back to llms.txt. A listing under a hidden
element outweighs a visible one for the index, while readers still see the visible one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from docs_lsp.site.pages import Never


class Mark(NamedTuple):
    """What one element of the navigation says about the pages below it; None where silent."""

    hidden: bool | None = None
    searchable: bool | None = None
    public: bool | None = None


Chain = tuple[Mark, ...]
"""The marks of the elements from the root down to the one that lists a page."""


class Reason(Enum):
    """Why a page is found or not; the value says it to the writer."""

    LISTED = "The navigation lists it."
    SEARCHABLE = "It is under a hidden element that `searchable: true` keeps in the index."
    UNHIDDEN = "`hidden: false` keeps it in the index, although an element above it is hidden."
    INDEX_ALL = "It is hidden, but `seo.indexing` is `all`."
    IGNORED = "An ignore pattern excludes its file. Remove the pattern, or add a `!` line."
    NO_PAGE = "Its file is not a page."
    RESERVED = "The search server answers at its address. Give the page another path."
    NOINDEX = "Its frontmatter says `noindex: true`."
    HIDDEN_PAGE = "Its frontmatter says `hidden: true`. Remove it, or set `seo.indexing` to `all`."
    NOT_LISTED = "The navigation does not list it. List it, or set `seo.indexing` to `all`."
    HIDDEN = "A hidden element lists it. Add `searchable: true` to that element to have it found."
    NOT_SEARCHABLE = "Its frontmatter says `searchable: false`."


class Audience(NamedTuple):
    """Who may read a page: everybody, every user, or the users in some groups."""

    public: bool
    groups: tuple[str, ...] = ()
    """The groups that may; empty for all users."""
    barred: tuple[str, ...] = ()
    """Groups that may not, even when another of the user's groups may."""

    def admits(self, groups: Collection[str] | None) -> bool:
        """Whether a user in these groups may read it; None stands for nobody logged in."""
        if self.public:
            return True
        if groups is None or not set(groups).isdisjoint(self.barred):
            return False
        return not self.groups or "*" in self.groups or not set(groups).isdisjoint(self.groups)


class SiteMarks(NamedTuple):
    """What the site as a whole says about its pages."""

    index_all: bool = False
    """`seo.indexing` is `all`."""
    authenticated: bool = False
    """Readers have to log in; without that, every page is public."""
    public: bool = False
    """The top-level `public`: what holds for pages about which nothing else is said."""


@dataclass(frozen=True, slots=True)
class Visibility:
    """Where a page shows up. `searchable` means the site's search and the MCP server."""

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
    # In the search, the sitemap, llms.txt.
    Reason.LISTED: _ALL,
    Reason.SEARCHABLE: _ALL,
    Reason.UNHIDDEN: _ALL,
    Reason.INDEX_ALL: _ALL,
    Reason.NOT_SEARCHABLE: (False, True, True),
}
_OUTWEIGHS = (
    "Its frontmatter says `noindex: true`, which wins over `seo.indexing: all` everywhere but in "
    "llms.txt."
)
_NO_MARKS = SiteMarks()


def visibility(
    listings: Sequence[Chain],
    frontmatter: Mapping[str, object],
    site: SiteMarks = _NO_MARKS,
    never: Never | None = None,
    *,
    reserved: bool = False,
) -> Visibility:
    """Where a page shows up; `listings` has one chain for each time the navigation lists it.

    `reserved` says that the service itself answers at the page's address.
    """
    audience = _audience(listings, frontmatter, site)
    if never is not None:
        reason = Reason.IGNORED if never is Never.IGNORED else Reason.NO_PAGE
        text = f"It is not a page: {never.value}."
        return Visibility(False, *_NONE, audience, reason, text)
    reason = Reason.RESERVED if reserved else _reason(listings, frontmatter, site)
    searchable, sitemap, llms = _FOUND.get(reason, _NONE)
    return Visibility(
        in_navigation=frontmatter.get("hidden") is not True and any(map(is_shown, listings)),
        searchable=searchable,
        sitemap=sitemap,
        llms=llms or (reason is Reason.NOINDEX and site.index_all),
        audience=audience,
        reason=reason,
        text=_OUTWEIGHS if reason is Reason.NOINDEX and site.index_all else reason.value,
    )


def _reason(
    listings: Sequence[Chain], frontmatter: Mapping[str, object], site: SiteMarks
) -> Reason:
    if frontmatter.get("noindex") is True:
        return Reason.NOINDEX
    hidden = _hidden(listings, frontmatter)
    if hidden and not site.index_all:
        return hidden
    if frontmatter.get("searchable") is False:
        return Reason.NOT_SEARCHABLE
    if hidden:
        return Reason.INDEX_ALL
    if all(map(is_shown, listings)):
        return Reason.LISTED
    unhidden = any(mark.hidden is False for chain in listings for mark in chain)
    return Reason.UNHIDDEN if unhidden or frontmatter.get("hidden") is False else Reason.SEARCHABLE


def _hidden(listings: Sequence[Chain], frontmatter: Mapping[str, object]) -> Reason | None:
    """What takes a page out of the index by default; None where nothing does."""
    if frontmatter.get("hidden") is True:
        return Reason.HIDDEN_PAGE
    if not listings:
        return Reason.NOT_LISTED
    if frontmatter.get("hidden") is False or all(map(is_indexed, listings)):
        return None
    return Reason.HIDDEN


def is_shown(chain: Chain) -> bool:
    """Whether readers get to see what is below: a hidden element hides all of it."""
    return all(mark.hidden is not True for mark in chain)


def is_indexed(chain: Chain) -> bool:
    """Whether the index has what is below: `hidden: false` undoes what stands above it."""
    indexed = True
    for mark in chain:
        if mark.hidden is False:
            indexed = True
        elif mark.hidden and not mark.searchable:
            indexed = False
    return indexed


def _audience(
    listings: Sequence[Chain], frontmatter: Mapping[str, object], site: SiteMarks
) -> Audience:
    if not site.authenticated:
        return Audience(public=True)
    groups = frontmatter.get("groups")
    if groups is not None:
        # An empty or misspelt list must not open the page to everybody.
        named, barred = tuple(_groups(groups, "includes")), tuple(_groups(groups, "excludes"))
        return Audience(False, named, barred)
    for name in ("public", "isPublic"):
        said = frontmatter.get(name)
        if isinstance(said, bool):
            return Audience(said)
    return Audience(all(_is_public(chain, site) for chain in listings or [()]))


def _is_public(chain: Chain, site: SiteMarks) -> bool:
    """What the nearest element says that says anything."""
    return next((mark.public for mark in reversed(chain) if mark.public is not None), site.public)


def _groups(value: object, key: str) -> Iterator[str]:
    """The groups of a `groups` field: names, or objects that list names under a key."""
    for each in _listed(value):
        if isinstance(each, dict):
            yield from (name for name in _listed(each.get(key)) if isinstance(name, str))
        elif isinstance(each, str) and key == "includes":
            yield each


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]
