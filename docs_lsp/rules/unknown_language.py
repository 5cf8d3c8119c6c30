"""A language code is unknown.

Why it matters
--------------
The service supports forty languages, each with a fixed code. With any other code the build of the
whole site fails, and this is easy to overlook: the site stays as of the last successful build, and
no later change is published. Upper and lower case matter, and so does the hyphen: `EN` and `pt_BR`
are rejected as well. A country is not a language: Ukrainian is `uk`, Korean is `ko`.

Example
-------
```fail
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index"] },
    { "language": "«ua»", "pages": ["uk/index"] }
  ]
}
```
```pass
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index"] },
    { "language": "uk", "pages": ["uk/index"] }
  ]
}
```

Fix
---
Write the code that the service has for this language. If the service supports a language that is
missing here, add its code to `extra` under `[languages]` in docs-lsp.toml.

Quick fixes write one of the similar codes. They are offered, and not applied by themselves: only
you know the language.

Source: SERVICE.md, languages
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import join_words, shorten_for_message
from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.sibling_labels import find_sibling_titles
from docs_lsp.schema.model_languages import LANGUAGE_NAMES, is_code_variant, suggest_languages
from docs_lsp.site.navigation.element import Element

_LOSS = "The build fails, and the last successful one stays online."


def _offer_similar_codes(subject: FixContext) -> Iterator[Fix]:
    """Offer similar codes that no sibling has."""
    if subject.element is None:
        return
    taken = find_sibling_titles(subject, "language")
    written = subject.element.get_text("language") or ""
    near = [code for code in _suggest_languages(written) if code not in taken]
    for code in near:
        title = f"Write `{code}` ({LANGUAGE_NAMES[code]})"
        obvious = len(near) == 1 or (code == near[0] and is_code_variant(written, code))
        yield subject.build_fix(code, title, preferred=obvious)


@element_rule(
    "unknown-language",
    Severity.ERROR,
    on={"language", "globalLanguage"},
    fix=_offer_similar_codes,
    fixes=FixSafety.OFFERED,
)
def unknown_language(element: Element) -> Iterator[Finding]:
    """Report a language code that the service rejects."""
    code = element.get_text("language")
    if code is None or code in LANGUAGE_NAMES or code in element.context.settings.extra_languages:
        return
    yield element.make_value_finding(
        "language", f"{_render_fault(code)} {_LOSS} {_render_remedy(code)}"
    )


def _render_fault(code: str) -> str:
    if not code.strip():
        return "This language has no code."
    return f"Unknown language `{shorten_for_message(code)}`."


def _render_remedy(code: str) -> str:
    near = _suggest_languages(code)
    if not near:
        known = ", ".join(sorted(LANGUAGE_NAMES, key=str.lower))
        return f"Use one of {known}."
    return f"Did you mean {join_words([f'`{one}` ({LANGUAGE_NAMES[one]})' for one in near])}?"


def _suggest_languages(code: str) -> tuple[str, ...]:
    return suggest_languages(code)[:3]
