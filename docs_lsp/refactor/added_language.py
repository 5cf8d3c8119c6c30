"""Adds a language whose pages are there, to a site with several languages or with none yet.

Where the navigation has no `languages`, it becomes the first one of them.
"""

from __future__ import annotations

from docs_lsp.files import Files
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import apply, insert_members, quoted, remove, replace_value, text_of
from docs_lsp.jsontree.nodes import Object
from docs_lsp.problem import FileEdit
from docs_lsp.refactor.languages import added_to_list
from docs_lsp.refactor.placing import PlacingRefused, document_of
from docs_lsp.refactor.selection import Changes, selected
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.sync.translated_element import translated
from docs_lsp.snapshot import Snapshot
from docs_lsp.text import Span

_LISTS = "languages"
_FOR_ALL = "global"
"""What stands beside `languages`, for all of them."""


def language_added(
    site: Snapshot, overview: Overview, files: Files, code: str, model: str | None
) -> Changes:
    """A language with the structure of another one, for the pages below its folder.

    `model` is the language that is taken over; None for the first one. In a site without languages
    it is what all pages there are written in. Raises `PlacingRefused`.
    """
    if code not in LANGUAGE_NAMES:
        known = ", ".join(f"`{one}`" for one in sorted(LANGUAGE_NAMES))
        raise PlacingRefused(f"The service knows no language `{code}`. It knows {known}.")
    if not any(page.page.startswith(f"{code}/") for page in overview.facts.pages):
        raise PlacingRefused(
            f"There is no page below `{code}/` yet. Write the translations first, each under the "
            f"path of its page: `{code}/index.mdx` for `index.mdx`."
        )
    languages = [
        one for one in overview.navigation.elements if one.key == _LISTS and one.around is not None
    ]
    if not languages:
        return _with_first(overview, code, model or "en")
    return _with_another(site, files, languages, code, model)


def _with_another(
    site: Snapshot, files: Files, languages: list[Placed], code: str, model: str | None
) -> Changes:
    codes = [one.element.text("language") for one in languages]
    if code in codes:
        raise PlacingRefused(f"`{code}` is there already. Add its new pages with `add_page`.")
    if model is not None and model not in codes:
        raise PlacingRefused(f"There is no language `{model}` whose structure could be taken over.")
    chosen = languages[codes.index(model) if model is not None else 0]
    selection = selected(site, files, chosen.file, Span(chosen.at + 1, chosen.at + 1))
    changes = added_to_list(selection, code) if selection else ()
    if not changes:
        raise PlacingRefused(
            f"The structure of `{chosen.element.text('language')}` cannot be taken over: correct "
            "what `check` finds in it first."
        )
    return changes


def _with_first(overview: Overview, code: str, model: str) -> Changes:
    if model == code:
        raise PlacingRefused(f"`{code}` cannot be added beside itself. Say what `model` there is.")
    document = document_of(overview, overview.name)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    navigation = root.get("navigation") if isinstance(root, Object) else None
    if not isinstance(root, Object) or not isinstance(navigation, Object):
        raise PlacingRefused("docs.json has no `navigation` of its own that could be translated.")
    if "$ref" in navigation.by_key:
        raise PlacingRefused("`navigation` stands in another file. Write its languages there.")
    index = [member.key.value for member in root.items].index("navigation")
    text = text_of(data, navigation, at + root.value_span("navigation").start)
    shared, rest = _parted(text)
    first = _named(rest, model)
    second = translated(first, overview.facts, model, code)
    new = _joined(shared, first, second)
    edit = replace_value(data, root, at, index, new)
    return (FileEdit(overview.name, *edit),)


def _parted(text: str) -> tuple[str | None, str]:
    """What counts for all languages, and the navigation without it."""
    document = Document.of(text)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    assert isinstance(root, Object)
    shared = root.get(_FOR_ALL)
    if shared is None:
        return None, text
    index = [member.key.value for member in root.items].index(_FOR_ALL)
    kept = text_of(data, shared, at + root.value_span(_FOR_ALL).start)
    return kept, apply(data, remove(data, root, at, [index]) or ()).decode()


def _named(text: str, code: str) -> str:
    document = Document.of(text)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    assert isinstance(root, Object)
    edits = insert_members(data, root, at, 0, [("language", quoted(code))])
    return apply(data, edits or ()).decode()


def _joined(shared: str | None, *languages: str) -> str:
    """A navigation with some languages."""
    items = ",\n".join(f"    {one}".replace("\n", "\n    ") for one in languages)
    before = "" if shared is None else f'  "{_FOR_ALL}": {shared},\n'.replace("\n  ", "\n    ")
    return f'{{\n{before}  "{_LISTS}": [\n{items}\n  ]\n}}'
