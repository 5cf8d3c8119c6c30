"""The parser: from bytes to a tree, past every mistake, and from an old tree to a new one.

Only what is named here is for other packages. From the ground up: `quotes`, `tokens` and `trivia`
read what stands at one offset, `reader` is the state of one pass over a text, `commas`, `closing`
and `reuse` are what arrays and objects share, `arrays` and `objects` read children, and `descent`
leads from the whole text into them.
"""

from docs_lsp.jsontree.parser.descent import is_cut_off, parse
from docs_lsp.jsontree.parser.reuse import Reuse
from docs_lsp.jsontree.parser.tokens import is_key, plain_end
from docs_lsp.jsontree.parser.trivia import next_token

__all__ = ["Reuse", "is_cut_off", "is_key", "next_token", "parse", "plain_end"]
