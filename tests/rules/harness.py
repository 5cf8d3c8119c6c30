"""Reads the examples of rules and runs them.

An example is a fenced block tagged `fail` or `pass`, in the docstring of a rule or in the rule's
file of cases beside this one; what follows the tag names the example. A block holds

* a docs.json, if it starts with `{`,
* members of its top level, around which the members that every docs.json needs are put,
* or several files, each after a line `--- path`. A docs.json among them may be one of the first
  two; a `docs-lsp.toml` among them is the project's settings.

`«...»` marks each range that the rule is to report, `⟦...⟧` a second place that a finding names;
second places are looked at only where some are marked. Lines `> text` right below a `fail` block
are what the messages of its findings must hold, in the order of the ranges.

A file called `path (before)` is what the file was at an earlier state that the site is compared
with, and `path (new)` one that was not there yet; all others were what they are. Without such files
the site is not compared with anything. Each of the two counts as a commit, for what translations
have followed.

A file that holds nothing but `21 MB` counts as so large, and `[60,000 letters]` stands for so many.

The file rules look only at blocks that have a file beside docs.json and what its `$ref`s name.

A block tagged `fixed`, right after a `fail` block, is what the first fix of its first finding makes
of it. It is written like the `fail` block, and of several files holds those that change; a line
`--- path (deleted)` names one that is to be gone. What follows the tag picks another fix by a part
of its title, and another finding by its number: `fixed 2: Remove`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

from docs_lsp.core.problem import Fix, Problem
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import FileInfo, MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object
from docs_lsp.rules import all_rules
from docs_lsp.settings.reader import load_project_settings
from docs_lsp.settings.settings import SETTINGS_FILE, Settings
from docs_lsp.site.mdx.contents import read_contents, with_snippets
from docs_lsp.site.site import EarlierSite
from docs_lsp.site.specifications.facts import load_specs, scan_site
from docs_lsp.site.specifications.spec_files import add_file_survey
from docs_lsp.site.specifications.specs_named_by_pages import load_page_specs
from tests.rules.two_commits import stale_since

_BLOCK = re.compile(
    r"^(?P<fence>`{3,})(?P<tag>fail|pass)\b[ \t]*(?P<label>[^\n]*)\n"
    r"(?P<body>.*?)^(?P=fence)[ \t]*\n(?P<said>(?:[ \t]*\n)?(?:>[^\n]*\n)*)",
    re.DOTALL | re.MULTILINE,
)
_FIXED = re.compile(
    r"\s*^(?P<fence>`{3,})fixed\b[ \t]*(?:(?P<number>\d+):)?[ \t]*(?P<title>[^\n]*)\n"
    r"(?P<body>.*?)^(?P=fence)[ \t]*\n",
    re.DOTALL | re.MULTILINE,
)
_FILE = re.compile(r"^--- (?P<path>\S[^\n]*?)[ \t]*\n", re.MULTILINE)
_LETTERS = re.compile(r"\[([0-9,]+) letters\]")
_MARK = re.compile("[«»⟦⟧]")
_NEEDED = {
    "$schema": '"https://mintlify.com/docs.json"',
    "theme": '"mint"',
    "name": '"Harbour"',
    "colors": '{ "primary": "#0a7d5c" }',
    "navigation": '{ "pages": ["index"] }',
}


_SIZE = re.compile(rb"(\d+) MB\n?")


class Sized(MemoryFiles):
    """Files in memory. One that holds nothing but `21 MB` counts as so large."""

    def walk(self) -> Iterator[FileInfo]:
        """All files with their sizes."""
        for info in super().walk():
            said = _SIZE.fullmatch(self.read(info.path))
            yield info._replace(size=int(said[1]) << 20) if said else info


class Mark(NamedTuple):
    """A range that an example marks."""

    file: str
    span: Span


class Fixed(NamedTuple):
    """What a fix is to make of an example."""

    number: int
    """Of which finding, counted from 0."""
    title: str
    """A part of the fix's title; empty for the first fix."""
    files: Mapping[str, str | None]
    """The files that change; None for one that is to be gone."""


@dataclass(frozen=True, slots=True)
class Example:
    """One block: the files of a site, and what is to be found in them."""

    fails: bool
    label: str
    line: int
    files: Mapping[str, str]
    marks: tuple[Mark, ...]
    related: tuple[Mark, ...]
    said: tuple[str, ...]
    fixed: tuple[Fixed, ...] = ()
    before: Mapping[str, str] | None = None
    """The files at an earlier state; None where the site is not compared with any."""


def examples_in(text: str) -> Iterator[Example]:
    """The examples of a docstring or a file of cases, in order."""
    text = text if text.endswith("\n") else f"{text}\n"
    for match in _BLOCK.finditer(text):
        files, marks, related = {}, [], []
        earlier: dict[str, str | None] = {}
        for written, content in _files(match["body"]):
            path, _, state = written.partition(" (")
            text_of_file, own, others = _unmarked(path, _LETTERS.sub(_written_out, content))
            if state == "before)":
                earlier[path] = text_of_file
                continue
            if state == "new)":
                earlier[path] = None
            files[path] = text_of_file
            marks += own
            related += others
        before = {path: held for path, held in {**files, **earlier}.items() if held is not None}
        yield Example(
            match["tag"] == "fail",
            match["label"].strip(),
            text.count("\n", 0, match.start()) + 1,
            files,
            tuple(sorted(marks)),
            tuple(sorted(related)),
            tuple(line[1:].strip() for line in match["said"].split("\n") if line.startswith(">")),
            tuple(_fixed_after(text, match.end())),
            before if earlier else None,
        )


def _written_out(letters: re.Match[str]) -> str:
    return "x" * int(letters[1].replace(",", ""))


def _fixed_after(text: str, offset: int) -> Iterator[Fixed]:
    """The `fixed` blocks that follow one upon the other from an offset on."""
    while match := _FIXED.match(text, offset):
        files = {}
        for path, content in _files(match["body"]):
            name = path.removesuffix(" (deleted)")
            files[name] = content if name == path else None
        yield Fixed(int(match["number"] or 1) - 1, match["title"].strip(), files)
        offset = match.end()


def _files(body: str) -> Iterator[tuple[str, str]]:
    heads = list(_FILE.finditer(body))
    if not heads or body[: heads[0].start()].strip():
        yield "docs.json", _whole(body)
        return
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        content = body[head.end() : after.start() if after else len(body)]
        is_docs = head["path"].partition(" (")[0] == "docs.json"
        yield head["path"], _whole(content) if is_docs else content


def _whole(body: str) -> str:
    """A docs.json as it is, or around its members what every docs.json needs."""
    plain = _MARK.sub("", body)
    if plain.lstrip()[:1] in ("", "{", "["):
        return body
    root = Document.from_text("{" + plain + "}").tree.root
    given = root.by_key if isinstance(root, Object) else {}
    needed = "".join(f'  "{key}": {value},\n' for key, value in _NEEDED.items() if key not in given)
    return f"{{\n{needed}{indent(body, '  ')}}}\n"


def _unmarked(path: str, marked: str) -> tuple[str, list[Mark], list[Mark]]:
    """The text without its marks, the ranges marked `«»`, and those marked `⟦⟧`."""
    found: dict[str, list[Mark]] = {"»": [], "⟧": []}
    open_: dict[str, list[int]] = {"»": [], "⟧": []}
    text, done, size = "", 0, 0
    for match in _MARK.finditer(marked):
        piece = marked[done : match.start()]
        text, done, size = text + piece, match.end(), size + len(piece.encode())
        if match.group() in "«⟦":
            open_["»" if match.group() == "«" else "⟧"].append(size)
        else:
            start = open_[match.group()].pop()
            found[match.group()].append(Mark(path, Span(start, size)))
    assert not any(open_.values()), f"a mark is not closed: {marked}"
    return text + marked[done:], found["»"], found["⟧"]


def findings(
    files: Mapping[str, str],
    settings: Settings | None = None,
    before: Mapping[str, str] | None = None,
) -> list[Problem]:
    """All problems of a site with these files, in the order of files and text; of pages that one
    finding about their folder names, not that each is unlisted."""
    problems = site_of(files, settings, before).get_problems()
    return [
        problem
        for file in sorted(problems)
        for problem in problems[file]
        # That of its folder says it.
        if not (problem.is_folded and problem.rule == "unlisted-page")
    ]


def site_of(
    files: Mapping[str, str],
    settings: Settings | None = None,
    before: Mapping[str, str] | None = None,
) -> Snapshot:
    """The site with these files, looked at as a whole where there are files to look at, beside
    what they were `before`."""
    if settings is None:
        settings = _settings(files.get(SETTINGS_FILE, ""))
    memory = Sized(files)
    site = Snapshot.load(Path("/site"), memory, settings)
    if files.keys() - site.parts.keys() - {SETTINGS_FILE}:
        facts = add_file_survey(scan_site(memory), memory)
        contents = read_contents(facts, memory)
        facts = with_snippets(facts, contents)
        site = site.with_facts(facts).with_contents(contents)
        facts = load_specs(facts, memory, site.find_unread_specs())
        site = site.with_facts(load_page_specs(facts, contents, memory))
        if before is not None:
            earlier = EarlierSite("main", site_of(before, settings))
            site = site.with_earlier(earlier)
            site = site.with_stale_translations(stale_since(before, files, site))
        site = site.run_site_rules()
    return site


def after(files: Mapping[str, str], fix: Fix) -> dict[str, str]:
    """The files after a fix."""
    draft = Draft(MemoryFiles(files)).with_changes(fix.changes)
    return {path: draft.read(path).decode() for path in draft.paths()}


def _settings(text: str) -> Settings:
    settings, faults = load_project_settings(text, all_rules())
    assert not faults, f"the example's {SETTINGS_FILE} is wrong: {faults}"
    return settings
