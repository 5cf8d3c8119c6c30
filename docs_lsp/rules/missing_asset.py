"""An image, font or other file that the site's design uses does not exist.

Why it matters
--------------
The service builds the site all the same, and readers see a gap instead of the logo, the browser's
default icon in the tab, or another font. The same applies to an image that a page names as its
icon. Paths are relative to the folder of docs.json. A file that an ignore pattern excludes does not
exist for the service either.

Example
-------
```fail
--- docs.json
"logo": { "light": "/logo/light.svg", "dark": "«/logo/drak.svg»" },
"favicon": "«favicon.ico»",
"navigation": { "pages": ["index"] }
--- index.mdx
# Home
--- logo/light.svg
<svg/>
--- logo/dark.svg
<svg/>
```
```pass
--- docs.json
"logo": { "light": "/logo/light.svg", "dark": "/logo/dark.svg" },
"favicon": "https://example.com/favicon.ico",
"navigation": { "pages": ["index"] }
--- index.mdx
# Home
--- logo/light.svg
<svg/>
--- logo/dark.svg
<svg/>
```

Fix
---
Correct the path, or add the file. The quick fix writes the path of a file of the same kind with
nearly the same name; it is offered, and not applied by itself, because only you know which file you
meant.

Source: SERVICE.md, ignored-files
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence

from docs_lsp.core.did_you_mean import SuggestionBudget, find_nearest_name
from docs_lsp.core.grouping import group_by
from docs_lsp.core.phrases import code, render_suggestion
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.core.text import Span, encode_text
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.schema.model_looks import HALVES
from docs_lsp.site.navigation.element import Element, Entry
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import url_to_path
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.router import LinkStatus, get_path_resolver
from docs_lsp.site.site_files import PICTURES

_NAME = "missing-asset"
_KEYS = {
    "docs": ("logo", "favicon"),
    "logo": ("light", "dark"),
    "favicon": ("light", "dark"),
    "background": ("image",),
    "backgroundImage": ("light", "dark"),
    "thumbnails": ("background",),
    "font": ("source",),
    "fonts": ("source",),
    "codeLanguages": ("custom",),
}
"""The keys that hold the path of a file, by record."""
_KINDS = (
    frozenset(PICTURES),
    frozenset((".woff", ".woff2", ".ttf", ".otf", ".eot")),
)
_SHOWN = 3


def _offer_similar_files(subject: FixContext) -> Iterator[Fix]:
    """Offer files of the same kind with a similar name, the surely meant one first."""
    overview = subject.overview
    target = parse_link_path(subject.problem_text)
    if overview is None or target is None:
        return
    path = url_to_path(target.path)
    near = _suggest_files(path, overview)
    sure = [one for one in near if _is_surely_meant(path, one)]
    best = sure[0] if len(sure) == 1 and not _is_named_by_pair(sure[0], subject) else None
    slash = "/" if subject.problem_text.startswith("/") else ""
    for one in sorted(near, key=lambda one: one != best):
        yield subject.build_fix(
            quote_json(slash + one)[1:-1], f"Use {code(one)}", preferred=one == best
        )


def _is_surely_meant(path: str, file: str) -> bool:
    """Return whether a file is surely meant by a path.

    It ends with the whole path, or is in the same folder and has the same name but for its
    extension or a misspelling.
    """
    ours, theirs = path.casefold(), file.casefold()
    if theirs == ours or theirs.endswith(f"/{ours}"):
        return True
    stem, other = posixpath.splitext(ours)[0], posixpath.splitext(theirs)[0]
    return stem.count("/") == other.count("/") and is_misspelling(stem, other)


def _is_named_by_pair(file: str, subject: FixContext) -> bool:
    """Return whether a file is already named by `light` or `dark` of the element.

    Example: the logo for light mode, suggested for dark mode.
    """
    element = subject.element
    texts = (element.get_text(key) for key in ("light", "dark")) if element else ()
    return any(text is not None and text.lstrip("/") == file for text in texts)


@site_rule(
    _NAME,
    Severity.WARNING,
    fix=_offer_similar_files,
    fixes=FixSafety.OFFERED,
    reads=PageTextNeed.TEXT,
)
def missing_asset(overview: Overview) -> Iterator[Problem]:
    """Report each missing design file that docs.json names, and each missing icon of a page."""
    yield from _report_docs_files(overview)
    yield from _report_page_icons(overview)


def _report_docs_files(overview: Overview) -> Iterator[Problem]:
    """Report each missing image, font or other design file that docs.json names."""
    budget = SuggestionBudget()
    for placed in overview.objects:
        for key, (text, spot) in _find_asset_entries(placed.element):
            target = parse_link_path(text)
            path = target.path if target else ""
            if path and get_path_resolver(overview).resolve_path(path).status is LinkStatus.DEAD:
                file, span = placed.locate_spot(spot)
                near = _suggest_files(url_to_path(path), overview) if budget.spend(file) else ()
                half = _describe_half(key, placed.element, overview)
                message = _render_message(url_to_path(path), near, overview, half)
                yield Problem(_NAME, file, span, message, Severity.WARNING, target=path)


def _report_page_icons(overview: Overview) -> Iterator[Problem]:
    """Report each missing image that a page names as its icon."""
    budget = SuggestionBudget()
    for file, content in (overview.contents or {}).items():
        # A site has thousands of pages, and few have an icon.
        icon = content.fields.get("icon") if b"icon" in content.head else None
        if not isinstance(icon, str) or not icon.startswith("/"):
            continue
        target, entry = parse_link_path(icon), content.frontmatter.entries.get("icon")
        path = target.path if target else ""
        if (
            entry
            and path
            and get_path_resolver(overview).resolve_path(path).status is LinkStatus.DEAD
        ):
            near = _suggest_files(url_to_path(path), overview) if budget.spend() else ()
            message = _render_message(url_to_path(path), near, overview)
            # Inside the quotes, if there are any.
            at = content.head.find(encode_text(icon), *entry.value)
            span = Span(at, at + len(encode_text(icon))) if at >= 0 else entry.value
            yield Problem(_NAME, file, span, message, Severity.WARNING, target=path)


def _find_asset_entries(element: Element) -> Iterator[tuple[str, Entry]]:
    """Yield the paths of files that an element names, each with its key."""
    for key in _KEYS.get(element.record.name, ()):
        yield from ((key, entry) for entry in element.list_strings(key))


def _describe_half(key: str, element: Element, overview: Overview) -> str:
    """Render which file the other mode has; empty if the element is no pair, or has none."""
    other = HALVES.get(key, "")
    text = element.get_text(other)
    target = parse_link_path(text) if text else None
    if target is None or not target.path or text == element.get_text(key):
        return ""
    if get_path_resolver(overview).resolve_path(target.path).status is LinkStatus.DEAD:
        return ""
    return f", so {key} mode has none ({other} mode has {code(url_to_path(target.path))})"


def _render_message(path: str, near: Sequence[str], overview: Overview, half: str = "") -> str:
    reason = overview.facts.ignore.describe_excluding_pattern(path)
    if reason and not near:
        return (
            f"{code(path)} is excluded by {reason}, so it is not published. Move the file, or "
            "change the pattern."
        )
    remedy = render_suggestion(near) or "Add it."
    return f"The file {code(path)} does not exist{half}. {remedy}"


def _suggest_files(path: str, overview: Overview) -> tuple[str, ...]:
    """Return the files of the same kind that were most likely meant, best first."""
    folder, name = posixpath.split(path.casefold())
    alike = overview.cached(_group_files_by_kind).get(_find_file_kind(name), ())
    names = {file: posixpath.basename(file).casefold() for file in alike}
    other_half = next((HALVES[half] for half in HALVES if half in name), None)
    if other_half is not None:
        names = {file: each for file, each in names.items() if other_half not in each}
    same = [file for file in names if names[file] == name]
    stem = posixpath.splitext(name)[0]
    same += [file for file in names if posixpath.splitext(names[file])[0] == stem]
    # Names of images are short and have the same extensions, so compare them without those.
    stems = {
        posixpath.splitext(names[file])[0]: file
        for file in names
        if posixpath.dirname(file).casefold() == folder
    }
    close = find_nearest_name(stem, stems)
    return tuple(dict.fromkeys((*same, *([stems[close]] if close else ()))))[:_SHOWN]


def _group_files_by_kind(overview: Overview) -> Mapping[frozenset[str], Sequence[str]]:
    """Return the files of a site by their kind, each sorted."""
    # The files that make up docs.json are not assets, whatever their extension.
    files = sorted(overview.facts.files - overview.parts.keys())
    return group_by(files, lambda file: _find_file_kind(file.casefold()))


def _find_file_kind(name: str) -> frozenset[str]:
    """Return the extensions of the kind of file that a name in lower case has."""
    ending = posixpath.splitext(name)[1]
    return next((kind for kind in _KINDS if ending in kind), frozenset((ending,)))
