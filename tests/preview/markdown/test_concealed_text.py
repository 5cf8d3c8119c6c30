"""What agents do not get is removed from text that is no page; all else stays to the letter."""

from __future__ import annotations

import pytest

from docs_lsp.mdx.refusal import MOST_FAULTS
from mcp_preview.markdown.concealed_text import remove_concealed_text

NO = "<Visibility for='signed-in'>no</Visibility>"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"a {NO} b", "a  b"),
        ("a <Visibility for='agents'>yes</Visibility> b", "a yes b"),
        ("<Visibility for={{groups: ['a']}}>\n\n# no\n\n</Visibility>\nb", "\nb"),
        ("<Visibility for='agents'>a<Visibility>no</Visibility>b</Visibility>", "ab"),
        ("<Visibility>a<Visibility for='agents'>no</Visibility>b</Visibility>c", "c"),
        ("a <Visibility for='humans' /> b", "a  b"),
        ("<Visibility>\n```\n</Visibility>\n```\nno\n</Visibility>b", "b"),
        # Not in code.
        (f"`{NO}`", f"`{NO}`"),
        (f"```mdx\n{NO}\n```\n", f"```mdx\n{NO}\n```\n"),
        # Frontmatter is plain text.
        (f"---\nname: {NO}\n---\na", f"---\nname: {NO}\n---\na"),
        # The text need not be MDX.
        (f"a <5 b {{c d}} <command>\n\n{NO}\n\n# e\r\n", "a <5 b {c d} <command>\n\n\n\n# e\r\n"),
        (f"import your boats\n\n{NO}b", "import your boats\n\nb"),
        # Nor well formed.
        ("- <Visibility for='humans'>\n\nno\n\n</Visibility>b", "- b"),
        ("a <Visibility for='humans'>no\n\nno", "a "),
        ("a <Visibility for='agents'>yes\n\nyes", "a yes\n\nyes"),
        ("a <Visibility for=\"humans>no</Visibility> b", "a  b"),
        ("The <Visibility> tag", "The <Visibility> tag"),
        # Within other code it is not certain who gets what.
        (f"a {{x && {NO}}} b", "a  b"),
        (f"<Card title={{{NO}}}>b</Card>", "<Card >b</Card>"),
        (f"export const a = {NO}\n\nb", "\n\nb"),
        ("Visibility is good.", "Visibility is good."),
    ],
)  # fmt: skip
def test_what_is_left_of_a_text(text: str, left: str) -> None:
    assert remove_concealed_text(text) == left


def test_what_was_not_read_is_not_shown() -> None:
    faults = "<5 " * (MOST_FAULTS + 10)

    assert remove_concealed_text(f"{faults}\n\nb {NO}") == f"{faults}\n\nb "
