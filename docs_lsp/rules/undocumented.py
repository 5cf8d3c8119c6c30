"""The service accepts this, but its description of the format does not list it.

Why it matters
--------------
The service knows more languages, more ways to nest elements and more kinds of links in `global`
than it describes, and real sites use them. It is not a mistake, and nothing is lost. But what is
not described may change without notice, and other tools that read docs.json may not know it.

Each language, and each kind of child, is reported once, where it comes first; its other places are
given beside that.

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
Nothing has to be done. A language that your team has settled on can be listed as `extra` under
`[languages]` in docs-lsp.toml, and the whole check switched off under `[rules]`.

Source: SERVICE.md, languages, allowed-children
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Severity
from docs_lsp.rules.framework.rule import NAVIGATION, element_rule
from docs_lsp.rules.navigation.element_content import is_empty, is_of_another_kind
from docs_lsp.schema.model_languages import DOCUMENTED_LANGUAGES, LANGUAGE_NAMES
from docs_lsp.site.navigation.element import Element


@element_rule(
    "undocumented",
    Severity.INFORMATION,
    on=(NAVIGATION - {"navigation", "group", "item"}) | {"global"},
    merged=True,
)
def undocumented(element: Element) -> Iterator[Finding]:
    """A kind of child, of link or a language that is kept but not described."""
    if element.record.name == "global":
        yield from _check_links(element)
    if element.record.kind == "language":
        yield from _check_language(element)
    accepted_key = element.accepted_key
    kind = element.kind
    if (
        accepted_key is None
        or kind is None
        or accepted_key in kind.documented
        or is_of_another_kind(element)
    ):
        return
    if is_empty(element, accepted_key):
        return  # That it holds nothing is the fault.
    message = (
        f"The service takes `{accepted_key}` in {kind.label} elements, but its description of "
        "the format "
        "does not list it there, so it may change without notice."
    )
    yield element.finding_at_key(accepted_key, message)


def _check_links(element: Element) -> Iterator[Finding]:
    for key in element.values:
        known = element.record.properties.get(key)
        if known is not None and not known.documented and not is_empty(element, key):
            message = (
                f"The service takes `{key}` in `global`, but its description of the format lists "
                "only `anchors` there, so it may change without notice."
            )
            yield element.finding_at_key(key, message)


def _check_language(element: Element) -> Iterator[Finding]:
    code = element.text("language")
    if code not in LANGUAGE_NAMES or code in DOCUMENTED_LANGUAGES:
        return
    if code not in element.context.settings.extra_languages:
        message = (
            f"The service takes `{code}` for {LANGUAGE_NAMES[code]}, but its list of languages "
            "does not name it, so it may change without notice."
        )
        yield element.finding_at_value("language", message)
