"""`python -m tests.soak.searching FILE`: the server, which says what garbage it makes.

Nearly everything goes as soon as nobody needs it. What is part of a circle stays until a search
finds it, and the server leaves most objects out of the search. So one circle around a site keeps
all that was ever known of it. FILE gets the class of each object of ours that only a search found.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping
from pathlib import Path
from types import FrameType

from docs_lsp.server.log import LogOptions
from docs_lsp.server.main import serve_stdio

_OURS = "docs_lsp"


def search(file: Path) -> None:
    """From now on, leave nothing out, and note what each search finds."""

    def note(phase: str, _counts: Mapping[str, int]) -> None:
        if phase == "stop" and gc.garbage:
            names = [_name(one) for one in gc.garbage]
            gc.garbage.clear()
            with file.open("a", encoding="utf-8") as report:
                report.writelines(f"{name}\n" for name in names if name.startswith(_OURS))

    gc.freeze = lambda: None
    gc.callbacks.append(note)
    gc.set_debug(gc.DEBUG_SAVEALL)


def _name(one: object) -> str:
    if isinstance(one, FrameType):
        return f"{one.f_globals.get('__name__')}: {one.f_code.co_qualname}"
    return f"{type(one).__module__}: {type(one).__qualname__}"


if __name__ == "__main__":
    search(Path(sys.argv[1]))
    sys.exit(serve_stdio(LogOptions()))
