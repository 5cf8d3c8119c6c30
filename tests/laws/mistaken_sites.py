"""Small sites with two or more mistakes in docs.json, drawn by Hypothesis.

The mistakes are those that writers make: a key that is misspelt, in the wrong place, doubled or
missing, a value of another type, an entry written as a file or a link, two kinds of content in one
element, keys of the older mint.json. One may hide another, which no list of planted single mistakes
shows.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from hypothesis import strategies as st

from docs_lsp.files.files import MemoryFiles

Docs: TypeAlias = dict[str, Any]
Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]

PAGES = ("a", "b/index", "c", "d", "guides/x", "guides/y", "fr/a", "fr/guides/x", "v1/a")
_OPERATIONS = {"/boats": {"get": {}, "post": {}}, "/quays/{id}": {"get": {"tags": ["Quays"]}}}
_SPEC = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": _OPERATIONS}
_FILES = {
    **{f"{page}.mdx": f'---\ntitle: "Page {page}"\n---\n\nText of [a](/a).\n' for page in PAGES},
    "api.json": json.dumps(_SPEC),
    "logo.svg": "<svg/>",
}
_TITLES = {
    "groups": "group",
    "tabs": "tab",
    "anchors": "anchor",
    "dropdowns": "dropdown",
    "versions": "version",
    "languages": "language",
    "products": "product",
}
_BELOW = {
    "navigation": ("pages", "groups", "tabs", "anchors", "versions", "languages", "products"),
    "versions": ("pages", "groups", "tabs", "languages"),
    "languages": ("pages", "groups", "tabs", "anchors"),
    "products": ("groups", "tabs", "versions"),
    "tabs": ("pages", "groups", "anchors", "dropdowns", "href"),
    "anchors": ("pages", "groups", "href"),
    "dropdowns": ("pages", "groups", "href"),
}
_LABELS = {"languages": ("en", "fr", "de"), "versions": ("v1", "v2")}
_ODD_VALUES = st.sampled_from((None, 5, True, "", "x", [], {}, ["a"], {"a": 1}))
_ODD_ENTRIES = st.sampled_from(
    (
        *("a.mdx", "/a/", "./c", "A", "guides/z", "guide/x", "none", "", "https://example.com/a"),
        *("GET /boats", "GET /none", "GTE /boats", "/boats", "GET/boats", "get /quays/{name}"),
        *("api.json GET /boats", "api GET /boats", 5, None, {"page": "d"}, {"group": "Inner"}),
        *({"pages": ["d"]}, {"group": "Inner", "pages": "d"}, {"page": "c", "tag": 5}, ["a"]),
    )
)
_ELEMENT_EXTRAS = st.sampled_from(
    (
        *(("searchable", 1), ("icon", 5), ("icon", "gear"), ("hidden", "yes"), ("tag", 5)),
        *(("href", "a"), ("href", "/a"), ("href", "https://example.com"), ("url", "/a")),
        *(("openapi", "api.json"), ("openapi", 5), ("openapi", "none.json"), ("root", "a")),
        *(("expanded", "true"), ("default", True), ("color", "red"), ("directory", "accordion")),
        *(("Pages", ["a"]), ("page", ["d"]), ("group", ""), ("interaction", {"drilldown": True})),
        *(("global", {"anchors": [{"anchor": "A", "href": "a"}]}), ("globals", {"anchors": []})),
        *(("asyncapi", {"source": 5}), ("isDefaultVersion", True), ("name", "A"), ("menu", [])),
    )
)
_ROOT_EXTRAS = st.sampled_from(
    (
        *(("theme", "mnit"), ("theme", "venus"), ("colors", {"primary": "red"}), ("favcon", "/x")),
        *(("colors", "#000"), ("name", ""), ("logo", "/logo.png"), ("logo", {"dark": "/logo.svg"})),
        *(("logo", {"light": "/logo.svg", "dark": "/logo.svg", "href": "a"}), ("logo", [])),
        *(("api", {"baseUrl": "https://example.com", "auth": {"method": "bearer"}}),),
        *(("api", {"openapi": "api.json", "playground": {"mode": "simple"}}), ("api", "api.json")),
        *(("topbarLinks", [{"name": "A", "url": "/a"}]), ("openapi", "api.json")),
        *(("topbarCtaButton", {"name": "A", "url": "https://example.com"}),),
        *(
            ("anchors", [{"name": "A", "url": "https://example.com"}]),
            ("tabs", [{"url": "guides"}]),
        ),
        *(("navbar", {"links": [{"label": "A"}], "primary": {"type": "button", "href": "a"}}),),
        *(("navbar", {"links": [{"href": "/a"}, {"label": "B", "href": "b c"}], "primary": {}}),),
        *(("footer", {"socials": {"gihub": "https://example.com", "x": "me"}}),),
        *(("footerSocials", {"github": "https://example.com"}), ("backgroundImage", "/logo.svg")),
        *(("metadata", {"og:title": "A"}), ("seo", {"metatags": []}), ("search", {"promt": "A"})),
        *(("integrations", {"ga4": {"measurementId": "x"}}), ("analytics", {"ga4": {}})),
        *(("feedback", {"thumbsRating": True}), ("modeToggle", {"default": "dark"})),
        *(("styling", {"codeblocks": "drak"}), ("icons", {"library": "lucid"}), ("fonts", {})),
        *(("banner", {"content": 5}), ("contextual", {"options": ["copy", "chatgtp"]})),
        *(("errors", {"404": {"redirect": "no"}}), ("$schema", 5), ("variables", {"a b": 1})),
    )
)
_REDIRECTS = st.lists(
    st.sampled_from(
        (
            *(("/old", "/a"), ("/old", "/c"), ("/older", "/old"), ("/a", "/c"), ("/loop", "/loop")),
            *(("/x/:slug*", "/guides/:slug*"), ("/x/y", "/nowhere"), ("x", "/a"), ("/s", "a")),
            *(("/p/:id", "/guides/:id"), ("/q/*", "/guides/*"), ("/mcp", "/a"), ("/h#i", "/a")),
        )
    ),
    max_size=3,
)


@st.composite
def mistaken_files(draw: Draw) -> MemoryFiles:
    """The files of a site whose docs.json has at least two mistakes."""
    docs: Docs = {"theme": "mint", "name": "A", "colors": {"primary": "#0D9373"}}
    docs["navigation"] = _draw_element(draw, "navigation", 3)
    redirects = [{"source": old, "destination": new} for old, new in draw(_REDIRECTS)]
    if redirects:
        docs["redirects"] = redirects
    for _ in range(draw(st.integers(2, 4))):
        draw(st.sampled_from(_MISTAKES))(draw, docs)
    indent = draw(st.sampled_from((2, 4, "\t", None)))
    text = json.dumps(docs, indent=indent, ensure_ascii=False)
    return MemoryFiles({**_FILES, "docs.json": text})


def _draw_element(draw: Draw, kind: str, depth: int) -> Docs:
    element: Docs = {}
    if title := _TITLES.get(kind):
        element[title] = draw(st.sampled_from(_LABELS.get(kind, ("One", "Two", "Three"))))
    if kind == "groups":
        element["pages"] = _draw_pages(draw, depth - 1)
        return element
    allowed = [key for key in _BELOW[kind] if depth > 1 or key in ("pages", "groups", "href")]
    key = draw(st.sampled_from(allowed))
    element[key] = _draw_content(draw, key, depth)
    return element


def _draw_content(draw: Draw, key: str, depth: int) -> Any:
    if key == "href":
        return draw(st.sampled_from(("/a", "https://example.com")))
    if key == "pages":
        return _draw_pages(draw, depth - 1)
    count = draw(st.integers(1, 2))
    return [_draw_element(draw, key, depth - 1) for _ in range(count)]


def _draw_pages(draw: Draw, depth: int) -> list[Any]:
    pages: list[Any] = draw(st.lists(st.sampled_from(PAGES), min_size=1, max_size=3))
    if depth > 0 and draw(st.integers(0, 3)) == 0:
        pages.append({"group": "Inner", "pages": _draw_pages(draw, depth - 1)})
    return pages


# The mistakes


def _objects(value: Any) -> Iterator[Docs]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for child in value:
            yield from _objects(child)


def _lists(value: Any) -> Iterator[list[Any]]:
    for one in _objects(value):
        yield from (child for child in one.values() if isinstance(child, list))


def _choose_element(draw: Draw, docs: Docs) -> Docs:
    """An object of the navigation; rarely all of it, since the service then rejects the file."""
    elements = list(_objects(docs.get("navigation", {}))) or [docs]
    element: Docs = draw(st.sampled_from(elements[1:] * 3 + elements))
    return element


def _misspell_key(draw: Draw, docs: Docs) -> None:
    element = _choose_element(draw, docs)
    if element:
        key = draw(st.sampled_from(sorted(element)))
        wrong = draw(st.sampled_from((key[:-1], f"{key}s", key.title(), key[1:], key.upper())))
        _rename(element, key, wrong or "x")


def _rename(element: Docs, key: str, new: str) -> None:
    items = [(new if one == key else one, value) for one, value in element.items()]
    element.clear()
    element.update(items)


def _drop_key(draw: Draw, docs: Docs) -> None:
    element = _choose_element(draw, docs)
    if element:
        del element[draw(st.sampled_from(sorted(element)))]


def _change_type(draw: Draw, docs: Docs) -> None:
    element = draw(st.sampled_from((_choose_element(draw, docs), docs)))
    if element:
        element[draw(st.sampled_from(sorted(element)))] = copy.deepcopy(draw(_ODD_VALUES))


def _add_second_kind(draw: Draw, docs: Docs) -> None:
    element = _choose_element(draw, docs)
    key = draw(st.sampled_from((*_TITLES, "pages")))
    item = (key, _draw_content(draw, key, 2))
    items = [item, *element.items()] if draw(st.booleans()) else [*element.items(), item]
    element.clear()
    element.update(items)


def _add_odd_entry(draw: Draw, docs: Docs) -> None:
    lists = list(_lists(docs.get("navigation", {})))
    if lists:
        chosen = draw(st.sampled_from(lists))
        chosen.insert(draw(st.integers(0, len(chosen))), copy.deepcopy(draw(_ODD_ENTRIES)))


def _repeat_item(draw: Draw, docs: Docs) -> None:
    lists = [one for one in _lists(docs.get("navigation", {})) if one]
    if lists:
        chosen = draw(st.sampled_from(lists))
        chosen.append(copy.deepcopy(draw(st.sampled_from(chosen))))


def _add_odd_key(draw: Draw, docs: Docs) -> None:
    key, value = copy.deepcopy(draw(_ELEMENT_EXTRAS))
    _choose_element(draw, docs)[key] = value


def _add_root_key(draw: Draw, docs: Docs) -> None:
    key, value = copy.deepcopy(draw(_ROOT_EXTRAS))
    docs[key] = value


def _move_key_up(draw: Draw, docs: Docs) -> None:
    """A key of an element that is written at the top level."""
    element = _choose_element(draw, docs)
    if element and element is not docs:
        key = draw(st.sampled_from(sorted(element)))
        docs[key] = copy.deepcopy(element[key])


_MISTAKES = (
    _misspell_key,
    _drop_key,
    _change_type,
    _add_second_kind,
    _add_odd_entry,
    _repeat_item,
    _add_odd_key,
    _add_odd_key,
    _add_root_key,
    _add_root_key,
    _move_key_up,
)
