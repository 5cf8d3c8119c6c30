"""Writes what changed between two states of a site: for people, programs and pull requests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, TypeAlias

from docs_lsp.cli.output.writing import escape_markdown, write_json, write_lines

if TYPE_CHECKING:
    from docs_lsp.cli.preview_process import MovedRank, RankChanges
    from docs_lsp.comparison.site_comparison import LostAddress, SiteComparison
    from docs_lsp.site.routes.redirects import Redirect

_VERSION = 1
_MOST_SHOWN = 50
"""The maximum number of lines of one kind in a comment on a pull request."""

_Section: TypeAlias = tuple[str, tuple[tuple[str, ...], ...]]
"""A title, and the pieces of each line: its subject, and the rest as sentences."""


class ReportedDifference(NamedTuple):
    """The changes between two states, with the names of these states."""

    before: str
    """The name of the earlier state, for people."""
    after: str
    found: SiteComparison
    questions: RankChanges | None = None
    """The changed ranks of saved questions; None if they were not compared."""


def write_difference(form: str, difference: ReportedDifference, out: TextIO) -> None:
    """Write what changed as `text`, `json` or `markdown`."""
    if form == "json":
        write_json(_encode_difference(difference), out)
    else:
        render = _render_markdown if form == "markdown" else _render_text
        write_lines(render(difference), out)


def write_reason(form: str, reason: str, out: TextIO) -> None:
    """Write the reason why nothing is compared, as `text`, `json` or `markdown`."""
    if form == "json":
        write_json({"version": _VERSION, "not_compared": reason}, out)
    else:
        write_lines([reason], out)


def _build_sections(difference: ReportedDifference) -> list[_Section]:
    """Return the sections about all changes; empty ones are left out."""
    parts = (*_build_site_sections(difference.found), *_build_search_sections(difference))
    return [(title, lines) for title, lines in parts if lines]


def _build_search_sections(difference: ReportedDifference) -> Iterator[_Section]:
    yield _list_addresses("Pages that search finds now", difference.found.found)
    yield _list_addresses("Pages that search no longer finds", difference.found.unfound)
    if difference.questions is not None:
        moved = difference.questions.moved
        yield "Saved questions with another rank", tuple(map(_describe_rank, moved))


def _describe_rank(moved: MovedRank) -> tuple[str, ...]:
    before, now = (str(one) if one else "not found" for one in (moved.before, moved.now))
    lost = "lost: " if moved.lost else ""
    why = f". {moved.why}" if moved.why and not _is_improved(moved) else ""
    return moved.question, f"{lost}{before} → {now}{why}"


def _is_improved(moved: MovedRank) -> bool:
    return moved.now is not None and (moved.before is None or moved.now < moved.before)


def _build_site_sections(comparison: SiteComparison) -> Iterator[_Section]:
    yield "Addresses that no longer work", tuple(map(_describe_lost_address, comparison.lost))
    yield _list_addresses("Addresses that may no longer work", comparison.doubtful)
    taken = (
        (taken.address, f"now {taken.now} instead of {taken.was}") for taken in comparison.taken
    )
    yield "Addresses that show something else", tuple(taken)
    headings = (
        (heading.address, _format_linking_files(heading.linked_from))
        for heading in comparison.headings
    )
    yield "Removed headings that are still linked to", tuple(headings)
    yield "Moved pages", tuple((page.old, f"now {page.new}") for page in comparison.moved)
    yield _list_addresses("Added pages", comparison.added)
    yield _list_addresses("Removed pages", comparison.removed)
    for title, pages in (
        ("Pages in another language or version", comparison.editions),
        ("Pages with another title", comparison.titles),
    ):
        yield title, tuple((page.address, f"{page.was} → {page.now}") for page in pages)


def _list_addresses(title: str, addresses: Iterable[str]) -> _Section:
    return title, tuple((address,) for address in addresses)


def _describe_lost_address(address: LostAddress) -> tuple[str, ...]:
    remedy = ", ".join(
        f"{redirect.source} → {redirect.destination}" for redirect in address.redirects
    )
    pieces = (
        f"was {address.was}",
        _format_linking_files(address.linked_from) if address.linked_from else "",
        f"fixed by the redirect {remedy}" if remedy else "no page replaces it",
    )
    return address.address, "; ".join(filter(None, pieces))


def _format_linking_files(files: tuple[str, ...]) -> str:
    more = f" and {len(files) - 3} more" if len(files) > 3 else ""
    return f"linked from {', '.join(files[:3])}{more}"


def _render_text(difference: ReportedDifference) -> Iterator[str]:
    parts = _build_sections(difference)
    between = f"from {difference.before} to {difference.after}"
    if not parts:
        yield f"Nothing changed for readers {between}."
        return
    yield f"What readers notice {between}:"
    for title, lines in parts:
        yield ""
        yield f"{title} ({len(lines):,})"
        for about, *rest in lines:
            yield f"  {about}" + (f"  {rest[0]}" if rest else "")
    if difference.found.redirects:
        yield ""
        yield "Redirects for docs.json"
        yield from (f"  {line}" for line in _render_redirects(difference.found.redirects))


def _render_markdown(difference: ReportedDifference) -> Iterator[str]:
    parts = _build_sections(difference)
    yield (
        f"### What readers notice from {_render_code(difference.before)} to "
        f"{_render_code(difference.after)}"
    )
    if not parts:
        yield ""
        yield "Nothing changed for readers."
    for title, lines in parts:
        yield from ("", f"**{title}** ({len(lines):,})", "")
        for about, *rest in lines[:_MOST_SHOWN]:
            yield f"- {_render_code(about)}" + (
                f": {_escape_text_with_code(rest[0])}" if rest else ""
            )
        if lines[_MOST_SHOWN:]:
            yield f"- and {len(lines) - _MOST_SHOWN:,} more"
    if difference.found.redirects:
        yield from ("", "**Redirects for docs.json**", "", "```json")
        yield from _render_redirects(difference.found.redirects)
        yield "```"


def _render_redirects(redirects: Iterable[Redirect]) -> Iterator[str]:
    shapes = [_encode_redirect(redirect) for redirect in redirects]
    for number, shape in enumerate(shapes, 1):
        yield json.dumps(shape, ensure_ascii=False) + ("," if number < len(shapes) else "")


def _render_code(text: str) -> str:
    # A backtick in a name would end the code span.
    return f"`{_join_lines(text).replace('`', chr(0x2019))}`"


def _escape_text_with_code(text: str) -> str:
    """Return a sentence in which titles and names are neither Markdown nor mention a user.

    Text in backticks becomes code.
    """
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return _join_lines(escape_markdown(text))
    shown = (
        _render_code(one) if at % 2 and one else escape_markdown(one)
        for at, one in enumerate(pieces)
    )
    return _join_lines("".join(shown))


def _join_lines(text: str) -> str:
    return " ".join(text.split())


def _encode_redirect(redirect: Redirect) -> dict[str, str]:
    return {"source": redirect.source, "destination": redirect.destination}


def _encode_difference(difference: ReportedDifference) -> dict[str, Any]:
    comparison = difference.found
    shapes: dict[str, Any] = {
        name: [value._asdict() if hasattr(value, "_asdict") else value for value in values]
        for name, values in comparison._asdict().items()
    }
    for lost in shapes["lost"]:
        lost["redirects"] = [_encode_redirect(one) for one in lost["redirects"]]
    return {
        "version": _VERSION,
        "before": difference.before,
        "after": difference.after,
        **shapes,
        "redirects": [_encode_redirect(redirect) for redirect in comparison.redirects],
        "questions": _encode_questions(difference.questions) if difference.questions else None,
    }


def _encode_questions(changes: RankChanges) -> dict[str, Any]:
    return {
        "compared": changes.compared,
        "lost": changes.lost,
        "changes": [moved_rank._asdict() for moved_rank in changes.moved],
    }
