"""Text for people, in the form that a client shows: Markdown, or plain.

What we say ourselves is written as Markdown, and loses its marks where a client shows text as it
is. What files say (titles, descriptions, names) may be anyone's: it goes through `said` or `code`,
which leave no link, picture, HTML or second line of it; or, where a format says that it is
Markdown, through `markup`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.features._safe_markdown import safe_line, safe_markdown
from docs_lsp.features._view import View

MARKDOWN, PLAIN = "markdown", "plaintext"

_LONGEST = 300
_LONGEST_CODE = 80
# Signs that begin a mark, a link or HTML wherever they stand; `_` within a word does not.
_SIGNS = compile_lazily(r"[\\`*\[\]<~&$]|(?<!\w)_|_(?!\w)|:(?=//)|@(?=\w)|(?<=www)\.")
# What makes a heading, a list or a quotation of a text that begins with it.
_FIRST = compile_lazily(r"^(\d{1,9}(?=[.)](?:\s|$))|(?=[-+#>]))")
# Control characters, and marks that turn the direction of what follows.
_UNSEEN = compile_lazily("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")
_MARKS = compile_lazily(r"`([^`]*)`|[`*]")
_IN_LINK = str.maketrans({"(": "%28", ")": "%29", "<": "%3C", ">": "%3E", " ": "%20"})


class Fact(NamedTuple):
    """A line of a card: a label with a text or a list."""

    label: str
    said: str | Sequence[str]


class Card(NamedTuple):
    """A card about one thing: a heading, paragraphs, and facts."""

    heading: str
    text: Sequence[str] = ()
    facts: Sequence[Fact] = ()


@dataclass(frozen=True, slots=True)
class Prose:
    """Writes for one client about one site."""

    view: View
    markdown: bool = True

    @property
    def kind(self) -> str:
        """The form, as LSP calls it."""
        return MARKDOWN if self.markdown else PLAIN

    def render_own_text(self, text: str) -> str:
        """A text of ours, in Markdown."""
        return text if self.markdown else _MARKS.sub(lambda mark: mark[1] or "", text)

    def strong(self, text: str) -> str:
        """Bold text that is escaped already."""
        return f"**{text}**" if self.markdown and text else text

    def escape_text(self, text: object, most: int = _LONGEST) -> str:
        """A text of anyone's, on one line and not too long."""
        plain = shorten_text(text, most) if isinstance(text, str) else ""
        return _FIRST.sub(r"\1\\", self._escape_markdown(plain)) if self.markdown else plain

    def markup(self, text: object) -> str:
        """Markdown of anyone's, made harmless; its first paragraph where it cannot be shown."""
        if not isinstance(text, str):
            return ""
        return (
            safe_markdown(text)
            if self.markdown
            else self.escape_text(text.strip().split("\n\n")[0])
        )

    def markup_line(self, text: object, most: int = _LONGEST) -> str:
        """Markup on one line, and not too long."""
        plain = shorten_text(text, most) if isinstance(text, str) else ""
        return _FIRST.sub(r"\1\\", safe_line(plain)) if self.markdown else plain

    def render_message(self, text: str) -> str:
        """A sentence of ours that quotes anyone's words in backticks, as messages do."""
        parts = shorten_text(text, _LONGEST).split("`")
        return "".join(
            self.code(part) if index % 2 else self._escape_markdown(part)
            for index, part in enumerate(parts)
        )

    def _escape_markdown(self, text: str) -> str:
        return _SIGNS.sub(lambda sign: f"\\{sign[0]}", text) if self.markdown else text

    def code(self, text: str) -> str:
        """A name, path or value of anyone's."""
        plain = shorten_text(text, _LONGEST_CODE).replace("`", "'")
        return f"`{plain}`" if self.markdown and plain else plain

    def codes(self, texts: Iterable[str]) -> str:
        """Several names, paths or values of anyone's."""
        return ", ".join(map(self.code, texts))

    def place(self, file: str, line: int | None = None) -> str:
        """A file, or a line of it counted from 1, as a link where the client can follow one."""
        name = shorten_text(file, _LONGEST_CODE) + (f":{line}" if line else "")
        if not (self.markdown and self.view.can_reach(file)):
            return self.escape_text(name, len(name))
        target = self.view.uri(file).translate(_IN_LINK) + (f"#L{line}" if line else "")
        return f"[{self.escape_text(name, len(name))}]({target})"

    def place_at(self, file: str, offset: int) -> str:
        """The line of docs.json or one of its parts that holds a byte offset."""
        return self.place(file, self.view.text(file).line_at(offset) + 1)

    def link(self, text: str, url: str) -> str:
        """An address of ours elsewhere, with what it is called where it can hide behind that."""
        return f"[{text}]({url})" if self.markdown else url

    def write(self, card: Card) -> str:
        """A whole card."""
        facts = "\n".join(line for fact in card.facts for line in self._lines(fact))
        return "\n\n".join(part for part in (card.heading, *card.text, facts) if part)

    def _lines(self, fact: Fact) -> Sequence[str]:
        bullet, inner = ("- ", "  - ") if self.markdown else ("", "  ")
        if isinstance(fact.said, str):
            label = f"{fact.label}: " if fact.label else ""
            return [f"{bullet}{label}{fact.said}"] if fact.said else []
        lines = [f"{inner}{each}" for each in fact.said if each]
        if len(lines) == 1:
            return [f"{bullet}{fact.label}: {lines[0].removeprefix(inner)}"]
        return [f"{bullet}{fact.label}:", *lines] if lines else []


def shorten_text(text: str, most: int) -> str:
    """A text on one line, without what is not seen, and cut where it is too long."""
    if len(text) <= most and text.isprintable() and "  " not in text and text.strip() == text:
        return text  # As most are.
    plain = " ".join(_UNSEEN.sub(" ", text[: 4 * most]).split())
    return plain if len(plain) <= most else f"{plain[: most - 1].rstrip()}…"
