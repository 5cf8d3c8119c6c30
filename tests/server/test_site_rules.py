"""A site is looked at as a whole when the writer rests; what that finds moves along with edits."""

from __future__ import annotations

import time
import weakref
from pathlib import Path
from typing import Any

import orjson
import pytest

from docs_lsp.evaluation import site_rules
from docs_lsp.features.diagnostics import FileReport
from docs_lsp.server import waiting_times
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.site_reader import LARGE
from docs_lsp.settings.settings import Settings
from docs_lsp.site.overview import Overview
from tests.server.test_session import HEAD, World, docs

ROUND = [
    {"source": "/old", "destination": "/older"},
    {"source": "/older", "destination": "/old"},
]
BROKEN = "---\ntitle: @\n---\n"


@pytest.fixture(params=[LARGE, 0], ids=["small", "large"])
def world(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which sites are small, and one in which every site counts as large."""
    monkeypatch.setattr("docs_lsp.server.site_reader.LARGE", request.param)
    monkeypatch.setattr(waiting_times, "LARGE_SITE_QUIET", 0.0)
    world = World(tmp_path / "quay")
    world.write("a.mdx")
    world.write("b.mdx")
    world.write("docs.json", docs("a", "b", redirects=ROUND))
    return world


def live_of(world: World) -> OpenSite:
    (open_site,) = world.session.sites.values()
    return open_site


def diagnostics(world: World, rule: str, name: str = "docs.json") -> list[Any]:
    """What a rule has been told to have found in a file."""
    filed: list[FileReport] = [told[world.uri(name)] for told in world.told.values()]
    found = [one for each in filed for one in orjson.loads(each.report.items.json)]
    return [one for one in found if one["code"] == rule]


def columns(world: World, rule: str) -> list[int]:
    return [one["range"]["start"]["character"] for one in diagnostics(world, rule)]


def test_what_is_wrong_with_the_whole_comes_when_everything_has_been_read(world: World) -> None:
    world.open("docs.json")
    assert world.found() == []

    world.settle()
    assert world.found() == ["redirect-loop"]


def test_it_moves_along_with_edits_and_goes_with_the_edited_place(world: World) -> None:
    world.open("docs.json")
    world.settle()
    (before,) = columns(world, "redirect-loop")

    world.replace("docs.json", "Quay", "Landing")
    assert columns(world, "redirect-loop") == [before + 3]

    world.replace("docs.json", '"/older"},', '"/a"},')
    assert columns(world, "redirect-loop") == []
    world.settle()
    assert world.found() == ["redirect-chain"]


def test_the_second_place_moves_along_too(world: World) -> None:
    world.open("docs.json")
    world.settle()
    open_site = live_of(world)

    def second() -> int:
        assert open_site.site is not None
        (problem,) = open_site.site.get_problems()["docs.json"]
        return problem.related[0].span.start

    before = second()
    world.replace("docs.json", "Quay", "Landing")
    assert second() == before + 3


def test_findings_of_an_older_text_are_made_again(world: World) -> None:
    world.open("docs.json")
    world.settle()
    world.replace("docs.json", "Quay", "Dock")
    late = world.background.begin()
    world.replace("docs.json", '"/older"},', '"/a"},')
    for deliver in late:
        deliver()
    world.settle()

    assert world.found() == ["redirect-chain"]


def test_a_run_that_has_begun_gives_up_when_the_text_changes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.open("docs.json")
    asked = []

    def typing(overview: Overview, *given: Any) -> Any:
        asked.append(overview)
        if len(asked) == 1:
            world.replace("docs.json", "Quay", "Dock")
        return whole(overview, *given)

    whole = site_rules._run_rules
    monkeypatch.setattr(site_rules, "_run_rules", typing)
    world.settle()

    assert len(asked) == 2
    assert world.found() == ["redirect-loop"]


def test_nobody_looks_while_the_writer_types(world: World) -> None:
    world.open("docs.json")
    world.settle()
    open_site = live_of(world)
    assert open_site.debounce.rest_seconds_left() <= 0

    world.replace("docs.json", "Quay", "Dock")
    assert 0 < open_site.debounce.rest_seconds_left() <= waiting_times.SITE_RULES_REST

    open_site.debounce._typed_at = time.monotonic() - waiting_times.SITE_RULES_REST
    assert open_site.debounce.rest_seconds_left() <= 0


def test_what_nothing_has_changed_is_not_looked_at_again(world: World) -> None:
    world.open("docs.json")
    world.settle()
    open_site = live_of(world)
    assert not open_site.rules.is_run_needed()

    world.work.start_next_step(open_site)
    assert world.background.jobs == {}


def test_a_rule_that_fails_is_not_asked_again_until_something_changes(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> Any:
        raise RuntimeError("a rule is broken")

    monkeypatch.setattr(site_rules, "_run_rules", broken)
    world.open("docs.json")
    world.settle()
    assert [record.levelname for record in caplog.records] == ["ERROR"]

    monkeypatch.undo()
    world.replace("docs.json", "Quay", "Dock")
    world.settle()
    assert world.found() == ["redirect-loop"]


def test_settings_count_for_the_whole_site_too(world: World) -> None:
    world.open("docs.json")
    world.settle()
    world.session.set_editor_settings({None: Settings(rules={"redirect-loop": None})})
    world.settle()
    assert world.found() == []

    world.session.set_editor_settings({})
    world.settle()
    assert world.found() == ["redirect-loop"]


# Files that nobody has open


def test_files_of_all_kinds_are_reached_though_nobody_has_them_open(world: World) -> None:
    world.write("docs.json", f'{{{HEAD}"navigation": {{"$ref": "./nav.json"}}}}')
    world.write(
        "nav.json",
        '{"groups": [{"group": "G", "openapi": "api.json", "pages": ["a", "b", "GET /boats"]}]}',
    )
    world.write("a.mdx", BROKEN)
    world.write("b.mdx", "[Nowhere](/nowhere)")
    world.write("lone.mdx")
    world.write("api.json", '{"openapi": "3.1.0", "info": {"title": "T"}, "paths": {}}')
    world.write(".mintignore", "notes/[old\n")
    world.session.add_workspace_folder(world.root.as_uri())
    world.settle()

    assert world.found("nav.json") == ["unknown-endpoint"]
    assert world.found("a.mdx") == ["frontmatter-error"]
    assert world.found("b.mdx") == ["dead-link"]
    assert world.found("lone.mdx") == ["unlisted-page"]
    assert world.found("api.json") == ["invalid-spec"]
    assert world.found(".mintignore") == ["ignore-error"]
    assert world.found() == []


def test_what_is_wrong_in_a_page_moves_along_with_edits_of_the_page(world: World) -> None:
    world.write("a.mdx", BROKEN)
    world.open("docs.json")
    world.open("a.mdx")
    world.settle()
    (before,) = diagnostics(world, "frontmatter-error", "a.mdx")

    text = "# One\n"
    world._change("a.mdx", {"range": _lines(3, 3), "text": text})
    (after,) = diagnostics(world, "frontmatter-error", "a.mdx")
    assert after == before

    world._change("a.mdx", {"range": _lines(1, 1), "text": "description: D\n"})
    (after,) = diagnostics(world, "frontmatter-error", "a.mdx")
    assert after["range"]["start"]["line"] == before["range"]["start"]["line"] + 1

    world.set("a.mdx", "---\ntitle: A\n---\n")
    assert diagnostics(world, "frontmatter-error", "a.mdx") == []
    world.settle()
    assert world.found("a.mdx") == []


def _lines(start: int, end: int) -> dict[str, Any]:
    return {"start": {"line": start, "character": 0}, "end": {"line": end, "character": 0}}


def test_reports_on_closed_files_are_not_made_anew_on_a_keystroke(world: World) -> None:
    world.write("a.mdx", BROKEN)
    world.open("docs.json")
    world.settle()
    (told,) = world.told.values()
    before = told[world.uri("a.mdx")]

    world.replace("docs.json", "Quay", "Dock")
    (told,) = world.told.values()
    assert told[world.uri("a.mdx")] is before


def test_what_is_said_of_a_closed_file_was_made_beside_typing(world: World) -> None:
    """Of thousands of pages it would hold up the keystroke that comes next."""
    world.write("a.mdx", BROKEN)
    world.open("docs.json")
    open_site = live_of(world)
    while ("site rules", open_site.root) not in world.background.jobs:
        for deliver in world.background.begin():
            deliver()
    work, _ = world.background.jobs[("site rules", open_site.root)]
    result = work(lambda: False)

    assert "a.mdx" in result.reports


def test_a_run_that_is_cancelled_brings_nothing(world: World) -> None:
    world.open("docs.json")
    world.settle()
    open_site = live_of(world)
    world.replace("docs.json", "Quay", "Dock")

    view = open_site.build_view()
    assert view is not None
    assert open_site.rules.build_job(view)(lambda: True) is None
    assert open_site.rules.apply_result(None) is False


def test_typing_does_not_wait_until_a_whole_site_is_let_go_of(world: World) -> None:
    world.open("docs.json")
    world.settle()
    site = live_of(world).site
    assert site is not None
    whole = weakref.ref(site.get_overview())
    del site

    world.replace("docs.json", "Quay", "Dock")
    assert whole() is not None
    world.settle()
    assert whole() is None
