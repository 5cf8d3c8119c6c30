"""A page cut at its headings, with the links that the service makes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_preview.index.sections import split_page
from tests.preview.small import page_of

TEXT = """Before.

## Oars *and* `paddles`

Two.

```md
## Not a heading
---
```

### Left [one](/left) {#port}

#### Deep

## Oars and paddles ##

Underlined
----------

The end.
"""


def test_a_page_is_cut_at_its_headings() -> None:
    page = page_of("boats", TEXT, title="Boats")

    found = split_page(page)

    assert [(one.title, one.anchor, one.level, one.above) for one in found] == [
        ("Boats", "", 0, ()),
        ("Oars and paddles", "oars-and-paddles", 2, ()),
        ("Left one", "port", 3, ("Oars and paddles",)),
        ("Deep", "deep", 4, ("Oars and paddles", "Left one")),
        ("Oars and paddles", "oars-and-paddles-2", 2, ()),
        ("Underlined", "underlined", 2, ()),
    ]
    assert "Not a heading" in TEXT[found[1].start : found[1].end]
    assert TEXT[found[-1].start : found[-1].end].endswith("The end.\n")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "~~~\n# a\n~~~\n",
            "- ```\n  # a\n  ```\n",
            "````\n```\n# a\n````\n",
            "```\n# never closed",
        ),
        *("#no", "####### seven", "| a |\n---\n", "- a\n---\n", "", "text\n\n---\n"),
    ],
)
def test_what_is_no_heading(text: str) -> None:
    assert len(split_page(page_of("a", text))) == 1


def test_a_fence_ends_with_one_that_is_as_long() -> None:
    found = split_page(page_of("a", "````\n```\n# no\n````\n# yes\n``` `no fence`\n# yes too\n"))

    assert [one.title for one in found[1:]] == ["yes", "yes too"]


@given(st.text(alphabet="#`~- \n=aé{}[]()*_|", max_size=200))
def test_sections_lie_end_to_end(text: str) -> None:
    found = split_page(page_of("a", text))

    assert found[0].start == 0 and found[-1].end == len(text)
    assert all(one.end == after.start for one, after in pairwise(found))
    anchors = [one.anchor for one in found if one.anchor]
    assert len(set(anchors)) == len(anchors)
