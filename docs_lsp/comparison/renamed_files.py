"""Matches removed pages with added ones: by redirects, equal bytes, similar lines, equal names."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from functools import partial
from hashlib import blake2b
from typing import TypeAlias

from docs_lsp.core.grouping import group_by
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_to_url, strip_page_extension
from docs_lsp.site.routes.redirects import Redirect
from docs_lsp.site.routes.router import get_path_resolver

TextOf: TypeAlias = Callable[[str], bytes]
"""The bytes of a file, given by its site path."""

_LEAST_SIMILARITY = 0.5
"""The share of the larger of two pages that must be in both, in bytes, as in git."""
_MOST_PAGES_WITH_LINE = 20
"""The number of pages with a line beyond which the line does not help to match pages."""

_Weights = Mapping[int, int]


def match_renamed_files(
    removed: Collection[str], added: Collection[str], before: TextOf, after: TextOf
) -> Mapping[str, str]:
    """Return the likely new names of `removed` files among the `added` ones, if any match.

    Bytes, lines and names decide. No two files get the same name.
    """
    if not removed or not added:
        return {}
    old = {file: before(file) for file in removed}
    new = {file: after(file) for file in added}
    new_names = dict(_match_same_bytes(old, new))
    left = sorted(old.keys() - new_names.keys())
    free = sorted(new.keys() - set(new_names.values()))
    new_names |= _match_best_pairs(
        _score_similar_pairs({one: old[one] for one in left}, {one: new[one] for one in free})
    )
    return new_names | dict(
        _match_same_names(old.keys() - new_names.keys(), new.keys() - set(new_names.values()))
    )


def _match_same_bytes(
    old: Mapping[str, bytes], new: Mapping[str, bytes]
) -> Iterator[tuple[str, str]]:
    """Yield pairs of files with equal bytes, not blank, those with the same name first."""
    filled = (file for file in sorted(new) if new[file].strip())
    by_content = group_by(filled, lambda file: _digest(new[file]))
    digests = {file: _digest(old[file]) for file in sorted(old)}
    left = []
    for file, digest in digests.items():
        named = [
            one for one in by_content.get(digest, ()) if _get_base_name(one) == _get_base_name(file)
        ]
        if named:
            by_content[digest].remove(named[0])
            yield file, named[0]
        else:
            left.append(file)
    for file in left:
        if by_content.get(digests[file]):
            yield file, by_content[digests[file]].pop(0)


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=20).digest()


def _score_similar_pairs(
    old: Mapping[str, bytes], new: Mapping[str, bytes]
) -> Iterator[tuple[float, bool, str, str]]:
    """Yield pairs with enough common lines: share, whether the names are equal, both files."""
    weights = {file: _count_line_bytes(data) for file, data in new.items()}
    having: dict[int, list[str]] = defaultdict(list)
    for file, lines in weights.items():
        for line in lines:
            having[line].append(file)
    for file, data in old.items():
        own = _count_line_bytes(data)
        rare = (
            having[line] for line in own if 0 < len(having.get(line, ())) <= _MOST_PAGES_WITH_LINE
        )
        for other in {one for files in rare for one in files}:
            share = _count_shared_bytes(own, weights[other]) / max(len(data), len(new[other]))
            if share >= _LEAST_SIMILARITY:
                yield share, _get_base_name(file) == _get_base_name(other), file, other


def _match_best_pairs(pairs: Iterable[tuple[float, bool, str, str]]) -> dict[str, str]:
    """Return the pairs with the highest scores, each file in one pair only."""
    matches: dict[str, str] = {}
    taken: set[str] = set()
    for _, _, old, new in sorted(pairs, key=lambda one: (-one[0], not one[1], one[2], one[3])):
        if old not in matches and new not in taken:
            matches[old] = new
            taken.add(new)
    return matches


def _match_same_names(old: Iterable[str], new: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of files whose name is unique in both lists, and not `index`."""
    removed, added = (group_by(files, _get_base_name) for files in (old, new))
    for name, files in removed.items():
        if name != "index" and len(files) == len(added.get(name, ())) == 1:
            yield files[0], added[name][0]


def _get_base_name(file: str) -> str:
    return strip_page_extension(file).rpartition("/")[2]


def _count_line_bytes(data: bytes) -> _Weights:
    """Return the number of bytes of each line that is not blank, by the line's hash."""
    line_weights: Counter[int] = Counter()
    for line in data.splitlines(keepends=True):
        if line.strip(b" \t\r\n-"):
            line_weights[hash(line)] += len(line)
    return line_weights


def _count_shared_bytes(one: _Weights, other: _Weights) -> int:
    return sum(min(weight, other[line]) for line, weight in one.items() if line in other)


class RenamedPages:
    """The new names of one state's pages in another state. Safe in any thread.

    The last result is cached, because the user goes on typing after moving pages, and matching
    reads the texts of removed pages.
    """

    def __init__(self, _before: Overview) -> None:
        """Start without a result."""
        self._last: tuple[object, Mapping[str, str]] = (None, {})
        """The last result, after the object that it was computed from."""

    def find_renamed(
        self, removed: Set[str], added: Set[str], before: Overview, after: Overview
    ) -> Mapping[str, str]:
        """Return the new names of `removed` files among `added` ones, by redirects or text.

        The last result is cached; `before` is always the same.
        """
        there = after.contents or {}
        texts = {file: there.get(file) for file in added}
        redirected = _match_redirected_files(removed, added, before, after)
        question = (removed, texts, redirected)
        last, renames = self._last
        if last != question:
            renames = {
                **redirected,
                **match_renamed_files(
                    removed - redirected.keys(),
                    added - set(redirected.values()),
                    partial(_reread_page, before),
                    partial(_reread_page, after),
                ),
            }
            self._last = ((frozenset(removed), texts, redirected), renames)
        return renames


def _match_redirected_files(
    removed: Set[str], added: Set[str], before: Overview, after: Overview
) -> Mapping[str, str]:
    """Return the new files of pages whose addresses a new redirect leads to a new page.

    Such a redirect says what became of the page, even if its text differs.
    """
    known = {_describe_redirect(redirect) for redirect in get_path_resolver(before).redirects.all}
    if (
        not removed
        or not added
        or known.issuperset(map(_describe_redirect, get_path_resolver(after).redirects.all))
    ):
        return {}
    targets: dict[str, str] = {}
    for page in before.facts.pages:
        match = (
            get_path_resolver(after).redirects.find_match(page_to_url(page.page))
            if page.file in removed
            else None
        )
        if (
            match
            and match.certain
            and match.target
            and _describe_redirect(match.redirect) not in known
        ):
            target = get_path_resolver(after).resolve_path(match.target.partition("#")[0])
            if target.page is not None and target.page.file in added and target.redirect is None:
                targets[page.file] = target.page.file
    counts = Counter(targets.values())
    # If several pages became one, the text decides which continues in it.
    return {old: new for old, new in targets.items() if counts[new] == 1}


def _describe_redirect(redirect: Redirect) -> tuple[str, str]:
    return redirect.source, redirect.destination


def _reread_page(overview: Overview, file: str) -> bytes:
    """Return the bytes of a page, read again; empty if the page is unknown."""
    page = (overview.contents or {}).get(file)
    return page.reread_bytes() if page else b""
