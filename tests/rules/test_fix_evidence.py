"""Which suggested fixes have the evidence that `docs-lsp fix --unsafe` asks for."""

from __future__ import annotations

import pytest

from docs_lsp.core.problem import Fix
from tests.rules.test_page_fixes import offered, preferred, site_with


def _page_fixes(page: str, rule: str, files: dict[str, str] | None = None) -> tuple[Fix, ...]:
    """The fixes of the first finding in a page."""
    site = site_with({"pages": ["index"]}, {"index.mdx": page, **(files or {})})
    return offered(site, rule)[0]


@pytest.mark.parametrize(
    ("page", "safe", "obvious"),
    [
        pytest.param("<CallOut>x</CallOut>", True, True, id="other capitals"),
        pytest.param("<info>\nx\n</info>", False, True, id="a component in small letters"),
        pytest.param("A <info>x</info>.", False, False, id="an element in a line of text"),
        pytest.param("<Acordion>x</Acordion>", False, True, id="one letter"),
        pytest.param("<Warn>x</Warn>", False, False, id="three letters"),
        pytest.param("<TabItem>x</TabItem>", False, False, id="another generator"),
        pytest.param("<Notes>x</Notes>", False, False, id="the plural"),
        pytest.param('<Image src="https://e.com/a.png" />', False, False, id="an element of HTML"),
        pytest.param("<sumary>x</sumary>", False, False, id="between elements"),
    ],
)
def test_a_component_is_exchanged_within_one_letter(
    page: str, *, safe: bool, obvious: bool
) -> None:
    fix = _page_fixes(page, "unknown-component")[0]

    assert (fix.safe, fix.preferred) == (safe, obvious)
