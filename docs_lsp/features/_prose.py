"""Renders text in the form that a client shows: Markdown, or plain text.

Our own texts are written as Markdown, and lose their markup if the client shows plain text. Text
from files (titles, descriptions, names) is untrusted: it goes through `escape_text` or `code`,
which remove links, images, HTML and further lines; or, if a format defines it as Markdown, through
`render_untrusted_markdown`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.features._safe_markdown import render_safe_line, render_safe_markdown
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json

MARKDOWN, PLAIN = "markdown", "plaintext"

_LONGEST = 300
_LONGEST_CODE = 80
_LONGEST_PATH = 40
"""The maximum length of a path in a narrow list: an editor cuts off the end of longer ones."""
# Characters that begin markup, a link or HTML anywhere; `_` within a word does not.
_SIGNS = compile_lazily(r"[\\`*\[\]<~&$]|(?<!\w)_|_(?!\w)|:(?=//)|@(?=\w)|(?<=www)\.")
# The beginning of a text that would make it a heading, a list or a quotation.
_FIRST = compile_lazily(r"^(\d{1,9}(?=[.)](?:\s|$))|(?=[-+#>]))")
# Control characters, and marks that change the direction of the text after them.
_UNSEEN = compile_lazily("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")
_MARKS = compile_lazily(r"`([^`]*)`|[`*]")
_IN_LINK = str.maketrans({"(": "%28", ")": "%29", "<": "%3C", ">": "%3E", " ": "%20"})


class Fact(NamedTuple):
    """A line of a card: a label with a text or a list of texts; left out if there is no text."""

    label: str
    value: str | Sequence[str]


class Card(NamedTuple):
    """A card about one thing: a heading, paragraphs, and facts."""

    heading: str
    text: Sequence[str] = ()
    facts: Sequence[Fact] = ()


@dataclass(frozen=True, slots=True)
class ProseRenderer:
    """Renders texts for one client about one site."""

    view: View
    markdown: bool = True

    @property
    def kind(self) -> str:
        """The MarkupKind, as LSP calls it."""
        return MARKDOWN if self.markdown else PLAIN

    def render_own_markdown(self, text: str) -> str:
        """Return a text of our own, written in Markdown, in the client's form."""
        return text if self.markdown else _MARKS.sub(lambda mark: mark[1] or "", text)

    def render_bold(self, text: str) -> str:
        """Return a text in bold; it must be escaped already."""
        return f"**{text}**" if self.markdown and text else text

    def escape_text(self, text: object, max_length: int = _LONGEST) -> str:
        """Return untrusted text escaped, on one line and shortened; empty if it is not a string."""
        plain = shorten_text(text, max_length) if isinstance(text, str) else ""
        return _FIRST.sub(r"\1\\", self._escape_markdown(plain)) if self.markdown else plain

    def render_untrusted_markdown(self, text: object) -> str:
        """Return untrusted Markdown made harmless; as plain text, only its first paragraph."""
        if not isinstance(text, str):
            return ""
        if self.markdown:
            return render_safe_markdown(text)
        return self.escape_text(text.strip().split("\n\n")[0])

    def render_untrusted_markdown_line(self, text: object, max_length: int) -> str:
        """Return untrusted Markdown made harmless, on one line and shortened."""
        plain = shorten_text(text, max_length) if isinstance(text, str) else ""
        return _FIRST.sub(r"\1\\", render_safe_line(plain)) if self.markdown else plain

    def render_message(self, text: str) -> str:
        """Return a message that quotes untrusted text in backticks, escaped and shortened."""
        parts = shorten_text(text, _LONGEST).split("`")
        return "".join(
            self.render_code(part) if index % 2 else self._escape_markdown(part)
            for index, part in enumerate(parts)
        )

    def _escape_markdown(self, text: str) -> str:
        return _SIGNS.sub(lambda sign: f"\\{sign[0]}", text) if self.markdown else text

    def render_code(self, text: str) -> str:
        """Return an untrusted name, path or value as code, on one line and shortened."""
        plain = shorten_text(text, _LONGEST_CODE).replace("`", "'")
        return f"`{plain}`" if self.markdown and plain else plain

    def render_bold_code(self, text: str) -> str:
        """Return an untrusted name, path or value as bold code, shortened, to head a card."""
        return self.render_bold(self.render_code(text))

    def render_code_list(self, texts: Iterable[str], most: int | None = None) -> str:
        """Return untrusted names, paths or values as code, separated by commas.

        Of more than `most`, only the number of the others is given.
        """
        codes = list(map(self.render_code, texts))
        rest = len(codes) - most if most is not None else 0
        return ", ".join(codes[:most]) + (f" and {rest} more" if rest > 0 else "")

    def render_file_link(self, file: str, line: int | None = None) -> str:
        """Return a file name, with a line counted from 1, as a link if the client can follow it."""
        name = shorten_text(file, _LONGEST_CODE) + (f":{line}" if line else "")
        if not (self.markdown and self.view.can_client_change(file)):
            return self.escape_text(name, len(name))
        target = self.view.uri(file).translate(_IN_LINK) + (f"#L{line}" if line else "")
        return f"[{self.escape_text(name, len(name))}]({target})"

    def render_picture(self, file: str) -> str:
        """Return a picture of the site in Markdown, for a client that shows it."""
        return f"![]({self.view.uri(file).translate(_IN_LINK)})"

    def render_offset_link(self, file: str, offset: int) -> str:
        """Return a link to the line that holds a byte offset of docs.json or a file it includes."""
        return self.render_file_link(file, self.view.text(file).find_line_number(offset) + 1)

    def render_own_link(self, text: str, url: str) -> str:
        """Return a link to one of our own web addresses; in plain text, the address alone."""
        return f"[{text}]({url})" if self.markdown else url

    def build_markup_content(self, text: str) -> Json | str:
        """Return LSP's MarkupContent of a rendered text; a string for a client without Markdown.

        Every client accepts a plain string.
        """
        return {"kind": MARKDOWN, "value": text} if self.markdown else text

    def render_card(self, card: Card) -> str:
        """Return a whole card as text."""
        facts = "\n".join(line for fact in card.facts for line in self._render_fact_lines(fact))
        return "\n\n".join(part for part in (card.heading, *card.text, facts) if part)

    def _render_fact_lines(self, fact: Fact) -> Sequence[str]:
        bullet, inner = ("- ", "  - ") if self.markdown else ("", "  ")
        if isinstance(fact.value, str):
            label = f"{fact.label}: " if fact.label else ""
            return [f"{bullet}{label}{fact.value}"] if fact.value else []
        lines = [f"{inner}{each}" for each in fact.value if each]
        if len(lines) == 1:
            return [f"{bullet}{fact.label}: {lines[0].removeprefix(inner)}"]
        return [f"{bullet}{fact.label}:", *lines] if lines else []


def shorten_text(text: str, max_length: int) -> str:
    """Return a text on one line, without invisible characters, shortened to `max_length`."""
    if len(text) <= max_length and text.isprintable() and "  " not in text and text.strip() == text:
        return text  # True of most texts.
    plain = " ".join(_UNSEEN.sub(" ", text[: 4 * max_length]).split())
    return plain if len(plain) <= max_length else f"{plain[: max_length - 1].rstrip()}…"


def shorten_path(path: str, typed: str) -> str:
    """Return a path without the folder that was typed, and without its first folders if long."""
    folder = typed[: typed.rfind("/") + 1]
    rest = path.removeprefix(folder) or path
    if len(rest) <= _LONGEST_PATH:
        return rest
    end = rest[-_LONGEST_PATH + 1 :]
    return f"…{end[max(end.find('/'), 0) :]}"
