"""Text that pages include from elsewhere: snippets, exported values and variables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from docs_lsp.site.mdx.content import MOST_READ
from mcp_preview.markdown.jsx import literal
from mcp_preview.markdown.modules import exports_in

VARIABLE = re.compile(r"\{\{\s*([\w.-]+)\s*\}\}")
"""A variable of the site where a page names it; its name is the first group."""

_UNSEEN = frozenset(("children", "undefined", "null", "true", "false"))


@dataclass(frozen=True, slots=True)
class Includes:
    """The snippets, values and variables that pages can include."""

    read: Callable[[str], bytes | None]
    """The content of a file by its site path; None where there is none."""
    variables: Mapping[str, str] = field(default_factory=dict)
    _exports: dict[str, dict[str, str]] = field(default_factory=dict)
    cleaned: dict[str, str] = field(default_factory=dict)
    """The texts of snippets that are the same wherever they are put in."""

    def exports(self, file: str) -> dict[str, str]:
        """What a file exports, by name; read once."""
        found = self._exports.get(file)
        if found is None:
            data = self.read(file)
            text = data.decode("utf-8", "replace") if data and len(data) <= MOST_READ else ""
            found = self._exports[file] = exports_in(text, file)
        return found


class PageNames:
    """What the names in one page stand for."""

    __slots__ = ("_includes", "components", "snippets", "values")

    def __init__(self, includes: Includes, values: Mapping[str, str]) -> None:
        """Know nothing but values from outside."""
        self._includes = includes
        self.values = dict(values)
        self.snippets: dict[str, tuple[str, str]] = {}
        """What is imported: the file, and the name there; empty for the whole file."""
        self.components: dict[str, str] = {}
        """The script of what is exported and no plain value."""

    def __contains__(self, name: str) -> bool:
        """Whether a tag of this name stands for another text."""
        return name in self.snippets or name in self.components

    def define(self, name: str, value: str) -> None:
        """Take in what a page exports."""
        plain = literal(value)
        if plain is not None:
            self.values[name] = plain
        else:
            self.components[name] = value

    def value(self, name: str) -> str:
        """The value of a name; an unknown one stays as it is written, for it may be mere text."""
        name = name.removeprefix("props.")
        if name in self.values:
            return self.values[name]
        if name in _UNSEEN:
            return ""
        if name in self.snippets:
            file, exported = self.snippets[name]
            value = self._includes.exports(file).get(exported, "") if exported else ""
            return literal(value) or ""
        return "" if name in self.components or "." in name else f"{{{name}}}"


def fill_in(text: str, variables: Mapping[str, str]) -> str:
    """A text with the site's variables in it; one that is not known stays as it is written."""
    if "{{" not in text:
        return text
    return VARIABLE.sub(lambda match: variables.get(match[1], match[0]), text)
