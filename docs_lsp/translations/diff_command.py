"""The command that shows changes that a translation has not followed."""

from __future__ import annotations

import shlex
from collections.abc import Sequence


def build_diff_command(since: str, paths: Sequence[str]) -> str:
    """Return the command that shows the changes of an original since a commit.

    The last path is the current one; a former path before it makes git show a renamed file as such.
    """
    renames = "-M " if len(paths) > 1 else ""
    return f"git diff {renames}{since} -- {' '.join(map(shlex.quote, paths))}"
