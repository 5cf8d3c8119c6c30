"""The command that shows what a translation has not followed."""

from __future__ import annotations

import shlex
from collections.abc import Sequence


def diff_command(since: str, paths: Sequence[str]) -> str:
    """What shows the changes of an original since a commit, whose path is the last one given; a
    former path before it keeps a renamed file from being shown as a new one."""
    renames = "-M " if len(paths) > 1 else ""
    return f"git diff {renames}{since} -- {' '.join(map(shlex.quote, paths))}"
