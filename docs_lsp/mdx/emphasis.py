"""Pairs runs of `*`, `_` and `~` into emphasis, since no tag may cross its edges."""

from __future__ import annotations

from docs_lsp.mdx.characters import (
    decode_character_at,
    decode_character_before,
    is_blank,
    is_punctuation,
)
from docs_lsp.mdx.events import Enter, Event, Leave

_EDGES = {"*": "emphasis", "_": "emphasis", "~": "delete"}


class DelimiterRun:
    """A run of one delimiter character."""

    __slots__ = ("at", "closes", "left", "opens", "sign", "size", "used")

    def __init__(self, text: str, at: int, stop: int, end: int) -> None:
        """Classify the run from `at` to `stop`; `end` is the end of the text around it."""
        self.at = at
        self.sign = text[at]
        self.size = self.left = stop - at
        self.used = 0
        """The number of its characters, from the left, that have closed emphasis."""
        before = decode_character_before(text, at)
        after = decode_character_at(text, stop) if stop < end else ""
        leans_left = not is_blank(after) and (
            not is_punctuation(after) or is_blank(before) or is_punctuation(before)
        )
        leans_right = not is_blank(before) and (
            not is_punctuation(before) or is_blank(after) or is_punctuation(after)
        )
        self.opens, self.closes = leans_left, leans_right
        if self.sign == "_":
            self.opens = leans_left and (not leans_right or is_punctuation(before))
            self.closes = leans_right and (not leans_left or is_punctuation(after))
        elif self.sign == "~" and self.size > 2:
            self.opens = self.closes = False


def pair_runs(runs: list[DelimiterRun], bottom: int, events: list[Event]) -> None:
    """Add events for all emphasis among the runs from `bottom` on, and remove these runs."""
    floors: dict[tuple[str, bool, int], int] = {}
    opened: list[DelimiterRun] = []
    for run in runs[bottom:]:
        while run.closes and run.left:
            key = (run.sign, run.opens, run.size if run.sign == "~" else run.size % 3)
            floor = floors.get(key, 0)
            opener_index = next(
                (i for i in range(len(opened) - 1, floor - 1, -1) if _can_pair(opened[i], run)), -1
            )
            if opener_index < 0:
                floors[key] = len(opened)
                break
            del opened[opener_index + 1 :]
            _add_emphasis_events(opened[opener_index], run, events)
            if not opened[opener_index].left:
                opened.pop()
            floors = {other_key: min(level, len(opened)) for other_key, level in floors.items()}
        if run.opens and run.left:
            opened.append(run)
    del runs[bottom:]


def _can_pair(opener: DelimiterRun, closer: DelimiterRun) -> bool:
    """Return whether two runs of delimiters can open and close one emphasis in CommonMark."""
    if opener.sign != closer.sign:
        return False
    if closer.sign == "~":
        return opener.left == closer.left
    both = opener.closes or closer.opens
    if both and (opener.size + closer.size) % 3 == 0:
        return opener.size % 3 == 0 and closer.size % 3 == 0
    return True


def _add_emphasis_events(opener: DelimiterRun, closer: DelimiterRun, events: list[Event]) -> None:
    """Add the events of one emphasis, and use up its delimiters in both runs."""
    size = 2 if opener.left > 1 and closer.left > 1 else 1
    if closer.sign == "~":
        size = closer.left
    opener.left -= size
    events.append(Enter(opener.at + opener.used + opener.left, _EDGES[closer.sign]))
    events.append(Leave(closer.at + closer.used))
    closer.left -= size
    closer.used += size
