"""What a proposal is, in the protocol's own numbers."""

from __future__ import annotations

from enum import IntEnum


class ItemKind(IntEnum):
    """LSP's `CompletionItemKind`, as far as used: it decides the picture beside a proposal."""

    METHOD = 2
    PROPERTY = 10
    VALUE = 12
    KEYWORD = 14
    SNIPPET = 15
    FILE = 17
    REFERENCE = 18
    ENUM_MEMBER = 20
