"""The JSON parser: from bytes to a tree despite any mistake, and from an old tree to a new one.

Other packages import only the names listed here. From the ground up: `tokens`, `strings` and
`trivia` read the text at one offset, `reader` is the state of one pass over a text, `commas`,
`closing` and `reuse` are shared by arrays and objects, `arrays` and `objects` read children, and
`descent` leads from the whole text into them.
"""

from docs_lsp.jsontree.parser.descent import is_cut_off, parse
from docs_lsp.jsontree.parser.reuse import OldTree
from docs_lsp.jsontree.parser.strings import find_plain_end, is_plain_key
from docs_lsp.jsontree.parser.trivia import find_next_token

__all__ = ["OldTree", "find_next_token", "find_plain_end", "is_cut_off", "is_plain_key", "parse"]
