"""Options for RE2, which matches patterns in linear time."""

from __future__ import annotations

from typing import Any

import re2


def build_quiet_options() -> Any:
    """Return options of RE2 that prevent writing to standard error."""
    options = re2.Options()
    options.log_errors = False
    return options
