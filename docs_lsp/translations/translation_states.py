"""Determines the state of every translation of a site.

It can be missing, an untranslated copy, older than its original, of another structure, or have
links that leave its language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.files.files import Files, read_bytes_or_empty
from docs_lsp.revisions.content_names import list_possible_names
from docs_lsp.translations.language_links import WrongLink, find_wrong_links
from docs_lsp.translations.missed_commits import Lag
from docs_lsp.translations.page_pairs import PagePair, list_page_pairs
from docs_lsp.translations.page_shapes import (
    COPY,
    PageShape,
    ShapeDifference,
    compute_same_share,
    list_differences,
    parse_page_shape,
)
from docs_lsp.translations.stale_translations import (
    NO_STAMP,
    SiteHistory,
    collect_stamps,
    find_head_lags,
    is_stale,
)

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview


class TranslationState(NamedTuple):
    """The state of one page in one language."""

    pair: PagePair
    same: float | None = None
    """The share of its text that is equal to the original.

    None if there is too little text, and for regional variants of one language.
    """
    lag: Lag | None = None
    """The commits by which it is behind its original; None if unknown."""
    is_edited: bool = False
    """Whether the original has uncommitted changes, and the translation has none."""
    is_outdated: bool = False
    """Whether its stamp is that of another version of the original."""
    is_age_known: bool = True
    """Whether it is known if the translation is older than its original."""
    differences: tuple[ShapeDifference, ...] = ()
    links: tuple[WrongLink, ...] = ()

    @property
    def is_missing(self) -> bool:
        """Whether there is no translation."""
        return self.pair.file is None

    @property
    def is_copy(self) -> bool:
        """Whether the text is that of the original, so that it is not translated."""
        return self.same is not None and self.same >= COPY

    @property
    def is_stale(self) -> bool:
        """Whether it is older than its original, also by changes that are not committed."""
        return self.is_outdated or self.is_edited or bool(self.lag and self.lag.commits)


def compute_translation_states(
    overview: Overview, files: Files, past: SiteHistory | None
) -> tuple[TranslationState, ...]:
    """Return the state of each translation, in the order of docs.json.

    Without a `past`, commits are ignored. Raises `RevisionFault`.
    """
    pairs = overview.cached(list_page_pairs)
    ages = dict(_compute_ages(pairs, overview, files, past))
    texts = _ShapeCache(files)
    return tuple(_build_state(pair, overview, texts, ages) for pair in pairs)


class _ShapeCache:
    """Parses the shape of each page once."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._shapes: dict[str, PageShape] = {}

    def get_shape(self, file: str) -> PageShape:
        """Return the shape of a page."""
        if file not in self._shapes:
            self._shapes[file] = parse_page_shape(read_bytes_or_empty(self._files, file))
        return self._shapes[file]


class _Age(NamedTuple):
    lag: Lag | None = None
    is_edited: bool = False
    is_outdated: bool = False
    is_known: bool = True


def _build_state(
    pair: PagePair, overview: Overview, texts: _ShapeCache, ages: Mapping[str, _Age]
) -> TranslationState:
    if pair.file is None:
        return TranslationState(pair)
    original, translation = texts.get_shape(pair.original_file), texts.get_shape(pair.file)
    return TranslationState(
        pair,
        None if pair.is_regional_variant else compute_same_share(original, translation),
        *ages[pair.file],
        list_differences(original, translation),
        tuple(find_wrong_links(pair.file, overview)),
    )


def _compute_ages(
    pairs: Sequence[PagePair], overview: Overview, files: Files, past: SiteHistory | None
) -> Iterator[tuple[str, _Age]]:
    """Yield the file of each translation with its age."""
    there = [(pair.file, pair.original_file) for pair in pairs if pair.file is not None]
    stamps = overview.cached(collect_stamps)
    lag_by_file = find_head_lags(past, there, stamps) if past else {}
    edited = _UncommittedChanges(files, past) if past else None
    for file, original in there:
        stamp, lag = stamps.get(file, NO_STAMP), lag_by_file.get(file)
        if stamp.hash:
            is_outdated = is_stale(stamp, lag, read_bytes_or_empty(files, original))
            yield file, _Age(lag if is_outdated else None, is_outdated=is_outdated)
        elif edited is None:
            yield file, _Age(is_known=False)
        elif not stamp.commit and edited.is_changed(file):
            yield file, _Age()  # It is being worked on.
        else:
            is_known = lag is not None and not (lag.is_least and not lag.commits)
            yield file, _Age(lag, edited.is_changed(original), is_known=is_known)


class _UncommittedChanges:
    """Finds files that differ from the newest commit."""

    def __init__(self, files: Files, past: SiteHistory) -> None:
        self._files = files
        self._past = past
        self._known: dict[str, bool] = {}

    def is_changed(self, file: str) -> bool:
        """Whether a file is new, or has other content, ignoring line breaks."""
        if file not in self._known:
            self._known[file] = self._differs_from_head(file)
        return self._known[file]

    def _differs_from_head(self, file: str) -> bool:
        history, folder = self._past
        names = list_possible_names(read_bytes_or_empty(self._files, file))
        return history.find_content(0, folder + file) not in names
