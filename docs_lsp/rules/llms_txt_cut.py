"""The generated llms.txt is too long.

Why it matters
--------------
AI tools read `/llms.txt` to find the pages of a site. The service generates it from titles, URLs
and descriptions, in the order of the navigation, and stops at 100,000 characters: it shortens the
descriptions, and if that is not enough it leaves out pages, the last ones first. The exact size
depends on the domain of the site, so a list that is only slightly too long is not reported.

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
Write shorter descriptions, or hide pages from the index that AI tools do not need. Or write your
own `llms.txt` beside docs.json: it has no limit.

Source: SERVICE.md, llms-limit, served-as-text
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.rules.framework.rule import site_rule
from docs_lsp.site.overview import Overview
from docs_lsp.site.site_files import LLMS_TXT

if TYPE_CHECKING:
    from docs_lsp.site.summaries.expected_llms_entries import LlmsEntry

_NAME = "llms-txt-cut"
_LIMIT = 100_000
_LONGEST_TITLE = 200
"""Characters assumed for a title from a specification; hardly one is longer."""
_ADDRESS = len("https://a.io")
"""Characters of the shortest possible site URL, which is in every line; the real one is unknown."""


@site_rule(_NAME, Severity.INFORMATION)
def llms_txt_cut(overview: Overview) -> Iterator[Problem]:
    """Report the navigation if the generated llms.txt surely exceeds 100,000 characters."""
    if LLMS_TXT in overview.facts.files or not overview.objects or not _may_be_cut(overview):
        return
    # Imported late: few sites are large enough.
    from docs_lsp.site.summaries.expected_llms_entries import list_llms_entries

    entries = overview.cached(list_llms_entries)
    size = sum(entry.measure_line() + _ADDRESS for entry in entries)
    whole = overview.objects[0]
    if size > _LIMIT and whole.element.has("navigation"):
        file, span = whole.locate_spot(whole.element.find_key_spot("navigation"))
        message = (
            f"The generated `/llms.txt` has more than {size // 1000 * 1000:,} characters and is "
            f"cut at {_LIMIT:,}: {_describe_missing_part(entries)}. Write shorter descriptions, or "
            "your own `llms.txt`, which has no limit."
        )
        yield Problem(_NAME, file, span, message, Severity.INFORMATION)


def _may_be_cut(overview: Overview) -> bool:
    """Return whether the list may be too long, from file sizes alone; most sites are small."""
    contents = overview.contents or {}
    sizes = (2 * len(file) + len(page.head) + _LONGEST_TITLE for file, page in contents.items())
    return sum(sizes) > _LIMIT


def _describe_missing_part(entries: Sequence[LlmsEntry]) -> str:
    """Describe the part of a too long list that the service leaves out, as a clause."""
    ends = accumulate(entry.measure_line(is_described=False) + _ADDRESS for entry in entries)
    missing = [cut_entry for cut_entry, end in zip(entries, ends, strict=True) if end > _LIMIT]
    if not missing:
        return "descriptions are cut short"
    pages = "the last page" if len(missing) == 1 else f"at least the last {len(missing):,} pages"
    verb = "is" if len(missing) == 1 else "are"
    return f"{pages} of {len(entries):,}, from {code(missing[0].page)} on, {verb} missing"
