"""The proposal that is wanted, at 200 places: among the first five, also with a letter missing.

    python -m tests.benchmarks.completion_recall [--corpus ../shared/corpus] [--places 200]

The places are those of `completion_places`, from `tests/sites` and, if it is there, the corpus. An
editor's part is done as VS Code does it: it leaves out what does not fit what is typed, letter for
letter in order. The bars: 95 of 100, and 90 of 100 where a letter of the typed part is missing.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from docs_lsp.core.text import Encoding, Text
from docs_lsp.evaluation.check import read_site
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features._view import View
from docs_lsp.features.completion import answer_completion
from docs_lsp.files.files import BufferedFiles, DiskFiles, Files, MemoryFiles
from docs_lsp.server.site_edits import apply_edit_to_part
from docs_lsp.settings.settings import Settings
from tests.benchmarks.asking import first_of
from tests.benchmarks.completion_places import Place, Source, places, sources

_OURS = Path(__file__).parents[1]
_CORPUS = _OURS.parents[1] / "shared" / "corpus"
FIRST = 5
_TYPED = range(4, 9)
"""How many letters are typed of what is wanted, one of which is missing."""
_CAN = CompletionAbilities(snippets=True, label_details=True, as_is=True, filters_texts=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--corpus", type=Path, default=_CORPUS)
    parser.add_argument("--places", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    known = [*sources(_OURS), *(sources(options.corpus) if options.corpus.is_dir() else ())]
    chosen = choose(known, options.places, options.seed)
    measure("as it is typed", chosen)
    measure("a letter missing", list(with_missing_letter(chosen, options.seed)))


def choose(known: list[Source], count: int, seed: int) -> list[Place]:
    """So many places, of as many kinds as there are."""
    found = places(known, seed, each=count)
    random.Random(seed).shuffle(found)
    by_kind: Counter[str] = Counter()
    ranked: list[tuple[int, int, Place]] = []
    for place in found:
        by_kind[place.kind] += 1
        ranked.append((by_kind[place.kind], len(ranked), place))
    return [place for _, _, place in sorted(ranked)[:count]]


def with_missing_letter(known: list[Place], seed: int) -> Iterator[Place]:
    """The places at which something can be typed, with its beginning less a letter."""
    chance = random.Random(seed)
    for place in known:
        word = place.what.strip('"')
        rest = len(word) - len(place.typed) + 1
        if not place.what.startswith('"') or rest <= _TYPED.start or " " in word:
            continue
        begun = word[: len(place.typed) - 1 + chance.choice(_TYPED)]
        at = chance.randrange(max(1, len(place.typed)), len(begun) - 1)
        typed = f'"{begun[:at]}{begun[at + 1 :]}'
        start = place.offset - len(place.typed.encode())
        data = place.data[:start] + typed.encode() + place.data[place.offset :]
        yield place._replace(data=data, offset=start + len(typed.encode()), typed=typed)


def measure(name: str, asked: list[Place]) -> None:
    """Print each miss, and the share of the places at which the wanted item comes early."""
    every: Counter[str] = Counter(place.kind for place in asked)
    found: Counter[str] = Counter()
    for place in asked:
        first = first_proposals(place)
        if any(map(place.wanted, first)):
            found[place.kind] += 1
        else:
            print(f"  {place.kind}: {place.typed} for {place.what} in {place.source.name}: {first}")
    for kind, count in sorted(every.items()):
        print(f"{kind:>28} {found[kind]:4} of {count}")
    print(f"{name}: {found.total()} of {every.total()}, {found.total() / every.total():.1%}")


def first_proposals(place: Place) -> list[str]:
    """What the first proposals at a place would write."""
    view = _view(place.source)
    text = Text.from_data(place.data)
    site = apply_edit_to_part(view.site, place.file, text, None)
    changed = View(site, BufferedFiles(view.files, {place.file: place.data}), view.root)
    answer = answer_completion(changed, place.file, place.offset, _CAN, Encoding.UTF16)
    return first_of(answer["items"], place.typed, FIRST)


@cache
def _view(source: Source) -> View:
    root = source.folder or Path("/site")
    files: Files = DiskFiles(root)
    if source.folder is None:
        pages = {f"{page}.mdx": b"" for page in source.pages}
        files = MemoryFiles({"docs.json": source.data, **pages})
    return View(read_site(root, files, Settings()), files, root)


if __name__ == "__main__":
    main()
