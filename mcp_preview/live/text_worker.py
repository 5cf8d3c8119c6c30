"""A process that converts the texts of pages, and extracts their words for the index.

python -m mcp_preview.live.text_worker FOLDER

It reads a line of JSON with the variables of docs.json, then lists of pages, each with the site
path of its file and its language, and answers each list with a line: for each page the result of
`encode_page`. It ends with its input.
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import IO, Any, NamedTuple

import orjson

from docs_lsp.files.files import DiskFiles
from mcp_preview.content.mdx_texts import MarkdownText, MdxConverter
from mcp_preview.content.navigation_facts import make_encodable
from mcp_preview.index.sections import PageSection
from mcp_preview.index.text_analysis import choose_analyzer
from mcp_preview.index.text_words import TextWords, extract_section_words


class ConvertedPage(NamedTuple):
    """The result of converting a page's file."""

    text: MarkdownText
    words: TextWords | None
    """The words of the text; None if there is no text."""


def main(folder: Path, requests: IO[bytes], answers: IO[bytes]) -> None:
    """Convert the pages that each line of `requests` names; write a line of results for each."""
    # It lives for seconds and creates little garbage.
    gc.disable()
    texts = MdxConverter(DiskFiles(folder, at_once=True), orjson.loads(requests.readline()))
    for line in requests:
        made = [encode_page(convert_page(texts, *page)) for page in orjson.loads(line)]
        answers.write(orjson.dumps(made) + b"\n")
        answers.flush()


def convert_page(texts: MdxConverter, file: str, language: str | None) -> ConvertedPage:
    """Convert a file to Markdown and extract its words; both are None if that is impossible."""
    text = texts.convert_file(file)
    if text.markdown is None:
        return ConvertedPage(text, None)
    markdown = make_encodable(text.markdown)
    words = extract_section_words(markdown, choose_analyzer(language, markdown))
    return ConvertedPage(text._replace(markdown=markdown), words)


def encode_page(page: ConvertedPage) -> list[Any]:
    """Return a page in a form for JSON."""
    text, words = page
    if words is None:
        return [text.markdown, [*text.reads], None]
    encoded_words = words._asdict() | {"sections": [tuple(section) for section in words.sections]}
    return [text.markdown, [*text.reads], encoded_words]


def decode_page(answer: list[Any]) -> ConvertedPage:
    """Return the page that `encode_page` has turned into JSON values."""
    markdown, reads, words = answer
    if words is not None:
        sections = [
            PageSection(title, anchor, level, tuple(above), start, end)
            for title, anchor, level, above, start, end in words["sections"]
        ]
        words = TextWords(**words | {"sections": sections})
    return ConvertedPage(MarkdownText(markdown, frozenset(reads)), words)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.stdin.buffer, sys.stdout.buffer)
