"""Questions with the pages that answer them, as stored by projects in `questions.toml`.

    [[question]]
    ask = "How do I rotate an API key?"
    page = "guides/keys#rotation"      # or a list, where several pages answer it
    language = "en"                    # optional, as are `version` and `as`
    as = "user:anna"

A CSV file with a line of headings (`question`, `page`, `language`, `version`, `as`) and a plain
list, one question in a line, are read as well. Several pages in one cell are parted by `|`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple

from docs_lsp.core.text import Text
from docs_lsp.files.files import escape_path
from docs_lsp.formats.toml_reader import TomlFault, find_toml_places, parse_toml
from docs_lsp.site.pages import strip_page_extension

MOST_QUESTIONS = 10_000
LONGEST_QUESTION = 1_000
"""The number of characters of a question that are used, as in a search."""

ANONYMOUS = "anonymous"
"""The viewer of a question without `as`."""

_KEYS = ("ask", "page", "language", "version", "as")
_ASK_HEADINGS = ("question", "ask", "query", "search", "term")
_HEADINGS = {"page": ("page", "pages"), "language": ("language",), "version": ("version",)}
_DELIMITERS = "\t,;"


class QuestionForm(Enum):
    """The formats in which questions are written."""

    TOML = "toml"
    CSV = "csv"
    LINES = "txt"

    @classmethod
    def from_file_name(cls, name: str) -> QuestionForm:
        """Return the format of a file by its name: TOML, CSV (`.tsv` too), or else a plain list."""
        ending = name.rpartition(".")[2].lower()
        if ending == "toml":
            return cls.TOML
        return cls.CSV if ending in ("csv", "tsv") else cls.LINES


class SavedQuestion(NamedTuple):
    """A question with the pages that answer it, and how it is asked."""

    question: str
    wanted: tuple[str, ...] = ()
    """The paths of pages, or `page#anchor`, that answer it; empty if none is known."""
    language: str | None = None
    version: str | None = None
    viewer: str = ANONYMOUS
    """The viewer in the form of `--as`."""
    line: int = 0
    """The line in the file, from 1."""


class QuestionMistake(NamedTuple):
    """A mistake in a file of questions, with its line."""

    line: int
    """The line, from 1."""
    message: str


class QuestionsFault(Exception):
    """The error of a file of questions with mistakes; `str` returns the first mistake."""

    def __init__(self, mistakes: Iterable[QuestionMistake]) -> None:
        """Store all the mistakes, in the order of their lines."""
        self.mistakes = tuple(sorted(mistakes))
        super().__init__(f"line {self.mistakes[0].line}: {self.mistakes[0].message}")


def parse_questions(
    data: bytes, form: QuestionForm = QuestionForm.TOML, viewer: str = ANONYMOUS
) -> tuple[SavedQuestion, ...]:
    """Return the questions in a file, in order. Raises `QuestionsFault` with all its mistakes.

    `viewer` is the default of `as`. A question that is not asked must not look like one that
    passes.
    """
    read = {
        QuestionForm.TOML: _iter_toml_questions,
        QuestionForm.CSV: _iter_csv_questions,
        QuestionForm.LINES: _iter_line_questions,
    }[form]
    questions: list[SavedQuestion] = []
    mistakes: list[QuestionMistake] = []
    for question in read(data):
        if isinstance(question, QuestionMistake):
            mistakes.append(question)
        elif len(questions) == MOST_QUESTIONS:
            mistakes.append(
                QuestionMistake(question.line, f"There are more than {MOST_QUESTIONS:,} questions.")
            )
            break
        else:
            questions.append(question if question.viewer else question._replace(viewer=viewer))
    if mistakes:
        raise QuestionsFault(mistakes)
    return tuple(questions)


def normalize_wanted_page(written: str) -> str:
    """Return the path and anchor of a page written in any usual way.

    For `/guides/keys.mdx#rotation` this is `guides/keys#rotation`.
    """
    path, mark, anchor = written.strip().partition("#")
    page = strip_page_extension(path.removeprefix("./").strip("/")) or "index"
    return f"{page}#{anchor}" if mark and anchor else page


def adapt_to_earlier_site(
    questions: Iterable[SavedQuestion],
    earlier: Iterable[SavedQuestion],
    had_page: Callable[[str], bool],
) -> Iterator[SavedQuestion]:
    """Yield all questions, with earlier pages for those whose pages did not exist in a state.

    `earlier` are its questions, and `had_page` returns whether a path was a page. A question of
    which no page existed then, for example because of a move, gets the pages of its earlier
    version.
    """
    then = {
        _strip_pages_and_line(saved_question): saved_question.wanted
        for saved_question in earlier
        if saved_question.wanted
    }
    for question in questions:
        if any(had_page(wanted.partition("#")[0]) for wanted in question.wanted):
            yield question
        else:
            yield question._replace(
                wanted=then.get(_strip_pages_and_line(question), question.wanted)
            )


def _strip_pages_and_line(question: SavedQuestion) -> SavedQuestion:
    """Return a question without its pages and line, for comparisons."""
    return question._replace(wanted=(), line=0)


def decode_text(data: bytes) -> str:
    """Return a file as text. Raises `QuestionsFault` if it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise QuestionsFault([QuestionMistake(line, "This is not UTF-8 text.")]) from None


def iter_csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a table that are not blank, each with its line. Raises `QuestionsFault`.

    The delimiter is the first tab, comma or semicolon of the first line.
    """
    first = text.partition("\n")[0]
    delimiter = next((sign for sign in first if sign in _DELIMITERS), ",")
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter)
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield line, [cell.strip() for cell in row]
            line = reader.line_num + 1
    except csv.Error as error:
        mistake = QuestionMistake(reader.line_num, f"This is not a valid table: {error}.")
        raise QuestionsFault([mistake]) from None


def _iter_toml_questions(data: bytes) -> Iterator[SavedQuestion | QuestionMistake]:
    """Yield the questions and mistakes of a TOML file. Raises `QuestionsFault` for bad syntax."""
    text = Text.from_data(data)
    try:
        content = parse_toml(data)
    except TomlFault as fault:
        line = text.find_line_number(fault.span.start) + 1
        raise QuestionsFault([QuestionMistake(line, f"{escape_path(fault.reason)}.")]) from None
    for key in content.keys() - {"question"}:
        yield QuestionMistake(1, f"Unknown key `{escape_path(key)}`. Write `[[question]]`.")
    given = content.get("question", [])
    if not isinstance(given, list):
        yield QuestionMistake(1, "`question` must be an array. Write `[[question]]`.")
        return
    positions = find_toml_places(data)
    for number, table in enumerate(given):
        place = positions.get(("question", number))
        line = text.find_line_number(place.key.start) + 1 if place else 1
        yield (
            _parse_table(table, line)
            if isinstance(table, dict)
            else QuestionMistake(line, "A question must be a table. Write `[[question]]`.")
        )


def _parse_table(table: Mapping[str, Any], line: int) -> SavedQuestion | QuestionMistake:
    """Return the question in a TOML table, or the mistake in it."""
    unknown = next((key for key in table if key not in _KEYS), None)
    if unknown is not None:
        known = ", ".join(f"`{key}`" for key in _KEYS)
        return QuestionMistake(line, f"Unknown key `{escape_path(unknown)}`; the keys are {known}.")
    for key in ("ask", "language", "version", "as"):
        if not isinstance(table.get(key, ""), str):
            return QuestionMistake(line, f"`{key}` must be a string.")
    pages = table.get("page", ())
    wanted = [pages] if isinstance(pages, str) else pages
    if (
        not wanted
        or not isinstance(wanted, list)
        or not all(isinstance(page, str) and page for page in wanted)
    ):
        return QuestionMistake(
            line, "A question needs a `page`: the path of a page, or an array of paths."
        )
    return _build_question(table, wanted, line)


def _iter_csv_questions(data: bytes) -> Iterator[SavedQuestion | QuestionMistake]:
    """Yield the questions and mistakes of a CSV file. Raises `QuestionsFault` for bad syntax."""
    rows = iter_csv_rows(decode_text(data))
    line, names = next(rows, (1, []))
    columns = {name.lower(): at for at, name in reversed(list(enumerate(names)))}
    ask = next((columns[name] for name in _ASK_HEADINGS if name in columns), None)
    if ask is None:
        yield QuestionMistake(line, "The first line must name the columns: `question`, `page`.")
        return
    places = {"ask": ask, "as": columns.get("as")}
    for key, headings in _HEADINGS.items():
        places[key] = next((columns[name] for name in headings if name in columns), None)
    for line, row in rows:
        cells = {key: row[at] for key, at in places.items() if at is not None and at < len(row)}
        wanted = [page for cell in cells.get("page", "").split("|") if (page := cell.strip())]
        yield _build_question({key: cell for key, cell in cells.items() if cell}, wanted, line)


def _iter_line_questions(data: bytes) -> Iterator[SavedQuestion]:
    """Yield the questions of a plain list, without pages. Raises `QuestionsFault`."""
    for number, line in enumerate(decode_text(data).splitlines(), 1):
        if line.strip():
            yield SavedQuestion(line.strip()[:LONGEST_QUESTION], viewer="", line=number)


def _build_question(
    given: Mapping[str, Any], wanted: Iterable[str], line: int
) -> SavedQuestion | QuestionMistake:
    """Return the question for some fields, or the mistake that it has no text."""
    asked = " ".join(given.get("ask", "").split())
    if not asked:
        return QuestionMistake(line, "A question needs an `ask` with its words.")
    return SavedQuestion(
        asked[:LONGEST_QUESTION],
        tuple(dict.fromkeys(map(normalize_wanted_page, wanted))),
        given.get("language") or None,
        given.get("version") or None,
        given.get("as", ""),
        line,
    )
