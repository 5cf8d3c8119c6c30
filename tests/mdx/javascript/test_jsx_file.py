"""Files of components: what they export, and what is wrong in them."""

from __future__ import annotations

import pytest

from docs_lsp.mdx.javascript.jsx_file import ENDS_TOO_SOON, parse_jsx_file
from docs_lsp.mdx.syntax import ExportKind

COUNTER = b"""\
import { useState } from 'react'

const START = 0

export const Counter = ({ step = 1 }) => {
  const [count, setCount] = useState(START)
  const add = () => setCount((before) => before + step)
  return (
    <button className="p-2" onClick={add}>
      It's {count}
    </button>
  )
}

export function Note({ children }) {
  return <aside>{children ?? 'Nothing'}</aside>
}

export default Counter
"""


def test_a_file_of_components() -> None:
    file = parse_jsx_file(COUNTER)
    names = {name.name: name.kind for one in file.exports for name in one.names}
    assert file.fault is None
    assert file.is_exact
    assert names == {
        "Counter": ExportKind.FUNCTION,
        "Note": ExportKind.FUNCTION,
        "default": ExportKind.OTHER,
    }
    assert [one.source for one in file.imports] == ["react"]


@pytest.mark.parametrize(
    ("correct", "wrong", "at"),
    [
        (b"      It's {count}\n", b"      It's {count\n", b"button"),
        (b"    </button>\n", b"", b"}"),
        (b"=> setCount", b"= setCount", b"="),
        (b"step = 1 }", b"step = 1 }: Props", b":"),
        (b"const START = 0", b"const START = 0\nconst START = 1", b"START"),
        (b"export default Counter", b"export default Counter\nreturn 1", b"return"),
        (b"onClick={add}", b"onClick=add", b"add"),
    ],
)
def test_a_mistake_in_it_has_a_place(correct: bytes, wrong: bytes, at: bytes) -> None:
    assert correct in COUNTER
    data = COUNTER.replace(correct, wrong, 1)
    file = parse_jsx_file(data)
    assert file.fault is not None
    assert data[slice(*file.fault.span)] == at[:1]
    assert not file.is_exact


def test_its_names_are_known_all_the_same() -> None:
    file = parse_jsx_file(COUNTER.replace(b"onClick={add}", b"onClick=add"))
    names = [name.name for one in file.exports for name in one.names]
    assert names == ["Counter", "Note", "default"]


def test_typescript_is_not_judged() -> None:
    file = parse_jsx_file(
        COUNTER.replace(b"step = 1 }", b"step }: { step: number }"), typescript=True
    )
    assert file.fault is None
    assert not file.is_exact
    assert [name.name for one in file.exports for name in one.names][:2] == ["Counter", "Note"]


def test_a_byte_order_mark_counts() -> None:
    file = parse_jsx_file(b"\xef\xbb\xbfexport const a = 1")
    assert [name.span for one in file.exports for name in one.names] == [(16, 17)]
    assert file.is_exact


def test_a_file_that_ends_too_soon_has_its_fault_at_the_end() -> None:
    data = b"export const A = () => {\n  return <b>It's</b>\n\n"
    file = parse_jsx_file(data)
    assert file.fault is not None
    assert file.fault.detail == ENDS_TOO_SOON
    assert data[slice(*file.fault.span)] == b">"


@pytest.mark.parametrize("data", [b"", b"// nothing yet", b"export * from './other.jsx'"])
def test_what_it_passes_on_or_will_hold_is_not_known(data: bytes) -> None:
    file = parse_jsx_file(data)
    assert file.fault is None
    assert not file.is_exact


def test_attributes_of_imports_pass_in_a_file() -> None:
    assert parse_jsx_file(b"import a from './a.json' with { type: 'json' }").fault is None
