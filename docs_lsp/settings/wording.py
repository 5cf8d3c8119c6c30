"""Messages about mistakes in the settings: the fact and the remedy."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from docs_lsp.core.did_you_mean import find_nearest_name


def describe_unknown_rule(name: str, rules: Collection[str], *, suggests: bool = True) -> str:
    """Return the message for an unknown rule name."""
    near = find_nearest_name(name, rules) if suggests else None
    remedy = f"did you mean `{near}`?" if near else "`docs-lsp rules` lists them all."
    return f"Unknown rule `{name}`; {remedy}"


def describe_unknown_key(name: str, key: str, keys: Sequence[str], *, suggests: bool = True) -> str:
    """Return the message for an unknown key; `name` is the key with its path."""
    near = find_nearest_name(key, keys) if suggests else None
    listed = ", ".join(f"`{known}`" for known in keys)
    remedy = f"did you mean `{near}`?" if near else f"known keys: {listed}."
    return f"Unknown key `{name}`, ignored; {remedy}"


def describe_missing_key(name: str) -> str:
    """Return the message for a missing required key; `name` is the key with its path."""
    return f"`{name}` is missing, so this entry has no effect."


def describe_unknown_value(name: str, value: object, allowed: Sequence[str]) -> str:
    """Return the message for a value that is none of the allowed words."""
    near = find_nearest_name(value, allowed) if isinstance(value, str) else None
    *most, last = (f"`{word}`" for word in allowed)
    remedy = f"did you mean `{near}`?" if near else f"write {', '.join(most)} or {last}."
    return f"`{name}` cannot be {_format_value(value)}; {remedy}"


def describe_wrong_type(name: str, value: object, wanted: str) -> str:
    """Return the message for a value of a wrong type."""
    return f"`{name}` must be {wanted}, not {_format_value(value)}."


def _format_value(value: object) -> str:
    """Return a value for a message; of an array or a table only the kind."""
    match value:
        case bool():
            return f"`{str(value).lower()}`"
        case str():
            return f'`"{value}"`'
        case list():
            return "an array"
        case dict():
            return "a table"
        case _:
            return f"`{value}`"
