"""Write the code of a language where a title or a name of another kind is."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.edits import build_key_edit, build_value_edit, quote_json
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.navigation.new_titles import find_sibling_titles, suggest_language
from docs_lsp.schema.model_languages import LANGUAGE_NAMES


def offer_language_key(subject: FixContext, step: Step) -> Iterator[Fix]:
    """Offer to rename a member to `language`, with the code that its value or pages show."""
    element = subject.element
    if element is None or not isinstance(step.node, Object):
        return
    value = step.node.items[step.index].value
    if not isinstance(value, String):
        return
    renamed = build_key_edit(subject.data, step.node, step.at, step.index, "language")
    taken = find_sibling_titles(subject, "language")
    known = LANGUAGE_NAMES.keys() | subject.settings.extra_languages
    if value.value in known and value.value not in taken:
        yield from subject.offer_edits("Write `language`", [renamed], preferred=True)
        return
    content = next((element.get(key) for key in element.content_keys), None)
    language = suggest_language(content, taken, value.value)
    if language is not None and language.is_evident:
        written = quote_json(language.code)
        member = f'"language": {written}'
        replaced = build_value_edit(subject.data, step.node, step.at, step.index, written)
        yield from subject.offer_edits(f"Write {code(member)}", [renamed, replaced], preferred=True)
