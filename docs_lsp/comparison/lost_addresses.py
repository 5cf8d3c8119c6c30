"""Finds the links to addresses that are broken now, and redirects to the pages that they meant.

A redirect never hides a page: it is built only if nothing is at its address and no other redirect
matches it. A wildcard redirect for a folder is built only if all known pages of the folder moved
the same way, and nothing is left in the folder.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PAGE_EXTENSIONS
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.redirects import Redirect, normalise_url_path
from docs_lsp.site.routes.router import get_path_resolver

_END = compile_lazily(r"[/.#?]")
"""A character that can follow the last word of an address in a link."""


# Other characters may be wildcards, or be written in several ways.
_PLAIN = compile_lazily(r"(?:/[A-Za-z0-9._~-]+)+")
_FEWEST_SHARED = 2
"""The number of addresses of a folder from which they share one redirect."""


def find_linking_files(lost: Collection[str], overview: Overview) -> Mapping[str, tuple[str, ...]]:
    """Return the files with links to some addresses, by address; not for the root."""
    wanted = frozenset(lost)
    names = {next(filter(None, _END.split(one.rpartition("/")[2])), "") for one in wanted} - {""}
    # Few pages have such a word in any target, and splitting all targets is slower.
    words = (re.escape(name.encode("utf-8", "replace")) for name in sorted(names))
    named = re.compile(b"|".join(words))
    answers = get_path_resolver(overview)
    files_by_address: dict[str, set[str]] = defaultdict(set)
    for file, content in (overview.contents or {}).items() if names else ():
        for target in content.link_targets if named.search(content.body.targets) else ():
            if names.isdisjoint(_END.split(target)):
                continue
            link = parse_link_path(answers.split_link(target)[1], file)
            address = normalise_url_path(link.path) if link and link.path else ""
            if address in wanted:
                files_by_address[address].add(file)
    return {address: tuple(sorted(files)) for address, files in files_by_address.items()}


def build_repair_redirects(
    targets: Mapping[str, str], answered: Collection[str], after: Overview
) -> Mapping[str, tuple[Redirect, ...]]:
    """Return the redirects that repair old addresses, by address; some cannot be repaired.

    `targets` gives the new address for each old one, `answered` are all addresses that worked
    before. Addresses below a folder that moved as a whole share one wildcard.
    """
    wanted = {old: new for old, new in targets.items() if _can_redirect(old, new, after)}
    redirects: dict[str, tuple[Redirect, ...]] = {}
    for old, new in _find_moved_folders(wanted):
        below = [one for one in answered if one.startswith(f"{old}/")]
        if any(one in redirects for one in below) or not _can_redirect_folder(
            old, new, below, wanted, after
        ):
            continue
        wildcard = Redirect(f"{old}/:slug*", f"{new}/:slug*")
        redirects |= {one: (wildcard,) for one in below}
    for old, new in wanted.items():
        redirects.setdefault(old, (Redirect(old, new),))
    return redirects


def _can_redirect(old: str, new: str, after: Overview) -> bool:
    """Return whether both addresses are plain paths to which no redirect applies."""
    if not (_PLAIN.fullmatch(old) and (new == "/" or _PLAIN.fullmatch(new))) or old == new:
        return False
    if old.endswith(PAGE_EXTENSIONS):
        return False  # The service serves the text of pages at such addresses.
    answers = get_path_resolver(after)
    return answers.resolve_path(old).redirect is None and answers.resolve_path(new).redirect is None


def _find_moved_folders(targets: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return folders that may have moved, with their new paths, the outermost first."""
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for old, new in targets.items():
        for pair in _iter_moved_parents(old, new):
            counts[pair] += 1
    often = (pair for pair, number in counts.items() if number >= _FEWEST_SHARED)
    return sorted(often, key=lambda pair: (pair[0].count("/"), pair))


def _iter_moved_parents(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of folders, innermost first, below which both addresses are equal."""
    while old and new and old.rpartition("/")[2] == new.rpartition("/")[2]:
        old, new = old.rpartition("/")[0], new.rpartition("/")[0]
        # The root cannot have moved, nor can a folder move into itself.
        if old and not f"{new}/".startswith(f"{old}/"):
            yield old, new


def _can_redirect_folder(
    old: str, new: str, below: Collection[str], targets: Mapping[str, str], after: Overview
) -> bool:
    """Return whether everything below a folder is below the new one, and nothing else is there."""
    if len(below) < _FEWEST_SHARED or not get_path_resolver(after).is_former_folder_unused(old):
        return False
    return all(targets.get(one) == new + one[len(old) :] for one in below)
