"""The redirects that lead from addresses that stopped answering to where the pages are now.

A redirect takes nothing away: it is made only where nothing answers, and none comes before it. One
with a wildcard stands for a folder only where everything that was known in the folder went the same
way, and nothing answers there now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.pages import PAGE_EXTENSIONS
from docs_lsp.site.routes.redirects import Redirect
from docs_lsp.site.routes.router import answers_of

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

# Anything else may be a sign of a wildcard, or be written in several ways.
_PLAIN = compile_lazily(r"(?:/[A-Za-z0-9._~-]+)+")
_ENOUGH = 2
"""From how many addresses of a folder on they share one redirect."""


def build_repair_redirects(
    targets: Mapping[str, str], answered: Collection[str], after: Overview
) -> Mapping[str, tuple[Redirect, ...]]:
    """The redirects that mend addresses, by these.

    `targets` says where what was at an address is now, `answered` are all addresses that answered
    before. An address gets several where a wildcard may not stand for the folder itself.
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
    if not (_PLAIN.fullmatch(old) and (new == "/" or _PLAIN.fullmatch(new))) or old == new:
        return False
    if old.endswith(PAGE_EXTENSIONS):
        return False  # At such an address the service looks for the text of a page itself.
    answers = answers_of(after)
    return answers.answer_at(old).redirect is None and answers.answer_at(new).redirect is None


def _find_moved_folders(targets: Mapping[str, str]) -> list[tuple[str, str]]:
    """Folders that may have moved, with where they would be now, the outermost first."""
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for old, new in targets.items():
        for pair in _find_moved_parents(old, new):
            counts[pair] += 1
    often = (pair for pair, number in counts.items() if number >= _ENOUGH)
    return sorted(often, key=lambda pair: (pair[0].count("/"), pair))


def _find_moved_parents(old: str, new: str) -> Iterator[tuple[str, str]]:
    while old and new and old.rpartition("/")[2] == new.rpartition("/")[2]:
        old, new = old.rpartition("/")[0], new.rpartition("/")[0]
        # The root is not a folder that could have moved, nor one that comes to lie in itself.
        if old and not f"{new}/".startswith(f"{old}/"):
            yield old, new


def _can_redirect_folder(
    old: str, new: str, below: Collection[str], targets: Mapping[str, str], after: Overview
) -> bool:
    """Whether all that was known below a folder is below the new one, and nothing else answers."""
    if len(below) < _ENOUGH or not answers_of(after).is_folder_surely_gone(old):
        return False
    return all(targets.get(one) == new + one[len(old) :] for one in below)
