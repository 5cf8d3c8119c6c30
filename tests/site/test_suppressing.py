"""The comment that leaves out a finding in a page."""

from __future__ import annotations

import pytest

from docs_lsp.mdx.reading import parse_page
from docs_lsp.site.mdx.suppressions import build_suppression, read_suppressions

HERE, FILE = "{/* docs-lsp-ignore x */}", "{/* docs-lsp-ignore-file x */}"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("# A\n\nSee [b](«/b).\n", f"# A\n\n{HERE}\nSee [b](/b).\n"),
        ("One\ntwo [b](«/b).\n", f"{HERE}\nOne\ntwo [b](/b).\n"),
        ("---\ntitle: A\n---\n[b](«/b)\n", f"---\ntitle: A\n---\n{HERE}\n[b](/b)\n"),
        ("---\n«title: A\n---\n\nB\n", f"---\ntitle: A\n---\n{FILE}\n\nB\n"),
        ("---\n«title: A\n---\nB\n", f"---\ntitle: A\n---\n{FILE}\n\nB\n"),
        ("---\n«title: A\n---\n", f"---\ntitle: A\n---\n{FILE}\n"),
        ("---\n«title: A\n---", f"---\ntitle: A\n---\n{FILE}\n"),
        ("- a\n\n  [b](«/b)\n\n- c\n", f"- a\n\n  {HERE}\n  [b](/b)\n\n- c\n"),
        ("| a |\n|---|\n| [b](«/b) |\n", f"{HERE}\n| a |\n|---|\n| [b](/b) |\n"),
        (
            'A\n\n<Card\n  href="«/b">\n  B\n</Card>\n',
            f'A\n\n{HERE}\n<Card\n  href="/b">\n  B\n</Card>\n',
        ),
        # Above, it would be in the code, or in the list of a tag's attributes.
        ("```\na\n\nb\n```\n[b](«/b)\n", f"{FILE}\n\n```\na\n\nb\n```\n[b](/b)\n"),
        ('<Card a="1"\n\n  href="«/b" />\n', f'{FILE}\n\n<Card a="1"\n\n  href="/b" />\n'),
        ("A\r\n\r\n[b](«/b)\r\n", f"A\r\n\r\n{HERE}\r\n[b](/b)\r\n"),
    ],
)
def test_the_comment_covers_the_place_and_changes_nothing_else(page: str, expected: str) -> None:
    offset = page.encode().index("«".encode())
    data = page.replace("«", "").encode()
    insertion = build_suppression(data, "x", offset)

    assert insertion is not None
    at, text = insertion
    changed = data[:at] + text.encode() + data[at:]
    assert changed.decode() == expected
    place = offset + len(text.encode()) if offset >= at else offset
    found = list(read_suppressions(changed, parse_page(changed)))
    assert any(each.is_about("x", place) for each in found)
