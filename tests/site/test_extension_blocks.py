"""The blocks `x-site` and `x-mint`: bounds, and input that nobody has foreseen.

What is told of them, the cases of the rule `bad-extension-block` say.
"""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.specifications.extension_blocks import MOST_REPORTED
from docs_lsp.site.specifications.openapi import parse_spec

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    *("x-mint", "x-site", "metadata", "groups", "pre", "mcp", "enabled", "title"),
                    *("openapi", "hidden", "properties", "example", "content", "playground"),
                ]
            ),
            inner,
        )
    ),
    max_leaves=20,
)


@given(VALUES)
def test_no_shape_is_too_odd(value: object) -> None:
    data = json.dumps({"openapi": "3.1.0", "x-mint": value, "paths": value}).encode()

    for span, message, _ in parse_spec(data, "a.json").block_faults:
        assert 0 <= span.start < span.end <= len(data)
        assert message.endswith(".")


def test_no_more_than_some_are_told() -> None:
    paths = {f"/{n}": {"x-mint": 1} for n in range(MOST_REPORTED + 5)}
    data = json.dumps({"openapi": "3.1.0", "paths": paths}).encode()

    assert len(parse_spec(data, "a.json").block_faults) == MOST_REPORTED


def test_of_a_document_that_cannot_be_used_nothing_is_said() -> None:
    assert parse_spec(b'{"swagger": "2.0", "x-mint": 1}', "a.json").block_faults == ()


def test_deep_nesting_and_bombs_of_aliases_cost_little() -> None:
    lines = ["openapi: 3.1.0", "x-0: &x0 {x-mint: 1}"]
    lines += [f"x-{n}: &x{n} [*x{n - 1}, *x{n - 1}]" for n in range(1, 18)]
    deep = '{"openapi": "3.1.0", "x-a": ' + '{"a":' * 400 + '{"x-mint": 1}' + "}" * 401

    assert len(parse_spec("\n".join(lines).encode(), "a.yaml").block_faults) == 1
    beside = f'{{"b": {"[" * 500}{"]" * 500}, "x-mint": 1}}'
    nested = '{"openapi": "3.1.0", "x-a": ' + '{"a":' * 150 + beside + "}" * 151
    assert len(parse_spec(nested.encode(), "a.json").block_faults) == 1
    assert parse_spec(deep.encode(), "a.json").block_faults == ()
