"""The examples say what they seem to say: a harness that read them wrongly would prove nothing."""

from __future__ import annotations

from docs_lsp.core.text import Span
from tests.rules.harness import Mark, examples_in, findings

TEXT = """A rule.

```fail two tabs
"navigation": { "tabs": "«é»" }
```
> a list

```pass
--- docs.json
"theme": "maple"
--- a page.mdx
# «A»⟦b⟧
```
"""


def test_blocks_are_read_with_their_names_and_words() -> None:
    fails, passes = examples_in(TEXT)

    assert (fails.fails, fails.label, fails.line, fails.said) == (True, "two tabs", 3, ("a list",))
    assert (passes.fails, passes.label, passes.said) == (False, "", ())
    assert list(passes.files) == ["docs.json", "a page.mdx"]


def test_marks_are_taken_out_and_counted_in_bytes() -> None:
    fails, passes = examples_in(TEXT)

    (mark,) = fails.marks
    data = fails.files[mark.file].encode()
    assert data[mark.span.start : mark.span.end].decode() == "é"
    assert passes.files["a page.mdx"] == "# Ab\n"
    assert passes.marks == (Mark("a page.mdx", Span(2, 3)),)
    assert passes.related == (Mark("a page.mdx", Span(3, 4)),)


def test_members_get_what_every_docs_json_needs_around_them() -> None:
    _, passes = examples_in(TEXT)

    assert passes.files["docs.json"].count('"theme"') == 1
    assert '"navigation"' in passes.files["docs.json"]
    assert findings({"docs.json": passes.files["docs.json"]}) == []


def test_a_whole_docs_json_is_left_as_it_is() -> None:
    (example,) = examples_in('```fail\n«{» "theme": "mint" }\n```\n')

    assert example.files == {"docs.json": '{ "theme": "mint" }\n'}
    assert {each.rule for each in findings(example.files)} == {"missing-key"}


def test_file_rules_see_a_site_with_files_beside_docs_json() -> None:
    (example,) = examples_in('```fail\n"navigation": { "pages": ["a"] }\n```\n')

    assert findings(example.files) == []
    found = findings({**example.files, "b.mdx": "# B\n"})
    assert [each.rule for each in found] == ["missing-page"]
