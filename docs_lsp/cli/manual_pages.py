"""The pages of the manual: a documentation site in plain text that is installed with the package.

`docs-lsp manual` prints them, and `docs-lsp mcp` offers them to agents.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from docs_lsp.rules.framework.explanation import MANUAL

RULES = "Rules"
"""The group that has a page for each rule."""


class ManualPage(NamedTuple):
    """A page of the manual."""

    path: str
    """The path as the navigation lists it, such as `tasks/ci`."""
    title: str
    description: str
    body: str
    """Markdown, without the frontmatter."""

    @property
    def topic(self) -> str:
        """The name under which `docs-lsp manual` prints the page: the last part of its path."""
        return self.path.rpartition("/")[2]

    @property
    def markdown(self) -> str:
        """The page as Markdown, with the title as its heading."""
        return f"# {self.title}\n\n{self.description}\n\n{self.body}"


@cache
def list_groups() -> Mapping[str, Sequence[str]]:
    """Return the paths of the pages of each group, in the order of the navigation."""
    navigation = json.loads((MANUAL / "docs.json").read_text("utf-8"))["navigation"]
    return {group["group"]: group["pages"] for group in navigation["groups"]}


def list_topics() -> dict[str, str]:
    """Return the path of each page by its topic."""
    paths = [path for pages in list_groups().values() for path in pages]
    return {path.rpartition("/")[2]: path for path in paths}


def read_page(path: str) -> ManualPage:
    """Read a page of the manual by its path without `.md`, which its navigation lists."""
    _, head, body = (MANUAL / f"{path}.md").read_text("utf-8").split("---\n", 2)
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    return ManualPage(
        path, json.loads(fields["title"]), json.loads(fields["description"]), body.strip() + "\n"
    )
