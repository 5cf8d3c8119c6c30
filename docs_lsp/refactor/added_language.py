"""Adds a language whose pages exist, to a site with several languages or with none yet.

If each version or product has a list of languages, the language is added to every list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.core.phrases import capitalize
from docs_lsp.core.problem import NewFile
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import Files
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.refactor.first_edition import plan_first_languages
from docs_lsp.refactor.harmless_changes import require_harmless_changes
from docs_lsp.refactor.languages import plan_listed_language
from docs_lsp.refactor.placing import PlacingRefused
from docs_lsp.refactor.selection import Changes, find_selection
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.navigation.navigation import Navigation
from docs_lsp.site.navigation.origins import list_breadcrumbs
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview


class AddedLanguage(NamedTuple):
    """Changes that add a language to a site."""

    changes: Changes
    notices: tuple[str, ...] = ()
    """A sentence for each part of the site to which the language is not added."""


def plan_added_language(
    site: Snapshot, overview: Overview, files: Files, code: str, model: str | None
) -> AddedLanguage:
    """Return the changes that add a language with the structure of another one.

    The new language lists the pages below the folder `code`. `model` is the language whose
    structure is copied; None takes the first one of each list. In a site without languages, `model`
    is the language of the existing pages. Raises `PlacingRefused`.
    """
    _require_known_language(code)
    if not any(page.page.startswith(f"{code}/") for page in overview.facts.pages):
        raise PlacingRefused(
            f"The folder `{code}/` has no pages. Write the translations first, with the same paths "
            f"below it: `{code}/index.mdx` for `index.mdx`."
        )
    lists = find_language_lists(overview.navigation)
    if lists:
        added = _plan_language_in_lists(site, overview, files, lists, code, model)
    else:
        added = AddedLanguage(_plan_first_languages(overview, code, model or "en"))
    require_harmless_changes(overview, files, added.changes)
    return added


def _require_known_language(code: str) -> None:
    """Raise `PlacingRefused` if a language code is not supported."""
    if code not in LANGUAGE_NAMES:
        known = ", ".join(f"`{name}`" for name in sorted(LANGUAGE_NAMES))
        raise PlacingRefused(f"`{code}` is not a supported language. Supported languages: {known}.")


def _plan_first_languages(overview: Overview, code: str, model: str) -> Changes:
    """Return the changes that make two languages. Raises `PlacingRefused` if that is impossible."""
    _require_known_language(model)
    if model == code:
        raise PlacingRefused(
            f"`{code}` is also the `model`. Set `model` to the language of the existing pages."
        )
    changes = plan_first_languages(overview, code, model)
    if changes is None:
        raise PlacingRefused(_explain_untranslated("`navigation`", code))
    return changes


def _plan_language_in_lists(
    site: Snapshot,
    overview: Overview,
    files: Files,
    lists: list[LanguageList],
    code: str,
    model: str | None,
) -> AddedLanguage:
    """Add the language to each list without it. Raises `PlacingRefused` if none changes."""
    changes: Changes = ()
    left_out = [
        f"{capitalize(describe_owner(element))} has no languages, so `{code}` was not added there."
        for element in find_single_language_elements(overview.navigation)
    ]
    wanted = [language_list for language_list in lists if code not in language_list.codes]
    if not wanted:
        there = f"The language `{code}` exists already. Add its new pages with `add_page`."
        raise PlacingRefused(" ".join((there, *left_out)))
    for language_list in wanted:
        if model is not None and model not in language_list.codes:
            left_out.append(f"{capitalize(language_list.label)} has no language `{model}` to copy.")
            continue
        # Files created for earlier lists count as existing, so that names stay unique.
        new = [each for each in changes if isinstance(each, NewFile)]
        added = _plan_language_in_list(
            site, Draft(files).with_changes(new), language_list, code, model
        )
        changes += added
        if not added:
            left_out.append(_explain_untranslated(language_list.label, code))
    if not changes:
        raise PlacingRefused(" ".join(left_out))
    return AddedLanguage(changes, tuple(left_out))


def _plan_language_in_list(
    site: Snapshot, files: Files, one: LanguageList, code: str, model: str | None
) -> Changes:
    """Return the changes to one list, empty if none of its pages is translated.

    Raises `PlacingRefused` if the structure cannot be copied.
    """
    index = 0 if model is None else one.codes.index(model)
    at = one.starts[index] + 1
    selection = find_selection(site, files, one.file, Span(at, at))
    changes = plan_listed_language(selection, code) if selection else None
    if changes is None:
        raise PlacingRefused(
            f"The structure of `{one.codes[index]}` in {one.label} cannot be copied. Fix the "
            "problems that `check` finds in it, and replace each `$ref` by its content."
        )
    return changes


def _explain_untranslated(label: str, code: str) -> str:
    return (
        f"{capitalize(label)} lists no page with a translation below `{code}/`, so `{code}` was "
        f"not added there. Translations have the path of their page: `{code}/index.mdx` for "
        "`index.mdx`."
    )


LANGUAGES = "languages"


class LanguageList(NamedTuple):
    """A list of languages and its position."""

    owner: Placed
    """The element that has the list; the first one if several reference it by `$ref`."""
    codes: tuple[str | None, ...]
    """The codes of the languages; None for one without a known code."""
    file: str
    starts: tuple[int, ...]
    """The byte offset of each language in the file; of its `$ref` if it is referenced."""

    @property
    def label(self) -> str:
        """The name of the owner of the list, for a message."""
        return describe_owner(self.owner)


def find_language_lists(navigation: Navigation) -> list[LanguageList]:
    """Return the lists with at least one language, each place in a file once."""
    lists: dict[tuple[str, int], LanguageList] = {}
    for placed in navigation.elements:
        value = placed.element.get_resolved(LANGUAGES)
        if not isinstance(value, Array):
            continue
        file, (at, _) = placed.locate_spot(placed.element.find_resolved_spot(LANGUAGES))
        codes = tuple(
            child.get_text("language") for child in placed.element.list_children(LANGUAGES)
        )
        starts = tuple(
            at + start for start, one in value.iter_children() if isinstance(one, Object)
        )
        if codes:
            lists.setdefault((file, at), LanguageList(placed, codes, file, starts))
    return list(lists.values())


def find_single_language_elements(navigation: Navigation) -> Iterator[Placed]:
    """Yield the elements with pages in one language beside others that have several languages."""
    owners = {
        placed
        for placed in navigation.elements
        if isinstance(placed.element.get_resolved(LANGUAGES), Array)
    }
    above = {one for owner in owners for one in owner.list_outward()}
    for placed in navigation.elements:
        is_beside = placed.around in above - owners and placed not in above
        if is_beside and placed.element.accepted_key not in (None, "href"):
            yield placed


def describe_owner(placed: Placed) -> str:
    """Return an element as part of the site, such as ``the version `v1` in `API` ``."""
    kind, names = placed.element.kind, list_breadcrumbs(placed)
    if kind is None or not names:
        return "`navigation`"
    return f"the {kind.label} {' in '.join(f'`{name}`' for name in reversed(names))}"
