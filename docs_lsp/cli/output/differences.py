"""What changed between two states of a site: for people, for programs, and for a pull request."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from docs_lsp.cli.terminal import safe

if TYPE_CHECKING:
    from docs_lsp.cli.saved_questions import MovedRank, RankChanges
    from docs_lsp.comparison.site_comparison import LostAddress, SiteComparison
    from docs_lsp.site.routes.redirects import Redirect

_VERSION = 1
_MOST_SHOWN = 50
"""How many lines of one kind a comment on a pull request shows."""


class Difference(NamedTuple):
    """What changed, and between which states."""

    before: str
    """The name of the earlier state, for people."""
    after: str
    found: SiteComparison
    questions: RankChanges | None = None
    """How the ranks of saved questions changed; None where none were asked."""


class _Part(NamedTuple):
    title: str
    lines: tuple[tuple[str, ...], ...]
    """The pieces of each line: what it is about, and the rest as sentences."""


def write_difference(form: str, difference: Difference, out: TextIO) -> None:
    """Write as `text`, `json` or `markdown`."""
    if form == "json":
        json.dump(_shape(difference), out, ensure_ascii=False, indent=2)
        out.write("\n")
        return
    lines = _markdown(difference) if form == "markdown" else _text(difference)
    out.writelines(f"{safe(line)}\n" for line in lines)


def write_reason(form: str, reason: str, out: TextIO) -> None:
    """Write why nothing is compared, a sentence, in one of these forms."""
    if form == "json":
        json.dump({"version": _VERSION, "not_compared": reason}, out, ensure_ascii=False, indent=2)
        out.write("\n")
    else:
        out.write(f"{safe(reason)}\n")


def _parts(difference: Difference) -> list[_Part]:
    """All that changed, without the parts in which nothing did."""
    parts = (*_of_site(difference.found), *_of_search(difference))
    return [part for part in parts if part.lines]


def _of_search(difference: Difference) -> Iterator[_Part]:
    found = difference.found
    yield _Part("Pages that search finds now", tuple((one,) for one in found.found))
    yield _Part("Pages that search finds no more", tuple((one,) for one in found.unfound))
    if difference.questions is not None:
        moved = difference.questions.moved
        yield _Part("Saved questions with another rank", tuple(map(_rank, moved)))


def _rank(moved: MovedRank) -> tuple[str, ...]:
    before, now = (str(one) if one else "not found" for one in (moved.before, moved.now))
    lost = "lost: " if moved.lost else ""
    why = f". {moved.why}" if moved.why and not _is_higher(moved) else ""
    return moved.question, f"{lost}{before} → {now}{why}"


def _is_higher(moved: MovedRank) -> bool:
    return moved.now is not None and (moved.before is None or moved.now < moved.before)


def _of_site(found: SiteComparison) -> Iterator[_Part]:
    yield _Part("Addresses that stop answering", tuple(map(_lost, found.lost)))
    yield _Part("Addresses that may stop answering", tuple((one,) for one in found.doubtful))
    yield _Part(
        "Addresses that show something else",
        tuple((one.address, f"now {one.now}, and no longer {one.was}") for one in found.taken),
    )
    yield _Part(
        "Headings that are gone, and linked to",
        tuple((one.address, _linked(one.linked_from)) for one in found.headings),
    )
    yield _Part("Moved pages", tuple((one.old, f"now {one.new}") for one in found.moved))
    yield _Part("Added pages", tuple((one,) for one in found.added))
    yield _Part("Removed pages", tuple((one,) for one in found.removed))
    changed = (
        ("Pages in another language or version", found.editions),
        ("Pages with another title", found.titles),
    )
    for title, pages in changed:
        yield _Part(title, tuple((one.address, f"{one.was} → {one.now}") for one in pages))


def _lost(lost: LostAddress) -> tuple[str, ...]:
    remedy = ", ".join(f"{one.source} → {one.destination}" for one in lost.redirects)
    pieces = (
        f"was {lost.was}",
        _linked(lost.linked_from) if lost.linked_from else "",
        f"mended by the redirect {remedy}" if remedy else "no page took its place",
    )
    return lost.address, "; ".join(filter(None, pieces))


def _linked(files: tuple[str, ...]) -> str:
    more = f" and {len(files) - 3} more" if len(files) > 3 else ""
    return f"linked from {', '.join(files[:3])}{more}"


def _text(difference: Difference) -> Iterator[str]:
    parts = _parts(difference)
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


def _markdown(difference: Difference) -> Iterator[str]:
    parts = _parts(difference)
    yield f"### What readers notice from {_code(difference.before)} to {_code(difference.after)}"
    if not parts:
        yield ""
        yield "Nothing changed for readers."
    for title, lines in parts:
        yield from ("", f"**{title}** ({len(lines):,})", "")
        for about, *rest in lines[:_MOST_SHOWN]:
            yield f"- {_code(about)}" + (f": {_plain(rest[0])}" if rest else "")
        if lines[_MOST_SHOWN:]:
            yield f"- and {len(lines) - _MOST_SHOWN:,} more"
    if difference.found.redirects:
        yield from ("", "**Redirects for docs.json**", "", "```json")
        yield from _render_redirects(difference.found.redirects)
        yield "```"


def _render_redirects(redirects: Iterable[Redirect]) -> Iterator[str]:
    shapes = [_redirect(redirect) for redirect in redirects]
    for number, shape in enumerate(shapes, 1):
        yield json.dumps(shape, ensure_ascii=False) + ("," if number < len(shapes) else "")


def _code(text: str) -> str:
    # A backtick in a name would end the code.
    return f"`{_line(text).replace('`', chr(0x2019))}`"


def _plain(text: str) -> str:
    """A sentence in which nothing of a page's title or name is Markdown or names a person, but for
    what stands in backticks, which is code."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return _line(_escaped(text))
    shown = (_code(one) if at % 2 and one else _escaped(one) for at, one in enumerate(pieces))
    return _line("".join(shown))


def _escaped(text: str) -> str:
    for sign in "\\`*_[]<>@#|~":
        text = text.replace(sign, f"\\{sign}" if sign != "@" else "@\u200b")
    return text


def _line(text: str) -> str:
    return " ".join(text.split())


def _redirect(redirect: Redirect) -> dict[str, str]:
    return {"source": redirect.source, "destination": redirect.destination}


def _shape(difference: Difference) -> dict[str, Any]:
    found = difference.found
    shapes: dict[str, Any] = {
        name: [one._asdict() if hasattr(one, "_asdict") else one for one in values]
        for name, values in found._asdict().items()
    }
    for lost in shapes["lost"]:
        lost["redirects"] = [_redirect(one) for one in lost["redirects"]]
    return {
        "version": _VERSION,
        "before": difference.before,
        "after": difference.after,
        **shapes,
        "redirects": [_redirect(one) for one in found.redirects],
        "questions": _questions(difference.questions) if difference.questions else None,
    }


def _questions(found: RankChanges) -> dict[str, Any]:
    return {
        "compared": found.compared,
        "lost": found.lost,
        "changes": [one._asdict() for one in found.moved],
    }
