"""How the parts of the reader tell one another that a page is refused."""

from __future__ import annotations

from docs_lsp.mdx.syntax import FaultKind

MOST_FAULTS = 200
"""A page with as many faults is no page of MDX, and the rest of it is not read."""
CALM = 8
"""With as many faults, tags and expressions are no longer looked for over long stretches."""
SHORT_REACH = 2_000
"""How far they are looked for then, in bytes."""


class Refusal(Exception):
    """A place where the service's parser gives up. Only the reader of pages catches it.

    No call that it goes through may hold it in a variable: it holds the calls, they would hold it,
    and both all that any caller has at hand, until garbage is searched for.
    """

    def __init__(
        self, kind: FaultKind, at: int, detail: str = "", tag: str = "", resume: int = -1
    ) -> None:
        """`at` is where the parser stops, `resume` where reading may go on, -1 for right behind
        the sign that began it all; `tag` is the name of the tag, as far as it was read."""
        super().__init__(kind, at)
        self.kind = kind
        self.at = at
        self.detail = detail
        self.tag = tag
        self.resume = resume
        self.origin = -1
        """Where what is refused begins, if that is not where reading began."""
        self.stop = resume
        """Where what is refused ends, however much of the text around it is left out."""
        self.began = 0
        """Where the tag or expression begins that is refused."""
        self.is_open = False
        """Whether what was refused might go on behind the end of the text."""
        self.opens = False
        """Whether what was refused is surely meant to open a tag."""
        self.closes = False
        """Whether it is meant to close one."""

    def from_origin(self, origin: int) -> Refusal:
        """This refusal, of something that begins there."""
        self.origin = origin
        return self

    @property
    def wants_more(self) -> bool:
        """Whether the text ended too early, so that more of it might be accepted."""
        return self.kind in _AT_END or self.is_open

    def drop_traceback(self) -> Refusal:
        """This refusal, to be kept, without the calls that it came through."""
        self.__traceback__ = self.__context__ = None
        return self


_AT_END = frozenset((FaultKind.UNENDED_TAG, FaultKind.UNCLOSED_VALUE, FaultKind.UNCLOSED_BRACE))
