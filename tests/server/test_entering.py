"""A large site that is opened: it is read beside typing, and nothing wrong is said meanwhile."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import orjson
import pytest

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.rules import all_rules
from docs_lsp.server import waiting_times
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.site_edits import SiteAtRevision
from tests.e2e.editor import docs as small_docs
from tests.server.test_session import World, docs
from tests.server.wire import Wire

BROKEN = ('"', "{", "]", ",", "\\")


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docs_lsp.server.site_reader.LARGE", 0)
    monkeypatch.setattr(waiting_times, "LARGE_SITE_QUIET", 0.0)


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(tmp_path / "quay")
    world.write("docs.json", docs("index", nmae=1))
    return world


def opened(world: World) -> OpenSite:
    world.open("docs.json", reads=False)
    return world.session.sites[world.root]


def versions(world: World) -> list[int | None]:
    uri = world.uri("docs.json")
    return [told[uri].version for told in world.told.values() if uri in told]


def test_nothing_is_said_before_it_has_been_read(world: World) -> None:
    opened(world)
    assert world.told == {} and world.causes == []

    world.enter()
    assert world.found() == ["unknown-key"]
    assert world.causes == [world.uri("docs.json")]


def test_a_small_site_is_read_at_once_only_if_no_rule_has_to_be_imported_for_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("docs_lsp.server.site_reader.LARGE", 100_000)
    all_rules.cache_clear()
    assert opened(world).reader.is_first_read

    world.enter()
    world.close("docs.json")
    assert not opened(world).reader.is_first_read
    assert world.found() == ["unknown-key"]


def test_a_key_is_answered_before_and_the_rest_follows_with_what_was_typed(world: World) -> None:
    site = opened(world)
    world.replace("docs.json", "Quay", "Dock")
    assert (world.found(), versions(world)) == ([], [1])
    assert site.site is None

    world.replace("docs.json", "index", "indexes")
    world.enter()
    assert (world.found(), versions(world)) == (["unknown-key"], [2])
    assert site.text("docs.json").data == site.files.build_files().read("docs.json")


def test_text_that_is_no_json_is_not_said_to_be_right(world: World) -> None:
    opened(world)
    world.replace("docs.json", "Quay", 'Qu"ay')
    assert world.told == {}

    world.enter()
    assert "syntax-error" in world.found()


def test_what_is_typed_while_it_is_read_is_gone_through_beside_typing(world: World) -> None:
    site = opened(world)
    read = site.reader.build_reading()
    for number in range(300):
        world.replace("docs.json", '"name": "', f'"name": "{number % 10}')
    reading = read(lambda: False)
    assert isinstance(reading, SiteAtRevision)
    # Only so many edits are kept: it has to be read again.
    assert reading.revision < site.edits.revision
    assert not site.reader.apply_reading(reading)

    read = site.reader.build_reading()
    world.replace("docs.json", "nmae", "nmaes")
    reading = read(lambda: False)
    assert isinstance(reading, SiteAtRevision) and reading.revision == site.edits.revision
    world.replace("docs.json", "nmaes", "nmae")
    assert site.reader.apply_reading(reading)


def test_a_text_that_is_all_new_is_read_again(world: World) -> None:
    opened(world)
    deliver = world.background.begin()
    world.set("docs.json", docs("index", typo=2, nmae=1))
    for one in deliver:
        one()
    assert world.found() == []

    world.enter()
    assert world.found() == ["unknown-key", "unknown-key"]


def test_a_part_that_is_edited_meanwhile_counts_as_it_is(world: World) -> None:
    world.write("docs.json", f'{docs("index")[:-1]}, "navbar": {{"$ref": "bar.json"}}}}')
    world.write("bar.json", "{}")
    opened(world)
    world.open("bar.json", reads=False)
    deliver = world.background.begin()
    world.replace("bar.json", "{}", '{"typo": 1}')
    for one in deliver:
        one()
    world.enter()

    assert world.found("bar.json") == ["unknown-key"]


def test_a_file_that_changes_on_the_disk_meanwhile_is_read_as_it_is(world: World) -> None:
    world.write("docs.json", f'{docs("index")[:-1]}, "navbar": {{"$ref": "bar.json"}}}}')
    world.write("bar.json", "{}")
    site = opened(world)
    deliver = world.background.begin()
    world.write("bar.json", '{"typo": 1}')
    world.happened("bar.json")
    for one in deliver:
        one()
    assert site.site is None
    world.settle()

    assert world.found("bar.json") == ["unknown-key"]


def test_docs_json_that_changes_on_the_disk_meanwhile_is_read_as_it_is(world: World) -> None:
    world.write("index.mdx")
    world.open("index.mdx", reads=False)
    deliver = world.background.begin()
    world.write("docs.json", docs("index", typo=2, nmae=1))
    world.happened("docs.json")
    for one in deliver:
        one()
    world.settle()

    assert world.found() == ["unknown-key", "unknown-key"]


def test_a_fault_of_ours_leaves_nothing_waiting_and_claims_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_site: Snapshot) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(Snapshot, "get_problems", fails)
    site = opened(world)
    world.enter()
    world.replace("docs.json", "Quay", "Dock")

    assert world.told == {} and "on purpose" in caplog.text
    assert site.reader.is_read.is_set() and not world.work.seconds_until_first_read()


def test_a_page_that_is_opened_meanwhile_is_reported_with_the_rest(world: World) -> None:
    world.write("index.mdx")
    opened(world)
    world.open("index.mdx", reads=False)
    assert world.causes == []

    world.enter()
    assert world.causes == [world.uri("docs.json"), world.uri("index.mdx")]


def test_a_site_that_goes_while_it_is_read_is_forgotten(world: World) -> None:
    site = opened(world)
    world.replace("docs.json", "Quay", "Dock")
    world.close("docs.json")

    assert world.session.sites == {} and world.background.jobs == {}
    assert site.reader.is_read.is_set() and not world.work.seconds_until_first_read()


def test_what_else_takes_long_waits_until_it_has_been_read(world: World) -> None:
    assert world.work.seconds_until_first_read() == 0.0
    opened(world)
    assert world.work.seconds_until_first_read() > 0.0
    assert [key for key in world.background.jobs if key[0] != "enter"] == []  # type: ignore[index]

    world.enter()
    assert world.work.seconds_until_first_read() == 0.0


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_typed_meanwhile_all_is_as_in_a_fresh_check(world: World, seed: int) -> None:
    chance = random.Random(seed)
    world.write("docs.json", docs("index", "guides/a", nmae=1, redirects=[{"source": "/a"}]))
    site = opened(world)
    uri = world.uri("docs.json")
    deliver: list[Any] = []
    for step in range(12):
        text = world.session.buffers[uri].text.data.decode()
        at = chance.randrange(len(text))
        old = text[at : at + chance.choice((0, 0, 1, 3))]
        new = chance.choice(("", "x", "abc", *BROKEN))
        span = {"start": {"line": 0, "character": at}}
        span["end"] = {"line": 0, "character": at + len(old)}
        world._change("docs.json", {"range": span, "text": new})
        if step == 5:
            deliver = world.background.begin()
    for one in deliver:
        one()
    world.enter()

    fresh = Snapshot.load(world.root, site.files.build_files(), site.settings)
    found = [(one.rule, one.span) for one in site.site.get_problems().get("docs.json", ())]  # type: ignore[union-attr]
    assert found == [(one.rule, one.span) for one in fresh.get_problems().get("docs.json", ())]
    assert sorted(world.found()) == sorted(rule for rule, _ in found)


# What is asked meanwhile


@pytest.mark.asyncio
async def test_answers_wait_until_it_has_been_read(tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text(small_docs("start"))
    wire = Wire()
    wire.initialize({}, rootUri=tmp_path.as_uri())
    wire.open(tmp_path / "docs.json")
    session = wire.handlers._session
    assert session.sites[tmp_path].site is None
    document = {"textDocument": {"uri": (tmp_path / "docs.json").as_uri()}}

    answer = await wire.ask("textDocument/documentSymbol", document)

    assert answer["result"]
    wire.handlers.stop_work()


@pytest.mark.asyncio
async def test_diagnostics_that_a_client_asks_for_wait_as_well(tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text(small_docs(extra=', "nmae": 1'))
    wire = Wire()
    pulls: dict[str, Any] = {"textDocument": {"diagnostic": {}}}
    wire.initialize({**pulls, "workspace": {"diagnostics": {"refreshSupport": True}}})
    wire.open(tmp_path / "docs.json")
    document = {"textDocument": {"uri": (tmp_path / "docs.json").as_uri()}}

    answer = await asyncio.wait_for(wire.ask("textDocument/diagnostic", document), 10)

    items = answer["result"]["items"]
    found = items if isinstance(items, list) else orjson.loads(items)
    assert [one["code"] for one in found] == ["unknown-key"]
    wire.handlers.stop_work()
