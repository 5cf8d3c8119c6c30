"""How RE2 is told to be, whose patterns take linear time."""

from __future__ import annotations

from typing import Any

import re2


def quiet() -> Any:
    """Options of RE2 that keep it from writing to standard error."""
    options = re2.Options()
    options.log_errors = False
    return options
