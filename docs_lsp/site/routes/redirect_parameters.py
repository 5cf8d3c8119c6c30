"""Find parameters in the destination of a redirect that its source does not have."""

from __future__ import annotations

import re
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.routes.redirects import PLACEHOLDER, Redirect

_IN_URL = compile_lazily(r":[A-Za-z_]\w*\*")
"""A parameter in the URL of another site; `:8080` and `/Talk:Boats` are not parameters."""


class UnfilledParameter(NamedTuple):
    """A parameter of a destination without a value from the source."""

    parameter: re.Match[str]
    """The match of the parameter in the destination."""
    known: tuple[str, ...]
    """The parameters of the source."""
    certain: bool
    """Whether the parameter is certainly unfilled: a plain `*` in the source may fill it."""


def find_unfilled_parameter(redirect: Redirect) -> UnfilledParameter | None:
    """Return the first parameter of a destination that the source does not have, or None."""
    known = {_strip_modifier(one): one for one in PLACEHOLDER.findall(redirect.source)}
    for parameter in PLACEHOLDER.finditer(redirect.destination):
        name, start = _strip_modifier(parameter[0]), parameter.start()
        is_name = start > 0 and parameter.string[start - 1].isalnum()
        is_of_url = redirect.is_external and not _IN_URL.fullmatch(parameter[0])
        if name not in known and not is_name and not is_of_url:
            certain = not known or "*" not in (name, *known)
            return UnfilledParameter(parameter, tuple(known.values()), certain)
    return None


def _strip_modifier(placeholder: str) -> str:
    """Return a parameter without its modifier; a plain `*` unchanged."""
    return placeholder.rstrip("*+?") or "*"
