"""Works out what is wrong after a change: at once, or once for many changes where it takes long.

A file with thousands of findings takes a while to tell. Then a burst of keystrokes is taken in
first and told of once, so that the server never falls behind the writer. Nor does a question that
has arrived right behind a keystroke, such as for proposals, wait for the findings.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from docs_lsp.server.open_site import OpenSite

QUICK = 0.005
"""What takes less than so many seconds is done at once."""
GRACE = 0.02
"""For so many seconds findings stand back behind a message that has arrived already."""


class Desk(Protocol):
    """Where findings are handed over to the client."""

    def report(self, live: OpenSite, cause: str | None = None) -> None:
        """A site has changed; `cause` is the document whose edit did it, if one did."""

    def retract(self, live: OpenSite) -> None:
        """A site is gone."""


class Digest:
    """Stands before a desk and keeps it from being run over."""

    def __init__(
        self,
        desk: Desk,
        complete: Callable[[OpenSite], None],
        more_waits: Callable[[], bool] = lambda: False,
    ) -> None:
        """Hand over to `desk`, and then let `complete` see what a site now needs to be read;
        `more_waits` tells whether the client has sent another message already."""
        self._desk = desk
        self._complete = complete
        self._more_waits = more_waits
        self._due: dict[OpenSite, list[str | None]] = {}
        self._slow: set[OpenSite] = set()

    def report(self, live: OpenSite, cause: str | None = None) -> None:
        """A site has changed; `cause` is the document whose edit did it, if one did."""
        is_first = not self._due
        self._due.setdefault(live, []).append(cause)
        if cause is not None and self._more_waits():
            if is_first:
                asyncio.get_running_loop().call_later(GRACE, self.flush)
        elif live not in self._slow:
            self.flush()
        else:
            asyncio.get_running_loop().call_soon(self.flush)

    def retract(self, live: OpenSite) -> None:
        """A site is gone."""
        self._due.pop(live, None)
        self._slow.discard(live)
        self._desk.retract(live)

    def flush(self) -> None:
        """Hand over what has been kept back, because somebody asks for it now."""
        due, self._due = self._due, {}
        for live, causes in due.items():
            self._hand_over(live, causes)

    def _hand_over(self, live: OpenSite, causes: list[str | None]) -> None:
        started = time.perf_counter()
        for cause in dict.fromkeys(causes):
            self._desk.report(live, cause)
        self._complete(live)
        quick = time.perf_counter() - started < QUICK
        (self._slow.discard if quick else self._slow.add)(live)
