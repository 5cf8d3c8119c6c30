"""The files of the docs filesystem: pages, specifications and skills."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from posixpath import basename
from typing import TYPE_CHECKING

from docs_lsp.files.files import FileFault, Files
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from mcp_preview.content.agent_documents import render_document_for_agents
from mcp_preview.content.navigation_facts import NavigationFacts
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.skills import Skill
from mcp_preview.content.viewer_content import RestrictedFile

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed


def build_page_file_path(path: str) -> str:
    """Return the path of the file for a page path."""
    return f"/{path}.mdx"


def render_page_file(page: IndexedPage) -> bytes:
    """Return the file content of a page: title, description and text."""
    return f"{_render_page_head(page)}{page.markdown}".encode("utf-8", "replace")


def _render_page_head(page: IndexedPage) -> str:
    """Return what a page's file has before its text."""
    about = f"{page.description.strip()}\n\n" if page.description.strip() else ""
    return f"# {page.title}\n\n{about}"


def find_line_in_file(page: IndexedPage, offset: int) -> int:
    """Return the number of the line, from 1, of an offset in a page's text in the page's file."""
    return 1 + _render_page_head(page).count("\n") + page.markdown.count("\n", 0, offset)


class VirtualFiles(Mapping[str, bytes]):
    """All files of a site by path: its pages, and other files, which have precedence.

    The text of a page is rendered on request, so that pages are not stored twice.
    """

    def __init__(self, pages: Iterable[IndexedPage], others: Mapping[str, bytes]) -> None:
        """Create the mapping from pages and other files."""
        self._pages = {build_page_file_path(page.path): page for page in pages}
        self._others = others

    def __getitem__(self, path: str) -> bytes:
        """Return the content of a file."""
        if path in self._others:
            return self._others[path]
        return render_page_file(self._pages[path])

    def iter_approximate_sizes(self) -> Iterator[tuple[str, int]]:
        """Yield each path with its approximate number of bytes, without rendering pages."""
        for path in self:
            other = self._others.get(path)
            yield path, self._pages[path].text.size if other is None else len(other)

    def __iter__(self) -> Iterator[str]:
        """Return the paths of all files, each once."""
        return iter(self._pages.keys() | self._others.keys())

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self._pages.keys() | self._others.keys())


def read_openapi_files(facts: SiteFacts, files: Files) -> dict[str, bytes]:
    """Return the contents of usable OpenAPI specifications by site path."""
    return read_existing_files((path for path, spec in facts.specs.items() if spec.usable), files)


def read_asyncapi_files(
    navigation_facts: NavigationFacts, files: Files
) -> dict[str, RestrictedFile]:
    """Return the AsyncAPI documents that docs.json names by site path, with their audiences."""
    overview = navigation_facts.overview
    named: dict[str, list[Placed]] = {}
    for placed in overview.objects:
        for name in placed.element.list_spec_sources("asyncapi"):
            path = resolve_spec_path(name)
            if path is not None and path in overview.facts.files:
                named.setdefault(path, []).append(placed)
    known = navigation_facts.scopes
    contents = {
        path: render_document_for_agents(data, path)
        for path, data in read_existing_files(named, files).items()
    }
    return {
        path: RestrictedFile(
            data, navigation_facts.find_audience(filter(known.__contains__, named[path]))
        )
        for path, data in contents.items()
        if data is not None
    }


def read_existing_files(paths: Iterable[str], files: Files) -> dict[str, bytes]:
    """Return the contents of files by site path, without those that cannot be read."""
    contents = {}
    for path in paths:
        try:
            contents[path] = files.read(path)
        except FileFault:
            continue
    return contents


def place_spec_files(specs: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return specifications by site path as files below `/openapi/`, by name.

    Files of the same name keep their folders.
    """
    named = Counter(map(basename, specs))
    return {
        f"/openapi/{basename(path) if named[basename(path)] == 1 else path}": text
        for path, text in specs.items()
    }


def place_skill_files(skills: Iterable[Skill]) -> dict[str, bytes]:
    """Return the skills as files below `/skills/`."""
    return {f"/skills/{skill.slug}/SKILL.md": skill.data for skill in skills}


def diff_files(
    before: Mapping[str, bytes], now: Mapping[str, bytes]
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the new and changed files, and the paths of removed ones."""
    changed = {path: text for path, text in now.items() if before.get(path) != text}
    return changed, tuple(path for path in before if path not in now)
