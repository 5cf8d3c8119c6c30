"""Which files the docs filesystem holds: the pages, the specifications, and the skills."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from posixpath import basename

from docs_lsp.files import FileFault, Files
from docs_lsp.site.facts import SiteFacts
from mcp_preview.pages import IndexedPage
from mcp_preview.skills import Skill


def page_place(path: str) -> str:
    """Where a page lies, given by its path."""
    return f"/{path}.mdx"


def page_text(page: IndexedPage) -> bytes:
    """A page as its file: its title, what it is about, and its text."""
    about = f"{page.description.strip()}\n\n" if page.description.strip() else ""
    return f"# {page.title}\n\n{about}{page.markdown}".encode("utf-8", "replace")


class SiteFiles(Mapping[str, bytes]):
    """All files of a site by their paths: its pages, and others, which come first.

    The text of a page is made when it is asked for: not all of them are there a second time.
    """

    def __init__(self, pages: Iterable[IndexedPage], others: Mapping[str, bytes]) -> None:
        """Take over these pages and other files."""
        self._pages = {page_place(page.path): page for page in pages}
        self._others = others

    def __getitem__(self, path: str) -> bytes:
        """The text of a file."""
        if path in self._others:
            return self._others[path]
        return page_text(self._pages[path])

    def __iter__(self) -> Iterator[str]:
        """The paths of all files, each once."""
        return iter(self._pages.keys() | self._others.keys())

    def __len__(self) -> int:
        """How many files there are."""
        return len(self._pages.keys() | self._others.keys())


def spec_files(facts: SiteFacts, files: Files) -> dict[str, bytes]:
    """The specifications that can be used, below `/openapi/`, by their names.

    Two of the same name keep their folders.
    """
    usable = [path for path, spec in facts.specs.items() if spec.usable]
    named = Counter(map(basename, usable))
    found = {}
    for path in usable:
        name = basename(path) if named[basename(path)] == 1 else path
        try:
            found[f"/openapi/{name}"] = files.read(path)
        except FileFault:
            continue
    return found


def skill_files(skills: Iterable[Skill]) -> dict[str, bytes]:
    """The skills, below `/skills/`."""
    return {
        f"/skills/{skill.slug}/SKILL.md": skill.text.encode("utf-8", "replace") for skill in skills
    }


def difference(
    before: Mapping[str, bytes], now: Mapping[str, bytes]
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The files that are new or other than before, and the paths of those that are gone."""
    changed = {path: text for path, text in now.items() if before.get(path) != text}
    return changed, tuple(path for path in before if path not in now)
