"""How two texts of a page compare."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.translations.page_shapes import (
    ShapeDifference,
    compute_same_share,
    list_differences,
    parse_page_shape,
)

TEXT = b"""---
title: Berths
---
import Rate from "/snippets/rate.mdx"

# Berths of the harbour

Every boat that stays over night needs a berth of its own, and pays for it.

<Card title="Rates">
  The rate depends on the length of the boat, and on the days that it stays.
</Card>

```sh
docs berth --book every boat that stays over night needs one
```

- Boats under ten metres lie at the inner pier, behind the old lighthouse.
- Boats over ten metres lie at the outer pier, where the water is deeper.

## Leaving the harbour

Tell the harbour master on channel twelve before you cast off, please, and wait for an answer.
The tower shows a red light where another boat comes in, and a green one where you may go.
"""


def test_what_counts_as_text() -> None:
    found = parse_page_shape(TEXT)
    assert len(found.paragraphs) == 5
    assert not any("title" in one or "docs berth" in one for one in found.paragraphs)
    assert (found.levels, found.fences, dict(found.components)) == ((1, 2), 1, {"Card": 1})


def test_a_copy_is_one_and_a_translation_is_none() -> None:
    own = parse_page_shape(TEXT)
    other = parse_page_shape(
        TEXT.replace(b"boat", b"bateau")
        .replace(b"over night needs", b"la nuit a besoin")
        .replace(b"Boats", b"Les bateaux")
        .replace(b"harbour", b"port")
    )
    assert compute_same_share(own, own) == 1
    assert compute_same_share(own, other) == 0


def test_of_little_text_nothing_is_said() -> None:
    short = parse_page_shape(
        b"# Berths\n\nEvery boat that stays over night needs a berth of its own.\n"
    )
    names = parse_page_shape(b"\n\n".join([b"`code` [Harbour](/a) Pier"] * 50))
    assert compute_same_share(short, short) is compute_same_share(names, names) is None


def test_what_is_built_otherwise() -> None:
    other = TEXT.replace(b"## Leaving", b"### Leaving").replace(b"<Card ", b"<Tip>\n</Tip>\n<Card ")
    assert list_differences(parse_page_shape(TEXT), parse_page_shape(other)) == (
        ShapeDifference("levels of headings", 2, 2),
        ShapeDifference("<Tip>", 0, 1),
    )
    less = TEXT[: TEXT.index(b"```sh")]
    assert list_differences(parse_page_shape(TEXT), parse_page_shape(less)) == (
        ShapeDifference("headings", 2, 1),
        ShapeDifference("code blocks", 1, 0),
    )


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_any_bytes_are_a_page(one: bytes, other: bytes) -> None:
    first, second = parse_page_shape(one), parse_page_shape(other)
    assert not list_differences(first, first)
    assert len(list_differences(first, second)) == len(list_differences(second, first))
    share = compute_same_share(first, second)
    assert share is None or 0 <= share <= 1
