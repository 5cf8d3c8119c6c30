"""What `docs-lsp diff` says of random work on real sites, held against a model of its own.

`python -m tests.benchmarks.histories --histories 100` moves, renames, deletes and edits pages and
redirects of each site of the corpus, some eleven times or `--steps` times in each history, and
counts the addresses that stopped answering: how many were found, how many were said to be doubtful,
how many were missed or invented, and how many of the redirects lead where they say. The model
follows redirects by itself; what it cannot follow, such as a redirect with another wildcard or the
root without a page, is left out. What is missed or invented is printed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from docs_lsp.comparison.site_comparison import SiteComparison, compare_sites
from docs_lsp.evaluation.check import read_site
from docs_lsp.files.files import DiskFiles, FileInfo, MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx.contents import Contents, ReadingOptions
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_to_url, strip_page_extension
from docs_lsp.site.routes.router import iter_redirects

SITES = Path(__file__).parents[3] / "shared" / "corpus" / "sites"
_PAGES = (".mdx", ".md")
_TAIL = ":slug*"
_MOST_HOPS = 10
_WILDCARD = re.compile(r"[:*]")


class _Remembered(MemoryFiles):
    """Files whose time of change stands for their content, so that pages are read once."""

    def walk(self) -> Iterator[FileInfo]:
        """All files."""
        for path in self.paths():
            data = self.read(path)
            yield FileInfo(path, len(data), crc32(data))


@dataclass
class _Work:
    """The files of a site while somebody works on it, and what became of each page."""

    files: dict[str, bytes]
    docs: dict[str, Any]
    became: dict[str, str]
    chance: random.Random

    def pages(self) -> list[str]:
        """The files that may be worked on."""
        return sorted(one for one in self.became.values() if one in self.files)

    def step(self) -> None:
        """Do one thing."""
        pages = self.pages()
        if not pages:
            return
        page = self.chance.choice(pages)
        folder = page.rpartition("/")[0]
        kind = self.chance.choice(("move", "rename", "folder", "delete", "edit", "redirects"))
        if kind == "move":
            self._move(page, f"moved-{self.chance.randrange(9)}/{page.rpartition('/')[2]}")
        elif kind == "rename":
            end = page[len(strip_page_extension(page)) :]
            self._move(page, f"{strip_page_extension(page)}-{self.chance.randrange(99)}{end}")
        elif kind == "folder" and folder:
            new = f"{folder}-{self.chance.randrange(99)}"
            for one in pages:
                if one.startswith(f"{folder}/"):
                    self._move(one, new + one[len(folder) :])
        elif kind == "delete":
            del self.files[page]
        elif kind == "edit":
            self.files[page] += b"\nA line more, number %d.\n" % self.chance.randrange(99)
        else:
            self._redirects(page)

    def _move(self, old: str, new: str) -> None:
        if new not in self.files:
            self.files[new] = self.files.pop(old)
            self.became |= {first: new for first, now in self.became.items() if now == old}
            self.docs["navigation"] = _renamed(
                self.docs.get("navigation"), strip_page_extension(old), strip_page_extension(new)
            )

    def _redirects(self, page: str) -> None:
        found = self.docs.setdefault("redirects", [])
        if not isinstance(found, list):
            return  # They stand in a file of their own.
        if found and self.chance.random() < 0.5:
            del found[self.chance.randrange(len(found))]
        else:
            source = f"/from-{self.chance.randrange(99)}"
            found.append({"source": source, "destination": page_to_url(strip_page_extension(page))})


def _renamed(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str):
        return new if value.strip("/") == old else value
    if isinstance(value, list):
        return [_renamed(one, old, new) for one in value]
    if isinstance(value, dict):
        return {key: _renamed(one, old, new) for key, one in value.items()}
    return value


class _Model:
    """Which file an address of a site leads to, as far as that is simple."""

    def __init__(self, pages: Mapping[str, str], redirects: list[tuple[str, str]]) -> None:
        self.pages = pages
        self.redirects = redirects

    def followed(self, address: str) -> str | None:
        """The file; None for an error, `?` where the model does not know."""
        for _ in range(_MOST_HOPS):
            address = _plain(address)
            hit = self._hit(address)
            if hit is None:
                return self.pages.get(address, "?" if address == "/" else None)
            address = hit.partition("#")[0].rstrip("/") or "/"
            if not address.startswith("/") or ":" in address or "*" in address:
                return "?"
        return None

    def _hit(self, address: str) -> str | None:
        for old, new in self.redirects:
            source = _plain(old)
            if source.endswith(_TAIL) and ":" not in (start := source.removesuffix(_TAIL)):
                if address == start.rstrip("/"):
                    return "?"
                if address.startswith(start):
                    return new.replace(_TAIL, address[len(start) :])
            elif ":" in source or "*" in source:
                if address.startswith(_WILDCARD.split(source)[0]):
                    return "?"
            elif address == source:
                return new
        return None


def _plain(address: str) -> str:
    """An address as the service compares it."""
    return address.rstrip("/").removesuffix("/index") or "/"


def _model(state: Overview, more: list[tuple[str, str]]) -> _Model:
    pages = {page_to_url(page.page): page.file for page in state.facts.pages}
    own = [(one.source, one.destination) for _, one in iter_redirects(state.objects)]
    return _Model(pages, own + more)


def _state(files: Mapping[str, bytes], settings: Settings, known: Contents | None) -> Overview:
    kept = _Remembered(dict(files))
    overview = read_site(
        Path("/site"), kept, settings, options=ReadingOptions(known=known)
    ).get_overview()
    assert overview is not None
    return overview


def _judge(
    before: _Model, after: _Model, mended: _Model, found: SiteComparison, work: _Work
) -> Counter[str]:
    counts: Counter[str] = Counter()
    told = {one.address: one for one in found.lost}
    for address in (*before.pages, *(old for old, _ in before.redirects if ":" not in old)):
        was, now = before.followed(address), after.followed(address)
        if was in (None, "?") or now == "?":
            continue
        counts["lost" if now is None else "kept"] += 1
        is_told = _plain(address) in told
        if now is None or is_told:
            verdict = _verdict(_plain(address), now, found, is_told=is_told)
            counts[verdict] += 1
            if verdict in ("missed", "invented"):
                print(verdict, address, was, now)
        end = mended.followed(address)
        if is_told and now is None and told[_plain(address)].redirects and end != "?":
            counts["offered"] += 1
            page = work.became.get(was or "", "")
            # Of two pages with the same text nobody can say which one is meant.
            counts["mended"] += work.files.get(end or "") == work.files.get(page, b"")
    return counts


def _verdict(address: str, now: str | None, found: SiteComparison, *, is_told: bool) -> str:
    """What was said of an address that stopped answering, or that is said to have done so."""
    if is_told:
        return "found" if now is None else "invented"
    return "doubtful" if address in found.doubtful else "missed"


def main() -> None:
    """Print one line for each site."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=Path, default=SITES)
    parser.add_argument("--histories", type=int, default=100)
    parser.add_argument("--steps", type=int, help="what is done in each history")
    parser.add_argument("--largest", type=int, default=2_000, help="pages of a site at most")
    arguments = parser.parse_args()
    for docs_json in sorted(arguments.sites.glob("*/docs.json")):
        disk = DiskFiles(docs_json.parent)
        files = {path: disk.read(path) for path in disk.paths()}
        if sum(path.endswith(_PAGES) for path in files) > arguments.largest:
            continue
        total: Counter[str] = Counter()
        before = _state(files, Settings(), None)
        for number in range(arguments.histories):
            total += _history(number, files, before, arguments.steps)
        print(docs_json.parent.name, json.dumps(total), flush=True)


def _history(
    number: int, files: Mapping[str, bytes], before: Overview, steps: int | None
) -> Counter[str]:
    pages = {page.file: page.file for page in before.facts.pages}
    work = _Work(dict(files), json.loads(files["docs.json"]), pages, random.Random(number))
    for _ in range(steps or work.chance.randrange(1, 12)):
        work.step()
    work.files["docs.json"] = json.dumps(work.docs, indent=2).encode()
    after = _state(work.files, Settings(), before.contents)
    found = compare_sites(before, after)
    added = [(one.source, one.destination) for one in found.redirects]
    return _judge(
        _model(before, []),
        _model(after, []),
        _model(after, added),
        found,
        work,
    )


if __name__ == "__main__":
    main()
