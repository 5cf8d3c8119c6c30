"""`docs-lsp manual`: prints a page of the manual, or the list of its pages."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from docs_lsp.cli.manual_pages import RULES, list_groups, list_topics, read_page
from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.usage_fault import UsageFault


def run(arguments: Namespace) -> int:
    """Print a page, or the topics if none is given. Raises `UsageFault` for an unknown one."""
    if arguments.topic is None:
        print("\n".join(_render_topics()))
        return 0
    print(read_page(_find_path(arguments.topic)).markdown, end="")
    return 0


def _find_path(topic: str) -> str:
    """Return the path of the page that a topic names. Raises `UsageFault` if there is none."""
    topics = list_topics()
    name = topic.strip("/").removesuffix(".md")
    if name in topics.values():
        return name
    if name in topics:
        return topics[name]
    near = find_nearest_name(name, topics)
    remedy = f"did you mean `{near}`?" if near else "`docs-lsp manual` lists them."
    raise UsageFault(f"the manual has no page `{topic}`; {remedy}")


def _render_topics() -> Iterator[str]:
    groups = list_groups()
    width = max(
        len(path.rpartition("/")[2])
        for group, paths in groups.items()
        for path in paths
        if group != RULES
    )
    for group, paths in groups.items():
        yield group
        if group == RULES:
            yield f"  {len(paths)} pages, one for each rule, such as `docs-lsp manual missing-page`"
            continue
        for page in map(read_page, paths):
            yield f"  {page.topic:{width}}  {page.title}"
        yield ""
