"""Explanations of rules: the docstring of a rule as a tree of parts, and as Markdown.

The docstrings have two readers, people and the harness that runs the examples. The markup for the
harness (tags of blocks, marks around ranges) is turned into words here, once for the editor, the
command line and reports.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

import docs_lsp
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.rules.framework.rule import FixSafety, Rule

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
"""The file that documents the behaviour of the service, and how it is known."""
MANUAL = SERVICE_PAGE.with_name("manual")
"""The folder of the manual, a site of its own, with a page for each rule."""

FIX_WORDS = {
    FixSafety.NONE: "no quick fix",
    FixSafety.CHOICE: "quick fix",
    FixSafety.OFFERED: "quick fix",
    FixSafety.SOME_SAFE: "quick fix, safe in some cases",
    FixSafety.SAFE: "safe quick fix",
}
"""Short descriptions of the fixes of a rule."""
TAG_WORDS = {"fail": "Wrong", "pass": "Right", "fixed": "After the quick fix"}
"""Captions for the tags of examples."""


class ExampleFile(NamedTuple):
    """One file of an example; `name` is empty for a fragment of docs.json."""

    name: str
    text: str
    """The text with marks: `«...»` around reported ranges, `⟦...⟧` around related ones."""

    @property
    def text_without_marks(self) -> str:
        """The text without the marks."""
        return self.text.translate(_MARKS)


class Example(NamedTuple):
    """An example: wrong code (`fail`), right code (`pass`), or the result of a fix (`fixed`)."""

    tag: str
    label: str
    files: tuple[ExampleFile, ...]

    @property
    def caption(self) -> str:
        """The heading of the block, such as `WrongOperation` or `Right, in a tab`."""
        word = TAG_WORDS[self.tag]
        return f"{word}, {self.label}" if self.label and self.tag != "fixed" else word


Block: TypeAlias = str | Example
"""A paragraph or list item on one line, or an example."""


class ExplanationSection(NamedTuple):
    """A section of an explanation; the heading of the first may be empty."""

    heading: str
    blocks: tuple[Block, ...]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs and list items, without examples."""
        return tuple(block for block in self.blocks if isinstance(block, str))


class Explanation(NamedTuple):
    """The parsed docstring of a rule."""

    title: str
    sections: tuple[ExplanationSection, ...]
    source: str

    def find_section(self, heading: str) -> ExplanationSection:
        """Return the section with a heading; an empty one if there is none."""
        matches = (each for each in self.sections if each.heading == heading)
        return next(matches, ExplanationSection(heading, ()))


def parse_explanation(rule: Rule) -> Explanation:
    """Parse the docstring of a rule into title, sections and source."""
    title, _, rest = rule.docs.strip().partition("\n")
    rest, _, source = rest.partition(f"\n{_SOURCE}")
    sections = tuple(_split_sections(rest))
    return Explanation(title, sections, " ".join(source.split()))


def render_markdown(rule: Rule, service_page: str = "") -> str:
    """Return the whole explanation as Markdown.

    Statements in the source are linked if `service_page`, the address of `SERVICE_PAGE`, is given:
    a path of this machine means nothing on another one.
    """
    parts = parse_explanation(rule)
    lines = [f"## {rule.name}", parts.title, f"*{describe_severity_and_fixes(rule)}*"]
    for section in parts.sections:
        lines += [f"### {section.heading}"] if section.heading else []
        lines += [text for block in section.blocks for text in _render_block(block)]
    if parts.source:
        source = _link_statements(parts.source, service_page) if service_page else parts.source
        lines.append(f"*{_SOURCE} {source}*")
    return "\n\n".join(_join_list_items(lines)) + "\n"


def render_summary(rule: Rule) -> str:
    """Return the title, the first paragraph and the severity as Markdown."""
    parts = parse_explanation(rule)
    why = parts.find_section("Why it matters").paragraphs[:1]
    return "\n\n".join(
        [f"**{rule.name}**: {parts.title}", *why, f"*{describe_severity_and_fixes(rule)}*"]
    )


def describe_severity_and_fixes(rule: Rule) -> str:
    """Return the default severity of a rule and the kind of its fixes, as a phrase."""
    level = "Off by default" if rule.severity is None else rule.severity.name.capitalize()
    return f"{level}, {FIX_WORDS[rule.fixes]}"


def _link_statements(source: str, service_page: str) -> str:
    """Return a source with a Markdown link for each statement of SERVICE.md that it names."""

    def links(named: re.Match[str]) -> str:
        names = named[1].removeprefix(", ").split(", ")
        return ", ".join(f"[{name}]({service_page}#{name})" for name in names)

    return _STATEMENTS.sub(links, source)


def _split_sections(text: str) -> Iterator[ExplanationSection]:
    """Split text at its underlined headings, except inside examples."""
    fences = [match.span() for match in _FENCE.finditer(text)]
    heading, done = "", 0
    start = 0
    for line, below in pairwise(text.splitlines(keepends=True)):
        end = start + len(line) + len(below)
        underlined = line.strip() and _HEADING_RULE.fullmatch(below.strip())
        if underlined and not any(a <= start < b for a, b in fences):
            if heading or text[done:start].strip():
                yield ExplanationSection(heading, tuple(_split_blocks(text[done:start])))
            heading, done = line.strip(), end
        start += len(line)
    if heading or text[done:].strip():
        yield ExplanationSection(heading, tuple(_split_blocks(text[done:])))


def _split_blocks(text: str) -> Iterator[Block]:
    """Yield the paragraphs, list items and examples of a section."""
    done = 0
    for match in _FENCE.finditer(text):
        yield from _split_paragraphs(text[done : match.start()])
        yield Example(
            match["tag"], match["label"].strip(), tuple(_split_example_files(match["body"]))
        )
        done = match.end()
    yield from _split_paragraphs(text[done:])


def _split_paragraphs(text: str) -> Iterator[str]:
    """Yield paragraphs and list items, each on one line."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        if lines and (not line.strip() or _ITEM.match(line)):
            yield " ".join(lines)
            lines = []
        if line.strip():
            lines.append(line.strip())


def _split_example_files(body: str) -> Iterator[ExampleFile]:
    """Split an example at its `--- name` lines; without them it is one fragment of docs.json."""
    heads = list(_FILE.finditer(body))
    if not heads or body[: heads[0].start()].strip():
        yield ExampleFile("", body)
        return
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        yield ExampleFile(head["name"], body[head.end() : after.start() if after else len(body)])


def _render_block(block: Block) -> Iterator[str]:
    if isinstance(block, str):
        yield block
        return
    yield f"{block.caption}:"
    for file in block.files:
        if file.name:
            yield f"`{file.name}`"
        if file.text_without_marks.strip():
            yield f"```{_guess_fence_language(file.name)}\n{file.text_without_marks.rstrip()}\n```"


def _guess_fence_language(name: str) -> str:
    ending = name.rpartition(".")[2].removesuffix("x") if name else "json"
    return _LANGUAGES.get(ending, "text")


def _join_list_items(parts: list[str]) -> Iterator[str]:
    """Yield the parts of a document, with consecutive list items joined without blank lines."""
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
