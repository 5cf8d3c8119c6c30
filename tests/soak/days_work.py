"""`python -m tests.soak.days_work SITE`: a day's work in an editor, on a copy of a site.

Pages are written, a folder is moved, an operation is added, five pages are translated, and the
version is frozen. At each rest the editor has to show what a check finds. Printed are the findings
and the longest that the main thread of the server was busy, in milliseconds of processor time.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from docs_lsp.core.text import Encoding
from tests.soak.running import fresh
from tests.soak.session import CHANGED, CREATED, DELETED, Finding, SoakSession

_DOCS, _PATIENCE = "docs.json", 90.0
_OPERATION = '"/day": {"get": {"summary": "A day", "responses": {"200": {"description": "Ok"}}}}, '
_PATHS = re.compile(rb'"paths"\s*:\s*\{')
_PAGES = re.compile(rb'"pages"\s*:\s*\[')


class Rest(NamedTuple):
    """One comparison."""

    work: str
    findings: int
    missing: frozenset[Finding]
    stale: frozenset[Finding]
    slowest: float
    """Milliseconds of processor time of the longest message or other callback of the event loop."""
    callback: str


def do_days_work(
    site: Path, pages: int = 26, names: tuple[str, str] = ("v1", "v2")
) -> Iterator[Rest]:
    """Work on a copy of a site; a comparison after each piece.

    A folder with about as many `pages` is moved, and the versions get the `names`.
    """
    with tempfile.TemporaryDirectory() as folder:
        root, report = Path(folder).resolve() / "site", Path(folder) / "callbacks"
        shutil.copytree(site, root, ignore=shutil.ignore_patterns(".git"))
        report.touch()
        server = ("tests.soak.main_thread", str(report))
        with SoakSession(root, server=server) as session:
            day = _Day(session, pages, names)
            session.show(_DOCS)
            for work in day.list_work():
                report.write_text("")
                yield _compare(session, work, report)
            session.end()


def _compare(session: SoakSession, work: Callable[[], None], report: Path) -> Rest:
    work()
    wanted, end = fresh(session.root), time.monotonic() + _PATIENCE
    while session.findings() != wanted and time.monotonic() < end:
        time.sleep(0.1)
    session.ask("workspace/symbol", {"query": ""})
    shown = session.findings()
    lines = [line.split(" ", 1) for line in report.read_text().splitlines()]
    slowest, name = max(((float(taken), name) for taken, name in lines), default=(0.0, ""))
    return Rest(work.__name__, len(wanted), wanted - shown, shown - wanted, slowest, name)


class _Day:
    def __init__(self, session: SoakSession, pages: int, names: tuple[str, str]) -> None:
        self._session = session
        self._root = session.root
        self._count = pages
        self._names = names

    def list_work(self) -> tuple[Callable[[], None], ...]:
        """All pieces of work, in their order."""
        pages = (self.write, self.move)
        return (self.start, *pages, self.add_operation, self.translate, self.freeze)

    def start(self) -> None:
        """Nothing: the site is opened."""

    def write(self) -> None:
        """Write three pages, each with a broken link, and list two of them."""
        for number in range(3):
            file = f"day/page-{number}.mdx"
            self._save(file, f"---\ntitle: Page {number}\n---\n")
            self._session.show(file)
            end = len(self._session.open[file].data)
            self._type(file, end, f"\n[Next](/day/page-{number + 1})\n")
            self._session.watched([(file, self._session.save(file))])
        for number in range(2):
            self._list(f"day/page-{number}")

    def move(self) -> None:
        """Move a folder, as an editor does it."""
        folder = self._choose_folder()
        moved = f"{folder}-moved"
        names = [{"oldUri": self._session.uri(folder), "newUri": self._session.uri(moved)}]
        edit = self._session.ask("workspace/willRenameFiles", {"files": names})
        assert edit, "nothing follows a folder"
        self._apply(edit["documentChanges"])
        files = [path for path in (self._root / folder).rglob("*") if path.is_file()]
        gone = [path.relative_to(self._root).as_posix() for path in files]
        (self._root / folder).rename(self._root / moved)
        self._session.notify("workspace/didRenameFiles", {"files": names})
        came = [f"{moved}{file.removeprefix(folder)}" for file in gone]
        self._session.watched(
            [*((file, DELETED) for file in gone), *((file, CREATED) for file in came)]
        )

    def add_operation(self) -> None:
        """Add an operation to a specification, and list it."""
        for path in sorted(self._root.rglob("*.json")):
            match = _PATHS.search(path.read_bytes())
            if match and b'"openapi"' in path.read_bytes():
                file = path.relative_to(self._root).as_posix()
                self._session.show(file)
                self._type(file, match.end(), _OPERATION)
                self._session.watched([(file, self._session.save(file))])
                group = {"group": "Day", "openapi": file, "pages": ["GET /day"]}
                self._list(group)
                return

    def translate(self) -> None:
        """Translate five pages into the second language."""
        data = self._session.open[_DOCS].data
        languages = list(re.finditer(rb'"language"\s*:\s*"([^"]+)"', data))[1:2]
        language, at = "de", 0
        for match in languages:
            language, at = match[1].decode(), match.end()
        pages = [path for path in sorted(self._root.glob("day/*.mdx")) for _ in (0, 1)][:5]
        for number, path in enumerate(pages):
            name = f"{language}/day/{path.stem}-{number % 2}"
            self._save(f"{name}.mdx", path.read_text("utf-8").replace("Page", "Seite"))
            self._list(name, at)

    def freeze(self) -> None:
        """Freeze the version by the command line, while docs.json is open."""
        before = self._list_files()
        old, new = self._names
        command = (sys.executable, "-m", "docs_lsp", "freeze", old, "--next", new, "--site")
        done = subprocess.run(
            [*command, str(self._root)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        after = self._list_files()
        changes = [(file, CREATED) for file in sorted(after.keys() - before.keys())]
        same = before.keys() & after.keys()
        changes += [(file, CHANGED) for file in same if before[file] != after[file]]
        assert changes
        for file in [*self._session.open]:
            self._session.undo(file)
        self._session.watched(changes)

    def _choose_folder(self) -> str:
        """The folder with the number of pages that comes closest to what is wanted."""
        counts: dict[str, int] = defaultdict(int)
        for path in self._root.rglob("*.mdx"):
            for folder in path.relative_to(self._root).parents:
                counts[folder.as_posix()] += 1
        counts.pop(".", None)
        listed = self._session.open[_DOCS].data
        known = [folder for folder in counts if f'"{folder}/'.encode() in listed]
        return min(sorted(known), key=lambda folder: abs(counts[folder] - self._count))

    def _list(self, entry: object, after: int = 0) -> None:
        """List an entry in the first `pages` behind an offset of docs.json, and save."""
        match = _PAGES.search(self._session.open[_DOCS].data, after)
        assert match
        self._type(_DOCS, match.end(), f"{json.dumps(entry)}, ")
        self._session.watched([(_DOCS, self._session.save(_DOCS))])

    def _type(self, file: str, at: int, text: str) -> None:
        """Type a text, key by key, and ask what editors ask meanwhile."""
        for number, sign in enumerate(text):
            self._session.edit(file, at + number, at + number, sign)
            if number % 4 == 0:
                document = {"textDocument": {"uri": self._session.uri(file)}}
                for method in ("documentSymbol", "documentLink", "foldingRange"):
                    self._session.request(f"textDocument/{method}", document)
            time.sleep(0.01)

    def _save(self, file: str, text: str) -> None:
        path = self._root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        self._session.watched([(file, CREATED)])

    def _apply(self, changes: list[dict[str, object]]) -> None:
        """Apply an edit of the workspace, and save all files of it."""
        for change in changes:
            document, edits = change["textDocument"], change["edits"]
            assert isinstance(document, dict) and isinstance(edits, list)
            file = self._session.site_path(document["uri"])
            was_open = file in self._session.open
            self._session.show(file)
            text = self._session.open[file]
            spans = [
                [
                    text.to_offset(edge["line"], edge["character"], Encoding.UTF8)
                    for edge in (edit["range"]["start"], edit["range"]["end"])
                ]
                for edit in edits
            ]
            for (start, end), edit in sorted(
                zip(spans, edits, strict=True), key=lambda each: each[0], reverse=True
            ):
                self._session.edit(file, start, end, edit["newText"])
            self._session.watched([(file, self._session.save(file))])
            if not was_open:
                self._session.hide(file)

    def _list_files(self) -> dict[str, bytes]:
        files = (path for path in self._root.rglob("*") if path.is_file())
        return {path.relative_to(self._root).as_posix(): path.read_bytes() for path in files}


def main() -> int:
    """Work for a day, and print each rest; 1 if one of them is wrong."""
    parser = argparse.ArgumentParser("python -m tests.soak.days_work", description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--pages", type=int, default=26)
    parser.add_argument("--versions", nargs=2, default=["v1", "v2"], metavar=("OLD", "NEW"))
    options = parser.parse_args()
    old, new = options.versions
    is_wrong = False
    for rest in do_days_work(options.site, options.pages, (old, new)):
        is_wrong |= bool(rest.missing or rest.stale)
        print(f"{rest.work:14} {rest.findings:6,} findings  {rest.slowest:6.1f} ms {rest.callback}")
        for kind, findings in (("missing", rest.missing), ("stale", rest.stale)):
            for finding in sorted(findings)[:6]:
                print(f"    {kind}: {finding}")
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
