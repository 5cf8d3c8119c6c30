"""The variables that docs.json defines under `variables`, in any file.

Source: SERVICE.md, references.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Broken, Node
from docs_lsp.site.navigation.element import ElementView
from docs_lsp.site.navigation.walk import Placed

_KEY = "variables"


class Variable(NamedTuple):
    """A variable, and the absolute span of its name inside the quotes."""

    file: str
    span: Span
    value: Node


class Variables(NamedTuple):
    """The variables of a site."""

    by_name: Mapping[str, Variable]
    is_whole: bool
    """Whether all files that may define variables could be read."""

    def may_define(self, name: str) -> bool:
        """Return whether a variable exists, or may exist in an unreadable file."""
        return name in self.by_name or not self.is_whole


def read_variables(objects: Iterable[Placed]) -> Variables:
    """Return the variables, given the objects of docs.json, the root first."""
    whole = next(iter(objects), None)
    if whole is None:
        return Variables({}, True)
    ref_value = whole.element.get_ref_value(_KEY)
    is_whole = whole.element.is_known and not (ref_value and isinstance(ref_value.node, Broken))
    resolved = whole.element.resolve_object(_KEY)
    if resolved is None:
        return Variables({}, is_whole)
    view = ElementView(resolved)
    file, around = whole.locate_spot(whole.element.find_value_spot(_KEY))
    homes = [(file, around.start), *((one.file, one.at) for one in resolved.layers[1:])]
    variables = {}
    for name, value in view.values.items():
        if name == "$ref":
            continue  # A broken `$ref`, which is reported elsewhere.
        span, layer = view.find_key_spot(name)
        file, at = homes[layer]
        variables[name] = Variable(file, Span(at + span.start + 1, at + span.end - 1), value)
    return Variables(variables, is_whole and resolved.known)
