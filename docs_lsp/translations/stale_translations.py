"""Decides which translations are stale, from their stamps and from the commits of a history.

A stamp is the fields in which a translation records its original. Two forms are in use: the SHA-256
of the whole file of the original (`x-i18n.source_hash`, written by a translation program), and the
commit of the original that was translated (`translation.source_commit`, `l10n.sourceCommit`).
"""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.overview import Overview
from docs_lsp.site.site import StaleTranslation
from docs_lsp.translations.missed_commits import FollowedPair, MissedCommits, find_missed_commits
from docs_lsp.translations.page_pairs import index_pairs_by_file

if TYPE_CHECKING:
    from docs_lsp.revisions.history import FileChanges, History
    from docs_lsp.revisions.repository import Repository

_HASHES = (("x-i18n", "source_hash"),)
_COMMITS = (("translation", "source_commit"), ("l10n", "sourceCommit"))
_HASH = compile_lazily(r"[0-9a-fA-F]{64}")
_COMMIT = compile_lazily(r"[0-9a-fA-F]{7,40}")


class Stamp(NamedTuple):
    """The version of the original that a translation was made from, as it records."""

    hash: str = ""
    """The SHA-256 of the file, 64 hexadecimal digits; empty if not recorded."""
    commit: str = ""
    """The name of a commit, or its beginning; empty if not recorded."""

    def matches_original(self, original: bytes) -> bool:
        """Return whether the hash is that of a file, with either kind of line breaks."""
        texts = (original, original.replace(b"\r\n", b"\n"))
        return any(sha256(text).hexdigest() == self.hash.lower() for text in texts)


NO_STAMP = Stamp()


def parse_stamp(fields: Mapping[str, object]) -> Stamp:
    """Return the stamp in the fields of a page; empty if there is none."""
    return Stamp(_find_field(fields, _HASHES, _HASH), _find_field(fields, _COMMITS, _COMMIT))


def _find_field(
    fields: Mapping[str, object], names: tuple[tuple[str, str], ...], form: re.Pattern[str]
) -> str:
    """Return the first of some nested fields whose value has a form; empty if none has."""
    for group, name in names:
        inside = fields.get(group)
        value = inside.get(name) if isinstance(inside, Mapping) else None
        if isinstance(value, str) and form.fullmatch(value):
            return value
    return ""


class SiteHistory(NamedTuple):
    """The history of a site's files."""

    history: History
    folder: str
    """The path of the site in the repository, with a slash at its end; empty for its root."""

    def to_repository_path(self, file: str) -> str:
        """Return the path of a file of the site from the root of the repository."""
        return posixpath.normpath(self.folder + file)

    def find_head_content(self, file: str) -> bytes | None:
        """Return the Git name, not the text, of a file's newest committed content, or None.

        Raises `RevisionFault`.
        """
        return self.history.find_content(0, self.folder + file)


def collect_stamps(overview: Overview) -> Mapping[str, Stamp]:
    """Return the stamp of each translation, by its file; an empty one if it records nothing."""
    contents = overview.contents or {}
    files = overview.cached(index_pairs_by_file)
    return {file: parse_stamp(contents[file].fields) for file in files if file in contents}


def find_missed_at_head(
    past: SiteHistory,
    pairs: Sequence[tuple[str, str]],
    stamps: Mapping[str, Stamp],
    cancelled: Callable[[], bool] | None = None,
) -> Mapping[str, MissedCommits]:
    """Return how far translations are behind at the newest commit, by file, as far as known.

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
    missed_by_path = find_missed_commits(history, followed, cancelled)
    return {
        path.removeprefix(folder): missed._replace(
            was=_make_relative(folder, missed.was) if missed.was else ""
        )
        for path, missed in missed_by_path.items()
    }


def find_stale_translations(
    past: SiteHistory,
    pairs: Sequence[tuple[str, str]],
    stamps: Mapping[str, Stamp],
    cancelled: Callable[[], bool] | None = None,
) -> Mapping[str, StaleTranslation]:
    """Return, by file, the translations older than their originals at the newest commit.

    Raises `RevisionFault` and `WalkCancelled`.
    """
    missed_by_file = find_missed_at_head(past, pairs, stamps, cancelled)
    stale = {}
    for file, original in pairs:
        missed, stamp = missed_by_file.get(file), stamps.get(file, NO_STAMP)
        content, text = past.find_head_content(file), b""
        if stamp.hash and (name := past.find_head_content(original)):
            text = past.history.read_content(name)
        if content is not None and is_stale(stamp, missed, text):
            commits, since, is_least, was = missed or MissedCommits(0, "")
            names = tuple(past.to_repository_path(one) for one in (was, original) if one)
            stale[file] = StaleTranslation(original, commits, since, is_least, content, names)
    return stale


def _make_relative(folder: str, path: str) -> str:
    """Return a path of the repository relative to the site's folder."""
    return posixpath.relpath(f"/{path}", f"/{folder}")


def is_stale(stamp: Stamp, missed: MissedCommits | None, original: bytes) -> bool:
    """Return whether a translation is older than its original.

    Its stamp's hash decides, or else the commits. Without a hash, the text of the original is not
    needed. An empty original is not newer.
    """
    if stamp.hash:
        return bool(original) and not stamp.matches_original(original)
    return missed is not None and missed.commits > 0


class TranslationStatus(NamedTuple):
    """The outdated translations of a site, and the inputs they were computed from."""

    commit: str
    """The name of the newest commit."""
    pairs: tuple[tuple[str, str], ...]
    """The files of translations, each with that of its original."""
    stamps: Mapping[str, Stamp]
    """The stamps of the translations, by their files."""
    stale: Mapping[str, StaleTranslation]
    """The translations that are older than their originals, by their files."""
    cached_changes: Mapping[bytes, FileChanges]
    """The changes of commits, by their names."""


def find_translation_status(
    overview: Overview,
    repository: Repository,
    before: TranslationStatus | None,
    cancelled: Callable[[], bool],
) -> TranslationStatus:
    """Return the outdated translations at the newest commit; `before` itself if nothing changed.

    Raises `RevisionFault` and `WalkCancelled`.
    """
    revision = repository.require_head()
    pages = overview.cached(index_pairs_by_file)
    pairs = tuple((file, pair.original_file) for file, pair in pages.items())
    stamps = overview.cached(collect_stamps)
    if before is not None and before[:3] == (revision.commit, pairs, stamps):
        return before
    history = repository.read_history(revision, before.cached_changes if before else None)
    stale = find_stale_translations(
        SiteHistory(history, repository.folder), pairs, stamps, cancelled
    )
    return TranslationStatus(revision.commit, pairs, stamps, stale, history.cached_changes)


def build_diff_command(since: str, paths: Sequence[str]) -> str:
    """Return the command that shows the changes of an original since a commit.

    The last path is the current one; a former path before it makes git show a renamed file as such.
    """
    renames = "-M " if len(paths) > 1 else ""
    return f"git diff {renames}{since} -- {' '.join(map(shlex.quote, paths))}"
