"""A key has a value that is not allowed.

Why it matters
--------------
Some keys accept only certain words, a colour, or a URL. With anything else the build fails, and an
invalid theme hides all other messages of the build. Inside a tab, a version or another section the
build does not fail: there the service drops the whole section.

Example
-------

```fail
"theme": "«mapel»",
"colors": { "primary": "«teal»" }
```

```pass
"theme": "maple",
"colors": { "primary": "#0a7d5c" }
```

Fix
---
Write one of the values that the message lists.

If the value is spelled nearly like an allowed one, or is only a character away from the right form
(`0a7d5c` for `#0a7d5c`), the quick fix writes it. A link beside pages is removed instead: the
service drops it and keeps the pages, and would do the opposite with a valid link. Both are offered
and not applied without asking.

Source: SERVICE.md, required-keys, icons, hrefs
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.container_fixes import is_link_beside_content, offer_member_removal
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, declare_rule
from docs_lsp.schema.shape import is_json_valid_for
from docs_lsp.schema.types import Boolean, Choice, Form, MapOf, StringType, Type
from docs_lsp.schema.value_types import choose_value_type

_ALPHA = compile_lazily(r"#?([0-9a-fA-F]{6})[0-9a-fA-F]{2}")
_DOMAIN = compile_lazily(r"(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#:]|\Z)", re.IGNORECASE)


def _offer_allowed_value(subject: FixContext) -> Iterator[Fix]:
    """Offer to write the nearest allowed value or key, or remove an invalid link beside content."""
    step = subject.step
    if subject.here is None or step is None or step.value is None:
        return
    if step.child_offset == subject.problem.span.start != step.value_offset:
        yield from _offer_allowed_key(subject, step.key)
        return
    if is_link_beside_content(subject):
        yield from offer_member_removal(subject, preferred=True)
        return
    wanted = subject.here.find_child_type_at(step)
    node_type = choose_value_type(wanted, step.value) if wanted else None
    if wanted is None or node_type is None:
        return
    written = getattr(step.value, "value", None)
    for text in _suggest_values(node_type, written):
        # What the array already has must not be repeated.
        if text == written or any(getattr(item, "value", None) == text for item in step.node.items):
            continue
        if is_json_valid_for(wanted, json.dumps(text)):
            fix = _build_value_fix(
                subject, Span(step.value_offset, step.value_offset + step.value.size), text
            )
            # Of the two texts of one path the service accepts this one.
            is_path = getattr(node_type, "form", None) is Form.GLOBAL_LINK and "://" not in str(
                text
            )
            yield fix._replace(safe=is_path)
            return


def _offer_allowed_key(subject: FixContext, key: str) -> Iterator[Fix]:
    """Offer to write the nearest of the keys that the object around allows."""
    around = subject.here.steps[-2:-1] if subject.here else ()
    for step in around:
        wanted = subject.here.find_child_type_at(step) if subject.here else None
        if (
            isinstance(wanted, MapOf)
            and wanted.keys
            and (near := find_nearest_name(key, wanted.keys.values))
        ):
            yield subject.build_fix(json.dumps(near), f"Write {code(near)}", preferred=True)


def _suggest_values(node_type: Type, written: object) -> Iterator[object]:
    """Yield candidates for a value of a type, the best first; callers check whether they fit."""
    if isinstance(node_type, Boolean):
        yield node_type.only
    elif isinstance(written, str):
        plain = written.strip()
        yield plain
        if isinstance(node_type, Choice) and (near := find_nearest_name(plain, node_type.values)):
            yield near
        if isinstance(node_type, StringType):
            yield from _suggest_forms(node_type.form, plain)


def _suggest_forms(form: Form | None, text: str) -> Iterator[str]:
    """Yield variants of a string that may have the required form; callers check them."""
    match form:
        case Form.HEX_COLOUR:
            yield f"#{text}"
            if match := _ALPHA.fullmatch(text):
                yield f"#{match[1]}"
        case (
            Form.URL
            | Form.HTTPS_URL
            | Form.SCRIPT_URL
            | Form.LINK
            | Form.GLOBAL_LINK
            | Form.FOOTER_LINK
            | Form.PROFILE_URL
        ):
            if _DOMAIN.match(text):
                yield f"https://{text}"
            yield re.sub(r"\Ahttp://", "https://", text, flags=re.IGNORECASE)
            if ":" not in text and text.strip("./"):
                yield f"/{text.lstrip('./')}"
        case Form.ICON:
            yield text.removeprefix("fa-")
        case Form.FOLDER:
            yield text.strip("/")
        case Form.DOMAIN:
            yield text.removeprefix("https://").rstrip("/")


def _build_value_fix(subject: FixContext, span: Span, value: object) -> Fix:
    text = json.dumps(value, ensure_ascii=False)
    return Fix(
        f"Write {code(text.strip(chr(34)))}", (subject.build_edit(span, text),), preferred=True
    )


invalid_value = declare_rule(
    "invalid-value", Severity.ERROR, __name__, fix=_offer_allowed_value, fixes=FixSafety.SOME_SAFE
)
