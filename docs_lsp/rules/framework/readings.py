"""A small cache of what the fixes of several problems read from one page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from docs_lsp.core.did_you_mean import SuggestionBudget

_Source = TypeVar("_Source")
_Value = TypeVar("_Value")


class LastReadings:
    """The last result of each reader: problems come page by page, so no more is needed."""

    def __init__(self, suggestions: SuggestionBudget | None = None) -> None:
        """Create an empty cache; `suggestions` limits the fixes that lead to similar names.

        For a report of all findings: a writer who asks about one mistake waits for one look-up.
        """
        self._last: dict[object, tuple[Any, Any]] = {}
        self._suggestions = suggestions

    def spend_suggestion(self, file: str) -> bool:
        """Spend a look-up of similar names for a file; return whether it is allowed."""
        return self._suggestions is None or self._suggestions.spend(file)

    def get_or_read(
        self, source: _Source, read: Callable[[_Source], _Value], key: object = None
    ) -> _Value:
        """Return `read(source)`, called again only if the last source was different.

        A source is, for example, the bytes of a page. Sources are compared by `key` if given.
        """
        key = source if key is None else key
        last, value = self._last.get(read, (None, None))
        if last is not key and last != key:
            value = read(source)
            self._last[read] = (key, value)
        return value  # type: ignore[no-any-return]  # cached under the reader that made it
