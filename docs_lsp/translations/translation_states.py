"""Determines the state of every translation of a site.

It can be missing, an untranslated copy, older than its original, of another structure, or have
links that leave its language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from docs_lsp.files.files import Files, read_bytes_or_empty
from docs_lsp.revisions.content_names import list_possible_names
from docs_lsp.site.overview import Overview
from docs_lsp.translations.language_links import WrongLink, find_wrong_links
from docs_lsp.translations.missed_commits import MissedCommits
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
    find_missed_at_head,
    is_stale,
)


class TranslationState(NamedTuple):
    """The state of one page in one language."""

    pair: PagePair
    same: float | None = None
    """The share of its text that is equal to the original.

    None if there is too little text, and for regional variants of one language.
    """
    missed: MissedCommits | None = None
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
        """Whether most of the text is that of the original, so that it is not translated."""
        return self.same is not None and self.same >= COPY

    @property
    def is_stale(self) -> bool:
        """Whether it is older than its original, also by changes that are not committed."""
        return self.is_outdated or self.is_edited or bool(self.missed and self.missed.commits)


def compute_translation_states(
    overview: Overview, files: Files, past: SiteHistory | None
) -> tuple[TranslationState, ...]:
    """Return the state of each translation, in the order of docs.json. Raises `RevisionFault`.

    Without a `past`, commits are ignored.
    """
    pairs = overview.cached(list_page_pairs)
    get_shape = cache(lambda file: parse_page_shape(read_bytes_or_empty(files, file)))
    return tuple(
        _add_content_state(state, overview, get_shape)
        for state in _iter_states_with_age(pairs, overview, files, past)
    )


def _add_content_state(
    state: TranslationState, overview: Overview, get_shape: Callable[[str], PageShape]
) -> TranslationState:
    """Return the state with what the texts of both pages show, if there is a translation."""
    pair = state.pair
    if pair.file is None:
        return state
    original, translation = get_shape(pair.original_file), get_shape(pair.file)
    return state._replace(
        same=None if pair.is_regional_variant else compute_same_share(original, translation),
        differences=list_differences(original, translation),
        links=tuple(find_wrong_links(pair.file, overview)),
    )


def _iter_states_with_age(
    pairs: Sequence[PagePair], overview: Overview, files: Files, past: SiteHistory | None
) -> Iterator[TranslationState]:
    """Yield the state of each translation with nothing but its age."""
    there = [(pair.file, pair.original_file) for pair in pairs if pair.file is not None]
    stamps = overview.cached(collect_stamps)
    missed_by_file = find_missed_at_head(past, there, stamps) if past else {}
    is_edited = cache(partial(_is_uncommitted, files, past)) if past else None
    for pair in pairs:
        file, original = pair.file, pair.original_file
        if file is None:
            yield TranslationState(pair)
            continue
        stamp, missed = stamps.get(file, NO_STAMP), missed_by_file.get(file)
        if stamp.hash:
            is_outdated = is_stale(stamp, missed, read_bytes_or_empty(files, original))
            missed = missed if is_outdated else None
            yield TranslationState(pair, missed=missed, is_outdated=is_outdated)
        elif is_edited is None:
            yield TranslationState(pair, is_age_known=False)
        elif not stamp.commit and is_edited(file):
            yield TranslationState(pair)  # It is being worked on.
        else:
            is_known = missed is not None and not (missed.is_least and not missed.commits)
            yield TranslationState(
                pair, missed=missed, is_edited=is_edited(original), is_age_known=is_known
            )


def _is_uncommitted(files: Files, past: SiteHistory, file: str) -> bool:
    """Return whether a file is new since the newest commit, or differs but for line breaks."""
    names = list_possible_names(read_bytes_or_empty(files, file))
    return past.find_head_content(file) not in names
