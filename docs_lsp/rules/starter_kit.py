"""The site still has pages or settings of the service's starter kit.

Why it matters
--------------
A new site is a copy of a template, with pages that explain the service, a made-up API, and links to
the service's own profiles, blog and dashboard. Readers who come to them mistake them for yours: the
icons in the footer lead to the service's accounts, and search and AI tools find its quickstart.

One finding covers the whole site. A page counts if its text is that of the kit, apart from white
space: a page that you have changed does not. Settings are reported beside such a page, or if
several of them leave no doubt.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] },
"navbar": { "links": [{ "label": "Support", "href": "«mailto:hi@mintlify.com»" }] },
"footer": { "socials": { "github": "https://github.com/mintlify" } }
--- index.mdx
# Harbour
```
```pass
--- docs.json
"navigation": { "pages": ["index"] },
"navbar": { "links": [{ "label": "Support", "href": "mailto:hello@harbour.example" }] },
"footer": { "socials": { "github": "https://github.com/harbour-example" } }
--- index.mdx
# Harbour
```

Fix
---
Replace the values with your own, and replace or delete the pages. The quick fixes remove the links
and profiles, or delete the pages with their entries. Pages that others of your pages link to are
not deleted, and nothing is applied without asking.

Source: SERVICE.md, starter-kit
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from docs_lsp.core.phrases import format_count, join_codes, join_words
from docs_lsp.core.problem import DeletedFile, FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.cursor import Step, find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import remove_children
from docs_lsp.jsontree.nodes import Array, Member, Object
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.starter_kit import (
    SPECIFICATION,
    StarterParts,
    StarterSetting,
    find_starter_parts,
    is_starter_specification,
)

_NAME = "starter-kit"
_SHOWN = 3
_BUTTON, _LINKS = "primary", "links"
_COLUMN = frozenset(("header", "items"))
"""The keys of a column in the footer, which needs a link."""

_Removals: TypeAlias = dict[tuple[str, int], tuple[Sequence[Step], set[int]]]
"""Steps to a container and the indexes of its children, by its file and byte offset."""


def _offer_removals(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the settings of the kit from docs.json, and to delete its pages."""
    overview = subject.overview
    if overview is None:
        return
    parts = overview.cached(find_starter_parts)
    yield from _offer_setting_removal(parts, overview)
    yield from _offer_page_deletion(parts, subject, overview)


def _offer_setting_removal(parts: StarterParts, overview: Overview) -> Iterator[Fix]:
    """Offer to remove the links and profiles of the kit, but not its name, which is required."""
    removable = [setting for setting in parts.settings if not setting.is_name]
    edits = _remove_settings(removable, overview)
    if edits:
        links = "the link" if len(removable) == 1 else f"the {len(removable)} links"
        yield Fix(f"Remove {links} of the starter kit from docs.json", edits)


def _remove_settings(
    settings: list[StarterSetting], overview: Overview
) -> tuple[FileEdit, ...] | None:
    """Return the edits that remove profiles, and the objects that links are in; None if unable."""
    removals: _Removals = {}
    for setting in settings:
        document = overview.find_document(setting.file)
        steps = find_steps_to(document, setting.span.start) if document else ()
        if not steps:
            return None
        if not setting.is_profile and _is_mere_link(steps):
            steps = steps[:-1]
        _record_removal(steps, setting.file, removals)
    edits: list[FileEdit] = []
    for (file, at), (way, indexes) in removals.items():
        document = overview.find_document(file)
        assert document is not None
        removed = remove_children(document.text.data, way[-1].node, at, indexes)
        if removed is None:
            return None
        edits += (FileEdit(file, *edit) for edit in removed)
    return tuple(edits)


def _is_mere_link(steps: Sequence[Step]) -> bool:
    """Return whether the object around an `href` is only a link, and is not required."""
    if len(steps) < 2:
        return False
    link, outer = steps[-1].node, steps[-2]
    has_content = isinstance(link, Object) and not CHILD_KEYS.isdisjoint(link.by_key)
    child = outer.child
    is_button = isinstance(child, Member) and child.key.value == _BUTTON
    return not has_content and (is_button or isinstance(outer.node, Array))


def _record_removal(steps: Sequence[Step], file: str, removals: _Removals) -> None:
    """Record the removal of a child, or of the footer's list around it if nothing is left there."""
    last = steps[-1]
    indexes = removals.setdefault((file, last.at), (steps, set()))[1]
    indexes.add(last.index)
    around = _find_list_around(steps) if len(indexes) == len(last.node.items) else ()
    if around:
        del removals[file, last.at]
        _record_removal(around, file, removals)


def _find_list_around(steps: Sequence[Step]) -> Sequence[Step]:
    """Return the steps to the footer column or `links` around a link, or () if there is none."""
    outer = steps[-2] if len(steps) > 1 else None
    if outer is None or not isinstance(outer.node, Object):
        return ()
    if len(steps) > 2 and outer.node.by_key.keys() <= _COLUMN:
        return steps[:-2]
    child = outer.child
    return steps[:-1] if isinstance(child, Member) and child.key.value == _LINKS else ()


def _offer_page_deletion(
    parts: StarterParts, subject: FixContext, overview: Overview
) -> Iterator[Fix]:
    """Offer to delete the kit's unused pages with their entries, if a listed page would remain."""
    from docs_lsp.site.moves.deletion import plan_deletion  # Only who asks for fixes pays for it.

    used = _find_used_files(parts, overview)
    gone = [file for file in parts.pages if file not in used]
    pages = [file for file in gone if strip_page_extension(file) in overview.facts.pages]
    listed = {page for page in overview.navigation.by_page if page in overview.facts.pages}
    if not pages or listed <= set(map(strip_page_extension, pages)):
        return  # Nothing would remain of the navigation.
    if _is_specification_unused(gone, subject, overview):
        gone.append(SPECIFICATION)
    entries = plan_deletion(overview, gone).entries
    title = f"Delete {format_count(len(pages), 'page')} of the starter kit"
    yield Fix(title, (*entries, *map(DeletedFile, gone)))


def _is_specification_unused(gone: list[str], subject: FixContext, overview: Overview) -> bool:
    """Return whether the kit's OpenAPI file is there, and nothing that remains may use it."""
    if SPECIFICATION not in overview.facts.files:
        return False
    texts = [part.text.data for part in overview.parts.values() if isinstance(part, Document)]
    contents = (overview.contents or {}).items()
    texts += [content.head for file, content in contents if file not in gone]
    is_named = any(b"openapi" in text for text in texts) or any(
        SPECIFICATION in link
        for file, content in contents
        if file not in gone
        for link in content.link_targets
    )
    return not is_named and is_starter_specification(subject.read_file(SPECIFICATION))


def _find_used_files(parts: StarterParts, overview: Overview) -> frozenset[str]:
    """Return the files that other pages link to or import, or docs.json links or redirects to."""
    from docs_lsp.site.routes.docs_links import iter_links
    from docs_lsp.site.routes.link_paths import parse_link_path
    from docs_lsp.site.routes.router import get_path_resolver
    from docs_lsp.site.summaries.reach import follow_links

    pages = overview.facts.pages
    own = [file for file in overview.contents or {} if file not in parts.pages]
    wanted = [page for page in pages if page.file in parts.pages]
    answers = get_path_resolver(overview)
    links = [link for placed in overview.objects for link, _ in iter_links(placed.element)]
    links += [redirect.destination for redirect in answers.redirects.all]
    targets = (parse_link_path(answers.split_link(link)[1]) for link in links)
    named = (answers.resolve_link(target).page for target in targets if target)
    # What a page of the kit needs stays with it.
    own += (page.file for page in named if page)
    return frozenset(follow_links(wanted, own, overview)[1])


@site_rule(
    _NAME,
    Severity.WARNING,
    fix=_offer_removals,
    fixes=FixSafety.OFFERED,
    reads=PageTextNeed.NOTHING,
)
def starter_kit(overview: Overview) -> Iterator[Problem]:
    """Report what a site still has of the starter kit, in one finding."""
    parts = overview.cached(find_starter_parts)
    pages = [file for file in parts.pages if strip_page_extension(file) in overview.facts.pages]
    if not (pages or parts.settings):
        return
    file, span = _locate_finding(parts, overview)
    is_listed = any(strip_page_extension(page) in overview.navigation.by_page for page in pages)
    severity = Severity.WARNING if parts.settings or is_listed else Severity.INFORMATION
    yield Problem(_NAME, file, span, _render_message(pages, parts.settings), severity)


def _locate_finding(parts: StarterParts, overview: Overview) -> tuple[str, Span]:
    """Return the place of the first setting, or of `navigation`."""
    if parts.settings:
        return parts.settings[0].file, parts.settings[0].span
    root = overview.objects[0] if overview.objects else None
    if root is None or root.element.get("navigation") is None:
        return overview.name, Span(0, 0)
    return root.locate_spot(root.element.find_key_spot("navigation"))


def _render_message(pages: list[str], settings: tuple[StarterSetting, ...]) -> str:
    numbers = (("page", len(pages)), ("setting", len(settings)))
    counts = [format_count(number, noun) for noun, number in numbers if number]
    total = len(pages) + len(settings)
    # By value, so that it does not matter which file holds which of them.
    values = sorted(settings, key=lambda setting: (not setting.is_name, setting.value))
    names = [*(setting.value for setting in values), *pages][:_SHOWN]
    return (
        f"The site still has {join_words(counts, 'and')} of the service's starter kit: "
        f"{join_codes(names, 'and', total=total)}. Replace or delete them."
    )
