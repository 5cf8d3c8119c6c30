"""Finds what changed for readers, search engines and AI clients between two states of a site."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from docs_lsp.comparison.lost_addresses import build_repair_redirects, find_linking_files
from docs_lsp.comparison.page_states import PageDescriber, PageState, describe_pages
from docs_lsp.comparison.renamed_files import RenamedPages
from docs_lsp.site.mdx.anchors import AnchorStatus
from docs_lsp.site.mdx.contents import look_up_anchor
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PageFile, page_to_url
from docs_lsp.site.routes.accepted_site import find_answers_despite_faults
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.redirects import ANY, Redirect
from docs_lsp.site.routes.router import get_path_resolver
from docs_lsp.site.summaries.address_card import AddressCard, AddressOutcome, make_address_card


class LostAddress(NamedTuple):
    """An address that worked and is broken now."""

    address: str
    was: str
    """The previous target: a file, an operation of a specification, or a URL."""
    linked_from: tuple[str, ...]
    """The files that link to it now."""
    redirects: tuple[Redirect, ...]
    """The redirects that repair it; empty if the new place of the page is unknown."""


class MovedPage(NamedTuple):
    """A page, or a generated page, that has another address."""

    old: str
    new: str


class RemovedHeading(NamedTuple):
    """A heading or other anchor of a page that links point to and that no longer exists."""

    address: str
    """The address of the page, with `#` and the ID."""
    linked_from: tuple[str, ...]


class ChangedPage(NamedTuple):
    """A property of a page that has changed, or what readers get at its address."""

    address: str
    was: str
    now: str


class SiteComparison(NamedTuple):
    """All changes, each list in the order of its addresses."""

    lost: tuple[LostAddress, ...] = ()
    doubtful: tuple[str, ...] = ()
    """Addresses whose page was removed but that may still work.

    For example that of a folder whose index page is removed.
    """
    taken: tuple[ChangedPage, ...] = ()
    """Addresses of existing pages at which readers now get something else."""
    headings: tuple[RemovedHeading, ...] = ()
    moved: tuple[MovedPage, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    editions: tuple[ChangedPage, ...] = ()
    """Pages whose language or version changed."""
    titles: tuple[ChangedPage, ...] = ()
    found: tuple[str, ...] = ()
    """The addresses that search finds now and did not find before."""
    unfound: tuple[str, ...] = ()

    @property
    def redirects(self) -> tuple[Redirect, ...]:
        """All redirects that repair addresses, each once."""
        return tuple(dict.fromkeys(redirect for lost in self.lost for redirect in lost.redirects))


def compare_sites(before: Overview, after: Overview) -> SiteComparison:
    """Return what changed between two states; empty unless `can_compare_site` holds for both."""
    both = can_compare_site(before) and can_compare_site(after)
    return _SiteComparer(before, after).build_comparison() if both else SiteComparison()


def can_compare_site(overview: Overview) -> bool:
    """Return whether the addresses of a site are known: the service accepts its navigation."""
    return overview.cached(find_answers_despite_faults) is not None


def compare_with_earlier(overview: Overview) -> SiteComparison:
    """Return what changed since the earlier state, but for headings; empty if not comparable.

    Links to missing headings are found without it.
    """
    earlier = overview.earlier
    before = earlier.site.cached(Overview.from_site) if earlier else None
    if before is None or not (can_compare_site(before) and can_compare_site(overview)):
        return SiteComparison()
    return _SiteComparer(before, overview).build_comparison(headings=False)


class _SiteComparer:
    def __init__(self, before: Overview, after: Overview) -> None:
        self.before, self.after = before, after
        old, new = (_index_pages_by_file(overview) for overview in (self.before, self.after))
        self.removed, self.added = old.keys() - new.keys(), new.keys() - old.keys()
        self.renamed = before.cached(RenamedPages).find_renamed(
            self.removed, self.added, before, after
        )
        self.old, self.new = old, new
        self.answered = {
            address: found
            for address, found in _find_answers(before).items()
            if ANY not in address and (found in old or found not in self.before.facts.files)
        }
        self.answering = _find_answers(after)
        self.now_at = _find_sole_addresses(self.answering)

    def build_comparison(self, *, headings: bool = True) -> SiteComparison:
        """Return all changes, or all but the headings."""
        # Addresses that worked and that nothing known serves now.
        unanswered = sorted(self.answered.keys() - self.answering.keys())
        lost = dict.fromkeys(one for one in unanswered if self._is_lost(one))
        linked = find_linking_files(lost, self.after)
        targets = {one: now for one in lost if (now := self._find_new_address(one)) is not None}
        mended = build_repair_redirects(targets, self.answered, self.after)
        pairs = sorted(self._pair_pages(), key=lambda pair: pair[1].page)
        before, after = self.before.cached(describe_pages), PageDescriber(self.after)
        states = [(before[old.file], after.describe_page(new)) for old, new in pairs]
        followed = set(self.renamed.values())
        return SiteComparison(
            tuple(
                LostAddress(
                    one, self.answered[one], linked.get(one, ()), self._find_redirects(one, mended)
                )
                for one in lost
            ),
            tuple(
                one
                for one in unanswered
                if one not in lost and self._build_card(one).outcome is AddressOutcome.UNKNOWN
            ),
            tuple(self._find_taken_addresses()),
            tuple(self._find_removed_headings() if headings else ()),
            (*self._find_moved_pages(), *self._find_moved_generated_pages()),
            tuple(sorted(page_to_url(self.new[one].page) for one in self.added - followed)),
            tuple(
                sorted(
                    page_to_url(self.old[one].page) for one in self.removed - self.renamed.keys()
                )
            ),
            tuple(self._find_changed_editions(states)),
            tuple(
                ChangedPage(new.address, old.title, new.title)
                for old, new in states
                if old.title != new.title
            ),
            tuple(
                new.address for old, new in states if (old.is_found, new.is_found) == (False, True)
            ),
            tuple(
                new.address for old, new in states if (old.is_found, new.is_found) == (True, False)
            ),
        )

    def _build_card(self, address: str) -> AddressCard:
        """Return the card of a path of the site, which shows its current target."""
        return make_address_card(self.after, address)

    def _is_lost(self, address: str) -> bool:
        """Return whether an address is surely broken, or its generated page has another one now."""
        card = self._build_card(address)
        is_open = card.outcome is AddressOutcome.UNKNOWN and card.is_certain and card.path
        if card.stopped_by:
            return False  # What stops the generation is reported at its place.
        if not card.is_answered or (
            is_open and get_path_resolver(self.after).is_former_path_broken(card.path)
        ):
            return True
        # The new address of a generated page is known.
        was = self.answered[address]
        is_made = was not in self.old and "://" not in was
        has_redirect = get_path_resolver(self.after).resolve_path(address).redirect is not None
        return is_made and not has_redirect and was in self.now_at

    def _find_redirects(
        self, address: str, mended: Mapping[str, tuple[Redirect, ...]]
    ) -> tuple[Redirect, ...]:
        """Return the redirects that repair an address, or the one that it is redirected to."""
        if address in mended:
            return mended[address]
        card = self._build_card(address)
        was = self.answered[address]
        return mended.get(card.path, ()) if self.answered.get(card.path) == was else ()

    def _find_new_address(self, address: str) -> str | None:
        """Return the current address of the target of a former one, or None if unknown."""
        was = self.answered[address]
        file = self.renamed.get(was, was)
        if file in self.new:
            now = page_to_url(self.new[file].page)
            return now if self.answering.get(now) == file else None
        return self.now_at.get(was)

    def _pair_pages(self) -> Iterator[tuple[PageFile, PageFile]]:
        """Yield the old and the new state of each page that is in both, perhaps renamed."""
        for file, page in self.old.items():
            now = self.new.get(self.renamed.get(file, file))
            if now is not None:
                yield page, now

    def _find_taken_addresses(self) -> Iterator[ChangedPage]:
        """Yield the old addresses of existing pages at which readers get something else now."""
        for address, was in sorted(self.answered.items()):
            now = self.answering.get(address)
            file = self.renamed.get(was, was)
            if now is not None and now not in (file, "?") and (file in self.new):
                yield ChangedPage(address, file, now)

    def _find_moved_pages(self) -> Iterator[MovedPage]:
        for old, new in sorted(self.renamed.items()):
            addresses = page_to_url(self.old[old].page), page_to_url(self.new[new].page)
            if addresses[0] != addresses[1]:
                yield MovedPage(*addresses)

    def _find_moved_generated_pages(self) -> Iterator[MovedPage]:
        """Yield the generated pages that had one address and now have another one."""
        for name, old in sorted(_find_sole_addresses(self.answered).items()):
            new = self.now_at.get(name)
            if name not in self.old and "://" not in name and new not in (None, old):
                yield MovedPage(old, new or "")

    def _find_changed_editions(
        self, states: list[tuple[PageState, PageState]]
    ) -> Iterator[ChangedPage]:
        """Yield the pages listed in both states whose languages or versions have changed."""
        for old, new in states:
            if old.edition and new.edition and old.edition != new.edition:
                yield ChangedPage(new.address, old.edition, new.edition)

    def _find_removed_headings(self) -> Iterator[RemovedHeading]:
        """Yield headings that are gone and that links still name, with the linking files."""
        contents, known = self.after.contents or {}, self.before.contents or {}
        former = {new: old for old, new in self.renamed.items()}
        linking_files: dict[str, list[str]] = defaultdict(list)
        answers = get_path_resolver(self.after)
        for file, content in contents.items():
            for target in content.link_targets:
                own = answers.split_link(target)[1] if "#" in target else ""
                link = parse_link_path(own, file) if own else None
                if link is None or not link.fragment:
                    continue
                page = self.new.get(file) if not link.path else answers.resolve_link(link).page
                if page is None or page.file not in contents:
                    continue
                old = former.get(page.file, page.file)
                if (
                    old not in known
                    or look_up_anchor(known, old, link.fragment).where != AnchorStatus.THERE
                ):
                    continue
                if look_up_anchor(contents, page.file, link.fragment).where is AnchorStatus.NOWHERE:
                    linking_files[f"{page_to_url(page.page)}#{link.fragment}"].append(file)
        for address in sorted(linking_files):
            yield RemovedHeading(address, tuple(dict.fromkeys(sorted(linking_files[address]))))


def _find_answers(overview: Overview) -> Mapping[str, str]:
    """Return the target of each address of a site; empty if they are unknown."""
    answers = overview.cached(find_answers_despite_faults)
    return {} if answers is None else answers


def _index_pages_by_file(overview: Overview) -> Mapping[str, PageFile]:
    return {page.file: page for page in overview.facts.pages}


def _find_sole_addresses(answers: Mapping[str, str]) -> Mapping[str, str]:
    """Return the address of each target that has only one."""
    address_by_target: dict[str, str | None] = {}
    for address, what in answers.items():
        address_by_target[what] = None if what in address_by_target else address
    return {what: address for what, address in address_by_target.items() if address is not None}
