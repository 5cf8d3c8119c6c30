"""What symbols are, for the outline of a file and for those of a whole workspace."""

from __future__ import annotations


class SymbolKind:
    """The numbers of LSP's SymbolKind that fit what a site consists of."""

    FILE = 1
    MODULE = 2
    NAMESPACE = 3
    PACKAGE = 4
    METHOD = 6
    STRING = 15
    NUMBER = 16
    BOOLEAN = 17
    ARRAY = 18
    OBJECT = 19
    NULL = 21
