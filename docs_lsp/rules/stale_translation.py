"""A translation is older than its original.

Why it matters
--------------
If an original changes and its translations do not, readers of another language follow outdated
instructions, and nothing on the page tells them. The commits of the site's git repository show
which changes of the original came after the translation was last changed. A stamp in its
frontmatter takes precedence (`x-i18n.source_hash`, `translation.source_commit`,
`l10n.sourceCommit`).

Editors report it if their setting `docsLsp.translations` is `true`. Only commits count: a
translation that differs from the last commit is being worked on and is not reported. `docs-lsp
translations` shows all languages in a table, and with `--check` it fails if pages are older than
their originals.

Example
-------
```fail
--- docs.json
"navigation": {
  "languages": [
    { "language": "en", "pages": ["tides"] },
    { "language": "fr", "pages": ["fr/tides"] }
  ]
}
--- tides.mdx (before)
High water is at six.
--- tides.mdx
⟦⟧High water is at seven.
--- fr/tides.mdx
«»La pleine mer est à six heures.
```
```pass
--- docs.json
"navigation": {
  "languages": [
    { "language": "en", "pages": ["tides"] },
    { "language": "fr", "pages": ["fr/tides"] }
  ]
}
--- tides.mdx (before)
High water is at six.
--- tides.mdx
High water is at seven.
--- fr/tides.mdx (before)
La pleine mer est à six heures.
--- fr/tides.mdx
La pleine mer est à sept heures.
```

Fix
---
Look at what has changed in the original, and carry it over. If nothing has to be carried over, any
committed change of the translation marks it as up to date. A page with a stamp needs a new one.

Source: SERVICE.md, languages
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.phrases import code, join_words
from docs_lsp.core.problem import Problem, RelatedPlace, Severity
from docs_lsp.rules.framework.rule import site_rule
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.overview import Overview
from docs_lsp.site.site import StaleTranslation

if TYPE_CHECKING:
    from docs_lsp.translations.page_shapes import PageShape, ShapeDifference

_NAME = "stale-translation"
_MOST_NAMED = 3
"""Most differences that a message names; the table has all."""


@site_rule(_NAME, Severity.INFORMATION)
def stale_translation(overview: Overview) -> Iterator[Problem]:
    """Report each translation that is known to be outdated and has not changed since then."""
    if not overview.stale_translations:
        return
    # Only imported if stale translations are reported at all.
    from docs_lsp.revisions.content_names import list_possible_names
    from docs_lsp.site.summaries.unlisted_pages import find_first_line_span
    from docs_lsp.translations.page_pairs import index_pairs_by_file
    from docs_lsp.translations.stale_translations import NO_STAMP, parse_stamp

    contents, pairs = overview.contents or {}, overview.cached(index_pairs_by_file)
    for file, stale in overview.stale_translations.items():
        page, original = contents.get(file), contents.get(stale.original)
        if page is None or original is None or file not in pairs:
            continue
        if stale.content in list_possible_names(page.reread_bytes()):
            is_stamped = parse_stamp(page.fields) != NO_STAMP
            message = _render_message(
                stale, _render_differences(page, original), is_stamped=is_stamped
            )
            place = RelatedPlace(stale.original, find_first_line_span(original), "The original")
            span = find_first_line_span(page)
            yield Problem(_NAME, file, span, message, Severity.INFORMATION, (place,))


def _render_differences(page: PageContent, original: PageContent) -> str:
    """Render how the structure differs, as a sentence; empty if it does not."""
    from docs_lsp.translations.page_shapes import list_differences

    shape_differences = list_differences(
        original.cached(_read_structure), page.cached(_read_structure)
    )
    if not shape_differences:
        return ""
    more = len(shape_differences) - _MOST_NAMED
    phrases = [_render_difference(difference) for difference in shape_differences[:_MOST_NAMED]]
    phrases += [f"{more:,} more"] if more > 0 else []
    return f" They differ in {join_words(phrases, 'and')}."


def _read_structure(page: PageContent) -> PageShape:
    from docs_lsp.translations.page_shapes import parse_page_structure

    return parse_page_structure(page.reread_bytes())


def _render_difference(shape_difference: ShapeDifference) -> str:
    if shape_difference.what == "levels of headings":
        return f"the level of heading {shape_difference.original}"
    what = (
        code(shape_difference.what)
        if shape_difference.what.startswith("<")
        else shape_difference.what
    )
    return f"{what} ({shape_difference.translation:,} here, {shape_difference.original:,} there)"


def _render_message(stale: StaleTranslation, differences: str, *, is_stamped: bool) -> str:
    renew = ", and renew the stamp" if is_stamped else ""
    return (
        f"This translation is out of date: {_render_lag(stale)}.{differences} Carry over what "
        f"{_render_change(stale)}{renew}."
    )


def _render_lag(stale: StaleTranslation) -> str:
    """Return a clause on how far the original is ahead of the translation."""
    original = code(stale.original)
    if not stale.commits:
        return f"{original} is no longer the version that the stamp of this page names"
    least = "at least " if stale.is_least else ""
    commits = f"{stale.commits:,} commits" if stale.commits > 1 else "1 commit"
    since = f"{code(stale.since)}, which it follows" if stale.since else "it was created"
    return f"{original} has changed in {least}{commits} since {since}"


def _render_change(stale: StaleTranslation) -> str:
    """Return the end of the remedy: the command that shows the change, or `has changed`."""
    if not (stale.commits and stale.since):
        return "has changed"
    from docs_lsp.translations.stale_translations import build_diff_command

    # The command may be run in any folder: paths of a site below the root are relative to the root.
    start = "" if stale.names[-1] == stale.original else ":/"
    command = build_diff_command(stale.since, [f"{start}{name}" for name in stale.names])
    return f"`{command}` shows"
