"""Decides which translations are stale, from stamps and from the commits of a history."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.site import StaleTranslation
from docs_lsp.translations.missed_commits import FollowedPair, Lag, compute_lags
from docs_lsp.translations.page_pairs import index_pairs_by_file
from docs_lsp.translations.stamps import NO_STAMP, Stamp, parse_stamp

if TYPE_CHECKING:
    from docs_lsp.revisions.history import History
    from docs_lsp.site.overview import Overview


class SiteHistory(NamedTuple):
    """The history of a site's files."""

    history: History
    folder: str
    """The path of the site in the repository, with a slash at its end; empty for its root."""

    def to_repository_path(self, file: str) -> str:
        """Return the path of a file of the site from the root of the repository."""
        return posixpath.normpath(self.folder + file)

    def find_head_content(self, file: str) -> bytes | None:
        """Return the Git name (not the text) of a file's content at the newest commit, or None."""
        return self.history.find_content(0, self.folder + file)


def collect_stamps(overview: Overview) -> Mapping[str, Stamp]:
    """Return the stamp of each translation, by its file; an empty one if it records nothing."""
    contents = overview.contents or {}
    files = overview.cached(index_pairs_by_file)
    return {file: parse_stamp(contents[file].fields) for file in files if file in contents}


def find_head_lags(
    past: SiteHistory,
    pairs: Sequence[tuple[str, str]],
    stamps: Mapping[str, Stamp],
    cancelled: Callable[[], bool] | None = None,
) -> Mapping[str, Lag]:
    """Return how far translations are behind at the newest commit, by their file.

    `pairs` are the files of translations with their originals. Paths are relative to the site's
    folder, also outside of it. Raises `RevisionFault` and `WalkCancelled`.
    """
    history, folder = past
    followed = []
    for file, original in pairs:
        if past.find_head_content(file) is not None:
            named = stamps[file].commit if file in stamps else ""
            commit = history.find_number(named) if named else None
            followed.append(FollowedPair(folder + file, folder + original, commit))
    lag_by_path = compute_lags(history, followed, cancelled)
    return {
        path.removeprefix(folder): lag._replace(
            was=_make_relative(folder, lag.was) if lag.was else ""
        )
        for path, lag in lag_by_path.items()
    }


def find_stale_translations(
    past: SiteHistory,
    pairs: Sequence[tuple[str, str]],
    stamps: Mapping[str, Stamp],
    cancelled: Callable[[], bool] | None = None,
) -> Mapping[str, StaleTranslation]:
    """Return the translations that are older than their originals at the newest commit, by file.

    Raises `RevisionFault` and `WalkCancelled`.
    """
    lag_by_file = find_head_lags(past, pairs, stamps, cancelled)
    stale = {}
    for file, original in pairs:
        lag, stamp = lag_by_file.get(file), stamps.get(file, NO_STAMP)
        content, text = past.find_head_content(file), b""
        if stamp.hash and (name := past.find_head_content(original)):
            text = past.history.read_content(name)
        if content is not None and is_stale(stamp, lag, text):
            commits, since, is_least, was = lag or Lag(0, "")
            names = tuple(past.to_repository_path(one) for one in (was, original) if one)
            stale[file] = StaleTranslation(original, commits, since, is_least, content, names)
    return stale


def _make_relative(folder: str, path: str) -> str:
    """Return a path of the repository relative to the site's folder."""
    return posixpath.relpath(f"/{path}", f"/{folder}")


def is_stale(stamp: Stamp, lag: Lag | None, original: bytes) -> bool:
    """Whether a translation is older than its original: by its stamp's hash, else by commits.

    Without a hash, the text of the original is not needed. An empty one is not newer.
    """
    if stamp.hash:
        return bool(original) and not stamp.matches_original(original)
    return lag is not None and lag.commits > 0
