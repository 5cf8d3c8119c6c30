"""Which value of docs.json the service reads only after an action, with the mistakes it has.

A value is not read under a misspelt key or in an array of its own, so what is wrong in it is
reported only once that is corrected. Mistakes of this one value are not exchanged for another.
"""

from __future__ import annotations

import json

from docs_lsp.core.text import Span, measure_common_prefix
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Member


def find_value_read_now(before: bytes, after: bytes) -> Span | None:
    """Return the value in `after` whose key, or an array around it, is all that has changed."""
    start = measure_common_prefix(before, after)
    common_end = measure_common_prefix(before[start:][::-1], after[start:][::-1])
    old = before[start : len(before) - common_end]
    end = len(after) - common_end
    if _is_array_of(old, after[start:end]):
        return Span(start, end)
    steps = find_steps_to(Document.from_text(after), start)
    if not steps or not isinstance(steps[-1].child, Member):
        return None
    value = steps[-1].value_offset
    if not steps[-1].child_offset <= start <= end < value or b":" in old:
        return None
    return Span(value, value + steps[-1].child.value.size)


def _is_array_of(old: bytes, new: bytes) -> bool:
    try:
        return bool(json.loads(old) == [json.loads(new)])
    except ValueError:
        return False
