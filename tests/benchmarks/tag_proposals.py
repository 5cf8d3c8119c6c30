"""How often the proposal that is wanted stands among the first five, in real pages in which a
component, a prop, a value or a closing tag is taken out.

    python -m tests.benchmarks.tag_proposals [SEED] [PLACES]

The bar: 95 % of 200 places. Values are those of props that take one of a few. A place is asked with
nothing typed but the sign before it, which is the hardest; the rest of the tag, and the tag that
closes it, are taken out as well.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from docs_lsp.core.text import Encoding
from docs_lsp.evaluation.check import read_site
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features._view import View
from docs_lsp.features.page_completions import answer_page_completion
from docs_lsp.files.files import BufferedFiles, DiskFiles
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.reading import parse_page
from docs_lsp.mdx.syntax import MdxTag, TagForm
from docs_lsp.settings.settings import Settings

SITES = Path(__file__).parents[2] / "../shared/corpus/sites"
FIRST = 5


class Question(NamedTuple):
    """A page with something taken out."""

    kind: str
    data: bytes
    offset: int
    wanted: str


def questions(data: bytes) -> Iterator[Question]:
    """Everything that can be taken out of a page."""
    page = parse_page(data)
    local = {name.local for each in page.imports for name in each.names}
    for tag in page.tags:
        start, end = tag.span
        if tag.form is TagForm.CLOSING:
            yield Question("closing", data[: start + 2] + data[end:], start + 2, tag.name)
            continue
        if tag.name in COMPONENTS or tag.name in local:
            rest = data[end:]
            if tag.partner >= 0:
                closing = page.tags[tag.partner].span
                rest = data[end : closing.start] + data[closing.end :]
            yield Question("component", data[: start + 1] + rest, start + 1, tag.name)
        if tag.name in COMPONENTS:
            yield from _of_props(data, tag)


def _of_props(data: bytes, tag: MdxTag) -> Iterator[Question]:
    for given in tag.attributes:
        prop = COMPONENTS[tag.name].find_prop(given.name)
        if prop is None:
            continue
        start, end = given.span
        yield Question("prop", data[:start] + data[end:], start, given.name)
        span = given.value_span
        if span is not None and prop.values:
            inside = data[span.start + 1 : span.end - 1]
            text = data[: span.start + 1] + data[span.end - 1 :]
            yield Question("value", text, span.start + 1, inside.decode())


def main() -> None:
    """Ask, and print how often the answer was among the first five."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    places = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    random = Random(seed)
    views = [_view(site) for site in sorted(SITES.iterdir()) if site.is_dir()]
    asked: Counter[str] = Counter()
    found: Counter[str] = Counter()
    kinds = ("component", "prop", "value", "closing")
    while asked.total() < places:
        kind = kinds[asked.total() % len(kinds)]
        view = random.choice(views)
        file = random.choice([*(view.site.contents or {})])
        all_of_kind = [one for one in questions(view.text(file).data) if one.kind == kind]
        if all_of_kind:
            question = random.choice(all_of_kind)
            asked[kind] += 1
            labels = _labels(view, file, question)
            if question.wanted in labels[:FIRST]:
                found[kind] += 1
            else:
                print(f"{kind}: {question.wanted} at {file}:{question.offset}: {labels[:FIRST]}")
    for kind in kinds:
        print(f"{kind}: {found[kind]} of {asked[kind]}")
    print(f"all: {found.total() / asked.total():.1%}")


def _view(root: Path) -> View:
    files = DiskFiles(root)
    return View(read_site(root, files, Settings()), files, root)


def _labels(view: View, file: str, question: Question) -> list[str]:
    changed = replace(view, files=BufferedFiles(view.files, {file: question.data}), _texts={})
    answer = answer_page_completion(
        changed, file, question.offset, Encoding.UTF8, CompletionAbilities(snippets=True)
    )
    return [item["label"] for item in answer["items"]]


if __name__ == "__main__":
    main()
