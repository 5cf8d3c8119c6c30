"""The state of a session, on real small sites: what is found, whatever happens in which order."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections import Counter
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import orjson
import pytest

from docs_lsp.core.problem import Severity
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features.diagnostics import FileReport
from docs_lsp.features.to_lsp import ClientDialect, Json
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object
from docs_lsp.server import waiting_times
from docs_lsp.server.background import BackgroundWork
from docs_lsp.server.buffers import Buffer
from docs_lsp.server.errors import BadParams
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.session import Session
from docs_lsp.server.site_reader import LARGE
from docs_lsp.server.threads import Delay, IsCancelled, ThreadJobRunner
from docs_lsp.settings.settings import Settings
from docs_lsp.site.specifications import spec_files

HEAD = '"$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "Quay", '
HEAD += '"colors": {"primary": "#0a7d5c"}, '


NO_PAGES = '"anchors": [{"anchor": "Shop", "href": "https://example.com"}]'
"""A navigation may have none."""


def docs(*pages: str, **more: Any) -> str:
    listed = ", ".join(f'"{page}"' for page in pages)
    inside = f'"pages": [{listed}]' if pages else NO_PAGES
    rest = "".join(f', "{key}": {orjson.dumps(value).decode()}' for key, value in more.items())
    return f'{{{HEAD}"navigation": {{{inside}}}{rest}}}'


class Later:
    """A background that works when the test says so."""

    def __init__(self) -> None:
        self.jobs: dict[Hashable, tuple[Callable[[IsCancelled], Any], Callable[[Any], None]]] = {}

    def run(
        self,
        key: Hashable,
        work: Callable[[IsCancelled], Any],
        then: Callable[[Any], None],
        delay: Delay = 0.0,
    ) -> None:
        self.jobs[key] = work, then

    def cancel_jobs(self, key: Hashable) -> None:
        self.jobs.pop(key, None)

    def begin(self) -> list[Callable[[], None]]:
        """Do the work; the results are still to be delivered."""
        jobs, self.jobs = self.jobs, {}
        return [_delivery(then, work(lambda: False)) for work, then in jobs.values()]

    def settle(self) -> None:
        """Work until there is nothing left to do."""
        for _ in range(20):
            for deliver in self.begin():
                deliver()
            if not self.jobs:
                return
        raise AssertionError(f"this never ends: {list(self.jobs)}")


def _delivery(then: Callable[[Any], None], result: Any) -> Callable[[], None]:
    return lambda: then(result)


class World:
    """A folder on the disk, a session that looks at it, and what the session has said."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.told: dict[OpenSite, dict[str, FileReport]] = {}
        self.causes: list[str | None] = []
        self.background = Later()
        buffers: dict[str, Buffer] = {}
        self.work = BackgroundWork(self.background, self.schedule_publication, lambda title: None)
        self.session = Session(self, self.work, buffers)
        self._version = 0

    def schedule_publication(self, open_site: OpenSite, cause: str | None = None) -> None:
        self.told[open_site] = open_site.build_file_reports(ClientDialect())
        self.causes.append(cause)
        self.work.start_next_step(open_site)

    def retract_site(self, open_site: OpenSite) -> None:
        del self.told[open_site]

    def uri(self, name: str) -> str:
        return name if ":" in name else (self.root / name).as_uri()

    def write(self, name: str, text: str = "---\ntitle: T\n---\n") -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def open(self, name: str, text: str | None = None, *, reads: bool = True) -> None:
        """Open a file, and have its site read unless that is left to the test."""
        text = (self.root / name).read_text("utf-8") if text is None else text
        document = {"uri": self.uri(name), "version": 0, "languageId": "json", "text": text}
        self.session.open_document({"textDocument": document})
        if reads:
            self.enter()

    def enter(self) -> None:
        """Read the large sites that wait for it."""
        entering = [key for key in self.background.jobs if key[0] == "enter"]  # type: ignore[index]
        for key in entering:
            work, then = self.background.jobs.pop(key)
            then(work(lambda: False))

    def set(self, name: str, text: str) -> None:
        self._change(name, {"text": text})

    def replace(self, name: str, old: str, new: str) -> None:
        """Type over the first place of a text, which must be on the first line."""
        text = self.session.buffers[self.uri(name)].text.data.decode()
        at = text.index(old)
        span = {
            "start": {"line": 0, "character": at},
            "end": {"line": 0, "character": at + len(old)},
        }
        self._change(name, {"range": span, "text": new})

    def _change(self, name: str, change: Json) -> None:
        self._version += 1
        document = {"uri": self.uri(name), "version": self._version}
        self.session.change_document({"textDocument": document, "contentChanges": [change]})

    def close(self, name: str) -> None:
        self.session.close_document({"textDocument": {"uri": self.uri(name)}})

    def happened(self, *names: str) -> None:
        self.session.handle_file_changes([self.root / name for name in names])

    def settle(self) -> None:
        self.background.settle()

    def found(self, name: str = "docs.json") -> list[str]:
        """The rules that have found something in a file."""
        uri = self.uri(name)
        items = [filed.report.items.json for told in self.told.values() for filed in _at(told, uri)]
        return [finding["code"] for item in items for finding in orjson.loads(item)]


def _at(told: dict[str, FileReport], uri: str) -> list[FileReport]:
    return [told[uri]] if uri in told else []


@pytest.fixture(params=[LARGE, 0], ids=["small", "large"])
def world(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which sites are small, and one in which every site counts as large."""
    monkeypatch.setattr("docs_lsp.server.site_reader.LARGE", request.param)
    monkeypatch.setattr(waiting_times, "LARGE_SITE_QUIET", 0.0)
    return World(tmp_path / "quay")


# Documents


def test_an_opened_docs_json_is_checked_at_once_and_its_pages_when_the_disk_was_read(
    world: World,
) -> None:
    world.write("docs.json", docs("here", "gone", nmae=1))
    world.write("here.mdx")
    world.open("docs.json")
    assert world.found() == ["unknown-key"]

    world.settle()
    assert world.found() == ["missing-page", "unknown-key"]


def test_the_editor_s_text_counts_and_not_the_disk_s(world: World) -> None:
    world.write("docs.json", "{}")
    world.open("docs.json", docs())

    assert world.found() == []


def test_an_edit_changes_the_findings_and_names_its_cause(world: World) -> None:
    world.write("docs.json", docs(nmae=1))
    world.open("docs.json")
    world.replace("docs.json", "nmae", "description")

    assert world.found() == ["wrong-type"]
    assert world.causes[-1] == world.uri("docs.json")


def test_an_edit_of_a_document_that_is_not_open_is_refused(world: World) -> None:
    with pytest.raises(BadParams):
        world.set("docs.json", "{}")


def test_a_fault_in_the_incremental_tree_costs_no_findings(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world.write("docs.json", docs(nmae=1))
    world.open("docs.json")
    monkeypatch.setattr(Snapshot, "apply_edit", _broken)
    world.replace("docs.json", "nmae", "nmea")

    assert world.found() == ["unknown-key"]
    assert "taken as a whole new text" in caplog.text


def _broken(*_: object) -> None:
    raise RuntimeError("the tree is broken")


def test_closing_goes_back_to_the_text_on_the_disk(world: World) -> None:
    world.write("docs.json", docs())
    world.session.add_workspace_folder(world.root.as_uri())
    world.settle()
    world.open("docs.json", docs(nmae=1))
    assert world.found() == ["unknown-key"]

    world.close("docs.json")
    world.settle()
    assert world.found() == []


def test_a_document_that_is_opened_again_has_its_new_text(world: World) -> None:
    world.write("docs.json", docs())
    world.open("docs.json")
    world.open("docs.json", docs(nmae=1))

    assert world.found() == ["unknown-key"]


def test_closing_what_is_not_open_is_passed_over(world: World) -> None:
    world.write("docs.json", docs())
    world.close("docs.json")

    assert world.told == {}


def test_a_file_outside_of_any_site_is_left_alone(world: World) -> None:
    world.write("notes.json", "{")
    world.open("notes.json")
    world.set("notes.json", "{{")
    world.close("notes.json")

    assert world.told == {}


# Sites


def test_a_lone_file_belongs_to_the_nearest_docs_json_above_it(world: World) -> None:
    world.write("docs.json", docs("a/b", "gone"))
    world.write("a/b.mdx")
    world.open("a/b.mdx")
    world.settle()

    assert world.found() == ["missing-page"]


def test_a_site_outside_of_the_workspace_goes_when_its_last_file_is_closed(world: World) -> None:
    world.write("docs.json", docs("a"))
    world.write("a.mdx")
    world.open("docs.json")
    world.open("a.mdx")
    world.close("docs.json")
    assert len(world.told) == 1

    world.close("a.mdx")
    assert world.told == {}
    assert world.background.jobs == {}


def test_a_docs_json_that_was_never_saved_is_checked_without_the_disk(world: World) -> None:
    world.open("untitled:docs.json", docs("gone", nmae=1))
    world.settle()
    assert world.found("untitled:docs.json") == ["unknown-key"]

    world.set("untitled:docs.json", docs("gone"))
    assert world.found("untitled:docs.json") == []

    world.close("untitled:docs.json")
    assert world.told == {}


def test_an_untitled_text_of_another_name_is_left_alone(world: World) -> None:
    world.open("untitled:Untitled-1", "{")

    assert world.told == {}


def test_a_docs_json_that_is_open_but_not_on_the_disk_yet_makes_a_site(world: World) -> None:
    world.root.mkdir()
    world.open("docs.json", docs("a", nmae=1))
    world.settle()
    assert world.found() == ["missing-page", "unknown-key"]

    world.write("a.mdx")
    world.happened("a.mdx")
    world.settle()
    assert world.found() == ["unknown-key"]

    world.close("docs.json")
    assert world.told == {}


def test_the_sites_of_a_folder_are_found_and_checked_without_being_opened(world: World) -> None:
    world.write("one/docs.json", docs("gone"))
    world.write("two/docs.json", docs(nmae=1))
    world.write("node_modules/x/docs.json", docs(nmae=1))
    world.write(".hidden/docs.json", docs(nmae=1))
    world.session.add_workspace_folder(world.root.as_uri())
    world.settle()

    assert len(world.told) == 2
    assert world.found("one/docs.json") == ["missing-page"]
    assert world.found("two/docs.json") == ["unknown-key"]

    world.session.remove_workspace_folder(world.root.as_uri())
    assert world.told == {}


def test_a_folder_that_goes_leaves_the_sites_with_open_files(world: World) -> None:
    world.write("docs.json", docs(nmae=1))
    world.session.add_workspace_folder(world.root.as_uri())
    world.open("docs.json")
    world.session.remove_workspace_folder(world.root.as_uri())

    assert world.found() == ["unknown-key"]


def test_a_folder_that_is_no_file_uri_is_passed_over(world: World) -> None:
    world.session.add_workspace_folder("vscode-vfs://github/x/y")
    world.session.remove_workspace_folder("vscode-vfs://github/x/y")
    world.settle()

    assert world.told == {}


def test_of_nested_sites_each_has_its_own_findings(world: World) -> None:
    world.write("docs.json", docs("gone"))
    world.write("inner/docs.json", docs(nmae=1))
    world.open("inner/docs.json")
    world.open("docs.json")
    world.settle()

    assert world.found() == ["missing-page"]
    assert world.found("inner/docs.json") == ["unknown-key"]


def test_opening_a_file_of_a_site_that_is_being_read_does_not_wait_for_it(world: World) -> None:
    world.write("docs.json", docs())
    world.session.add_workspace_folder(world.root.as_uri())
    [deliver] = world.background.begin()
    deliver()
    late = world.background.begin()
    world.open("docs.json", docs(nmae=1))
    for deliver in late:
        deliver()
    world.settle()

    assert world.found() == ["unknown-key"]


# Parts


def test_a_part_is_read_when_docs_json_begins_to_name_it(world: World) -> None:
    world.write("nav.json", f'{{{NO_PAGES}, "nmae": 1}}')
    world.write("docs.json", docs())
    world.open("docs.json")
    world.replace("docs.json", NO_PAGES, '"$ref": "./nav.json"')
    world.settle()

    assert world.found("nav.json") == ["unknown-key"]


def test_an_open_part_counts_as_it_stands_in_the_editor(world: World) -> None:
    world.write("nav.json", f"{{{NO_PAGES}}}")
    world.write("docs.json", f'{{{HEAD}"navigation": {{"$ref": "./nav.json"}}}}')
    world.open("docs.json")
    world.open("nav.json", f'{{{NO_PAGES}, "nmae": 1}}')
    assert world.found("nav.json") == ["unknown-key"]

    world.replace("nav.json", ', "nmae": 1', "")
    assert world.found("nav.json") == []

    world.set("nav.json", f'{{{NO_PAGES}, "nmae": 1}}')
    world.close("nav.json")
    world.settle()
    assert world.found("nav.json") == []


def test_a_part_that_changes_on_the_disk_is_read_again(world: World) -> None:
    world.write("docs.json", f'{{{HEAD}"navigation": {{"$ref": "./nav.json"}}}}')
    world.open("docs.json")
    world.settle()
    assert world.found() == ["unresolved-ref"]

    world.write("nav.json", f'{{{NO_PAGES}, "nmae": 1}}')
    world.happened("nav.json")
    world.settle()
    assert world.found() == []
    assert world.found("nav.json") == ["unknown-key"]

    (world.root / "nav.json").unlink()
    world.happened("nav.json")
    world.settle()
    assert world.found() == ["unresolved-ref"]


def test_typing_while_a_part_is_read_loses_neither(world: World) -> None:
    world.write("nav.json", f'{{{NO_PAGES}, "nmae": 1}}')
    world.write("docs.json", docs())
    world.open("docs.json")
    world.replace("docs.json", NO_PAGES, '"$ref": "./nav.json"')
    late = world.background.begin()
    world.replace("docs.json", "Quay", 'Q", "nmae": "')
    for deliver in late:
        deliver()
    world.settle()

    assert world.found() == ["unknown-key"]
    assert world.found("nav.json") == ["unknown-key"]


def test_a_large_site_is_worked_out_anew_in_a_pause_of_typing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_times, "LARGE_SITE_QUIET", 60.0)
    monkeypatch.setattr("docs_lsp.server.site_reader.LARGE", 0)
    world.write("docs.json", docs("gone"))
    world.open("docs.json")
    world.replace("docs.json", "Quay", "Dock")
    type_on(world, 10)
    assert world.found() == []

    monkeypatch.setattr(waiting_times, "LARGE_SITE_QUIET", 0.0)
    world.settle()
    assert world.found() == ["missing-page"]


def test_typing_without_a_pause_does_not_keep_the_disk_out_for_ever(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_times, "LONGEST_POSTPONEMENT", 0.0)
    world.write("docs.json", docs("gone"))
    world.open("docs.json")
    type_on(world, 4)

    assert world.found() == ["missing-page"]


def test_a_reading_that_typing_overtakes_counts_with_what_was_typed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_times, "LONGEST_POSTPONEMENT", 0.0)
    monkeypatch.setattr(waiting_times, "LARGE_SITE_QUIET", 60.0)
    monkeypatch.setattr("docs_lsp.server.site_reader.LARGE", 0)
    world.write("docs.json", docs("gone", "index"))
    world.write("index.mdx")
    world.open("docs.json")
    for deliver in world.background.begin():
        deliver()  # What the folder holds is known now, and waits for a pause.
    open_site = world.session.sites[world.root]
    before = open_site.site
    (deliver,) = world.background.begin()
    world.replace("docs.json", "Quay", "Dock")
    world.replace("docs.json", "index", "indexes")
    deliver()

    assert world.found() == ["missing-page", "missing-page"]
    assert open_site.site is not None and before is not None
    assert open_site.site.facts is open_site.disk.facts
    text = world.session.buffers[world.uri("docs.json")].text
    assert open_site.text("docs.json") == text
    assert _colors_of(open_site.site) is not _colors_of(before), "no tree was gone through again"
    fresh = Snapshot.load(world.root, open_site.files.build_files(), open_site.settings)
    fresh = fresh.with_facts(open_site.disk.facts)
    assert fresh.get_problems().keys() == open_site.site.get_problems().keys()
    assert [p.span for p in fresh.get_problems()["docs.json"]] == [
        p.span for p in open_site.site.get_problems()["docs.json"]
    ]


def _colors_of(site: Snapshot) -> object:
    document = site.parts["docs.json"]
    assert isinstance(document, Document) and isinstance(document.tree.root, Object)
    root = document.tree.root
    return root.items[root.by_key["colors"]].value


def test_thousands_of_files_that_change_at_once_are_one_look_at_the_folder(world: World) -> None:
    world.write("docs.json", docs("index"))
    world.write("index.mdx")
    world.open("docs.json")
    world.settle()
    scans = []
    world.work.start_scan = lambda open_site, pause=0.0: scans.append(pause)  # type: ignore[method-assign]
    world.happened(*(f"guides/page-{number}.mdx" for number in range(3000)), "logo.png")

    assert scans == [waiting_times.FILE_EVENT_PAUSE]
    assert len(world.session.sites[world.root].disk._touched) == 3001


@pytest.mark.asyncio
async def test_nothing_is_begun_in_vain_while_a_large_site_is_typed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("docs_lsp.server.site_reader.LARGE", 0)
    world, threads = World(tmp_path / "quay"), Counting()
    world.work._jobs = threads
    world.write("docs.json", docs("gone"))
    world.open("docs.json")
    async with asyncio.timeout(5):
        while "scan" not in threads.ended:
            await asyncio.sleep(0.01)
    for number in range(30):
        world.replace("docs.json", '"name": "', f'"name": "{number}')
        await asyncio.sleep(0.01)

    assert "missing-page" not in world.found()  # There is news, and it waits for a pause.
    assert threads.started["read"] <= 3
    assert threads.started["scan"] == 1
    threads.cancel_all()


class Counting(ThreadJobRunner):
    """Real threads, and how often each kind of work was begun and ended."""

    def __init__(self) -> None:
        super().__init__()
        self.started: Counter[object] = Counter()
        self.ended: set[object] = set()

    def run(
        self,
        key: Hashable,
        work: Callable[[IsCancelled], Any],
        then: Callable[[Any], None],
        delay: Delay = 0.0,
    ) -> None:
        [kind, *_] = key if isinstance(key, tuple) else (key,)

        def counted(cancelled: IsCancelled) -> Any:
            self.started[kind] += 1
            return work(cancelled)

        def taken(result: Any) -> None:
            then(result)
            self.ended.add(kind)

        super().run(key, counted, taken, delay)


def type_on(world: World, keys: int) -> None:
    """Type while work is being done, so that whatever it brings is late."""
    for number in range(keys):
        late = world.background.begin()
        world.replace("docs.json", '"name": "', f'"name": "{number}')
        for deliver in late:
            deliver()


# The disk


def test_a_picture_that_is_made_or_deleted_is_noticed(world: World) -> None:
    world.write("docs.json", docs("a", favicon="/icon.png"))
    world.write("a.mdx", "---\ntitle: T\n---\n![A](/images/a.png)\n")
    world.open("docs.json")
    world.open("a.mdx")
    world.settle()
    assert world.found() == ["missing-asset"]
    assert world.found("a.mdx") == ["dead-link"]

    for name in ("icon.png", "images/a.png"):
        world.write(name, "")
        world.happened(name)
    world.settle()
    assert world.found() == world.found("a.mdx") == []

    (world.root / "icon.png").unlink()
    world.happened("icon.png")
    world.settle()
    assert world.found() == ["missing-asset"]
    assert world.found("a.mdx") == []


def test_a_file_that_was_too_large_for_the_service_may_shrink(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spec_files, "LARGEST_ASSET", 100)
    world.write("docs.json", docs("a"))
    world.write("a.mdx", "---\ntitle: T\n---\n![A](/film.mp4)\n")
    world.write("film.mp4", "x" * 101)
    world.open("docs.json")
    world.settle()
    assert world.found("film.mp4") == ["oversized-asset"]

    world.write("film.mp4", "x" * 99)
    world.happened("film.mp4")
    world.settle()
    assert world.found("film.mp4") == []


def test_a_folder_that_goes_takes_all_that_is_in_it_along(world: World) -> None:
    paths = {"/x": {"get": {"summary": "X", "responses": {"200": {"description": "OK"}}}}}
    spec = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    navigation = {"pages": ["more/a", {"group": "G", "openapi": "more/spec.json"}]}
    world.write("docs.json", docs().replace(f"{{{NO_PAGES}}}", orjson.dumps(navigation).decode()))
    world.write("more/a.mdx")
    world.write("more/deep/icon.png")
    world.write("more/spec.json", orjson.dumps(spec).decode())
    world.open("docs.json")
    world.settle()
    assert world.found() == []

    shutil.rmtree(world.root / "more")
    world.happened("more")  # Watchers say no more than that.
    world.settle()
    assert set(world.found()) >= {"missing-page"}
    assert len(world.found()) == 2


def test_a_folder_that_goes_takes_parts_along(world: World) -> None:
    world.write("docs.json", '{"$ref": "./parts/all.json"}')
    world.write("parts/all.json", docs())
    world.open("docs.json")
    world.settle()
    assert world.found() == []

    shutil.rmtree(world.root / "parts")
    world.happened("parts")
    world.settle()
    assert world.found() == ["unresolved-ref"]


@pytest.mark.parametrize(
    "name",
    [
        ".docs-lsp.journal",
        "node_modules/x/a.mdx",
        ".git/index.lock",
        "more/node_modules/x.png",
        "a.tmp",
        ".github/x",
    ],
)
def test_what_no_reader_sees_costs_no_look_at_the_folder(
    world: World, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.write("docs.json", docs("a"))
    world.write("a.mdx")
    world.write("logo.png", "")
    world.open("docs.json")
    world.settle()
    [open_site] = world.session.sites.values()
    facts = open_site.disk.facts

    if name != "a.tmp":
        world.write(name)  # The other has come and gone.
    world.happened(name)
    assert bool(world.background.jobs) == (name in ("a.tmp", ".github/x"))
    world.settle()
    assert open_site.disk.facts is facts


def test_a_page_that_is_made_or_deleted_is_noticed(world: World) -> None:
    world.write("docs.json", docs("a"))
    world.open("docs.json")
    world.settle()
    assert world.found() == ["missing-page"]

    world.write("a.mdx")
    world.happened("a.mdx")
    world.settle()
    assert world.found() == []

    (world.root / "a.mdx").unlink()
    world.happened("a.mdx")
    world.settle()
    assert world.found() == ["missing-page"]


def test_a_page_that_is_open_but_not_saved_exists(world: World) -> None:
    world.write("docs.json", docs("a"))
    world.open("docs.json")
    world.settle()
    world.open("a.mdx", "# New")
    world.settle()
    assert world.found() == []

    world.close("a.mdx")
    world.settle()
    assert world.found() == ["missing-page"]


def test_typing_in_a_page_does_not_look_through_the_folder_again(world: World) -> None:
    world.write("docs.json", docs("a"))
    world.write("a.mdx")
    world.open("docs.json")
    world.open("a.mdx")
    world.settle()
    before = _facts(world)

    world.set("a.mdx", "# New")
    world.settle()
    world.happened("a.mdx")
    world.close("a.mdx")
    world.settle()

    assert _facts(world) is before


def test_an_ignore_file_is_noticed(world: World) -> None:
    world.write("docs.json", docs("drafts/a"))
    world.write("drafts/a.mdx")
    world.open("docs.json")
    world.settle()
    before = world.found()
    world.write(".mintignore", "drafts/")
    world.happened(".mintignore")
    world.settle()

    assert before == []
    assert world.session.sites[world.root].site is not None
    assert "drafts/a.mdx" not in _facts(world).files


def test_a_specification_is_read_when_it_is_named_and_again_when_it_changes(world: World) -> None:
    spec = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  %s:\n    get: {}\n"
    world.write("api.yaml", spec % "/a")
    group = {"group": "G", "openapi": "api.yaml", "pages": ["GET /a"]}
    world.write(
        "docs.json", f'{{{HEAD}"navigation": {{"groups": [{orjson.dumps(group).decode()}]}}}}'
    )
    world.open("docs.json")
    world.settle()
    assert "unknown-endpoint" not in world.found()
    assert _facts(world).specs.keys() == {"api.yaml"}
    first = _facts(world).specs["api.yaml"]

    world.write("other.mdx")
    world.happened("other.mdx")
    world.settle()
    assert _facts(world).specs["api.yaml"] is first

    world.open("api.yaml", spec % "/b")
    world.settle()
    assert _facts(world).specs["api.yaml"] is not first
    assert "unknown-endpoint" in world.found()


def test_a_missing_specification_is_not_asked_for_without_end(world: World) -> None:
    group = {"group": "G", "openapi": "api.yaml", "pages": ["GET /a"]}
    world.write(
        "docs.json", f'{{{HEAD}"navigation": {{"groups": [{orjson.dumps(group).decode()}]}}}}'
    )
    world.open("docs.json")
    world.settle()

    assert "missing-spec" in world.found()


def test_a_docs_json_that_comes_or_goes_is_noticed(world: World) -> None:
    world.root.mkdir()
    world.session.add_workspace_folder(world.root.as_uri())
    world.settle()
    world.write("site/docs.json", docs(nmae=1))
    world.happened("site/docs.json")
    world.settle()
    assert world.found("site/docs.json") == ["unknown-key"]

    world.write("site/docs.json", docs())
    world.happened("site/docs.json")
    world.settle()
    assert world.found("site/docs.json") == []

    (world.root / "site/docs.json").unlink()
    world.happened("site/docs.json")
    world.settle()
    assert world.told == {}


def test_nothing_is_shown_in_a_deleted_docs_json_that_is_still_open(world: World) -> None:
    world.write("docs.json", docs(nmae=1))
    world.open("docs.json")
    world.settle()
    assert world.found() == ["unknown-key"]
    (world.root / "docs.json").unlink()
    world.happened("docs.json")
    assert world.found() == []
    assert not world.session.sites

    world.write("docs.json", docs(nmae=1))
    world.happened("docs.json")
    world.settle()
    assert world.found() == ["unknown-key"]


def test_nothing_is_shown_in_a_deleted_docs_json_while_a_page_is_open(world: World) -> None:
    world.write("docs.json", docs("a", nmae=1))
    world.write("a.mdx", "---\ntitle: A\n---\n[x](/nowhere)")
    world.open("a.mdx")
    world.settle()
    assert world.found() == ["unknown-key"]
    (world.root / "docs.json").unlink()
    world.happened("docs.json")
    world.settle()
    assert world.found() == world.found("a.mdx") == []

    world.write("docs.json", docs("a", nmae=1))
    world.happened("docs.json")
    world.settle()
    assert world.found() == ["unknown-key"]


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_a_site_behind_a_link_is_one_site(world: World, tmp_path: Path) -> None:
    world.write("docs.json", docs("a"))
    link = tmp_path / "link"
    link.symlink_to(world.root)
    world.session.add_workspace_folder(link.as_uri())
    world.settle()
    world.write("a.mdx")
    world.session.handle_file_changes([link / "a.mdx"])
    world.settle()

    assert [uri for told in world.told.values() for uri in told] == []


# Settings


def test_settings_of_the_project_are_applied_live(world: World) -> None:
    world.write("docs.json", docs(nmae=1))
    world.open("docs.json")
    world.write("docs-lsp.toml", '[rules]\nunknown-key = "off"\n')
    world.happened("docs-lsp.toml")
    world.settle()
    assert world.found() == []

    world.open("docs-lsp.toml", '[rules]\nunknown-key = "hint"\n')
    world.settle()
    assert world.found() == ["unknown-key"]

    world.set("docs-lsp.toml", '[rules]\nno-such-rule = "hint"\n')
    world.settle()
    assert world.found("docs-lsp.toml") == ["settings-error"]

    world.close("docs-lsp.toml")
    world.settle()
    assert world.found("docs-lsp.toml") == []
    assert world.found() == []

    (world.root / "docs-lsp.toml").unlink()
    world.happened("docs-lsp.toml")
    world.settle()
    assert world.found() == ["unknown-key"]


def test_a_baseline_is_applied_live(world: World) -> None:
    known = '{"file": "docs.json", "rule": "unknown-key", "text": "\\"nmae\\""}'
    world.write("docs.json", docs(nmae=1))
    world.open("docs.json")
    world.settle()
    assert world.found() == ["unknown-key"]

    world.write("docs-lsp-baseline.json", f'{{"version": 1, "findings": [{known}]}}')
    world.happened("docs-lsp-baseline.json")
    world.settle()
    assert world.found() == []

    world.open("docs-lsp-baseline.json", "<<<<<<< HEAD")
    world.settle()
    assert world.found() == ["unknown-key"]
    assert world.found("docs-lsp-baseline.json") == ["settings-error"]

    world.close("docs-lsp-baseline.json")
    (world.root / "docs-lsp-baseline.json").unlink()
    world.happened("docs-lsp-baseline.json")
    world.settle()
    assert world.found() == ["unknown-key"]


def test_settings_that_cannot_be_read_are_a_fault_of_their_file(world: World) -> None:
    world.write("docs.json", docs())
    world.write("docs-lsp.toml")
    (world.root / "docs-lsp.toml").write_bytes(b"\xff\xfe")
    world.open("docs.json")
    world.settle()

    assert world.found("docs-lsp.toml") == ["settings-error"]


def test_the_innermost_folder_s_settings_count_and_the_project_s_before_them(
    world: World,
) -> None:
    world.write("docs.json", docs(nmae=1))
    world.open("docs.json")
    off = Settings(rules={"unknown-key": None})
    on = Settings(rules={"unknown-key": Severity.HINT})

    world.session.set_editor_settings({None: off})
    world.settle()
    assert world.found() == []
    world.session.set_editor_settings({None: off, world.root: on})
    world.settle()
    assert world.found() == ["unknown-key"]
    world.write("docs-lsp.toml", '[rules]\nunknown-key = "off"\n')
    world.happened("docs-lsp.toml")
    world.settle()
    assert world.found() == []


def test_settings_reach_sites_that_are_opened_later(world: World) -> None:
    world.session.set_editor_settings({None: Settings(rules={"unknown-key": None})})
    world.write("docs.json", docs(nmae=1))
    world.open("docs.json")
    world.settle()

    assert world.found() == []


def test_a_report_is_kept_while_nothing_changes_that_it_was_made_from(world: World) -> None:
    world.write("docs.json", docs(nmae=1))
    world.open("docs.json")
    [open_site] = world.told
    before = open_site.build_file_reports(ClientDialect())[world.uri("docs.json")]

    assert open_site.build_file_reports(ClientDialect())[world.uri("docs.json")] is before

    world.replace("docs.json", "Quay", "Dock")
    assert open_site.build_file_reports(ClientDialect())[world.uri("docs.json")] is not before


def _facts(world: World) -> Any:
    site = world.session.sites[world.root].site
    assert site is not None
    return site.facts


def test_a_folder_with_a_site_in_the_older_format_alone_is_reported(tmp_path: Path) -> None:
    world = World(tmp_path)
    sentences: list[str] = []
    world.session.notify_writer = sentences.append
    world.write("docs/mint.json", "{}")
    world.session.add_workspace_folder(tmp_path.as_uri())
    world.background.settle()
    assert [sentence.partition(" has ")[0] for sentence in sentences] == [
        f"`{tmp_path / 'docs' / 'mint.json'}`"
    ]

    world.write("docs/docs.json", "{}")
    world.session.add_workspace_folder((tmp_path / "docs").as_uri())
    world.background.settle()
    assert len(sentences) == 1
