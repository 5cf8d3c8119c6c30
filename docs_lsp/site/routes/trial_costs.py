"""Counts what it costs to try fixes, so that a report of thousands of mistakes ends in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview


class TrialCosts:
    """The costs of the trials on one state of a site; use `overview.cached(TrialCosts)`.

    A report counts them together, an editor for each question of its user.
    """

    def __init__(self, _overview: Overview) -> None:
        """Begin without costs."""
        self.reset()

    def reset(self) -> None:
        """Begin again, because a user asks about another place."""
        self.checked_children = 0
        """Children of containers that trials have checked again."""
        self.read_elements = 0
        """Elements of the navigation that predictions have read again."""
