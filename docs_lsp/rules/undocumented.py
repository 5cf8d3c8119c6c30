"""The service accepts this, but its documentation does not list it.

Why it matters
--------------
The service accepts more languages, more ways to nest elements and more kinds of links in `global`
than it documents, and real sites use them. It is not a mistake, and nothing is lost. But
undocumented behaviour may change without notice, and other tools that read docs.json may not
support it.

Each language, and each kind of child, is reported once, at its first occurrence; the others are
listed with it.

Example
-------

```fail
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index"] },
    {
      "language": "«zh-Hans»",
      "tabs": [
        {
          "tab": "Guides",
          «"dropdowns"»: [{ "dropdown": "Harbour", "pages": ["zh/moorings"] }]
        }
      ]
    }
  ]
}
```

```pass
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index"] },
    {
      "language": "cn",
      "tabs": [
        {
          "tab": "Guides",
          "groups": [{ "group": "Harbour", "pages": ["zh/moorings"] }]
        }
      ]
    }
  ]
}
```

Fix
---
No change is needed. A language that your team uses on purpose can be listed as `extra` under
`[languages]` in docs-lsp.toml, and the whole check can be switched off under `[rules]`.

Source: SERVICE.md, languages, allowed-children
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Severity
from docs_lsp.rules.framework.rule import NAVIGATION, element_rule
from docs_lsp.rules.navigation.element_content import find_undocumented_key, has_empty_array
from docs_lsp.schema.model_languages import DOCUMENTED_LANGUAGES, LANGUAGE_NAMES
from docs_lsp.site.navigation.element import Element


@element_rule(
    "undocumented",
    Severity.INFORMATION,
    on=(NAVIGATION - {"navigation", "group", "item"}) | {"global"},
    merged=True,
)
def undocumented(element: Element) -> Iterator[Finding]:
    """Report a kind of child, of link or a language that works but is undocumented."""
    if element.record.name == "global":
        yield from _report_links(element)
    if element.record.kind == "language":
        yield from _report_language(element)
    key, kind = find_undocumented_key(element), element.kind
    if key is None or kind is None or has_empty_array(element, key):
        return  # Another rule reports an empty one.
    message = f"`{key}` inside {kind.noun} works but is undocumented."
    yield element.make_key_finding(key, message)


def _report_links(element: Element) -> Iterator[Finding]:
    """Report the kinds of links in `global` that are undocumented."""
    for key in element.values:
        known = element.record.properties.get(key)
        if known is not None and not known.documented and not has_empty_array(element, key):
            message = f"`{key}` inside `global` works but is undocumented."
            yield element.make_key_finding(key, message)


def _report_language(element: Element) -> Iterator[Finding]:
    """Report a language that is undocumented, unless the settings allow it."""
    code = element.get_text("language")
    if code not in LANGUAGE_NAMES or code in DOCUMENTED_LANGUAGES:
        return
    if code not in element.context.settings.extra_languages:
        message = f"The language `{code}` ({LANGUAGE_NAMES[code]}) works but is undocumented."
        yield element.make_value_finding("language", message)
