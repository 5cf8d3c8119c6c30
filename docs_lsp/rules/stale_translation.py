"""A translation is older than its original.

Why it matters
--------------
An original is worked on, and its translations stay as they are: readers of another language follow
steps that have changed, and nothing on the page tells them. The commits of the site's git
repository tell which changes of the original came after the translation was last touched. A stamp
in its frontmatter counts instead (`x-i18n.source_hash`, `translation.source_commit`,
`l10n.sourceCommit`).

An editor says so where its setting `docsLsp.translations` is `true`. What is not committed does not
count: a translation that differs from the last commit is being worked on, and nothing is said of
it. `docs-lsp translations` shows all languages in a table, and with `--check` it refuses pages that
are older than their originals.

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
Look at what has changed in the original, and carry it over. Where nothing has to be carried over,
any change of the translation that is committed says so. A page with a stamp needs a new one.

Source: SERVICE.md, languages
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Place, Problem, Severity
from docs_lsp.rules.framework.phrases import code, join_words
from docs_lsp.rules.framework.rule import site_rule

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.site import StaleTranslation
    from docs_lsp.translations.page_shapes import PageShape, ShapeDifference

_NAME = "stale-translation"
_MOST_TOLD = 3
"""How many differences are told; the table has all."""


@site_rule(_NAME, Severity.INFORMATION)
def stale_translation(overview: Overview) -> Iterator[Problem]:
    """Each translation that has not followed its original, unless it is being worked on."""
    if not overview.stale_translations:
        return
    # Few editors are told of translations.
    from docs_lsp.revisions.content_names import content_names
    from docs_lsp.site.summaries.unlisted_pages import first_line
    from docs_lsp.translations.page_pairs import page_pairs_by_file
    from docs_lsp.translations.stamps import NO_STAMP, stamp_of

    contents, pairs = overview.contents or {}, overview.cached(page_pairs_by_file)
    for file, stale in overview.stale_translations.items():
        page, original = contents.get(file), contents.get(stale.original)
        if page is None or original is None or file not in pairs:
            continue
        if stale.content in content_names(page.reread_bytes()):
            is_stamped = stamp_of(page.fields) != NO_STAMP
            message = _message(stale, _describe_differences(page, original), is_stamped=is_stamped)
            place = Place(stale.original, first_line(original), "This is the original.")
            span = first_line(page)
            yield Problem(_NAME, file, span, message, Severity.INFORMATION, (place,))


def _describe_differences(page: PageContent, original: PageContent) -> str:
    """What is built otherwise, as a sentence; empty where nothing is."""
    from docs_lsp.translations.page_shapes import differences

    shape_differences = differences(original.cached(_read_structure), page.cached(_read_structure))
    if not shape_differences:
        return ""
    more = len(shape_differences) - _MOST_TOLD
    phrases = [_describe_difference(difference) for difference in shape_differences[:_MOST_TOLD]]
    phrases += [f"{more:,} more"] if more > 0 else []
    return f" They differ in {join_words(phrases, 'and')}."


def _read_structure(page: PageContent) -> PageShape:
    from docs_lsp.translations.page_shapes import page_structure

    return page_structure(page.reread_bytes())


def _describe_difference(one: ShapeDifference) -> str:
    if one.what == "levels of headings":
        return f"the level of heading {one.original}"
    what = code(one.what) if one.what.startswith("<") else one.what
    return f"{what} ({one.translation:,} here, {one.original:,} there)"


def _message(stale: StaleTranslation, differences: str, *, is_stamped: bool) -> str:
    renew = ", and renew the stamp" if is_stamped else ""
    return (
        f"This translation is older than its original: {_describe_lag(stale)}. Its readers may "
        "be told what "
        f"no longer holds.{differences} Carry over what {_describe_change(stale)}{renew}."
    )


def _describe_lag(stale: StaleTranslation) -> str:
    original = code(stale.original)
    if not stale.commits:
        return f"{original} is another text than the one that the stamp of this page names"
    least = "at least " if stale.is_least else ""
    commits = f"{stale.commits:,} commits" if stale.commits > 1 else "1 commit"
    since = f"{code(stale.since)}, which it has followed" if stale.since else "it was made"
    return f"{original} has changed in {least}{commits} since {since}"


def _describe_change(stale: StaleTranslation) -> str:
    if not (stale.commits and stale.since):
        return "has changed"
    from docs_lsp.translations.diff_command import diff_command

    # Nobody knows in which folder it is run: paths of a site below the root are written from there.
    start = "" if stale.names[-1] == stale.original else ":/"
    command = diff_command(stale.since, [f"{start}{name}" for name in stale.names])
    return f"`{command}` shows"
