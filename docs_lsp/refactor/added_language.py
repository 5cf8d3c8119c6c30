"""Adds a language whose pages exist, to a site with several languages or with none yet.

If each version or product has a list of languages, the language is added to every list. A list of
languages at the cursor is offered the languages that have translated pages.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from docs_lsp.core.lines import copy_line_breaks
from docs_lsp.core.phrases import capitalize
from docs_lsp.core.problem import NewFile
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import Files
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import append_items, get_dedented_text, quote_json
from docs_lsp.jsontree.nodes import Array, Object, String
from docs_lsp.refactor.first_edition import plan_first_languages
from docs_lsp.refactor.harmless_changes import ChangeRefused, require_harmless_changes
from docs_lsp.refactor.selection import Changes, Offer, Selection, find_selection
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.navigation.navigation import Navigation
from docs_lsp.site.navigation.origins import list_breadcrumbs
from docs_lsp.site.navigation.refs import has_ref, make_ref, resolve_ref_path
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.sync.translated_element import has_translated_pages, translate_element

LANGUAGES = "languages"
_MOST_OFFERS = 5


def plan_added_language(
    site: Snapshot, overview: Overview, files: Files, code: str, model: str | None
) -> tuple[Changes, tuple[str, ...]]:
    """Return the changes that add a language like another, and notices. Raises `ChangeRefused`.

    Notices are sentences, one for each part of the site to which the language is not added. The new
    language lists the pages below the folder `code`. `model` is the language whose structure is
    copied; None takes the first one of each list. In a site without languages, `model` is the
    language of the existing pages.
    """
    _require_known_language(code)
    if not any(page.page.startswith(f"{code}/") for page in overview.facts.pages):
        raise ChangeRefused(
            f"The folder `{code}/` has no pages. Write the translations first, with the same paths "
            f"below it: `{code}/index.mdx` for `index.mdx`."
        )
    lists = find_language_lists(overview.navigation)
    if lists:
        changes, notices = _plan_language_in_lists(site, overview, files, lists, code, model)
    else:
        changes, notices = _plan_first_languages(overview, code, model or "en"), ()
    require_harmless_changes(overview, files, changes)
    return changes, notices


def _require_known_language(code: str) -> None:
    """Raise `ChangeRefused` if a language code is not supported."""
    if code not in LANGUAGE_NAMES:
        known = ", ".join(f"`{name}`" for name in sorted(LANGUAGE_NAMES))
        raise ChangeRefused(f"`{code}` is not a supported language. Supported languages: {known}.")


def _plan_first_languages(overview: Overview, code: str, model: str) -> Changes:
    """Return the changes that make two languages. Raises `ChangeRefused` if that is impossible."""
    _require_known_language(model)
    if model == code:
        raise ChangeRefused(
            f"`{code}` is also the `model`. Set `model` to the language of the existing pages."
        )
    changes = plan_first_languages(overview, code, model)
    if changes is None:
        raise ChangeRefused(_explain_untranslated("`navigation`", code))
    return changes


def _plan_language_in_lists(
    site: Snapshot,
    overview: Overview,
    files: Files,
    lists: list[LanguageList],
    code: str,
    model: str | None,
) -> tuple[Changes, tuple[str, ...]]:
    """Return the changes to each list without the language, and notices; raise if none changes."""
    changes: Changes = ()
    left_out = [
        f"{capitalize(describe_owner(element))} has no languages, so `{code}` was not added there."
        for element in find_single_language_elements(overview.navigation)
    ]
    wanted = [language_list for language_list in lists if code not in language_list.codes]
    if not wanted:
        there = f"The language `{code}` exists already. Add its new pages with `add_page`."
        raise ChangeRefused(" ".join((there, *left_out)))
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
        raise ChangeRefused(" ".join(left_out))
    return changes, tuple(left_out)


def _plan_language_in_list(
    site: Snapshot, files: Files, one: LanguageList, code: str, model: str | None
) -> Changes:
    """Return the changes to one list, or () if no page is translated. Raises `ChangeRefused`."""
    index = 0 if model is None else one.codes.index(model)
    at = one.starts[index] + 1
    selection = find_selection(site, files, one.file, Span(at, at))
    changes = plan_listed_language(selection, code) if selection else None
    if changes is None:
        raise ChangeRefused(
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


def offers(selection: Selection) -> Iterator[Offer]:
    """Offer up to five languages that have translated pages and are not in the list yet."""
    facts = selection.site.facts
    if selection.key != "languages" or len(selection.indexes) != 1 or facts is None:
        return
    there, model = _find_listed_languages(selection), _find_model(selection)
    if there is None or model is None:
        return
    folders = {page.page.partition("/")[0] for page in facts.pages if "/" in page.page}
    others = sorted((folders & LANGUAGE_NAMES.keys()) - there)
    useful = (one for one in others if has_translated_pages(model.text, facts, model.code, one))
    for other in islice(useful, _MOST_OFFERS):
        title = f"Add {LANGUAGE_NAMES[other]} (`{other}`) with the structure of `{model.code}`"
        make = partial(_build_language_changes, selection, facts, model, other)
        yield Offer(title, "refactor.rewrite", make)


def plan_listed_language(selection: Selection, other: str) -> Changes | None:
    """Return changes that add a language; empty if it has no such pages, None if impossible.

    It gets the structure of the selected one. That is impossible if this lists nothing or contains
    a `$ref`, or if the languages of the list are not all known.
    """
    facts, model = selection.site.facts, _find_model(selection)
    if facts is None or model is None or _find_listed_languages(selection) is None:
        return None
    if not has_translated_pages(model.text, facts, model.code, other):
        return ()
    return _build_language_changes(selection, facts, model, other)


def _find_listed_languages(selection: Selection) -> frozenset[str] | None:
    """Return the language codes in the list; None if they are not all known."""
    element = selection.owner.element
    languages = list(element.list_children("languages"))
    whole = len(languages) == len(selection.node.items)
    if not whole or not all(language.resolved.known for language in languages):
        return None
    return frozenset(language.get_text("language") or "" for language in languages)


class _Model(NamedTuple):
    """The language whose structure is copied."""

    code: str
    text: str
    file: str | None
    """The file that holds the language, if it is referenced by `$ref`."""


def _find_model(selection: Selection) -> _Model | None:
    """Return the selected language; None if it lists nothing or contains a `$ref`."""
    item = selection.items[0]
    data, at, file = selection.data, selection.get_item_offset(selection.indexes.start), None
    ref = item.get("$ref") if isinstance(item, Object) and len(item.items) == 1 else None
    if isinstance(ref, String):
        file = resolve_ref_path(selection.here.file, ref.value)
        part = selection.site.parts.get(file or "")
        if not isinstance(part, Document):
            return None
        data, item, at = part.text.data, part.tree.root, part.tree.start
    code = item.get("language") if isinstance(item, Object) else None
    if not isinstance(item, Object) or not isinstance(code, String) or not item.clean:
        return None
    is_whole = not has_ref(item) and not CHILD_KEYS.isdisjoint(item.by_key)
    return _Model(code.value, get_dedented_text(data, item, at), file) if is_whole else None


def _build_language_changes(
    selection: Selection, facts: SiteFacts, model: _Model, other: str
) -> Changes:
    """Return the changes that add a language to the list, in a new file if the model is in one."""
    text = translate_element(model.text, facts, model.code, other)
    new: tuple[NewFile, ...] = ()
    if model.file is not None:
        file = selection.choose_free_path(posixpath.join(posixpath.dirname(model.file), other))
        new = (NewFile(file, copy_line_breaks(f"{text}\n", selection.data)),)
        text = f'{{ "$ref": {quote_json(make_ref(file, selection.here.file))} }}'
    edits = append_items(selection.data, selection.node, selection.at, [text])
    return (*new, *selection.build_changes(edits))
