"""What answers need is made once the writer rests, and no more than that while he types."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from docs_lsp.features._view import View
from docs_lsp.server.idle import preload_entries, prepare_answers
from docs_lsp.site.navigation import listed_entries
from docs_lsp.site.overview import Overview
from docs_lsp.site.summaries.index_card import make_index_card
from docs_lsp.site.summaries.name_index import NameIndex
from docs_lsp.site.summaries.page_counts import count_site_pages
from tests.server.test_session import World, docs


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(tmp_path)
    world.write("docs.json", docs("start"))
    world.write("start.mdx")
    world.open("docs.json")
    return world


def view_of(world: World) -> View:
    view = world.session.sites[world.root].build_view()
    assert view is not None
    return view


def overview_of(world: World) -> Overview:
    overview = view_of(world).site.get_overview()
    assert overview is not None
    return overview


def test_it_is_made_when_the_site_has_been_looked_at_as_a_whole(world: World) -> None:
    world.background.settle()
    view = view_of(world)

    assert overview_of(world).is_cached(make_index_card)
    assert overview_of(world).is_cached(count_site_pages)
    facts = view.site.facts
    assert facts is not None
    assert facts.find_cached_for_last(NameIndex, view.site.contents) is not None


@pytest.mark.parametrize(("is_cancelled", "loaded"), [("False", True), ("True", False)])
def test_modules_of_answers_are_loaded_before_the_first_question(
    is_cancelled: str, loaded: bool
) -> None:
    program = (
        "import sys; from docs_lsp.server.idle import preload_features\n"
        f"preload_features(lambda: {is_cancelled})\n"
        "late = 'docs_lsp.features.completion', 'docs_lsp.rules.mdx.parse_fixes'\n"
        "print([one in sys.modules for one in late])"
    )

    printed = subprocess.check_output([sys.executable, "-c", program], text=True)

    assert printed.strip() == str([loaded, loaded])


def test_it_is_given_up_when_the_writer_types_on(world: World) -> None:
    while ("prepare", world.root) not in world.background.jobs:
        for deliver in world.background.begin():
            deliver()
    work, _ = world.background.jobs[("prepare", world.root)]
    view = view_of(world)
    world.replace("docs.json", "start", "start/")
    work(lambda: False)

    overview = view.site.get_overview()
    assert overview is not None
    assert not overview.is_cached(make_index_card)


def test_what_is_listed_is_counted_in_the_thread_of_the_answers(world: World) -> None:
    world.background.settle()
    view = view_of(world)
    assert view.site.facts is not None
    listed_entries._get_shared_entries.cache_clear()
    preload_entries(view)
    assert listed_entries._get_shared_entries(view.site.facts.pages).counts == {"start": 1}
    assert listed_entries._get_shared_entries.cache_info().misses == 1


def test_a_site_as_it_used_to_be_is_let_go_of(world: World) -> None:
    world.background.settle()
    preload_entries(view_of(world))
    facts = view_of(world).site.facts
    assert facts is not None
    before = weakref.ref(facts.pages)
    del facts
    world.replace("docs.json", "start", "start/")
    (world.root / "new.mdx").write_text("# New\n", "utf-8")
    world.session.handle_file_changes([world.root / "new.mdx"])
    world.background.settle()
    preload_entries(view_of(world))

    gc.unfreeze()
    gc.collect()

    assert before() is None


def test_a_site_without_a_disk_needs_nothing(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.open("untitled:docs.json", docs("start"))
    world.background.settle()
    (open_site,) = world.session.sites.values()
    view = open_site.build_view()
    assert view is not None
    prepare_answers(view, lambda: False)
    preload_entries(view)
    assert view.site.facts is None
