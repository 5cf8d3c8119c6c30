"""A rule's explanation, for people: its docstring as a tree of parts, and as Markdown.

The docstrings are written for two readers, the person who wants to know and the harness that runs
the examples. What only the harness needs (the tags of the blocks, the marks around ranges) is
turned into words here, once for the editor, the command line and reports.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

import docs_lsp
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.rules.framework.rule import Fixes, Rule

_FENCE = compile_lazily(
    r"^(?P<fence>`{3,})(?P<tag>fail|pass|fixed)\b[ \t]*(?P<label>[^\n]*)\n"
    r"(?P<body>.*?)^(?P=fence)[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
_FILE = compile_lazily(r"^--- (?P<name>\S[^\n]*?)[ \t]*\n", re.MULTILINE)
_MARKS = str.maketrans("", "", "«»⟦⟧")
_ITEM = compile_lazily(r"[ \t]*(?:[-*]|\d+\.)[ \t]")
_SOURCE = "Source:"
_STATEMENTS = compile_lazily(r"SERVICE\.md((?:, [\w-]+)+)")
_HEADING_RULE = compile_lazily(r"-{3,}")
_LANGUAGES = {"json": "json", "yaml": "yaml", "yml": "yaml", "toml": "toml", "md": "mdx"}

SERVICE_PAGE = Path(docs_lsp.__file__).with_name("SERVICE.md")
"""The page that says what the service does, and how that is known."""

FIX_WORDS = {
    Fixes.NONE: "no quick fix",
    Fixes.OFFERED: "quick fix",
    Fixes.SOME_SAFE: "quick fix, safe in some cases",
    Fixes.SAFE: "safe quick fix",
}
"""What can be said of a rule's fixes in a few words."""
TAG_WORDS = {"fail": "Wrong", "pass": "Right", "fixed": "After the quick fix"}
"""What the tags of examples mean to a reader."""


class File(NamedTuple):
    """One file of an example; `name` is empty for what stands in docs.json."""

    name: str
    text: str
    """With the marks: `«...»` around what is reported, `⟦...⟧` around what it refers to."""

    @property
    def plain(self) -> str:
        """The text without the marks."""
        return self.text.translate(_MARKS)


class Example(NamedTuple):
    """A block that shows what is wrong (`fail`), right (`pass`), or made of it (`fixed`)."""

    tag: str
    label: str
    files: tuple[File, ...]

    @property
    def caption(self) -> str:
        """What the block shows, in a word or two."""
        word = TAG_WORDS[self.tag]
        return f"{word}, {self.label}" if self.label and self.tag != "fixed" else word


Block: TypeAlias = str | Example
"""A paragraph or list item, on one line; or an example."""


class ExplanationSection(NamedTuple):
    """A part of an explanation; the heading of the first may be empty."""

    heading: str
    blocks: tuple[Block, ...]

    @property
    def prose(self) -> tuple[str, ...]:
        """Its paragraphs alone."""
        return tuple(block for block in self.blocks if isinstance(block, str))


class Explanation(NamedTuple):
    """All that a docstring says."""

    title: str
    sections: tuple[ExplanationSection, ...]
    source: str

    def section(self, heading: str) -> ExplanationSection:
        """The section under a heading; an empty one where there is none."""
        matches = (each for each in self.sections if each.heading == heading)
        return next(matches, ExplanationSection(heading, ()))


def parse_explanation(rule: Rule) -> Explanation:
    """The docstring of a rule, taken apart."""
    title, _, rest = rule.docs.strip().partition("\n")
    rest, _, source = rest.partition(f"\n{_SOURCE}")
    sections = tuple(_split_sections(rest))
    return Explanation(title, sections, " ".join(source.split()))


def render_markdown(rule: Rule, service_page: str = "") -> str:
    """The whole explanation as Markdown, with links to statements of the page about the service
    where its address is given: that of `SERVICE_PAGE` means nothing on another machine."""
    parts = parse_explanation(rule)
    lines = [f"## {rule.name}", parts.title, f"*{describe_severity(rule)}*"]
    for section in parts.sections:
        lines += [f"### {section.heading}"] if section.heading else []
        lines += [text for block in section.blocks for text in _render_block(block)]
    if parts.source:
        source = _link_statements(parts.source, service_page) if service_page else parts.source
        lines.append(f"*{_SOURCE} {source}*")
    return "\n\n".join(_join_list_items(lines)) + "\n"


def render_summary(rule: Rule) -> str:
    """A short form as Markdown: the title, why it matters, how bad it is."""
    parts = parse_explanation(rule)
    why = parts.section("Why it matters").prose[:1]
    return "\n\n".join([f"**{rule.name}**: {parts.title}", *why, f"*{describe_severity(rule)}*"])


def describe_severity(rule: Rule) -> str:
    """How bad a rule's findings are unless a project says otherwise, and what fixes them."""
    level = "Off by default" if rule.severity is None else rule.severity.name.capitalize()
    return f"{level}, {FIX_WORDS[rule.fixes]}"


def _link_statements(source: str, service_page: str) -> str:
    """A source with a link for each statement of the page about the service that it names."""

    def links(named: re.Match[str]) -> str:
        names = named[1].removeprefix(", ").split(", ")
        return ", ".join(f"[{name}]({service_page}#{name})" for name in names)

    return _STATEMENTS.sub(links, source)


def _split_sections(text: str) -> Iterator[ExplanationSection]:
    """The text cut at its underlined headings. An underline in an example is none."""
    fences = [match.span() for match in _FENCE.finditer(text)]
    heading, done = "", 0
    start = 0
    for line, below in pairwise(text.splitlines(keepends=True)):
        end = start + len(line) + len(below)
        underlined = line.strip() and _HEADING_RULE.fullmatch(below.strip())
        if underlined and not any(a <= start < b for a, b in fences):
            if heading or text[done:start].strip():
                yield ExplanationSection(heading, tuple(_parse_blocks(text[done:start])))
            heading, done = line.strip(), end
        start += len(line)
    if heading or text[done:].strip():
        yield ExplanationSection(heading, tuple(_parse_blocks(text[done:])))


def _parse_blocks(text: str) -> Iterator[Block]:
    done = 0
    for match in _FENCE.finditer(text):
        yield from _split_paragraphs(text[done : match.start()])
        yield Example(match["tag"], match["label"].strip(), tuple(_split_files(match["body"])))
        done = match.end()
    yield from _split_paragraphs(text[done:])


def _split_paragraphs(text: str) -> Iterator[str]:
    """Paragraphs and list items, each on one line."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        if lines and (not line.strip() or _ITEM.match(line)):
            yield " ".join(lines)
            lines = []
        if line.strip():
            lines.append(line.strip())


def _split_files(body: str) -> Iterator[File]:
    heads = list(_FILE.finditer(body))
    if not heads or body[: heads[0].start()].strip():
        yield File("", body)
        return
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        yield File(head["name"], body[head.end() : after.start() if after else len(body)])


def _render_block(block: Block) -> Iterator[str]:
    if isinstance(block, str):
        yield block
        return
    yield f"{block.caption}:"
    for file in block.files:
        if file.name:
            yield f"`{file.name}`"
        if file.plain.strip():
            yield f"```{_language(file.name)}\n{file.plain.rstrip()}\n```"


def _language(name: str) -> str:
    ending = name.rpartition(".")[2].removesuffix("x") if name else "json"
    return _LANGUAGES.get(ending, "text")


def _join_list_items(parts: list[str]) -> Iterator[str]:
    """The parts of a document, with the items of one list joined: no empty lines in between."""
    joined = ""
    for part in parts:
        if joined and _ITEM.match(part) and _ITEM.match(joined):
            joined = f"{joined}\n{part}"
            continue
        if joined:
            yield joined
        joined = part
    if joined:
        yield joined
