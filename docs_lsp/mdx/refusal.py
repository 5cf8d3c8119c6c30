"""The exception with which the parts of the reader report that a page is rejected."""

from __future__ import annotations

from docs_lsp.mdx.syntax import FaultKind

MOST_FAULTS = 200
"""The number of faults after which the rest of a page is not read."""
CALM = 8
"""The number of faults from which tags and expressions are searched in short ranges only."""
SHORT_REACH = 2_000
"""The size of these short ranges, in bytes."""


class Refusal(Exception):
    """A place at which the service's parser gives up; caught within `mdx` only.

    No frame it passes through may store it in a variable: exception and frames would form a
    reference cycle and keep everything alive until garbage collection.
    """

    def __init__(
        self, kind: FaultKind, at: int, detail: str = "", tag: str = "", resume: int = -1
    ) -> None:
        """Refuse the text at `at`, where the parser stops.

        `resume` is the offset at which reading can continue, -1 for directly after the first
        character; `tag` is the name of the tag, as far as it was read.
        """
        super().__init__(kind, at)
        self.kind = kind
        self.at = at
        self.detail = detail
        self.tag = tag
        self.resume = resume
        self.origin = -1
        """The offset at which the refused text begins, or -1 for where reading began."""
        self.stop = resume
        """The offset at which the refused text ends, however much of it is skipped."""
        self.began = 0
        """The offset at which the refused tag or expression begins."""
        self.is_open = False
        """Whether the refused text might continue after the end."""
        self.opens = False
        """Whether the refused text is certainly meant to open a tag."""
        self.closes = False
        """Whether the refused text is meant to close a tag."""

    def set_origin(self, origin: int) -> Refusal:
        """Set the offset at which the refused text begins, and return this refusal."""
        self.origin = origin
        return self

    @property
    def wants_more(self) -> bool:
        """Whether the text ended too early, so that a longer text might be accepted."""
        return self.kind in _AT_END or self.is_open

    def drop_traceback(self) -> Refusal:
        """Drop the traceback and context, so that it can be stored, and return this refusal."""
        self.__traceback__ = self.__context__ = None
        return self


_AT_END = frozenset((FaultKind.UNENDED_TAG, FaultKind.UNCLOSED_VALUE, FaultKind.UNCLOSED_BRACE))
