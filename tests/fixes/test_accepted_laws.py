"""No fix takes anything from readers: two laws of every fix, held against what the service keeps.

* After a fix the service keeps at least as many pages as before.
* Every address that answered before answers after, with the same page.

They bind every fix. One whose purpose is to take something away stands in `TAKES_AWAY`, says so in
its title, and is only offered.
LAW_EXAMPLES says how many mistakes are planted; from 1000 on, real sites are looked at as well,
where they are at hand.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple
from zlib import crc32

import pytest

from docs_lsp.core.problem import FileChange, Fix, MovedFile, Problem
from docs_lsp.evaluation.check import read_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes import fixing_rounds
from docs_lsp.fixes.fixing_rounds import apply_fixes_repeatedly
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.fixes.safe_and_preferred import is_preferred_fix
from docs_lsp.site.mdx.contents import ReadingOptions
from docs_lsp.site.navigation.inheritance import list_sources
from docs_lsp.site.pages import normalise_entry
from docs_lsp.site.routes.accepted_site import AcceptedSite, get_accepted_site
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from tests.fixes.test_fix_laws import FIXED, NAMES, SITES, looked_at, spoilt, world
from tests.jsontree.strategies import CORPUS
from tests.mutations.catalogue import Mutator
from tests.mutations.styles import STYLES
from tests.mutations.world import World, problems_of

EXAMPLES = int(os.environ.get("LAW_EXAMPLES", "200"))
ONE_IN = 10
"""How many examples there are for one that is planted in a real site."""
MOST_FIXES = 40
MOST_IN_REAL_SITES = 5
REAL = {
    docs.parent.name: docs.parent
    for docs in (sorted(CORPUS.glob("sites/*/docs.json")) if EXAMPLES >= 1000 else ())
}
REAL_FILES = {
    file.stem: file for file in (sorted(CORPUS.glob("configs/*.json")) if EXAMPLES >= 1000 else ())
}


class TakesAway(NamedTuple):
    """Fixes that take something away, because a writer may want that."""

    rule: str
    says: str
    """What stands in the title of each."""
    why: str


TAKES_AWAY = (
    TakesAway("shadowed-page", "Remove this redirect", "readers are to see the page instead"),
    TakesAway("duplicate-redirect", "Remove the first", "the second is what was meant"),
    TakesAway("unlisted-page", "Exclude ", "it was not meant for readers"),
    TakesAway("unlisted-page", "Delete ", "nothing leads to them"),
    TakesAway("starter-kit", "Delete ", "they are pages of the service's example"),
    TakesAway("hidden-endpoint", "Remove `", "no navigation is to show it"),
    TakesAway("malformed-endpoint", "only listed endpoints", "that is what listing one means"),
    TakesAway("bad-extension-block", "Exclude the operation", "that is what the mark says"),
    TakesAway("operation-twice", "only listed endpoints", "of two pages one is to stay"),
    TakesAway("missing-page", "only listed endpoints", "that is what listing one means"),
    TakesAway("misnamed-llms-txt", "Rename it", "its name is what is wrong with it"),
)


def test_each_fix_that_takes_something_away_says_so() -> None:
    words = ("Remove", "Exclude", "Delete", "Rename", "only listed")
    assert [one for one in TAKES_AWAY if not one.says.startswith(words)] == []


@cache
def corpus() -> tuple[World, ...]:
    return tuple(map(World.of_folder, REAL.values()))


@pytest.mark.parametrize("name", (*NAMES, "broken", *REAL, *REAL_FILES))
def test_fixes_of_a_site_as_it_is(name: str) -> None:
    is_lone = name in REAL_FILES
    here = stubbed(REAL_FILES[name]) if is_lone else World.of_folder(REAL.get(name, SITES / name))
    most = MOST_IN_REAL_SITES if name in REAL or is_lone else MOST_FIXES
    bind(here.site, Draft(here.files), name, problems_of(here.site), most)


@pytest.mark.parametrize("name", NAMES)
def test_the_sites_have_pages_to_lose(name: str) -> None:
    kept = kept_of(world(name, "two spaces").site)

    assert len(kept.pages) > 5
    assert len(kept.answers) > len(kept.pages)


@pytest.mark.parametrize(
    ("place", "mutator"),
    list(enumerate(FIXED)),
    ids=lambda one: f"{one.rule}-{one.name.replace(' ', '-')}" if isinstance(one, Mutator) else "",
)
def test_fixes_of_a_planted_mistake(place: int, mutator: Mutator) -> None:
    for turn in range(place, EXAMPLES, len(FIXED)):
        here, files, what = planted_in(mutator, turn)
        if here is not None:
            site = looked_at(here, files)
            is_real = here.name in REAL
            found = (one for one in problems_of(site) if not is_real or one.rule == mutator.rule)
            most = MOST_IN_REAL_SITES if is_real else MOST_FIXES
            bind(site, files, what, found, most)


def planted_in(mutator: Mutator, turn: int) -> tuple[World | None, Draft, str]:
    """A site with one mistake; the sites and the styles take turns."""
    for here in sites_for(mutator, turn):
        here = here.for_rule(mutator.rule)
        fault = mutator.plant(here.scene, Random(f"{here.name} {turn}"))
        if fault is not None:
            draft = Draft(here.files).with_changes(fault.changes)
            return here, draft, f"{fault.what}, in {here.name}, turn {turn}"
    return None, Draft(world(NAMES[0], "two spaces").files), ""


def sites_for(mutator: Mutator, turn: int) -> Iterator[World]:
    if corpus() and turn % ONE_IN == 0:
        yield corpus()[turn // ONE_IN % len(corpus())]
    styles = list(STYLES)
    shift = turn // len(FIXED) + crc32(mutator.name.encode())
    for place in range(len(NAMES)):
        name = NAMES[(shift + place) % len(NAMES)]
        yield world(name, styles[(shift + place) % len(styles)])


def stubbed(path: Path) -> World:
    """A lone docs.json with a file for each page and specification that it names."""
    data = path.read_bytes()
    alone = World.of_text(path.stem, data)
    listings = [one.text for one in alone.scene.navigation.listings]
    endpoints = [
        one for text in listings if isinstance(one := parse_endpoint_entry(text), Endpoint)
    ]
    paths: dict[str, dict[str, object]] = {"/zebra": {"get": {"summary": "Zebra"}}}
    for one in endpoints:
        if not one.is_webhook:
            paths.setdefault(one.path, {})[one.method.lower()] = {}
    spec = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": paths}
    named = {
        name for one in alone.scene.placed for name in list_sources(one.element.get("openapi"))
    }
    specs = named | {one.spec for one in endpoints if one.spec}
    files = {resolve_spec_path(name): json.dumps(spec).encode() for name in specs}
    for text in listings:
        page = normalise_entry(text).rstrip("/")
        if page and " " not in page and ":" not in page and not page.endswith((".md", ".mdx")):
            files.setdefault(f"{page}.mdx", b"# A\n")
    there = {file: content for file, content in files.items() if file}
    return World.of_files(path.stem, MemoryFiles({**there, "docs.json": data}))


MADE = {"group": "Made", "openapi": "api.json"}
TANGLED: dict[str, object] = {
    "groups of a group without a title": {
        "tabs": [
            {"tab": "T", "groups": [{"group": "G", "pages": ["a"], "groups": [{"pages": ["b"]}]}]}
        ]
    },
    "tabs of a tab without a title": {
        "tabs": [{"tab": "T", "pages": ["a"], "tabs": [{"pages": ["b"]}]}, {"tab": "U"}]
    },
    "an object among pages that are dropped": {
        "tabs": [
            {"tab": "T", "groups": [{"group": "G", "pages": ["a"]}], "pages": ["b", {"page": "c"}]}
        ]
    },
    "groups that would win": {
        "tabs": [{"tab": "T", "groups": [{"pages": ["c"]}], "pages": ["a", "b/index"]}]
    },
    "tabs that would win": {"versions": [{"version": "1", "tab": [], "pages": ["a", "b/index"]}]},
    "misspelt groups that would win": {
        "tabs": [
            {"tab": "T", "gruops": [{"group": "G", "pages": ["c"]}], "pages": ["a", "b/index"]}
        ]
    },
    "a list for a link": {"tabs": [{"tab": "T", "href": ["/a"], "pages": ["a"]}]},
    "a link of a specification": {"tabs": [{"tab": "T", "href": "a", "openapi": "api.json"}]},
    "an anchor without a link": {
        "tabs": [{"tab": "T", "anchors": [{"anchor": "A", "href": "a"}], "pages": ["a", "b/index"]}]
    },
    "a number for a specification": {
        "groups": [{"group": "G", "openapi": 5, "pages": ["a"]}, MADE]
    },
    "a specification for one endpoint of two": {
        "groups": [{"group": "G", "pages": ["a", "GET /boats", "GET /none"]}, MADE]
    },
    "an endpoint without its method": {"groups": [MADE | {"pages": ["/boats", "a"]}]},
    "an endpoint without its blank": {"groups": [MADE | {"pages": ["GET/boats", "a"]}]},
    "an endpoint of no method": {"groups": [MADE | {"pages": ["GTE /boats", "a"]}]},
    "an endpoint of no path": {"groups": [MADE | {"pages": ["GTE /none", "a"]}]},
    "a path without its ending": {
        "groups": [{"group": "G", "openapi": "api", "pages": ["GET /none", "a"]}, MADE]
    },
    "an endpoint in braces": {
        "groups": [
            {"group": "G", "openapi": "api.json", "pages": ["GET /quays/{name}", "GET /quays/{id}"]}
        ]
    },
    "a group with nothing but its root": {
        "groups": [{"group": "G", "root": "c", "pages": []}, MADE]
    },
    "two patterns": {"tabs": [{"tab": "T", "pages": ["a"]}], "groups": [{"pages": ["b/index"]}]},
    "two patterns, the wrong one kept": {
        "tabs": [],
        "groups": [{"group": "G", "pages": ["b/index"]}],
        "pages": ["a", "c"],
    },
    "a link among the pages": {
        "pages": ["a", "https://example.com/a"],
        "global": {"anchors": [{"anchor": "A"}]},
    },
    "a page as an object": {"tabs": [{"tab": "T", "pages": ["a", {"page": "none", "tag": 5}]}]},
    "null for a list": {"tabs": [{"tab": "T", "groups": None, "pages": ["a"]}]},
    "null among tabs": {"tabs": [{"tab": "T", "pages": ["a"]}, None]},
    "a page twice, once where it counts": {
        "tabs": [{"tab": "T", "groups": [{"group": "G", "pages": ["a", "a"]}], "pages": ["c", "c"]}]
    },
}
"""Navigations in which one mistake hides another."""


@pytest.mark.parametrize("name", TANGLED)
def test_preferred_fixes_of_mistakes_that_hide_each_other(name: str) -> None:
    docs = {"theme": "mint", "name": "A", "colors": {"primary": "#000"}}
    redirects = [
        {"source": "/old", "destination": "/a"},
        {"source": "/older", "destination": "/old"},
    ]
    paths: dict[str, object] = {"/boats": {"get": {}, "post": {}}, "/quays/{id}": {"get": {}}}
    spec = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": paths}
    files = {
        "docs.json": json.dumps(docs | {"navigation": TANGLED[name], "redirects": redirects}),
        "api.json": json.dumps(spec),
        **dict.fromkeys(("a.mdx", "b/index.mdx", "c.mdx"), "# A\n"),
    }
    memory = MemoryFiles({file: text.encode() for file, text in files.items()})
    here = World.of_files(name, memory)
    before = kept_of(here.site)
    for problem in problems_of(here.site):
        for fix in list_offered_fixes(here.site, here.files, problem):
            after = kept_of(here.after(fix.changes))
            gone = lost(before, after, Moved.by(here.site, fix.changes))
            assert gone == [] or not (fix.safe or fix.preferred), f"{problem.rule}: {fix.title}"


@pytest.mark.parametrize("seed", range(max(6, EXAMPLES // 20)))
def test_all_fixes_one_after_the_other(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixing_rounds, "MOST_ROUNDS", 1)
    here, files = spoilt(seed)
    before = kept_of(looked_at(here, files))
    for _ in range(50):
        mended = apply_fixes_repeatedly(lambda now: looked_at(here, now), files, is_preferred_fix)
        told = [f"{one.problem.rule}: {one.fix.title}" for one in mended.done]
        changes = (change for one in mended.done for change in one.fix.changes)
        after = kept_of(mended.site)
        assert lost(before, after, Moved.by(here.site, changes)) == [], told
        if not mended.done:
            break
        before, files = after, mended.draft


# The laws


class Moved(NamedTuple):
    """Under which names pages are found again after some changes."""

    files: Mapping[str, str]
    operations: Mapping[str, str]
    """What a page says in its frontmatter under `openapi`: the service may make it itself."""

    @classmethod
    def by(cls, site: Snapshot, changes: Iterable[FileChange]) -> Moved:
        files = {one.file: one.to for one in changes if isinstance(one, MovedFile)}
        heads = {file: one.fields.get("openapi") for file, one in (site.contents or {}).items()}
        return cls(
            files,
            {
                file: " ".join(text.split()[-2:])
                for file, text in heads.items()
                if isinstance(text, str) and text.strip()
            },
        )

    def is_same(self, page: str, now: str | None) -> bool:
        if now is None:
            return False
        operation = self.operations.get(page)
        return now == self.files.get(page, page) or bool(
            operation and now.casefold().endswith(f" {operation}".casefold())
        )


def bind(site: Snapshot, files: Draft, what: str, problems: Iterable[Problem], most: int) -> None:
    """Hold the fixes of problems against both laws; of a rule that speaks often, those of some."""
    before = kept_of(site)
    counts: Counter[str] = Counter()
    for problem in problems:
        counts[problem.rule] += 1
        if counts[problem.rule] > most:
            continue
        for fix in list_offered_fixes(site, files, problem):
            changed = files.with_changes(fix.changes)
            after = kept_of(
                read_site(
                    site.root, changed, site.settings, options=ReadingOptions(known=site.contents)
                )
            )
            gone = lost(before, after, Moved.by(site, fix.changes))
            if gone:
                told = f"{what}: {problem.rule}: {fix.title}: {gone[:5]}"
                assert not fix.safe and not fix.preferred, told
                assert is_meant(problem.rule, fix), told


def is_meant(rule: str, fix: Fix) -> bool:
    """Whether a fix is there to take something away."""
    return any(one.rule == rule and one.says in fix.title for one in TAKES_AWAY)


def kept_of(site: Snapshot) -> AcceptedSite:
    overview = site.get_overview()
    return get_accepted_site(overview) if overview else AcceptedSite()


def lost(before: AcceptedSite, after: AcceptedSite, moved: Moved) -> list[str]:
    """What readers miss; nothing where both laws hold."""
    found = []
    gone = [page for page in before.pages if moved.files.get(page, page) not in after.pages]
    # A page that the service makes from now on may have been made all along.
    gone = [page for page in gone if not any(moved.is_same(page, one) for one in after.pages)]
    if len(after.pages) < len(before.pages) and gone:
        found.append(f"{len(before.pages)} pages become {len(after.pages)}: without {gone[:5]}")
    for address, page in before.answers.items():
        now = after.answers.get(address)
        if not moved.is_same(page, now):
            found.append(f"{address} led to {page} and leads to {now}")
    return found
