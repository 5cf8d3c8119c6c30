"""Report what is wrong with one value: its JSON kind, its text or its choice."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.json_kinds import NOUNS
from docs_lsp.core.phrases import cut_text
from docs_lsp.core.problem import Finding, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Broken, Container, Node, Object, Scalar, String
from docs_lsp.schema.kinds import KINDS
from docs_lsp.schema.scalars import is_impossible_url
from docs_lsp.schema.shape_keys import build_misspelt_ref_finding
from docs_lsp.schema.types import Boolean, Choice, ElementType, Form, StringType, Type
from docs_lsp.schema.value_types import NEVER_CHECKED, choose_value_type, find_misspelt_ref

_REFUSED_LINKS = frozenset((Form.GLOBAL_LINK, Form.FOOTER_LINK, Form.PROFILE_URL))
"""Links that stand outside of all elements, so that nothing smaller is dropped over them."""
_URLS = frozenset((Form.LINK, Form.URL, Form.HTTPS_URL, Form.SCRIPT_URL))


def report_value(
    key: str, wanted: Type, value: Node, at: int, *, suggests: bool = True
) -> Iterator[Finding]:
    """Report a wrong type, text or choice of a value at a byte offset, but nothing inside of it.

    `key` is the key of the value, empty for an item of an array. Syntax errors and the codes of
    languages are left to others. `suggests` adds "Did you mean".
    """
    if isinstance(value, Broken) or (isinstance(value, Scalar) and value.faults):
        return  # The value is still being typed, or the syntax is the mistake.
    if isinstance(value, Object) and NEVER_CHECKED & value.by_key.keys():
        return
    node_type = choose_value_type(wanted, value)
    missed = find_misspelt_ref(value) if node_type is None and isinstance(value, Object) else None
    if missed is not None:
        assert isinstance(value, Object)
        finding = build_misspelt_ref_finding(value, missed)
        yield finding._replace(span=finding.span.shift(at))
    elif node_type is None:
        yield Finding(
            "wrong-type", _find_underlined_span(value, at), _render_wrong_type(key, wanted, value)
        )
    elif isinstance(node_type, StringType):
        if not node_type.accepts(value.value):  # type: ignore[attr-defined]  # a String by its JSON kind
            yield _report_string(key, node_type, value.value, _find_underlined_span(value, at))  # type: ignore[attr-defined]
    elif isinstance(node_type, Choice):
        text: str = value.value  # type: ignore[attr-defined]  # a String by its JSON kind
        yield from _report_choice(
            key, node_type, text, _find_underlined_span(value, at), suggests=suggests
        )
    elif isinstance(node_type, Boolean) and node_type.only not in (
        None,
        getattr(value, "value", None),
    ):
        yield Finding(
            "invalid-value",
            _find_underlined_span(value, at),
            _render_invalid_value(key, node_type.noun),
        )


def _report_string(key: str, node_type: StringType, text: str, span: Span) -> Finding:
    """Return the finding about a string that its type does not accept."""
    form, whole = node_type.form, "docs.json is rejected because of it"
    if form is Form.GLOBAL_LINK and ":" not in text:
        start = "https://" if text.startswith("www.") else "/"
        message = f"`{key}` must start with `{start}` here; {whole}."
        return Finding("invalid-value", span, message, severity=Severity.WARNING)
    if form in _REFUSED_LINKS and is_impossible_url(text):
        message = (
            f"`{cut_text(text, 60)}` is not a possible URL; {whole}. Correct its host or port."
        )
    elif form in _REFUSED_LINKS:
        message = f"`{key}` must be {node_type.noun}; {whole}."
    elif form is Form.SPEC and text.strip():
        message = _render_invalid_value(key, "the path of a file or an `https://` URL")
    elif form in _URLS and is_impossible_url(text):
        message = f"`{cut_text(text, 60)}` is not a possible URL. Correct its host or port."
    else:
        message = _render_invalid_value(key, node_type.noun)
    return Finding("invalid-value", span, message)


def _report_choice(
    key: str, node_type: Choice, value: str, span: Span, *, suggests: bool
) -> Iterator[Finding]:
    """Report a value that is none of the choices, or undocumented; not the code of a language."""
    if node_type.name == "language":
        return  # The rules about languages know the project's settings and suggest codes.
    if not node_type.accepts(value):
        near = find_nearest_name(value, node_type.values) if suggests else None
        hint = f" Did you mean `{near}`?" if near else ""
        noun = (
            node_type.noun
            if len(node_type.values) <= 9
            else f"one of {join_values(node_type.values)}"
        )
        what = f"`{key}` must be {noun}" if key else f"This must be {noun}"
        yield Finding("invalid-value", span, f"{what}, not `{cut_text(value, 60)}`.{hint}")
    elif node_type.documented is not None and value not in node_type.documented:
        message = f"`{value}` works here but is undocumented."
        yield Finding("undocumented-key", span, message)


def _render_invalid_value(key: str, noun: str) -> str:
    return f"`{key}` must be {noun}." if key else f"This must be {noun}."


def _render_wrong_type(key: str, wanted: Type, value: Node) -> str:
    actual = NOUNS[value.json_kind]
    if isinstance(wanted, ElementType) and isinstance(value, String):
        kind = KINDS[wanted.kind]
        return (
            f"{kind.noun.capitalize()} must be an object with `{kind.name}`, not a string. List "
            "pages in the `pages` of a group."
        )
    what = f"`{key}` must be" if key else "This entry must be"
    noun = wanted.noun if not isinstance(wanted, Choice) else "a string"
    return f"{what} {noun}, not {actual}."


def _find_underlined_span(value: Node, at: int) -> Span:
    """Return the range to underline: a string without quotes, an opening bracket, or a scalar."""
    if isinstance(value, String) and value.inner.end > value.inner.start:
        return value.inner.shift(at)
    if isinstance(value, Container):
        return Span(at, at + 1)
    return Span(at, at + value.size)


def join_values(values: Collection[str]) -> str:
    """Join the first 40 values at most, each in backticks, with commas."""
    return ", ".join(f"`{value}`" for value in list(values)[:40])
