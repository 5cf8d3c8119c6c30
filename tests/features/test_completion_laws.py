"""What holds for proposals at any place of any docs.json, however broken it is."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Encoding, Text
from docs_lsp.evaluation.check import read_site
from docs_lsp.features._abilities import CompletionAbilities as Abilities
from docs_lsp.features._view import View
from docs_lsp.features.completion import answer_completion, answer_completion_resolve
from docs_lsp.features.to_lsp import Json
from docs_lsp.files.files import BufferedFiles, DiskFiles, MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from tests.conftest import SITES
from tests.features.markers import marked
from tests.features.proposals import BARE, FULL, applied, span_of

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
KNOWN = ("broken", "ferry", "languages", "notebook", "observatory", "plain")
CLEAN = ("ferry", "languages", "notebook", "observatory", "plain")
TYPED = ("", '"', '""', ",", ":", "{", "[", "\n", '"pa', "gu", '"GET /', " ", "\\", "//", "é🙂")
LISTS = Abilities(snippets=True, as_is=True, ask_again="again")
_FEW = 6
"""So many proposals of one answer are chosen, at most."""
_TO_BE_FILLED = re.compile(r'""|\[\s*\]|\{\s*\}|https://"|"\./"')
_STOP = re.compile(r"\$\{\d+:((?:[^}\\]|\\.)*)\}|\$\d+|\\([\\$}])")
_CAN_BEGIN = re.compile(rb"[\[{,]\s*")


@cache
def site_of(name: str) -> View:
    root = SITES / name
    files = DiskFiles(root)
    return View(read_site(root, files, Settings()), files, root)


def parts(view: View) -> list[str]:
    return [name for name, part in view.site.parts.items() if isinstance(part, Document)]


def typed(view: View, file: str, text: Text) -> View:
    """The site with another text for one of its parts."""
    files = BufferedFiles(view.files, {file: text.data})
    return View(view.site.replace_part(file, text), files, view.root)


def check(view: View, file: str, offset: int, can: Abilities, encoding: Encoding) -> int:
    """Ask at a place; what is proposed there can be chosen without harm."""
    text = view.text(file)
    answer = answer_completion(view, file, offset, can, encoding)
    faults = len(list(Document.from_text(text).iter_faults()))
    items = answer["items"]
    for item in items[:: len(items) // _FEW + 1]:
        start, end = span_of(text, item["textEdit"]["range"], encoding)
        assert start <= offset <= end
        assert b"\n" not in text.data[start:end]
        after = Document.from_text(applied(text, item, encoding))
        assert len(list(after.iter_faults())) <= faults, item
        assert answer_completion_resolve(view, item, can)["label"] == item["label"]
    return len(items)


# Small sites


@given(
    st.sampled_from(KNOWN),
    st.randoms(use_true_random=False),
    st.sampled_from(TYPED),
    st.integers(0, 12),
    st.booleans(),
    st.sampled_from((BARE, FULL, LISTS)),
    st.sampled_from(Encoding),
)
def test_any_place_of_any_text_has_an_answer_that_does_no_harm(
    name: str,
    chance: random.Random,
    new: str,
    gone: int,
    cut: bool,
    can: Abilities,
    encoding: Encoding,
) -> None:
    whole = site_of(name)
    file = chance.choice(parts(whole))
    text = whole.text(file).data.decode()
    at = chance.randint(0, len(text))
    rest = "" if cut else text[at + gone :]
    view = typed(whole, file, Text.from_data(f"{text[:at]}{new}{rest}"))
    inner = new.removesuffix('"') if new == '""' else new
    offset = len((text[:at] + inner).encode())

    check(view, file, offset, can, encoding)


def places(view: View, file: str) -> Iterator[tuple[int, str]]:
    """Where a key or an item can begin, and what is typed there."""
    data = view.text(file).data
    for number, match in enumerate(_CAN_BEGIN.finditer(data)):
        if data[: match.start()].count(b'"') % 2 == 0:  # It is not a sign in a text.
            yield match.end(), ("", '""')[number % 2]


def told(view: View) -> Counter[str]:
    """The errors and warnings of a site, by rule."""
    found = (one for problems in view.site.get_problems().values() for one in problems)
    return Counter(one.rule for one in found if one.severity <= Severity.WARNING)


@pytest.mark.parametrize("name", CLEAN)
def test_what_is_chosen_in_a_sound_text_gives_no_finding(name: str) -> None:
    whole = site_of(name)
    before = told(whole)
    count = 0
    for file in parts(whole):
        data = whole.text(file).data
        for at, new in places(whole, file):
            text = Text.from_data(data[:at] + new.encode() + data[at:])
            offset = at + len(new) // 2
            view = typed(whole, file, text)
            items = answer_completion(view, file, offset, BARE, Encoding.UTF8)["items"]
            for item in items[at % 5 :: 5]:
                if _TO_BE_FILLED.search(item["textEdit"]["newText"]):
                    continue
                count += 1
                after = applied(text, item, Encoding.UTF8)
                assert not told(typed(whole, file, Text.from_data(after))) - before, (item, after)
    assert count > 10


def asking(view: View, file: str, offset: int) -> Iterator[tuple[Json, View, int]]:
    """The proposals that leave something to be filled in, with the site once they were chosen and
    the place where the cursor stands then."""
    text = view.text(file)
    for item in answer_completion(view, file, offset, LISTS, Encoding.UTF8)["items"]:
        if item.get("insertTextFormat") == 2:
            marks = {**item, "insertTextFormat": 1}
            after = applied(text, marks, Encoding.UTF8)
            at = min(after.index(stop) for stop in ("$1", "${1:", "$0") if stop in after)
            new = Text.from_data(_STOP.sub(_left, after))
            yield item, typed(view, file, new), len(_STOP.sub(_left, after[:at]).encode())


def _left(stop: re.Match[str]) -> str:
    return stop[1] or stop[2] or ""


ASKED_IN = """--- docs.json
{ "theme": "mint", "name": "Bay", "favicon": "/i.png", "icons": {"library": "lucide"},
"navigation": { "languages": [ { "language": "en",
"versions": [ { "version": "1", "tabs": [ { "tab": "A", "icon": "ship",
"groups": [ { "group": "B", "pages": ["a", { "group": "C", "pages": [] }] } ] } ] } ] } ] },
"navbar": { "links": [ {} ], "primary": {} }, "footer": { "links": [ {} ], "socials": {} },
"redirects": [ {} ], "api": { "mdx": {} }, "fonts": {}, "logo": {}, "background": {},
"contextual": { "options": [] }, "appearance": {}, "styling": {}, "integrations": {}, "seo": {} }
--- a.mdx
[dead](/gone)
--- i.png
--- f.woff2
--- openapi.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {"/a": {"get": {}}} }
--- parts/b.json
{}
"""


@pytest.mark.parametrize("site", ["rich", "poor"])
def test_editors_ask_again_only_where_there_is_something_to_choose(site: str) -> None:
    """VS Code opens a list of its own where nothing is proposed, and takes a word of it."""
    text = ASKED_IN if site == "rich" else ASKED_IN.partition("--- a.mdx")[0].replace('"icon"', "")
    whole = marked(text.replace('"favicon": "/i.png", ', "")).view()
    asks: Counter[bool] = Counter()
    missed = set()
    for at, new in places(whole, "docs.json"):
        data = whole.text("docs.json").data
        view = typed(whole, "docs.json", Text.from_data(data[:at] + new.encode() + data[at:]))
        for item, after, offset in asking(view, "docs.json", at + len(new) // 2):
            found = answer_completion(after, "docs.json", offset, LISTS, Encoding.UTF8)["items"]
            is_asking = "command" in item
            asks[is_asking] += 1
            assert found or not is_asking, (item["label"], item["textEdit"])
            has_begun = "${1:" in item["textEdit"]["newText"]
            if not (is_asking or has_begun) and {each["label"] for each in found} - {"$ref"}:
                missed.add(item["label"])
    assert min(asks[True], asks[False]) > 20
    assert missed == set()


# Real files


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_real_files_have_an_answer_everywhere() -> None:
    chance = random.Random(4)
    proposals = 0
    for path in sorted(CORPUS.glob("configs/*.json"))[::8]:
        data = path.read_bytes()
        if len(data) > 100_000:
            continue
        files = MemoryFiles({"docs.json": data})
        view = View(read_site(Path("/site"), files, Settings()), files, Path("/site"))
        for _ in range(5):
            at = chance.randint(0, len(data))
            new = chance.choice(TYPED).encode()
            rest = chance.choice((b"", data[at:], data[at + chance.randint(1, 20) :]))
            text = Text.from_data((data[:at] + new + rest).decode("utf-8", "replace"))
            start = len((data[:at] + new).decode("utf-8", "replace").encode())
            other = typed(view, "docs.json", text)
            proposals += check(other, "docs.json", start, FULL, Encoding.UTF16)
    assert proposals > 200


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
@pytest.mark.parametrize("name", ["trigger-dev", "x402"])
def test_real_sites_have_an_answer_everywhere(name: str) -> None:
    root = CORPUS / "sites" / name
    disk = DiskFiles(root)
    view = View(read_site(root, disk, Settings()), disk, root)
    chance = random.Random(5)
    for _ in range(12):
        file = chance.choice(parts(view))
        data = view.text(file).data
        match = chance.choice([*_CAN_BEGIN.finditer(data)])
        text = Text.from_data(data[: match.end()] + b'""' + data[match.end() :])
        check(typed(view, file, text), file, match.end() + 1, FULL, Encoding.UTF16)
