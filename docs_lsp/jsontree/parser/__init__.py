"""From bytes to a tree, past every mistake, and from an old tree to a new one after an edit."""

from docs_lsp.jsontree.parser.descent import SyntaxTree, parse
from docs_lsp.jsontree.parser.reuse import Reuse

__all__ = ["Reuse", "SyntaxTree", "parse"]
