"""What is said about a proposal, in Markdown."""

from __future__ import annotations

from docs_lsp.schema.key_card import key_card
from docs_lsp.schema.types import Property

_SHOWN = 12


def key_note(known: Property) -> str:
    """What a key is good for and what it takes."""
    card = key_card(known)
    said = [card.description]
    if card.deprecated:
        said.append(f"Out of date. {card.deprecated}")
    values = [
        f"- `{value.text}`: {value.label}" if value.label else f"- `{value.text}`"
        for value in card.values[:_SHOWN]
    ]
    if values:
        said.append("\n".join(values))
    if isinstance(card.default, bool):
        said.append(f"Default: `{str(card.default).lower()}`.")
    elif isinstance(card.default, str | int | float):
        said.append(f"Default: `{card.default}`.")
    return "\n\n".join(said)
