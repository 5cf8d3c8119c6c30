"""The tools `create_site`, `add_page` and `add_language`: add content and list it."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from docs_lsp.cli.findings import SourcePlaces
from docs_lsp.cli.mcp.changing import Change, NewContentArguments, apply_draft
from docs_lsp.cli.mcp.outlining import require_place
from docs_lsp.cli.mcp.tool import Tool, build_source_place
from docs_lsp.cli.mcp.workspace import AgentWorkspace, LoadedSite
from docs_lsp.core.lines import copy_line_breaks
from docs_lsp.core.problem import FileChange, NewFile
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.jsontree.nodes import Array, String
from docs_lsp.refactor.added_language import plan_added_language
from docs_lsp.refactor.new_site import COLOR, THEME, plan_new_site, render_page
from docs_lsp.refactor.placing import (
    InsertionPlace,
    Place,
    require_document,
    require_insertion_place,
)
from docs_lsp.schema.model_looks import THEMES
from docs_lsp.site.moves.refusals import find_new_page_refusal, parse_page_path
from docs_lsp.site.navigation.navigation import is_listing_accepted
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import entry_to_page_path
from docs_lsp.site.summaries.page_titles import find_page_of_entry


class SiteArguments(NewContentArguments):
    """The site to create."""

    name: str = Field(min_length=1, description="The name of the product or project.")
    color: str = Field(default=COLOR, pattern="^#[0-9A-Fa-f]{6}$", description="The main colour.")
    theme: str = Field(
        default=THEME, description="The theme.", json_schema_extra={"enum": [*THEMES.values]}
    )


def _create_site(workspace: AgentWorkspace, arguments: SiteArguments) -> Change:
    """Answer the tool that begins a site in the folder of the workspace."""
    disk = DiskFiles(workspace.folder)
    files = plan_new_site(arguments.name, arguments.color, arguments.theme, disk.exists)
    return apply_draft(Draft(disk).with_changes(files), disk, write=arguments.write)


CREATE_SITE = Tool(
    "create_site",
    "Create a site",
    "Creates a documentation site in the folder: a docs.json with one group, and its first page. "
    "Fails if there is one already.",
    SiteArguments,
    Change,
    _create_site,
    writes=True,
)


class PageArguments(NewContentArguments):
    """The page to add."""

    path: str = Field(
        description="Its path without extension, relative to the folder of docs.json."
    )
    title: str = Field(default="", description="Its title; required for a new page.")
    description: str = Field(default="", description="Its topic, in one sentence.")
    content: str = Field(default="", description="Its text as MDX, without frontmatter.")
    under: str = Field(
        default="",
        description="Where to list it: the pointer of an element as `outline` gives it, or the "
        "path of the page that it follows. Empty for the end of the navigation.",
    )
    group: str = Field(
        default="", description="The title of a new group, created at that place, to list it in."
    )


def _add_page(workspace: AgentWorkspace, arguments: PageArguments) -> Change:
    """Answer the tool that writes a page and lists it, or lists a page that exists."""
    site = workspace.open_site()
    overview = site.require_overview()
    page = parse_page_path(arguments.path)
    changes: list[FileChange] = [*_iter_new_page_file(arguments, page, site, overview)]
    group = arguments.group.strip()
    # Unless a place is named, one entry anywhere is enough.
    there = None if arguments.under else _find_listing_place(page, overview)
    if there is None:
        beside = require_place(overview, arguments.under) if arguments.under else None
        place = require_insertion_place(overview, beside, group=bool(group))
        there = None if group else _find_entry_in_list(place, page, overview)
        changes += () if there else place.build_insertion(_render_entry(page, group))
    draft = Draft(site.disk).with_changes(changes)
    if there is None:
        return apply_draft(draft, site.disk, write=arguments.write)
    listed = f"`{page}` is listed already: {build_source_place(SourcePlaces(site.disk), *there)}."
    if not changes:
        raise UsageFault(f"{listed} To list it in a second place, pass that place as `under`.")
    return apply_draft(draft, site.disk, write=arguments.write, notices=[listed])


def _find_listing_place(page: str, overview: Overview) -> Place | None:
    """Return the place of the first accepted entry or `root` that names a page, or None."""
    scopes = overview.navigation.ancestors
    for listing in overview.navigation.listings:
        if _is_entry_of_page(listing.text, page, overview) and is_listing_accepted(listing, scopes):
            return listing.file, listing.span
    return None


def _find_entry_in_list(place: InsertionPlace, page: str, overview: Overview) -> Place | None:
    """Return the entry of a page in the very list that a new entry would go into, or None."""
    for start, item in place.node.iter_children() if isinstance(place.node, Array) else ():
        if isinstance(item, String) and _is_entry_of_page(item.value, page, overview):
            return place.file, item.inner.shift(place.at + start)
    return None


def _is_entry_of_page(entry: str, page: str, overview: Overview) -> bool:
    listed_page = find_page_of_entry(entry, overview.facts.pages)
    return (listed_page.page if listed_page else entry_to_page_path(entry)) == page


def _iter_new_page_file(
    arguments: PageArguments, page: str, site: LoadedSite, overview: Overview
) -> Iterator[NewFile]:
    """Yield the file of a new page; nothing for one that exists. Raises `UsageFault`."""
    if page not in overview.facts.pages:
        reason = find_new_page_refusal(arguments.path, overview, site.disk)
        if reason is not None:
            raise UsageFault(reason)
        if not arguments.title.strip():
            raise UsageFault(f"the new page `{page}` needs a `title`.")
        text = render_page(
            arguments.title.strip(), arguments.description.strip(), arguments.content
        )
        data = require_document(overview, overview.name).text.data
        yield NewFile(f"{page}.mdx", copy_line_breaks(text, data))
    elif arguments.content or arguments.title or arguments.description:
        raise UsageFault(
            f"the page `{page}` exists already. Edit its file, or give only its path to list it."
        )


def _render_entry(page: str, group: str) -> str:
    """Return the JSON that lists a page: its path, or a new group that contains it."""
    entry = quote_json(page)
    if not group:
        return entry
    return f'{{\n  "group": {quote_json(group)},\n  "pages": [\n    {entry}\n  ]\n}}'


ADD_PAGE = Tool(
    "add_page",
    "Add a page",
    "Creates a page with its frontmatter and lists it in the navigation, or lists an "
    "existing page that is not listed yet. Readers cannot find a page that is not listed.",
    PageArguments,
    Change,
    _add_page,
    writes=True,
)


class LanguageArguments(NewContentArguments):
    """The language to add."""

    code: str = Field(description="The code of the language, such as `fr`.")
    model: str | None = Field(
        default=None,
        description="The language whose structure is copied (default: the first one of each "
        "list). In a site without languages: the language of its pages (default: `en`).",
    )


def _add_language(workspace: AgentWorkspace, arguments: LanguageArguments) -> Change:
    """Answer the tool that adds a language, with the navigation of `arguments.model`."""
    site = workspace.open_site()
    changes, notices = plan_added_language(
        site.snapshot, site.require_overview(), site.disk, arguments.code, arguments.model
    )
    draft = Draft(site.disk).with_changes(changes)
    return apply_draft(draft, site.disk, write=arguments.write, notices=notices)


ADD_LANGUAGE = Tool(
    "add_language",
    "Add a language",
    "Lists the pages below the folder of a language (`fr/…`) in the navigation, in the structure "
    "of another language. Write the translated pages first; pages without translation are left "
    "out.",
    LanguageArguments,
    Change,
    _add_language,
    writes=True,
)
