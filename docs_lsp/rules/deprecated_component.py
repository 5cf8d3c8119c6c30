"""A component is deprecated.

Why it matters
--------------
The service still accepts the old names of some components, but they are no longer documented:
`Param` is now `ParamField`, `SnippetGroup` is `CodeGroup`, `Example` is `Frame`. A `Snippet` shows
nothing if its file is missing, without any warning; an `import` of a missing file is reported by
the service.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<«Example»>
  ![The pier](https://example.com/pier.png)
</Example>
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<Frame>
  ![The pier](https://example.com/pier.png)
</Frame>
```

Fix
---
Write the new name. The quick fix does that in both tags, and is safe, because both names mean the
same. Instead of a `Snippet`, import the file from the folder `snippets`.

Source: SERVICE.md, old-components
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, ProblemTag, Severity
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.mdx.component_faults import (
    iter_component_faults,
    iter_name_spans,
    parse_tagged_page,
)
from docs_lsp.site.overview import Overview

_NAME = "deprecated-component"


def _offer_new_name(subject: FixContext) -> Iterator[Fix]:
    """Offer to write the new name of a component in its opening and closing tag."""
    component = COMPONENTS.get(subject.problem_text)
    if component is None or component.replaced_by not in COMPONENTS:
        return
    reading = subject.read_cached(parse_tagged_page)
    page, index = reading.page, reading.find_enclosing_tag(subject.problem.span)
    if index is not None:
        new = component.replaced_by
        changes = tuple(subject.build_edit(span, new) for span in iter_name_spans(page, index))
        yield Fix(f"Write {code(new)}", changes, safe=True, preferred=True)


@site_rule(
    _NAME, Severity.HINT, fix=_offer_new_name, fixes=FixSafety.SOME_SAFE, reads=PageTextNeed.TEXT
)
def deprecated_component(overview: Overview) -> Iterator[Problem]:
    """Report each component that has been replaced by another one."""
    for file, _, fault, *_ in iter_component_faults(overview, ComponentFaultKind.REPLACED):
        tags = (ProblemTag.DEPRECATED,)
        yield Problem(
            _NAME, file, fault.span, _describe_replacement(fault), Severity.HINT, tags=tags
        )


def _describe_replacement(fault: ComponentFault) -> str:
    new = COMPONENTS[fault.name].replaced_by
    if new in COMPONENTS:
        return f"{code(fault.name)} is the old name of {code(new)}. Write {code(new)}."
    return (
        f"{code(fault.name)} is deprecated, and shows nothing if its file is missing. Import the "
        "file instead."
    )
