"""Mistakes at the top of pages: fields that do not count, and values that mean something else."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.site.mdx.frontmatter import FrontmatterBlock, locate_frontmatter
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, Range, marked, planted
from tests.mutations.implied import GONE
from tests.mutations.pages import with_field
from tests.mutations.scene import Scene, pick

_OF_FIELDS = re.compile(rb"(?:[\w:-]+:(?: [^\r\n]*)?\r?\n)+")
_TITLE = re.compile(rb"^title:", re.M)
_RULE = re.compile(rb"^(?:---|\.\.\.)", re.M)


class Top(NamedTuple):
    """The frontmatter of a page."""

    file: str
    block: FrontmatterBlock
    body: bytes

    @property
    def range(self) -> Range:
        """All of it, with its dashes."""
        return Range(self.file, Span(0, self.block.body_start))


@plants("frontmatter-error", files=True)
def broken_frontmatter(scene: Scene, chance: Random) -> Fault | None:
    wrong = ('zebra: "never closed', "zebra: [1, 2", "zebra: a: b", "zebra: {")
    return _with_wrong_field(scene, chance, chance.choice(wrong))


@plants("frontmatter-error", files=True)
def field_of_another_type(scene: Scene, chance: Random) -> Fault | None:
    wrong = ('openapi: ["GET /a", "GET /b"]', 'hidden: "maybe"', "keywords: 7", "deprecated: 3")
    return _with_wrong_field(scene, chance, chance.choice(wrong))


@plants("frontmatter-error", files=True)
def page_that_nobody_may_open(scene: Scene, chance: Random) -> Fault | None:
    wrong = ("groups: []", "groups: zebras", 'groups: [{ excludes: ["*"] }]')
    return _with_wrong_field(scene, chance, chance.choice(wrong))


def _with_wrong_field(scene: Scene, chance: Random, line: str) -> Fault | None:
    listing = pick(chance, scene.sole_entries)
    if listing is None:
        return None
    file = scene.page_file(listing.page)
    edit = with_field(scene, file, marked(line))
    if edit is None or _has(scene, file, line.split(":")[0]):
        return None
    # What is never closed is noticed further down.
    block = locate_frontmatter(scene.data(file))
    return planted(line, edit, at=(Range(file, Span(0, block.body_start)),))


@plants("frontmatter-error", files=True)
def dashes_that_do_not_begin_it(scene: Scene, chance: Random) -> Fault | None:
    top = _top(scene, chance)
    wrong = chance.choice(("--- ", "---\t", "----", "--", "\u2014"))
    if top is None:
        return None
    edit = FileEdit(top.file, Span(0, 3), marked(wrong))
    return planted(f"`{wrong}` for `---`", edit)


@plants("frontmatter-error", files=True)
def something_before_it(scene: Scene, chance: Random) -> Fault | None:
    top = _top(scene, chance)
    if top is None:
        return None
    text = chance.choice(("\n", " ", "\ufeff", "Zebras cross.\n\n"))
    edit = FileEdit(top.file, Span(0, 0), marked(text) if text == "\ufeff" else text)
    return planted(f"{text!r} before the frontmatter", edit, at=(top.range,))


@plants("frontmatter-error", files=True)
def line_that_does_not_close_it(scene: Scene, chance: Random) -> Fault | None:
    top = _top(scene, chance)
    if top is None or _RULE.search(top.body):
        return None
    wrong = chance.choice(("...", "-----"))
    end = top.block.end
    return planted(f"`{wrong}` at its end", FileEdit(top.file, Span(end, end + 3), marked(wrong)))


@plants("frontmatter-error", files=True, implied=GONE)
def frontmatter_that_is_never_closed(scene: Scene, chance: Random) -> Fault | None:
    top = _top(scene, chance)
    if top is None or _RULE.search(top.body):
        return None
    gone = FileEdit(top.file, Span(top.block.end, top.block.body_start), "\nA zebra crosses.\n\n")
    size = len(scene.data(top.file))
    rule = FileEdit(top.file, Span(size, size), chance.choice(("", "\n\n---\n\nThe end.\n")))
    return planted("no dashes at its end", gone, rule, at=(top.range,))


@plants("frontmatter-error", files=True)
def frontmatter_in_toml(scene: Scene, chance: Random) -> Fault | None:
    top = _top(scene, chance)
    if top is None:
        return None
    toml = f'{marked("+++")}\ntitle = "Zebra crossing"\n+++\n'
    return planted("TOML", FileEdit(top.file, top.range.span, toml))


@plants("frontmatter-error", files=True)
def field_that_cannot_be_read(scene: Scene, chance: Random) -> Fault | None:
    top = _top(scene, chance)
    line = chance.choice(
        (
            f"{marked('title')}: Zebra",
            f"zebra{marked(':')}crossing",
            f"zebra: {marked('!crossing')} lights",
            f"zebra:\n{marked(chr(9))}- crossing",
            f"zebra: {{ a: 1, {marked('a')}: 2 }}",
        )
    )
    edit = with_field(scene, top.file, line) if top else None
    return planted(line, edit) if edit else None


@plants("frontmatter-error", files=True)
def text_that_yaml_reads_otherwise(scene: Scene, chance: Random) -> Fault | None:
    top = _top(scene, chance)
    if top is None or b"\nsidebarTitle:" in scene.head(top.file):
        return None
    wrong = (f"Zebra {marked('#1')}", "2024-01-01", "{zebra}", f"{marked('&zebra')} crossing")
    value = chance.choice((marked("#1"), wrong[0], marked(wrong[1]), marked(wrong[2]), wrong[3]))
    edit = with_field(scene, top.file, f"sidebarTitle: {value}")
    return planted(f"the text `{value}`", edit) if edit else None


@plants("frontmatter-error", files=True)
def value_that_means_nothing(scene: Scene, chance: Random) -> Fault | None:
    top = _top(scene, chance)
    line = chance.choice(
        (
            f"mode: {marked('costum')}",
            f"mode: {marked('zebra')}",
            f"url: {marked('www.example.com')}",
            f"url: {marked('over there')}",
        )
    )
    if top is None or re.search(rb"\n(?:mode|url):", scene.head(top.file)):
        return None
    edit = with_field(scene, top.file, line)
    return planted(line, edit) if edit else None


@plants("unknown-key", files=True)
def slip_of_the_pen(scene: Scene, chance: Random) -> Fault | None:
    top = _top(scene, chance)
    line = chance.choice(
        (
            f"{marked('hiden')}: true",
            f"{marked('noidnex')}: true",
            f"{marked('Public')}: false",
            f"{marked('gruops')}: [zebras]",
            f"{marked('sidebar-title')}: Zebra",
            f"{marked('depricated')}: true",
        )
    )
    known = rb"\n(?:hidden|noindex|public|groups|sidebarTitle|deprecated):"
    if top is None or re.search(known, scene.head(top.file)):
        return None
    edit = with_field(scene, top.file, line)
    return planted(line, edit) if edit else None


@plants("missing-asset", files=True)
def icon_that_is_not_there(scene: Scene, chance: Random) -> Fault | None:
    top = _top(scene, chance)
    if top is None or b"\nicon:" in scene.head(top.file):
        return None
    line = f"icon: {marked('/zebra/crossing.svg')}"
    edit = with_field(scene, top.file, line)
    return planted(line, edit) if edit else None


def _top(scene: Scene, chance: Random) -> Top | None:
    """The frontmatter of a page of plain text, which holds a title and is plain itself."""
    found = []
    for listing in scene.plain_pages:
        file = scene.page_file(listing.page)
        data = scene.data(file)
        block = locate_frontmatter(data)
        fields = data[block.start + 1 : block.end]
        if _OF_FIELDS.fullmatch(fields) and _TITLE.search(fields) and data.startswith(b"---"):
            found.append(Top(file, block, data[block.body_start :]))
    return pick(chance, found)


def _has(scene: Scene, file: str, key: str) -> bool:
    return f"\n{key}:".encode() in scene.head(file)
