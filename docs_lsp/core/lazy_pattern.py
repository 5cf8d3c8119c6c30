"""Regular expressions of modules, compiled when they are first used.

A check of a small site uses one in twenty of the expressions that the modules define; compiling
all of them would take a fifth of its time.
"""

from __future__ import annotations

import re
from typing import AnyStr, Generic, cast


class _LazyPattern(Generic[AnyStr]):
    """A stand-in for `re.Pattern` with the same attributes and methods."""

    def __init__(self, pattern: AnyStr, flags: int) -> None:
        self.pattern: AnyStr = pattern
        self._given_flags = flags

    def __getattr__(self, name: str) -> object:
        # Runs for each name once: the attribute that is set here is found without this method.
        compiled = self.__dict__.get("_compiled") or re.compile(self.pattern, self._given_flags)
        value: object = getattr(compiled, name)
        self.__dict__.update({"_compiled": compiled, name: value})
        return value


def compile_lazily(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a pattern that is compiled when one of its methods is first asked for.

    It is meant for constants of modules. `isinstance(…, re.Pattern)` is false for it, and a mistake
    in the expression is raised (`re.error`) at the first use; a test compiles every expression.
    """
    return cast("re.Pattern[AnyStr]", _LazyPattern(pattern, flags))
