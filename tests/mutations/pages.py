"""Mistakes about page files: what is listed and not read, or there and not listed."""

from __future__ import annotations

from random import Random

from docs_lsp.core.problem import FileChange, FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.pages import page_to_url
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, Range, marked, planted
from tests.mutations.implied import GONE, UNLISTED
from tests.mutations.links import in_page
from tests.mutations.scene import NEW, Scene, entry_list, index_of, pick
from tests.mutations.surgery import is_filled, quoted, told

_PAGE = "---\ntitle: Zebra crossing\n---\n\nLook left and right.\n"


@plants("hidden-wins", files=True)
def page_under_a_hidden_group(scene: Scene, chance: Random) -> Fault | None:
    """Beside the groups that show it."""
    found = [(placed, where) for placed, where in scene.lists("groups") if is_filled(where)]
    place, listing = pick(chance, found), pick(chance, scene.sole_entries)
    if place is None or listing is None:
        return None
    group = f'{{ "group": "{NEW}", "hidden": true, "pages": [{told(listing.text)}] }}'
    at = Range(listing.file, listing.span)
    return planted("a page that a hidden group lists too", place[1].with_item(group), at=(at,))


@plants("ignored-page", files=True, implied={**GONE, **UNLISTED})
def page_that_is_ignored(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, scene.sole_entries)
    if listing is None:
        return None
    line = f"/{scene.page_file(listing.page)}"
    what = f"`{line}` in the ignore file"
    if any(char in line for char in "*?[]\\! "):
        return None
    return planted(what, _ignoring(scene, line), at=scene.listings_of(listing.page))


@plants("ignored-page", files=True)
def page_in_a_folder_that_is_a_link(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.page_lists)
    if place is None:
        return None
    page, other = f"{NEW}/linked", NewFile(f"{NEW}/other.mdx", "{zebra")
    entry = place[1].with_item(marked(quoted(page)))
    fault = planted("a page behind a link", entry, NewFile(f"{page}.mdx", _PAGE), other)
    return fault._replace(linked_folders=(NEW,))


@plants("snippet-page", files=True)
def snippet_among_pages(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.page_lists)
    if place is None:
        return None
    page = f"snippets/{NEW}"
    edit = place[1].with_item(told(page))
    return planted("a snippet among the pages", edit, NewFile(f"{page}.mdx", _PAGE))


@plants("snippet-page", files=True)
def readme_among_pages(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.page_lists)
    if place is None:
        return None
    page = f"{NEW}/contribute"
    edit = place[1].with_item(told(page))
    return planted("a file of the repository", edit, NewFile(f"{page}.md", _PAGE))


@plants("unused-suppression", files=True)
def comment_that_leaves_nothing_out(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, scene.plain_pages)
    if listing is None:
        return None
    comment = marked("{/* docs-lsp-ignore dead-link: soon */}")
    edit = in_page(scene, scene.page_file(listing.page), comment)
    return planted("a comment that leaves nothing out", edit)


@plants("unlisted-page", files=True)
def page_that_nothing_lists(scene: Scene, chance: Random) -> Fault | None:
    file = f"{scene.free_page()}.mdx"
    return planted("a page that nothing lists", NewFile(file, marked(_PAGE)))


@plants("unlisted-page", files=True)
def page_that_only_a_link_leads_to(scene: Scene, chance: Random) -> Fault | None:
    listing, page = pick(chance, scene.plain_pages), scene.free_page()
    if listing is None:
        return None
    link = in_page(scene, scene.page_file(listing.page), f"See [the zebra]({page_to_url(page)}).")
    return planted("a page that a link leads to", NewFile(f"{page}.mdx", marked(_PAGE)), link)


@plants("unlisted-page", files=True, implied=UNLISTED)
def entry_removed(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, scene.sole_entries)
    where = entry_list(scene, listing) if listing else None
    if listing is None or where is None or len(where.node.items) < 2:
        return None
    file = scene.page_file(listing.page)
    if page_to_url(listing.page) not in scene.open_urls or scene.is_mentioned(listing.page):
        return None
    edit = where.without(index_of(where, listing))
    return planted(f"no entry for `{listing.page}`", edit, at=(_whole(scene, file),))


@plants("noindex-listed", files=True)
def page_out_of_search(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, scene.sole_entries)
    if listing is None:
        return None
    file = scene.page_file(listing.page)
    edit = with_field(scene, file, "noindex: true")
    if edit is None:
        return None
    return planted("`noindex`", edit, at=scene.listings_of(listing.page))


def with_field(scene: Scene, file: str, line: str) -> FileEdit | None:
    """A line at the end of a page's frontmatter; None for a page without any."""
    data = scene.data(file)
    block = locate_frontmatter(data)
    if block.end <= block.start or data[block.end - 1 : block.end] != b"\n":
        return None
    if data[block.start : block.end].rstrip().endswith((b"|", b">", b"-")):
        return None
    return FileEdit(file, Span(block.end, block.end), f"{line}\n")


def _whole(scene: Scene, file: str) -> Range:
    return Range(file, Span(0, len(scene.data(file))))


def _ignoring(scene: Scene, line: str) -> FileChange:
    """One more line in the ignore file."""
    if not scene.files.exists(".mintignore"):
        return NewFile(".mintignore", f"{line}\n")
    end = len(scene.data(".mintignore"))
    return FileEdit(".mintignore", Span(end, end), f"\n{line}\n")
