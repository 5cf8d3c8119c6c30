"""Asks for proposals, and chooses one as an editor does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features._abilities import CompletionAbilities as Abilities
from docs_lsp.features._view import View
from docs_lsp.features.completion import answer_completion
from docs_lsp.jsontree.edits import Edit, apply_edits
from tests.features.markers import Marked, marked

BARE = Abilities()
FULL = Abilities(
    snippets=True, markdown=True, resolves=True, tags=True, label_details=True, as_is=True
)
_STOP = re.compile(r"\$\{\d+:((?:[^}\\]|\\.)*)\}|\$\d+|\\([\\$}])")


@dataclass(frozen=True)
class Answer:
    """What was proposed at the cursor of a text."""

    place: Marked
    json: Mapping[str, Any]
    encoding: Encoding

    @property
    def labels(self) -> list[str]:
        """The labels, in the order in which they are shown."""
        items = sorted(self.json["items"], key=lambda item: item["sortText"])
        return [item["label"] for item in items]

    @property
    def is_incomplete(self) -> bool:
        """Whether the client is to ask again with the next letter."""
        return bool(self.json["isIncomplete"])

    def item(self, label: str) -> dict[str, Any]:
        """The one proposal with a label."""
        found: dict[str, Any]
        (found,) = [item for item in self.json["items"] if item["label"] == label]
        return found

    def chosen(self, label: str) -> str:
        """The text once a proposal has been chosen and every placeholder left as it is."""
        return applied(self.place.text(), self.item(label), self.encoding)


def asked(
    text: str | Marked,
    can: Abilities = BARE,
    view: View | None = None,
    encoding: Encoding = Encoding.UTF16,
) -> Answer:
    """Ask at the cursor of a text with `▮` in it."""
    place = marked(text) if isinstance(text, str) else text
    answer = answer_completion(view or place.view(), place.file, place.offset, can, encoding)
    return Answer(place, answer, encoding)


def applied(text: Text, item: Mapping[str, Any], encoding: Encoding = Encoding.UTF16) -> str:
    """A text with a proposal in it."""
    edits = [*item.get("additionalTextEdits", ()), item["textEdit"]]
    is_snippet = item.get("insertTextFormat") == 2
    spans = [span_of(text, edit["range"], encoding) for edit in edits]
    news = [edit["newText"] for edit in edits]
    if is_snippet:
        news[-1] = _STOP.sub(lambda stop: stop[1] or stop[2] or "", news[-1])
    return apply_edits(text.data, [Edit(*pair) for pair in zip(spans, news, strict=True)]).decode()


def span_of(text: Text, range_: Mapping[str, Any], encoding: Encoding = Encoding.UTF16) -> Span:
    """The bytes of a range that a client was told."""
    start, end = (
        text.to_offset(range_[edge]["line"], range_[edge]["character"], encoding)
        for edge in ("start", "end")
    )
    return Span(start, end)
