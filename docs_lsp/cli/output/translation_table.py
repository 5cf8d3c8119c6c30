"""Writes the state of translations: for people, for programs, and for a comment or an issue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from docs_lsp.cli.findings import display_path
from docs_lsp.cli.output.writing import escape_markdown, write_json, write_lines
from docs_lsp.core.phrases import format_count
from docs_lsp.translations.stale_translations import build_diff_command

if TYPE_CHECKING:
    from docs_lsp.translations.page_shapes import ShapeDifference
    from docs_lsp.translations.translation_states import TranslationState

_VERSION = 1
_LEAST_SIMILARITY = 0.2
"""The minimum share of identical text that is reported."""
_MOST_SHOWN = 5
"""The maximum number of links, or differences, of one page shown to people."""


class TranslationTable(NamedTuple):
    """The states of the translations of a site."""

    states: tuple[TranslationState, ...]
    unknown: str
    """Why the age of some translations is unknown, as a sentence; empty if all are known."""
    folder: Path
    """The folder of the site."""


def write_translations(form: str, table: TranslationTable, out: TextIO) -> None:
    """Write the states of translations as `text`, `json` or `markdown`."""
    if form == "json":
        write_json(_encode_table(table), out)
    else:
        render = _render_markdown if form == "markdown" else _render_text
        write_lines(render(table), out)


def _render_text(table: TranslationTable) -> Iterator[str]:
    for number, (language, states) in enumerate(_group_by_language(table).items()):
        if number:
            yield ""
        yield f"{language}: {_describe_states(states)}"
        rows = [(state.pair.page, list(_format_facts(state, table.folder))) for state in states]
        width = max((len(page) for page, facts in rows if facts), default=0)
        for page, facts in rows:
            for place, fact in enumerate(facts):
                yield f"  {'' if place else page:{width}}  {fact}"
    if table.unknown:
        yield from ("", table.unknown)


def _render_markdown(table: TranslationTable) -> Iterator[str]:
    yield "### Translations"
    for language, states in _group_by_language(table).items():
        yield from ("", f"**{_escape_cell(language)}**: {_describe_states(states)}")
        rows = [(state.pair.page, list(_format_facts(state, table.folder))) for state in states]
        reported_rows = [(page, facts) for page, facts in rows if facts]
        if reported_rows:
            yield from ("", "| page | state |", "|---|---|")
        for page, facts in reported_rows:
            yield f"| {_escape_cell(page)} | {'; '.join(map(_escape_cell, facts))} |"
    if table.unknown:
        yield from ("", _escape_cell(table.unknown))


def _group_by_language(table: TranslationTable) -> Mapping[str, list[TranslationState]]:
    states_by_language: dict[str, list[TranslationState]] = {}
    for state in table.states:
        states_by_language.setdefault(state.pair.language, []).append(state)
    return states_by_language


def _describe_states(states: Sequence[TranslationState]) -> str:
    counts = (
        (sum(state.is_missing for state in states), "missing"),
        (sum(state.is_copy for state in states), "not translated"),
        (sum(state.is_stale for state in states), "older than the original"),
        (sum(bool(state.differences) for state in states), "with a different structure"),
        (sum(bool(state.links) for state in states), "with links into another language"),
        (sum(not state.is_age_known for state in states), "of unknown age"),
    )
    pieces = [f"{count:,} {what}" for count, what in counts if count]
    return ", ".join([format_count(len(states), "page"), *(pieces or ["all up to date"])])


def _format_facts(state: TranslationState, folder: Path) -> Iterator[str]:
    """Yield a text for each fact about a translation that needs work; none if up to date."""
    if state.is_missing:
        yield f"missing; the original is {state.pair.original}"
        return
    if state.same is not None and state.same >= _LEAST_SIMILARITY:
        word = "not translated: " if state.is_copy else ""
        yield f"{word}{state.same:.0%} of the text is identical to {state.pair.original}"
    yield from _describe_age(state, folder)
    if state.differences:
        yield (
            "different structure: "
            f"{_join_first([_describe_difference(difference) for difference in state.differences])}"
        )
    if state.links:
        links = [f"{link.target} → {link.own}" for link in state.links]
        yield f"links into another language: {_join_first(links)}"


def _describe_age(state: TranslationState, folder: Path) -> Iterator[str]:
    missed, original = state.missed, state.pair.original_file
    if missed and missed.commits:
        least = "at least " if missed.is_least else ""
        paths = [display_path(folder / path, Path()) for path in (missed.was, original) if path]
        since = f" ({build_diff_command(missed.since, paths)})" if missed.since else ""
        yield f"older than {original}: {least}{format_count(missed.commits, 'commit')}{since}"
    elif state.is_outdated:
        yield f"older than {original}: its stamp belongs to another version of the text"
    if state.is_edited:
        yield f"older than {original}: changes that are not committed"


def _describe_difference(difference: ShapeDifference) -> str:
    what, original, translation = difference
    if what == "levels of headings":
        return f"another level of heading {original}"
    return f"{what} {original} → {translation}"


def _join_first(pieces: Sequence[str]) -> str:
    more = len(pieces) - _MOST_SHOWN
    return ", ".join(pieces[:_MOST_SHOWN]) + (f" and {more:,} more" if more > 0 else "")


def _escape_cell(text: str) -> str:
    """Return a text in which nothing is Markdown or mentions a user."""
    return " ".join(escape_markdown(text).split())


def _encode_table(table: TranslationTable) -> dict[str, Any]:
    return {
        "version": _VERSION,
        "unknown": table.unknown or None,
        "pages": [_encode_state(state) for state in table.states],
    }


def _encode_state(state: TranslationState) -> dict[str, Any]:
    pair = state.pair
    return {
        "language": pair.language,
        "page": pair.page,
        "file": pair.file,
        "original": pair.original,
        "originalFile": pair.original_file,
        "missing": state.is_missing,
        "same": None if state.same is None else round(state.same, 3),
        "untranslated": state.is_copy,
        "stale": state.is_stale if state.is_age_known or state.is_stale else None,
        "behind": _encode_lag(state),
        "differences": [difference._asdict() for difference in state.differences],
        "links": [{"target": link.target, "own": link.own} for link in state.links],
    }


def _encode_lag(state: TranslationState) -> dict[str, Any] | None:
    """Return as JSON how far a translation is behind; None if it is not stale."""
    missed = state.missed
    if not state.is_stale:
        return None
    return {
        "commits": missed.commits if missed else None,
        "atLeast": missed.is_least if missed else False,
        "since": (missed.since or None) if missed else None,
        "was": (missed.was or None) if missed else None,
        "uncommitted": state.is_edited,
        "stamp": state.is_outdated,
    }
