"""The site's name makes a bad name for its MCP tools.

Why it matters
--------------
AI tools search a site through its MCP server, whose tools are named after the site: one that is
called "Harbour Guide" has `search_harbour_guide` and `query_docs_filesystem_harbour_guide`. Many
clients reject a tool whose name is longer than about 60 characters, and then their users cannot
search the site. Many accept nothing but `A` to `Z`, digits, `_` and `-` in it. A name without a
letter or digit does not say at all whose tools they are.

Example
-------
```fail
"name": "«The Complete Handbook of the Harbour and its Moorings»"
```
```pass
"name": "Harbour Handbook"
```

Fix
---
Shorten the name, to 38 letters and spaces at most, or write it in Latin letters. Clients know the
tools by their names: a tool name that is written down somewhere has to change with the site's name.

Source: SERVICE.md, search-tools
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Severity
from docs_lsp.rules.framework.rule import element_rule
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.tool_names import MAX_LENGTH, make_tool_names, to_snake_case


@element_rule("tool-name", Severity.INFORMATION, on={"docs"}, keys={"name"})
def tool_name(element: Element) -> Iterator[Finding]:
    """Report a site name from which no MCP tool name can be made that all clients accept."""
    name = (element.get_text("name") or "").strip()
    if not name:
        return
    longest = max(make_tool_names(name), key=len)
    if not to_snake_case(name):
        message = (
            "The name has no letter or digit, so the site's MCP tools cannot be named after it. "
            "Write the name in letters."
        )
        yield element.make_value_finding("name", message)
    elif len(longest) > MAX_LENGTH:
        message = (
            f"This name is too long: the MCP tool {code(longest)} has more than the {MAX_LENGTH} "
            f"characters that clients accept. Shorten it by {len(longest) - MAX_LENGTH}."
        )
        yield element.make_value_finding("name", message)
    elif not longest.isascii():
        search = code(make_tool_names(name).search)
        message = (
            f"Many clients reject the MCP tool {search}, which is named after the site: they "
            "accept `A` to `Z` only. Write the name with these letters."
        )
        yield element.make_value_finding("name", message)
