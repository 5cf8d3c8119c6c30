"""What is true of every move, on small sites and, where they are at hand, on real ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from docs_lsp.evaluation.check import evaluate_whole_site, read_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, Files
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx.content import read_page
from docs_lsp.site.mdx.contents import ReadingOptions
from docs_lsp.site.moves import AddressMap, Move, NewPaths, find_translation_moves, plan_moves
from docs_lsp.site.moves.refusals import find_moves_refusal
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.router import LinkStatus, get_path_resolver

SITES = Path(__file__).parents[1] / "sites"
REAL = Path(__file__).parents[3] / "shared/corpus/sites"
SMALL = ("ferry", "languages", "notebook", "observatory", "plain")
LARGE = ("firecrawl-docs", "meilisearch-docs", "mintlify-docs", "trigger-dev", "x402")


@cache
def looked_at(root: Path) -> tuple[Files, Snapshot, Overview]:
    """A site of the disk."""
    disk = DiskFiles(root)
    site = evaluate_whole_site(root, disk, Settings())
    overview = site.get_overview()
    assert overview is not None
    return disk, site, overview


def moves_on(root: Path, seed: int, count: int) -> Iterator[list[Move]]:
    """Some moves of pages, folders and other files, with those of their translations."""
    random = Random(seed)
    _, _, overview = looked_at(root)
    # What is known by its name stays where it is.
    files = sorted(one for one in overview.facts.files if one != "docs.json" and one[0] != ".")
    folders = sorted({file[:at] for file in files for at, sign in enumerate(file) if sign == "/"})
    pages = [page.file for page in overview.facts.pages]
    found = 0
    while found < count:
        old = random.choice(random.choice([one for one in (files, folders, pages, pages) if one]))
        move = Move(old, _somewhere(old, folders, random))
        moves = [move, *find_translation_moves(overview, [move])]
        if _is_possible(moves, files, overview):
            found += 1
            yield moves


def _somewhere(old: str, folders: list[str], random: Random) -> str:
    *above, name = old.split("/")
    stem, dot, ending = name.rpartition(".")
    stem, ending = (stem, dot + ending) if dot and stem else (name, "")
    return "/".join(
        random.choice(
            [
                [*above, f"{stem}-new{ending}"],
                [*above, f"{stem.swapcase()}{ending}"],
                ["new", *above, name],
                [*above, "deeper", name],
                [random.choice(folders or ["new"]), name],
                [name],
                [*above, stem, f"index{ending}"],
            ]
        )
    )


def _is_possible(moves: list[Move], files: list[str], overview: Overview) -> bool:
    old, new = moves[0]
    if old == new or f"{new}/".startswith(f"{old}/"):
        return False
    if "snippets" in old.split("/") + new.split("/"):
        return False  # A part of pages that becomes a page is listed nowhere.
    if any(f"{file}/".startswith(f"{one.new}/") for one in moves for file in files):
        return False
    relocation = NewPaths(moves, overview.facts.files.__contains__)
    return find_moves_refusal(AddressMap(overview, relocation)) is None


def problems(site: Snapshot, relocation: NewPaths | None = None) -> Counter[tuple[str, str]]:
    """How many findings there are of each rule in each file, by the file's new path.

    That the languages of a site differ is left out: a page may move from one into another.
    """
    return Counter(
        (relocation.map_path(file) if relocation else file, one.rule)
        for file, found in site.get_problems().items()
        for one in found
        if one.rule != "missing-translation"
    )


def links(site: Snapshot, relocation: NewPaths | None = None) -> dict[tuple[str, int], object]:
    """Where each link of each page leads: the file of a page, or only whether anything answers."""
    overview = site.get_overview()
    assert overview is not None
    found: dict[tuple[str, int], object] = {}
    of = relocation.map_path if relocation else str
    for file, content in (overview.contents or {}).items():
        for number, link in enumerate(content.links):
            target = parse_link_path(link.target, file)
            answer = (
                get_path_resolver(overview).resolve_link(target) if target and target.path else None
            )
            if answer and answer.status is not LinkStatus.DEAD:
                page = of(answer.page.file) if answer.page else None
                found[of(file), number] = (page, target.fragment if target else "")
    return found


def check_move(root: Path, moves: list[Move]) -> None:
    files, before, overview = looked_at(root)
    made = plan_moves(overview, files, moves)
    moved = _after(files, overview, moves, redirect=True)
    after = evaluate_whole_site(root, moved, Settings(), known=before.contents)
    assert not problems(after) - problems(before, made.relocation), moves
    now = links(after)
    lost = {place: to for place, to in links(before, made.relocation).items() if now[place] != to}
    assert not lost, moves


def check_return(root: Path, moves: list[Move]) -> None:
    files, before, overview = looked_at(root)
    if plan_moves(overview, files, moves, redirect=False).removed:
        return  # A redirect that was in the way does not come back.
    there = _after(files, overview, moves, redirect=False)
    options = ReadingOptions(read_page, before.contents)
    site = read_site(root, there, Settings(), options=options).get_overview()
    assert site is not None
    back = _after(there, site, [Move(new, old) for old, new in moves], redirect=False)
    kept = {file: back.read(file) for file in back.changed if back.exists(file)}
    other = {file: _around(files.read(file), data) for file, data in kept.items()}
    assert all(one is None for one in other.values()), (moves, other)


def _around(one: bytes, other: bytes) -> list[tuple[bytes, bytes]] | None:
    """The lines in which two texts differ; None for texts that say the same.

    Whether a relative link begins with `./` is forgotten on the way through `../`.
    """
    lines = zip(one.splitlines(), other.splitlines(), strict=True)
    plain = ((a, b) for a, b in lines if a.replace(b"](./", b"](") != b.replace(b"](./", b"]("))
    return list(plain) or None


def _after(files: Files, overview: Overview, moves: list[Move], *, redirect: bool) -> Draft:
    made = plan_moves(overview, files, moves, redirect=redirect)
    return Draft(files).with_changes((*made.edits, *made.list_file_moves(files)))


@pytest.mark.parametrize("name", SMALL)
def test_after_a_move_nothing_is_wrong_that_was_right(name: str) -> None:
    for moves in moves_on(SITES / name, 1, 25):
        check_move(SITES / name, moves)


@pytest.mark.parametrize("name", SMALL)
def test_there_and_back_everything_is_as_it_was(name: str) -> None:
    for moves in moves_on(SITES / name, 2, 25):
        check_return(SITES / name, moves)


@pytest.mark.parametrize("name", LARGE)
def test_the_same_on_a_real_site(name: str) -> None:
    root = REAL / name
    if not root.is_dir():
        pytest.skip("needs the real sites beside the repository")
    for moves in moves_on(root, 3, 2):
        check_move(root, moves)
        check_return(root, moves)


def test_a_folder_of_a_hundred_pages_takes_all_along() -> None:
    root = REAL / "firecrawl-docs"
    if not root.is_dir():
        pytest.skip("needs the real sites beside the repository")
    _, _, overview = looked_at(root)
    move = Move("api-reference", "reference")
    check_move(root, [move, *find_translation_moves(overview, [move])])
