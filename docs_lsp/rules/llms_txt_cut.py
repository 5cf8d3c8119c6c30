"""The list of pages for AI tools gets too long.

Why it matters
--------------
AI tools learn from `/llms.txt` which pages there are. The service makes it of titles, addresses and
descriptions, in the order of the navigation, and stops at 100,000 characters: it shortens the
descriptions, and where that is not enough it leaves pages out, the last ones first. How much room
there is depends on the address of the site, so a list that is only just too long is not told of.

Example
-------
```fail
--- docs.json
«"navigation"»: { "pages": ["index", "fees"] }
--- index.mdx
---
title: Home, or [60,000 letters]
---
# Home
--- fees.mdx
---
title: Fees, or [60,000 letters]
---
# Fees
```
```pass
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
---
title: Home
description: All about the harbour.
---
```

Fix
---
Write shorter descriptions, or hide pages from the index that AI tools need not know. Or write
`llms.txt` yourself, beside docs.json: such a file has no limit.

Source: SERVICE.md, llms-limit, served-as-text
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import site_rule
from docs_lsp.site.summaries.llms_entries import LlmsEntry, llms_entries
from docs_lsp.site.written_lists import LLMS_TXT

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NAME = "llms-txt-cut"
_LIMIT = 100_000
_LONGEST_TITLE = 200
"""Characters of a title that comes from a specification; hardly one is longer."""
_ADDRESS = len("https://a.io")
"""Every line has the address of the site, which nobody knows here: none is shorter than this."""


@site_rule(_NAME, Severity.INFORMATION)
def llms_txt_cut(overview: Overview) -> Iterator[Problem]:
    """The navigation whose pages surely do not fit."""
    if LLMS_TXT in overview.facts.files or not overview.objects or not _may_be_cut(overview):
        return
    entries = overview.cached(llms_entries)
    size = sum(entry.size() + _ADDRESS for entry in entries)
    whole = overview.objects[0]
    if size > _LIMIT and whole.element.has("navigation"):
        file, span = whole.file_span(whole.element.key_spot("navigation"))
        message = (
            f"`/llms.txt` would have more than {size // 1000 * 1000:,} characters, and the service "
            f"stops at {_LIMIT:,}, so {_loss(entries)}. Write shorter descriptions, or "
            "`llms.txt` yourself: that has no limit."
        )
        yield Problem(_NAME, file, span, message, Severity.INFORMATION)


def _may_be_cut(overview: Overview) -> bool:
    """Whether the list may be too long: most sites are too small, whatever is in it."""
    contents = overview.contents or {}
    sizes = (2 * len(file) + len(page.head) + _LONGEST_TITLE for file, page in contents.items())
    return sum(sizes) > _LIMIT


def _loss(entries: Sequence[LlmsEntry]) -> str:
    """What the service leaves out, given the entries of a list that is too long."""
    ends = accumulate(entry.size(is_described=False) + _ADDRESS for entry in entries)
    left = [one for one, end in zip(entries, ends, strict=True) if end > _LIMIT]
    if not left:
        return "AI tools get the descriptions of pages shortened"
    pages = "the last page" if len(left) == 1 else f"the last {len(left):,} pages or more"
    return f"AI tools do not learn of {pages} of {len(entries):,}, from {code(left[0].page)} on"
