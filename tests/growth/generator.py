"""A generator: files, or a text, of any size, and who reads them."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from unittest import mock

from docs_lsp.cli import main
from docs_lsp.cli.exit_codes import FAILED
from docs_lsp.evaluation.check import evaluate_whole_site, read_settings
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.rules.framework.fix_context import LastReadings
from mcp_preview.markdown.concealed_text import remove_concealed_text
from mcp_preview.markdown.includes import Includes
from mcp_preview.markdown.page_markdown import convert_page_to_markdown
from tests.growth.steps import Work

Files: TypeAlias = Mapping[str, str]
Make: TypeAlias = Callable[[int], Files]

DOCS: Mapping[str, Any] = {
    "$schema": "https://mintlify.com/docs.json",
    "theme": "mint",
    "name": "Quay",
    "colors": {"primary": "#0a7d5c"},
    "navigation": {"pages": ["index"]},
}
HEAD = "---\ntitle: Quay\n---\n\n"


class Generator(NamedTuple):
    """Something that grows, and one who reads it."""

    name: str
    make: Make
    """Makes it in about so many bytes."""
    read: Callable[[Files], Work]
    """Prepares the work on it."""
    size: int = 800
    """The least size at which its growth shows."""
    is_quick: bool = True
    """Whether it is read in CI."""

    def work_of(self, size: int) -> Work:
        """The work for a size."""
        return self.read(self.make(size))


def check(files: Files) -> Work:
    """The work of looking at a whole site."""
    return partial(_check, MemoryFiles(files))


def _check(files: MemoryFiles) -> object:
    settings, _ = read_settings(files)
    return evaluate_whole_site(Path("/site"), files, settings).get_problems()


def check_with_fixes(files: Files) -> Work:
    """The work of looking at a whole site, and of making the fixes of each finding."""
    return partial(_fix, MemoryFiles(files))


def _fix(files: MemoryFiles) -> None:
    settings, _ = read_settings(files)
    site = evaluate_whole_site(Path("/site"), files, settings)
    readings = LastReadings()
    for problems in site.get_problems().values():
        for problem in problems:
            list_offered_fixes(site, files, problem, readings)


SMALL_LIMITS: Mapping[str, int] = {
    "docs_lsp.fixes.exchanged_findings.MOST_LOOKED_AT": 20,
    "docs_lsp.jsontree.edits.verification.MOST_READ_AGAIN": 10,
    "docs_lsp.rules.mdx.parse_fixes._TRIED_ALONE": 1 << 9,
    "docs_lsp.rules.mdx.parse_fixes._MOST_READ": 1 << 12,
}
"""The limits of what fixes are tried on, which small inputs reach only if they are as small."""


def check_with_few_trials(files: Files) -> Work:
    """The work of `check_with_fixes`, of which no more is tried than some limit allows."""
    work = check_with_fixes(files)

    def check() -> None:
        with contextlib.ExitStack() as stack:
            for name, limit in SMALL_LIMITS.items():
                stack.enter_context(mock.patch(name, limit))
            work()

    return check


def convert_to_markdown(files: Files) -> Work:
    """The work of the preview on the page that grows."""
    data = {file: text.encode() for file, text in files.items()}
    return lambda: convert_page_to_markdown(data["index.mdx"], "index.mdx", Includes(data.get))


def remove_from_skill(files: Files) -> Work:
    """The work of the preview on a skill with a part that agents do not get, and that grows."""
    text = f"<Visibility>a</Visibility>\n\n{files['index.mdx']}"
    return lambda: remove_concealed_text(text)


def run_command(*arguments: str) -> Callable[[Files], Work]:
    """The work of a command, which is told in place of SITE where the site is."""

    def read(files: Files) -> Work:
        folder = tempfile.TemporaryDirectory()
        root = Path(folder.name)
        for file, text in files.items():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(text, "utf-8")
        given = [one.replace("SITE", str(root)) for one in arguments]

        def work() -> None:
            said = io.TextIOWrapper(io.BytesIO(), "utf-8")
            with (
                folder,
                contextlib.chdir(root),
                contextlib.redirect_stdout(said),
                contextlib.redirect_stderr(said),
            ):
                assert main(given) != FAILED, given

        return work

    return read


def site(files: Files | None = None, **members: Any) -> Files:
    """A site with a page and further files and members of docs.json."""
    docs = json.dumps({**DOCS, **members}, indent=0)
    return {"docs.json": docs, "index.mdx": f"{HEAD}Text.\n", **(files or {})}


def page(text: str, files: Files | None = None, **members: Any) -> Files:
    """A site whose page holds a text."""
    return {**site(files, **members), "index.mdx": f"{HEAD}{text}\n"}


def raw(text: str) -> Files:
    """A site whose docs.json is a text."""
    return {**site(), "docs.json": text}


def times(piece: str, size: int) -> str:
    """A piece again and again, up to a size; `{i}` in it is the number of each."""
    if "{i}" not in piece:
        return piece * max(1, size // len(piece))
    count = max(1, size // (len(piece) + 1))
    return "".join(piece.replace("{i}", str(number)) for number in range(count))
