"""What stands in pages reaches the findings, also while somebody types in one."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.server import waiting_times
from docs_lsp.server.open_site import OpenSite
from docs_lsp.site.specifications import spec_files
from tests.server.test_session import World, docs

BROKEN = "---\ntitle: @\n---\n"
HIDDEN = "---\nnoindex: true\n---\n"
IMPORTING = 'import Fees from "/fees.mdx"\n'


@pytest.fixture
def world(tmp_path: Path) -> World:
    root = tmp_path / "site"
    root.mkdir()
    return World(root)


def live_of(world: World) -> OpenSite:
    (open_site,) = world.session.sites.values()
    return open_site


def pages_read(world: World) -> list[str]:
    """The pages that are read by what waits in the background."""
    open_site = live_of(world)
    before = open_site.disk.contents or {}
    world.settle()
    after = open_site.disk.contents or {}
    return [file for file in after if after[file] is not before.get(file)]


def test_pages_are_read_once_the_disk_is_known(world: World) -> None:
    world.write("a.mdx", BROKEN)
    world.write("b.mdx", HIDDEN)
    world.write("docs.json", docs("a", "b"))
    world.open("docs.json")
    assert world.found() == []

    world.settle()

    assert world.found() == ["noindex-listed"]
    assert world.found("a.mdx") == ["frontmatter-error"]


def test_typing_in_a_page_reads_that_page_alone(world: World) -> None:
    world.write("a.mdx")
    world.write("b.mdx")
    world.write("docs.json", docs("a", "b"))
    world.open("docs.json")
    world.open("a.mdx")
    assert pages_read(world) == ["a.mdx", "b.mdx"]
    site = live_of(world).site
    assert site is not None

    world.set("a.mdx", HIDDEN)
    assert pages_read(world) == ["a.mdx"]
    assert world.found() == ["noindex-listed"]
    now = live_of(world).site
    assert now is not None
    # So that no verdict about docs.json has to be made anew.
    assert now.facts is site.facts

    world.set("a.mdx", BROKEN)
    assert pages_read(world) == ["a.mdx"]
    assert (world.found(), world.found("a.mdx")) == ([], ["frontmatter-error"])


def test_a_page_that_is_closed_unsaved_is_read_from_the_disk(world: World) -> None:
    world.write("a.mdx")
    world.write("docs.json", docs("a"))
    world.open("docs.json")
    world.open("a.mdx")
    world.set("a.mdx", HIDDEN)
    world.settle()
    assert world.found() == ["noindex-listed"]

    world.close("a.mdx")
    world.settle()
    assert world.found() == []


def test_pages_that_change_come_and_go_on_the_disk(world: World) -> None:
    world.write("a.mdx")
    world.write("b.mdx", HIDDEN)
    world.write("docs.json", docs("a", "b"))
    world.open("docs.json")
    world.settle()

    world.write("a.mdx", HIDDEN)
    world.happened("a.mdx")
    assert pages_read(world) == ["a.mdx"]
    assert world.found() == ["noindex-listed", "noindex-listed"]

    (world.root / "b.mdx").unlink()
    world.write("c.mdx", HIDDEN)
    world.happened("b.mdx", "c.mdx")
    assert "c.mdx" in pages_read(world)
    assert "b.mdx" not in (live_of(world).disk.contents or {})
    assert sorted(world.found()) == ["missing-page", "noindex-listed"]


def test_a_file_that_a_page_begins_to_import_is_no_page_any_more(world: World) -> None:
    world.write("index.mdx")
    world.write("fees.mdx")
    world.write("docs.json", docs("index", "fees"))
    world.open("docs.json")
    world.open("index.mdx")
    world.settle()
    assert world.found() == []

    world.set("index.mdx", IMPORTING)
    world.settle()
    assert world.found() == ["snippet-page"]

    world.set("index.mdx", "# Home")
    world.settle()
    assert world.found() == []


def test_what_happens_while_pages_are_read_is_not_lost(world: World) -> None:
    world.write("index.mdx")
    world.write("fees.mdx")
    world.write("docs.json", docs("index", "fees"))
    world.open("docs.json")
    (scanned,) = world.background.begin()
    scanned()
    (read,) = world.background.begin()

    world.write("index.mdx", IMPORTING)
    world.write("new.mdx", HIDDEN)
    world.happened("index.mdx", "new.mdx")
    world.set("docs.json", docs("index", "fees", "new"))
    (looked,) = world.background.begin()[:1]
    read()
    looked()
    world.settle()

    assert world.found() == ["snippet-page", "noindex-listed"]


def test_a_look_begun_before_the_pages_were_read_does_not_forget_them(world: World) -> None:
    world.write("index.mdx")
    world.write("docs.json", docs("index"))
    world.open("docs.json")
    (scanned,) = world.background.begin()
    scanned()
    world.write("index.mdx", HIDDEN)
    world.happened("index.mdx")
    jobs = world.background.begin()
    assert len(jobs) == 2

    for deliver in reversed(jobs):
        deliver()
    contents = live_of(world).disk.contents
    assert contents is not None
    world.settle()

    assert world.found() == ["noindex-listed"]


def test_pages_are_read_once_however_often_the_site_is_told_of(world: World) -> None:
    world.write("index.mdx")
    world.write("docs.json", docs("index"))
    world.open("docs.json")
    (scanned,) = world.background.begin()
    scanned()
    (read,) = world.background.begin()
    world.set("docs.json", docs("index", "gone"))
    assert ("pages", world.root) in world.background.jobs

    read()
    contents = live_of(world).disk.contents
    world.settle()

    assert live_of(world).disk.contents is contents
    assert world.found() == ["missing-page"]


def test_a_large_site_has_the_newest_pages_when_it_has_been_worked_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("docs_lsp.server.site_reader.LARGE", 1)
    monkeypatch.setattr(waiting_times, "LARGE_SITE_QUIET", 0.0)
    world.write("index.mdx")
    world.write("docs.json", docs("index"))
    world.open("docs.json")
    world.open("index.mdx")
    world.settle()
    world.write("new.mdx")
    world.happened("new.mdx")
    (looked,) = world.background.begin()
    looked()
    jobs = world.background.begin()
    world.set("index.mdx", HIDDEN)
    (again,) = world.background.begin()
    again()
    for deliver in jobs:
        deliver()
    open_site = live_of(world)

    assert isinstance(open_site.site, Snapshot)
    assert open_site.site.contents is open_site.disk.contents
    world.settle()
    assert "noindex-listed" in world.found()


def test_an_unsaved_site_without_a_folder_reads_no_pages(world: World) -> None:
    world.open("untitled:docs.json", docs("a"))
    world.settle()

    assert live_of(world).disk.contents is None


OPERATION = "---\nopenapi: boats.json GET /boats\n---\n"
BOATS = '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{"/boats":{"get":{}}}}'


def test_specifications_that_only_pages_name_are_read_with_the_pages(world: World) -> None:
    world.write("a.mdx", OPERATION)
    world.write("boats.json", BOATS)
    world.write("docs.json", docs("a"))
    world.open("docs.json")
    open_site = live_of(world)
    assert open_site.disk.facts is None or not open_site.disk.facts.specs

    world.settle()
    assert world.found("a.mdx") == []
    assert open_site.disk.facts is not None
    assert list(open_site.disk.facts.specs) == ["boats.json"]

    world.open("a.mdx")
    world.set("a.mdx", OPERATION.replace("GET", "PUT"))
    world.settle()
    assert world.found("a.mdx") == ["unknown-endpoint"]

    world.write("boats.json", BOATS.replace('"get"', '"put"'))
    world.happened("boats.json")
    world.settle()
    assert world.found("a.mdx") == []


def test_a_file_that_is_too_large_is_told_and_never_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spec_files, "LARGEST_ASSET", 20)
    world.write("a.mdx", "![A](/film.mp4)\n")
    world.write("film.mp4", "x" * 21)
    world.write("docs.json", docs("a"))
    world.open("docs.json")
    world.settle()
    assert world.found("film.mp4") == ["oversized-asset"]
    assert live_of(world).text("film.mp4").data == b""

    world.write("film.mp4", "x" * 20)
    world.happened("film.mp4")
    world.settle()
    assert world.found("film.mp4") == []
