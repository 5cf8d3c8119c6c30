"""A completion item of docs.json, and its conversion to LSP for the client."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from docs_lsp.core.text import Encoding
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features._prose import ProseRenderer, shorten_path, shorten_text
from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.template import Template, TemplateWriter, has_stops
from docs_lsp.features.to_lsp import ItemKind, Json, build_range
from docs_lsp.jsontree.edits import LINE_END, quote_json
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.site.summaries.page_titles import get_page_title

_PLAIN, _SNIPPET = 1, 2
"""LSP's InsertTextFormat."""
_AS_IS = 1
_DEPRECATED = 1
_ALL = "all"
_LONGEST = 120
"""The maximum number of characters shown beside a label."""


@dataclass(frozen=True, slots=True)
class CompletionProposal:
    """Something that can be inserted at the cursor."""

    label: str
    kind: ItemKind
    value: Template = None
    """The value to write, or the value of the key."""
    members: dict[str, Template] = field(default_factory=dict)
    """The keys to write, with their values; empty if a value is written."""
    detail: str = ""
    """A few words shown beside the label."""
    words: str = ""
    """Further words that find the item when typed."""
    note: str = ""
    """Our own description of it, in Markdown."""
    description: str = ""
    """A description from a file, in untrusted Markdown."""
    page: str = ""
    """The page that the item names, if any: its content can be shown later."""
    is_deprecated: bool = False
    is_found: bool = False
    """Whether it matches the typed text without beginning with it.

    The client must not filter it out then.
    """
    asks_again: bool = False
    """Whether accepting the item should trigger completion again."""


class CompletionItemBuilder:
    """Converts the completion items for one place."""

    def __init__(
        self, place: CompletionCursor, abilities: CompletionAbilities, encoding: Encoding
    ) -> None:
        """Compute what all items share."""
        self._place = place
        self._can = abilities
        self._prose = ProseRenderer(place.view, abilities.markdown)
        self._source = {"uri": place.view.uri(place.file), "file": place.file}
        text = place.view.text(place.file)
        self._range = build_range(text, place.point.span, encoding)
        self._aside = [
            {"range": build_range(text, edit.span, encoding), "newText": edit.new}
            for edit in place.point.other_edits
        ]

    def build_answer(self, items: Iterable[CompletionProposal], *, is_incomplete: bool) -> Json:
        """Return the answer to `textDocument/completion`."""
        shapes = [self._build_lsp_item(number, item) for number, item in enumerate(items)]
        answer: Json = {"isIncomplete": is_incomplete, "items": shapes}
        defaults: Json = {}
        if self._can.list_ranges:
            defaults["editRange"] = self._range
        if self._can.list_formats:
            defaults["insertTextFormat"] = _PLAIN
        if defaults:
            answer["itemDefaults"] = defaults
        return answer

    def _build_lsp_item(self, number: int, item: CompletionProposal) -> Json:
        can, point = self._can, self._place.point
        # Only plain strings are numerous.
        own = quote_json(item.value) if isinstance(item.value, str) and not item.members else None
        is_snippet = own is None and can.snippets and self._needs_snippet(item)
        new = own or self._render_insert_text(item, is_snippet=is_snippet)
        text = point.text_before + new + point.text_after
        shape: Json = {
            "label": self._get_label(item),
            "kind": int(item.kind),
            "sortText": f"{number:04}",
            "filterText": self._build_filter_text(item, own if item.value == item.label else None),
        }
        if can.list_ranges:
            shape["textEditText"] = text
        else:
            shape["textEdit"] = {"range": self._range, "newText": text}
        if is_snippet or not can.list_formats:
            shape["insertTextFormat"] = _SNIPPET if is_snippet else _PLAIN
        if can.as_is and "\n" in text:
            shape["insertTextMode"] = _AS_IS
        if self._aside:
            shape["additionalTextEdits"] = self._aside
        if can.ask_again and can.snippets and item.asks_again:
            shape["command"] = {"title": "", "command": can.ask_again}
        self._add_item_details(item, shape)
        return shape

    def _get_label(self, item: CompletionProposal) -> str:
        """Return the label; a page's path is shortened if the client filters by `filterText`."""
        if item.page and self._can.filters_texts:
            return shorten_path(item.label, self._place.query)
        return item.label

    def _add_item_details(self, item: CompletionProposal, shape: Json) -> None:
        """Add the detail, the deprecation, and the documentation or the data to request it."""
        can = self._can
        detail = shorten_text(item.detail, _LONGEST)
        if detail and can.label_details:
            shape["labelDetails"] = {"description": detail}
        elif detail:
            shape["detail"] = detail
        if item.is_deprecated and can.tags:
            shape["tags"] = [_DEPRECATED]
        elif item.is_deprecated and can.deprecated:
            shape["deprecated"] = True
        if item.page and can.resolves:
            shape["data"] = {**self._source, "page": item.page}
        else:
            text = _render_item_documentation(item, self._prose)
            if text:
                shape["documentation"] = self._prose.build_markup_content(text)

    def _build_filter_text(self, item: CompletionProposal, written: str | None) -> str:
        """Return the text that the client compares with the typed text.

        `written` is the label in quotes, if it is written so.
        """
        typed = self._place.point.typed
        if item.is_found:
            # Clients put the best matches first, and then those whose text ends there: so the text
            # goes on, as that of the other items does, and our order decides.
            return f"{typed}{item.label}"
        text = item.label
        if isinstance(item.value, str):
            text = (written or quote_json(item.label))[1:-1]
        text = f"{text} {item.words}" if item.words else text
        # Typing a key must select that key alone.
        text = f"{_ALL} {text}" if len(item.members) > 1 else text
        opening = typed[:1] if typed[:1] in ('"', "'") else ""
        return f"{opening}{text}{opening if not item.words else ''}"

    def _needs_snippet(self, item: CompletionProposal) -> bool:
        """Return whether an item has tab stops; false if the key has a value already."""
        if self._place.point.has_value:
            return False
        return any(map(has_stops, (item.value, *item.members.values())))

    def _render_insert_text(self, item: CompletionProposal, *, is_snippet: bool) -> str:
        """Return the JSON to insert, on lines if possible; only the key if it has a value."""
        point = self._place.point
        if point.has_value and item.members:
            return quote_json(next(iter(item.members)))
        is_short = isinstance(item.value, dict) and _is_neighbour_on_one_line(self._place)
        if not is_short and (self._can.as_is or not point.steps):
            text = _render_template(item, TemplateWriter(is_snippet=is_snippet, breaks_lines=True))
            on_lines = point.indent_lines(text) if "\n" in text else None
            if on_lines is not None:
                return on_lines
        return _render_template(item, TemplateWriter(is_snippet=is_snippet, breaks_lines=False))


def _render_template(item: CompletionProposal, writer: TemplateWriter) -> str:
    return writer.render_members(item.members) if item.members else writer.render_value(item.value)


def _is_neighbour_on_one_line(place: CompletionCursor) -> bool:
    """Return whether the object before an item, or else the one after it, is on one line."""
    step, data = place.step, place.point.document.text.data
    if step is None or not isinstance(step.node, Array):
        return False
    for index in (step.index - 1, step.index + 1):
        node = step.node.items[index] if 0 <= index < len(step.node.items) else None
        if isinstance(node, Object) and node.items:
            at = step.at + step.node.starts[index]
            return not LINE_END.search(data, at, at + node.size)
    return False


def _render_item_documentation(item: CompletionProposal, prose: ProseRenderer) -> str:
    """Return the documentation of an item's page, or else our own note and the text from a file."""
    if item.page:
        return render_page_documentation(item.page, prose)
    texts = prose.render_own_markdown(item.note), prose.render_untrusted_markdown(item.description)
    return "\n\n".join(filter(None, texts))


def render_page_documentation(page: str, prose: ProseRenderer) -> str:
    """Return the title, the description and the file of a page; empty if there is no such page."""
    site = prose.view.site
    page_file = site.facts.pages.find_page(page) if site.facts else None
    if page_file is None or site.facts is None:
        return ""
    content = site.contents.get(page_file.file) if site.contents else None
    title = prose.render_bold(
        prose.escape_text(get_page_title(page_file, site.facts, site.contents))
    )
    about = prose.escape_text(content.fields.get("description")) if content else ""
    return "\n\n".join(filter(None, (title, about, prose.render_file_link(page_file.file))))
