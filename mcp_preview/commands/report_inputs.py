"""The input files of `mcp-preview report`: questions, queries, and earlier ranks."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.discover import QUESTIONS_FILE
from docs_lsp.files.files import DiskFiles, FileFault, Files, read_bytes_or_empty
from mcp_preview.report.comparison import Known, parse_ranks
from mcp_preview.report.queries import Query, parse_queries
from mcp_preview.report.question_file import (
    QuestionForm,
    QuestionsFault,
    SavedQuestion,
    parse_questions,
)

_MOST_MISTAKES = 10
_ABOUT_QUESTIONS = (
    *("fail_under", "fail_on_loss", "baseline", "write_baseline", "against"),
    "questions_only",
)


def load_questions(
    arguments: Namespace, folder: Path, files: Files
) -> Sequence[SavedQuestion] | None:
    """Return the questions of the project; None if it has none. Raises `UsageFault`.

    They are read beside docs.json from `files`, or if a revision has none, from the current folder.
    The viewer of the report is the default of `as`.
    """
    file: Path | None = arguments.questions
    if file is None:
        # The folder may not be trusted: nothing outside of it is read.
        places = (files, DiskFiles(folder))
        having = next((place for place in places if place.exists(QUESTIONS_FILE)), None)
        if having is None:
            _require_no_question_options(arguments)
            return None
        file = folder / QUESTIONS_FILE
        try:
            data = having.read(QUESTIONS_FILE)
        except FileFault as fault:
            raise UsageFault(str(fault)) from None
    else:
        data = _read_input_file(file)
    try:
        questions = parse_questions(data, QuestionForm.from_file_name(file.name), arguments.viewer)
    except QuestionsFault as fault:
        raise _build_usage_fault(file, fault) from None
    if all(not question.wanted for question in questions):
        raise UsageFault(
            f"`{file}` names no page for any question. `--queries` takes a plain list."
        )
    return questions


def read_earlier_questions(files: Files, viewer: str) -> Sequence[SavedQuestion]:
    """Return the questions beside docs.json at a revision; none if they cannot be read."""
    try:
        return parse_questions(read_bytes_or_empty(files, QUESTIONS_FILE), viewer=viewer)
    except QuestionsFault:
        return ()


def _require_no_question_options(arguments: Namespace) -> None:
    """Raise `UsageFault` if an option needs questions."""
    for option in _ABOUT_QUESTIONS:
        if getattr(arguments, option) not in (None, False):
            name = option.replace("_", "-")
            raise UsageFault(
                f"`--{name}` is about questions, and there are none. Write them into "
                f"{QUESTIONS_FILE} beside docs.json, or name a file with `--questions`."
            )


def load_queries(file: Path | None) -> Sequence[Query] | None:
    """Return the queries in a file; None without a file. Raises `UsageFault`."""
    if file is None:
        return None
    try:
        return parse_queries(_read_input_file(file), QuestionForm.from_file_name(file.name))
    except QuestionsFault as fault:
        raise _build_usage_fault(file, fault) from None


def _build_usage_fault(file: Path, fault: QuestionsFault) -> UsageFault:
    """Return the error with the first mistakes of a file."""
    messages = [
        f"{file}, line {mistake.line}: {mistake.message}"
        for mistake in fault.mistakes[:_MOST_MISTAKES]
    ]
    more = len(fault.mistakes) - len(messages)
    return UsageFault("\n".join((*messages, *([f"There are {more:,} more."] if more else []))))


def load_ranks(file: Path) -> Known:
    """Return the ranks in a file. Raises `UsageFault` if it cannot be read or has none."""
    return parse_ranks(_read_input_file(file), str(file))


def _read_input_file(file: Path) -> bytes:
    """Return the content of a file. Raises `UsageFault` if it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageFault(f"`{file}` cannot be read: {error.strerror or error}.") from None
