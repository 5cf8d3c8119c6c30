"""Types of values that contain no other values: strings, numbers, booleans."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from typing import ClassVar, Final, Literal, TypeAlias

JsonKind: TypeAlias = Literal["string", "number", "boolean", "null", "array", "object"]


_IMPOSSIBLE_HOST: Final = (
    r"[hH][tT][tT][pP][sS]?:/*[^/?#\\]*"
    r"(?:[<>^|]| [^/?#\s]|\[[^\]/?#]*(?:[/?#]|$)"
    r"|:(?:6553[6-9]|655[4-9]\d|65[6-9]\d\d|6[6-9]\d{3}|[7-9]\d{4}|[1-9]\d{5,})(?:[/?#]|$))"
)
"""A URL that no program can read: a space or a sign in its host, a bracket that stays open, or a
port above 65535."""

_REFUSED_FILE: Final = (
    r"[hH][tT][tT][pP][sS]://[^/?#]*/[^?#]*"
    r"\.(?:[sS][vV][gG]|[eE][xX][eE]|[zZ][iI][pP])(?:[?#]|$)"
)
"""The URL of a file that the service takes for a danger."""

_FOLDER_NAME: Final = r"(?!\.\.?(?:/|$))[^\s/\\?#]+"


class Form(Enum):
    """A format that a string must have.

    `noun` describes it in messages. `pattern` means the same in Python and in JSON Schema.
    """

    HEX_COLOUR = ("a hex colour such as `#0D9373`", r"^#(?:[a-fA-F0-9]{6}|[a-fA-F0-9]{3})$")
    NOT_BLANK = ("a non-blank string", r"\S")
    URL = ("an absolute URL", rf"^(?!{_IMPOSSIBLE_HOST})[A-Za-z][A-Za-z0-9+.-]*:/*[^\s/]")
    SCRIPT_URL = (
        "a URL that starts with `https://`, without `?` and `#`",
        rf"^(?!{_IMPOSSIBLE_HOST})https://[^\s/?#][^?#]*$",
    )
    DOMAIN = ("a domain without `https://`", r"^(?!https://)")
    HTTPS_URL = (
        "a URL that starts with `https://`",
        rf"^(?!{_IMPOSSIBLE_HOST})[hH][tT][tT][pP][sS]://[^\s/]",
    )
    LINK = (
        "a URL, or a path that starts with `/` or `#`",
        rf"^(?!{_IMPOSSIBLE_HOST})(?:[A-Za-z][A-Za-z0-9+.-]*:/*[^\s/]|[/#]|mailto:)",
    )
    GLOBAL_LINK = (
        "a URL, or the path of a page that starts with `/` or `#`",
        rf"^(?!{_IMPOSSIBLE_HOST})(?:[A-Za-z][A-Za-z0-9+.-]*:/*[^\s/]|[/#]|mailto:)",
    )
    """The written format also allows a path without its first slash there."""
    FOOTER_LINK = (
        "an `https://` URL that is not a `.svg`, `.exe` or `.zip` file, a `mailto:` address, or a "
        "path that starts with `/` or `#`",
        rf"^(?!{_IMPOSSIBLE_HOST})(?!{_REFUSED_FILE})"
        r"(?:[hH][tT][tT][pP][sS]://[^\s/]|/(?!/)|#|mailto:)",
    )
    PROFILE_URL = (
        "a URL that starts with `https://` and is not a `.svg`, `.exe` or `.zip` file",
        rf"^(?!{_IMPOSSIBLE_HOST})(?!{_REFUSED_FILE})[hH][tT][tT][pP][sS]://[^\s/]",
    )
    PAGE_PATH = ("a page path without extension", "")
    ICON = ("an icon name without the prefix `fa-`", r"^(?!fa-)")
    SPEC = (
        "the path or URL of a specification",
        r"^(?!\s*(?![hH][tT][tT][pP][sS]?:)[A-Za-z][A-Za-z0-9+.-]*:)\s*\S",
    )
    ASSET = ("the path or URL of a file", "")
    FOLDER = (
        "the path of a folder, such as `guides/v2`, without a slash at either end",
        rf"^{_FOLDER_NAME}(?:/{_FOLDER_NAME})*$",
    )

    def __init__(self, noun: str, pattern: str) -> None:
        self.noun = noun
        self.pattern = pattern


@cache
def _compile_pattern(pattern: str) -> re.Pattern[str]:
    """Compile a pattern of JSON Schema: `$` matches only at the very end."""
    # In Python `$` also matches before a final line feed, in JSON Schema it does not. No pattern
    # here matches a literal dollar sign.
    return re.compile(pattern.replace("$", r"\Z"))


class StringType:
    """A string, with its minimum length and format."""

    __slots__ = ("form", "min_length", "pattern", "patterns", "prefix")
    json_kinds: ClassVar[tuple[JsonKind, ...]] = ("string",)

    def __init__(
        self,
        min_length: int = 0,
        form: Form | None = None,
        prefix: str = "",
        pattern: str | None = None,
    ) -> None:
        self.min_length: Final = min_length
        self.form: Final = form
        self.prefix: Final = prefix
        self.pattern: Final = pattern
        both = (form.pattern if form else "", pattern)
        self.patterns: Final = tuple(one for one in both if one)
        """The regular expressions that the string must match, apart from the prefix."""

    def accepts(self, value: str) -> bool:
        """Return whether the service accepts this string."""
        return (
            len(value) >= self.min_length
            and value.startswith(self.prefix)
            and all(_compile_pattern(pattern).search(value) for pattern in self.patterns)
        )

    @property
    def noun(self) -> str:
        """The type in words, for messages."""
        if self.form:
            return self.form.noun
        if self.prefix:
            return f"a string that starts with `{self.prefix}`"
        return {0: "a string", 1: "a non-empty string"}.get(
            self.min_length, f"a string of at least {self.min_length} characters"
        )


def is_impossible_url(text: str) -> bool:
    """Return whether a text begins as a web address does, and no program can open it."""
    return text.lower().startswith(("http://", "https://")) and not _ABSOLUTE_URL.accepts(text)


_ABSOLUTE_URL: Final = StringType(form=Form.URL)


class Choice:
    """One of several strings, which may have a line of explanation each (`labels`).

    `documented` has those that the documentation of the format lists, if the service accepts more.
    `open` means that the service does not reject other strings.
    """

    __slots__ = ("documented", "labels", "name", "open", "values")
    json_kinds: ClassVar[tuple[JsonKind, ...]] = ("string",)

    def __init__(
        self,
        values: Iterable[str],
        *,
        name: str = "",
        documented: Iterable[str] | None = None,
        open: bool = False,
    ) -> None:
        self.values: Final = tuple(values)
        self.labels: Final[Mapping[str, str]] = values if isinstance(values, Mapping) else {}
        self.documented: Final = None if documented is None else frozenset(documented)
        self.name: Final = name
        self.open: Final = open

    def accepts(self, value: str) -> bool:
        """Return whether the service accepts this string."""
        return self.open or value in self.values

    @property
    def noun(self) -> str:
        """The type in words, for messages."""
        if self.open:
            return "a string"
        if len(self.values) > 9:
            return f"one of {len(self.values)} values"
        *most, last = (f"`{value}`" for value in self.values)
        return f"{', '.join(most)} or {last}" if most else last


class Boolean:
    """`true` or `false`, or only one of them."""

    __slots__ = ("only",)
    json_kinds: ClassVar[tuple[JsonKind, ...]] = ("boolean",)

    def __init__(self, only: bool | None = None) -> None:
        self.only: Final = only

    @property
    def noun(self) -> str:
        """The type in words, for messages."""
        return "`true` or `false`" if self.only is None else f"`{str(self.only).lower()}`"


class NumberType:
    """A number."""

    __slots__ = ()
    json_kinds: ClassVar[tuple[JsonKind, ...]] = ("number",)
    noun: ClassVar[str] = "a number"


class Anything:
    """A value of which nothing is known."""

    __slots__ = ()
    json_kinds: ClassVar[tuple[JsonKind, ...]] = (
        "string",
        "number",
        "boolean",
        "null",
        "array",
        "object",
    )
    noun: ClassVar[str] = "any value"
