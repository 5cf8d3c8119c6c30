"""A mint.json as a docs.json: what becomes of it, what is told, and what always holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.core.problem import Severity
from docs_lsp.refactor.convert import Conversion, convert_docs
from tests.rules.harness import findings

OLD: dict[str, Any] = {
    "$schema": "https://mintlify.com/schema.json",
    "name": "Quay",
    "theme": "venus",
    "layout": "topnav",
    "logo": {"light": "/logo/light.svg", "dark": "/logo/dark.svg", "href": "https://example.com"},
    "favicon": "/favicon.svg",
    "openapi": ["/api.yaml"],
    "colors": {
        "primary": "#0D9373",
        "light": "#07C983",
        "ultraLight": "#ffffff",
        "background": {"dark": "#181818"},
        "anchors": {"from": "#0D9373", "to": "#07C983"},
    },
    "seo": {"indexHiddenPages": True},
    "metadata": {"og:site_name": "Quay"},
    "modeToggle": {"default": "dark", "isHidden": True},
    "feedback": {"thumbsRating": True},
    "search": {"prompt": "Ask"},
    "topbarLinks": [{"name": "Blog", "url": "https://example.com/blog"}],
    "topbarCtaButton": {"name": "Start", "url": "https://example.com"},
    "primaryTab": {"name": "Guides"},
    "tabs": [
        {"name": "API", "url": "api", "openapi": "/api.yaml"},
        {"name": "Examples", "url": "examples"},
        {"name": "Status", "url": "https://status.example.com"},
    ],
    "topAnchor": {"name": "Docs", "icon": "book"},
    "anchors": [
        {"name": "Community", "icon": "discord", "url": "https://example.com/chat"},
        {"name": "Tides", "icon": "wave", "url": "tides", "color": "#0D9373"},
    ],
    "navigation": [
        {"group": "Start", "pages": ["index", {"group": "In", "icon": "x", "pages": ["a"]}]},
        {"group": "Tides", "iconType": "solid", "pages": ["tides/high", "tides/low"]},
        {"group": "Boats", "pages": ["examples/boats"]},
    ],
    "footerSocials": {"x": "https://x.com/quay", "myspace": "https://example.com/m"},
    "analytics": {"ga4": {"measurementId": "G-1"}, "nobody": {"id": 1}},
    "integrations": {"intercom": "abcdef12"},
    "api": {
        "baseUrl": "https://api.example.com",
        "auth": {"method": "bearer"},
        "playground": {"mode": "show", "disableProxy": True},
        "maintainOrder": True,
    },
    "backgroundImage": "/waves.png",
    "background": {"style": "grid"},
    "codeBlock": {"mode": "auto"},
    "redirects": [{"source": "/old", "destination": "/index"}],
    "customThing": 1,
}


def faults(made: Conversion, pages: set[str]) -> list[str]:
    files = {"docs.json": made.text, **{f"{page}.mdx": "Text\n" for page in pages}}
    rules = {"missing-asset", "missing-spec", "unused-spec", "invalid-spec"}
    return [
        f"{one.rule}: {one.message}"
        for one in findings(files)
        if one.severity <= Severity.WARNING and one.rule not in rules
    ]


def entries(node: object) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from entries(item)
    elif isinstance(node, dict):
        for key in ("pages", "groups", "tabs", "anchors", "versions", "languages"):
            yield from entries(node.get(key))
    elif isinstance(node, str):
        yield node


def test_settings_and_navigation_come_to_their_places() -> None:
    docs = dict(convert_docs(OLD).docs)
    navigation = docs.pop("navigation")

    assert docs == {
        "$schema": "https://mintlify.com/docs.json",
        "theme": "palm",
        "name": "Quay",
        "colors": {"primary": "#0D9373", "light": "#07C983"},
        "logo": OLD["logo"],
        "favicon": "/favicon.svg",
        "api": {
            "openapi": ["/api.yaml"],
            "mdx": {"server": "https://api.example.com", "auth": {"method": "bearer"}},
            "playground": {"display": "interactive", "proxy": False},
        },
        "background": {
            "color": {"dark": "#181818"},
            "image": "/waves.png",
            "decoration": "grid",
        },
        "seo": {"indexing": "all", "metatags": {"og:site_name": "Quay"}},
        "appearance": {"default": "dark", "strict": True},
        "search": {"prompt": "Ask"},
        "navbar": {
            "links": [{"label": "Blog", "href": "https://example.com/blog"}],
            "primary": {"type": "button", "label": "Start", "href": "https://example.com"},
        },
        "footer": {"socials": {"x": "https://x.com/quay"}},
        "integrations": {"ga4": {"measurementId": "G-1"}, "intercom": {"appId": "abcdef12"}},
        "styling": {"codeblocks": "system"},
        "redirects": OLD["redirects"],
    }
    assert navigation == {
        "tabs": [
            {
                "tab": "Guides",
                "anchors": [
                    {
                        "anchor": "Docs",
                        "icon": "book",
                        "groups": [
                            {
                                "group": "Start",
                                "pages": ["index", {"group": "In", "icon": "x", "pages": ["a"]}],
                            }
                        ],
                    },
                    {
                        "anchor": "Tides",
                        "icon": "wave",
                        "color": {"light": "#0D9373", "dark": "#0D9373"},
                        "groups": [{"group": "Tides", "pages": ["tides/high", "tides/low"]}],
                    },
                ],
            },
            {"tab": "API", "openapi": {"source": "/api.yaml", "directory": "api"}},
            {"tab": "Examples", "groups": [{"group": "Boats", "pages": ["examples/boats"]}]},
            {"tab": "Status", "href": "https://status.example.com"},
        ],
        "global": {
            "anchors": [
                {"anchor": "Community", "icon": "discord", "href": "https://example.com/chat"}
            ]
        },
    }


def test_what_could_not_be_kept_is_told() -> None:
    notes = "\n".join(convert_docs(OLD).notes)

    for word in ("`iconType`", "`layout`", "colors.ultraLight", "colors.anchors", "`feedback`"):
        assert word in notes
    for word in (
        "`myspace`",
        "integrations.nobody",
        "`customThing` was dropped: docs.json has no",
    ):
        assert word in notes
    assert len(convert_docs(OLD).notes) == 9


def test_the_outcome_is_valid_and_lists_every_page() -> None:
    made = convert_docs(OLD)
    pages = set(entries(OLD["navigation"]))

    assert faults(made, pages) == []
    assert set(entries(made.docs["navigation"])) == pages


def test_a_tab_that_is_the_first_one_under_another_name_is_not_shown_twice() -> None:
    old = {
        "name": "Quay",
        "colors": {"primary": "#0D9373"},
        "primaryTab": {"name": "Documentation"},
        "tabs": [{"name": "Documentation", "url": "docs"}, {"name": "Portal", "url": "portal"}],
        "navigation": [
            {"group": "Overview", "pages": ["overview"]},
            {"group": "Portal", "pages": ["portal/overview"]},
        ],
    }
    assert convert_docs(old).docs["navigation"] == {
        "tabs": [
            {"tab": "Documentation", "groups": [{"group": "Overview", "pages": ["overview"]}]},
            {"tab": "Portal", "groups": [{"group": "Portal", "pages": ["portal/overview"]}]},
        ]
    }


def convert_navigation(**more: object) -> Conversion:
    return convert_docs({"name": "Quay", "colors": {"primary": "#0D9373"}, **more})


def test_generated_pages_keep_their_folder_beside_pages_too() -> None:
    made = convert_navigation(
        tabs=[
            {"name": "API", "url": "/api/", "openapi": "/api.yaml"},
            {"name": "Ref", "url": "ref", "openapi": ["/a.yaml", "/b.yaml"]},
            {"name": "Out", "url": "https://example.com", "openapi": "/out.yaml"},
        ],
        anchors=[{"name": "V2", "url": "api/v2", "openapi": "/v2.yaml"}],
        navigation=[{"group": "G", "pages": ["api/start", "index"]}],
    )
    v2 = {"anchor": "V2", "openapi": {"source": "/v2.yaml", "directory": "api/v2"}}
    own = {
        "anchor": "Documentation",
        "icon": "book-open",
        "groups": [{"group": "G", "pages": ["api/start"]}],
    }
    assert made.notes == ()
    assert made.docs["navigation"] == {
        "tabs": [
            {"tab": "Documentation", "groups": [{"group": "G", "pages": ["index"]}]},
            {
                "tab": "API",
                "openapi": {"source": "/api.yaml", "directory": "api"},
                "anchors": [own, v2],
            },
            {
                "tab": "Ref",
                "openapi": [
                    {"source": "/a.yaml", "directory": "ref"},
                    {"source": "/b.yaml", "directory": "ref"},
                ],
            },
            {"tab": "Out", "openapi": "/out.yaml", "href": "https://example.com"},
        ]
    }


def test_a_group_in_two_tabs_is_split_at_every_depth() -> None:
    nested = {"group": "In", "icon": "x", "pages": ["api/in", "out", "https://example.com"]}
    made = convert_navigation(
        tabs=[{"name": "API", "url": "api"}],
        navigation=[
            {"group": "All", "root": "api/all", "tag": "new", "pages": ["index", "api/a", nested]}
        ],
    )
    assert made.docs["navigation"] == {
        "tabs": [
            {
                "tab": "Documentation",
                "groups": [
                    {
                        "group": "All",
                        "tag": "new",
                        "pages": ["index", {**nested, "pages": ["out", "https://example.com"]}],
                    }
                ],
            },
            {
                "tab": "API",
                "groups": [
                    {
                        "group": "All",
                        "root": "api/all",
                        "tag": "new",
                        "pages": ["api/a", {**nested, "pages": ["api/in"]}],
                    }
                ],
            },
        ]
    }


@pytest.mark.parametrize(
    ("old", "theme", "notes"),
    [
        ({"theme": "quill"}, "willow", 0),
        ({"theme": "venus"}, "palm", 0),
        ({"theme": "prism"}, "mint", 0),
        ({"layout": "sidenav"}, "maple", 0),
        ({"theme": "quill", "layout": "solidSidenav"}, "willow", 0),
        ({"theme": "venus", "layout": "sidenav"}, "maple", 1),
        ({"theme": "almond", "layout": "sidenav"}, "almond", 1),
        ({"theme": "gone"}, "mint", 1),
        ({}, "mint", 0),
    ],
)
def test_an_older_theme_or_layout_becomes_the_theme_that_followed(
    old: dict[str, str], theme: str, notes: int
) -> None:
    made = convert_navigation(navigation=["index"], **old)
    assert (made.docs["theme"], len(made.notes)) == (theme, notes)


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ({"eyebrow": {"display": "section"}}, {"styling": {"eyebrows": "section"}}, ""),
        (
            {"search": {"prompt": "Ask", "location": "side"}},
            {"search": {"prompt": "Ask"}},
            "`search.location`",
        ),
        ({"seo": {"indexHiddenPages": False}}, {"seo": {"indexing": "navigable"}}, ""),
        (
            {"api": {"auth": {"method": "key", "inputPrefix": "K"}}},
            {"api": {"mdx": {"auth": {"method": "key"}}}},
            "`api.auth.inputPrefix`",
        ),
        (
            {"metadata": {"og:title": "Quay", "og:image": 1}},
            {"seo": {"metatags": {"og:title": "Quay"}}},
            "`metadata.og:image`",
        ),
        (
            {
                "footer": {"socials": {"x": "https://x.com/a"}},
                "footerSocials": {"x": "https://b.c"},
            },
            {"footer": {"socials": {"x": "https://x.com/a"}}},
            "`https://b.c`",
        ),
        (
            {"redirects": [{"source": "/a", "destination": "/b"}, {"source": "/c"}]},
            {"redirects": [{"source": "/a", "destination": "/b"}]},
            "/c",
        ),
        (
            {"topbarCtaButton": {"type": "github", "url": "https://github.com/a/b", "arrow": True}},
            {"navbar": {"primary": {"type": "github", "href": "https://github.com/a/b"}}},
            "`topbarCtaButton.arrow`",
        ),
        (
            {"openapi": "/old.yaml", "api": {"openapi": "/new.yaml"}},
            {"api": {"openapi": "/new.yaml"}},
            "`openapi`",
        ),
        (
            {
                "font": {
                    "headings": {"family": "Inter", "url": "https://a.com/i", "format": "woff2"}
                }
            },
            {
                "fonts": {
                    "heading": {"family": "Inter", "source": "https://a.com/i", "format": "woff2"}
                }
            },
            "",
        ),
    ],
)
def test_a_setting_keeps_what_fits_and_the_rest_is_printed(
    old: dict[str, Any], new: dict[str, Any], note: str
) -> None:
    made = convert_navigation(navigation=["index"], **old)

    usual = ("$schema", "theme", "name", "colors", "navigation")
    assert {key: value for key, value in made.docs.items() if key not in usual} == new
    assert len(made.notes) == (1 if note else 0)
    assert note in "".join(made.notes)


def test_a_tab_without_pages_is_a_link_only_to_a_page() -> None:
    old = {
        "name": "Quay",
        "colors": {"primary": "#0D9373"},
        "tabs": [{"name": "News", "url": "news"}, {"name": "Gone", "url": "gone"}],
        "navigation": [{"group": "G", "pages": ["index"]}],
    }
    made = convert_docs(old, lambda path: path == "news")

    assert made.docs["navigation"] == {
        "tabs": [
            {"tab": "Documentation", "groups": [{"group": "G", "pages": ["index"]}]},
            {"tab": "News", "href": "/news"},
        ]
    }
    assert made.notes == (
        "The tab `Gone` was dropped: no page is listed in its folder, and `/gone` is not a page.",
    )


def test_icon_styles_and_colours_are_kept() -> None:
    made = convert_navigation(
        anchors=[
            {
                "name": "A",
                "url": "a",
                "icon": "ship",
                "iconType": "solid",
                "color": {"from": "#000000", "to": "#111111"},
            }
        ],
        navigation=[{"group": "", "pages": ["a/one"]}],
    )
    assert made.docs["navigation"] == {
        "anchors": [
            {
                "anchor": "A",
                "icon": {"name": "ship", "style": "solid"},
                "color": {"light": "#000000", "dark": "#000000"},
                "groups": [{"group": "Documentation", "pages": ["a/one"]}],
            }
        ]
    }
    assert made.notes == (
        "A group had no title; it is set to `Documentation`. Choose another title.",
        "The gradient of anchor `A` was replaced by its first color.",
    )


def test_a_first_anchor_with_a_name_is_above_links_too() -> None:
    link = {"name": "Chat", "url": "https://example.com"}
    group = {"group": "G", "pages": ["index"]}
    old = {"topAnchor": {"name": "Docs"}, "navigation": [group]}
    anchors = [{"anchor": "Docs", "icon": "book-open", "groups": [group]}]

    plain = convert_navigation(**old, anchors=[link])
    assert plain.docs["navigation"] == {
        "anchors": anchors,
        "global": {"anchors": [{"anchor": "Chat", "href": "https://example.com"}]},
    }
    tabs = convert_navigation(**old, anchors=[link], tabs=[{"name": "API", "url": "api"}])
    assert tabs.docs["navigation"] == {
        "tabs": [{"tab": "Documentation", "anchors": anchors}, {"tab": "API", "href": "/api"}],
        "global": {"anchors": [{"anchor": "Chat", "href": "https://example.com"}]},
    }
    assert (plain.notes, tabs.notes) == ((), ())
    assert convert_navigation(**old).notes == ("`topAnchor` was dropped: no page belongs to it.",)


def test_versions_elsewhere_are_links_and_pages_follow_the_tabs_of_their_version() -> None:
    made = convert_navigation(
        versions=["v2", "v1", {"name": "v0", "url": "https://v0.example.com"}],
        tabs=[{"name": "API", "url": "api", "version": "v2"}],
        anchors=[{"name": "Chat", "url": "https://example.com", "version": "v1"}],
        navigation=[
            {
                "group": "G",
                "pages": ["index", "api/a", {"group": "Old", "version": "v1", "pages": ["old"]}],
            }
        ],
    )
    old = {"group": "Old", "pages": ["old"]}
    assert made.docs["navigation"] == {
        "versions": [
            {
                "version": "v2",
                "tabs": [
                    {"tab": "Documentation", "groups": [{"group": "G", "pages": ["index"]}]},
                    {"tab": "API", "groups": [{"group": "G", "pages": ["api/a"]}]},
                ],
            },
            {
                "version": "v1",
                "global": {"anchors": [{"anchor": "Chat", "href": "https://example.com"}]},
                "groups": [{"group": "G", "pages": ["index", old]}],
            },
            {"version": "v0", "href": "https://v0.example.com"},
        ]
    }


def test_versions_take_their_groups_and_those_of_all() -> None:
    old = {
        "name": "Quay",
        "colors": {"primary": "#0D9373"},
        "versions": ["v2", {"name": "v1"}],
        "navigation": [
            {"group": "All", "pages": ["index"]},
            {"group": "New", "version": "v2", "pages": ["new"]},
            {"group": "Lost", "version": "v0", "pages": ["lost"]},
        ],
    }
    made = convert_docs(old)

    assert made.notes == ()
    assert made.docs["navigation"] == {
        "versions": [
            {
                "version": "v2",
                "groups": [
                    {"group": "All", "pages": ["index"]},
                    {"group": "New", "pages": ["new"]},
                ],
            },
            {"version": "v1", "groups": [{"group": "All", "pages": ["index"]}]},
            {
                "version": "v0",
                "groups": [
                    {"group": "All", "pages": ["index"]},
                    {"group": "Lost", "pages": ["lost"]},
                ],
            },
        ]
    }


def test_versions_with_languages_become_languages() -> None:
    old = {
        "name": "Quay",
        "colors": {"primary": "#0D9373"},
        "versions": [
            {"name": "English", "locale": "en", "default": True},
            {"name": "Français", "locale": "fr"},
        ],
        "navigation": [
            {"group": "A", "version": "English", "pages": ["a"]},
            {"group": "B", "version": "Français", "pages": ["fr/a"]},
        ],
    }
    assert convert_docs(old).docs["navigation"] == {
        "languages": [
            {"language": "en", "default": True, "groups": [{"group": "A", "pages": ["a"]}]},
            {"language": "fr", "groups": [{"group": "B", "pages": ["fr/a"]}]},
        ]
    }


def test_a_docs_json_with_older_keys_keeps_what_is_of_today() -> None:
    old = {
        "theme": "maple",
        "name": "Quay",
        "colors": {"primary": "#0D9373"},
        "navigation": {"pages": ["index"]},
        "tabs": [{"name": "API", "url": "api"}],
        "footerSocials": {"github": "http://github.com/quay"},
        "contextual": {"options": ["copy"]},
    }
    made = convert_docs(old)

    assert made.docs["theme"] == "maple"
    assert made.docs["navigation"] == {"pages": ["index"]}
    assert made.docs["footer"] == {"socials": {"github": "https://github.com/quay"}}
    assert made.docs["contextual"] == {"options": ["copy"]}
    assert made.notes == ("`tabs` was dropped: `navigation` has the current format already.",)


def test_links_among_older_anchors_are_kept_beside_a_navigation_of_today() -> None:
    chat = {"name": "Chat", "icon": "discord", "url": "https://example.com/chat"}
    old = {
        "name": "Quay",
        "colors": {"primary": "#0D9373"},
        "navigation": {"pages": ["index"]},
        "anchors": [chat],
    }
    made = convert_docs(old)

    assert made.notes == ()
    assert made.docs["navigation"] == {
        "pages": ["index"],
        "global": {
            "anchors": [{"anchor": "Chat", "icon": "discord", "href": "https://example.com/chat"}]
        },
    }


def test_what_docs_json_needs_is_there_in_any_case() -> None:
    made = convert_docs({"navigation": ["index"]})

    assert faults(made, {"index"}) == []
    assert len(made.notes) == 2


@pytest.mark.parametrize("navigation", [None, [], {}, {"groups": []}, {"tabs": [], "global": {}}])
def test_a_navigation_without_pages_is_one_that_the_service_accepts(navigation: object) -> None:
    made = convert_docs({"name": "Quay", "navigation": navigation})

    rest: dict[str, object] = (
        {"global": {}} if isinstance(navigation, dict) and "global" in navigation else {}
    )
    assert made.docs["navigation"] == {**rest, "pages": []}
    assert "There were no pages" in " ".join(made.notes)


_START = [{"group": "Start", "pages": ["index"]}]


@pytest.mark.parametrize(
    ("navigation", "converted"),
    [
        ({"Pages": ["index"]}, {"pages": ["index"]}),
        ({"groops": _START, "groups": []}, {"groups": _START}),
        ({"Pages": [5]}, {"Pages": [5], "pages": []}),
        ({"Pages": ["a"], "Groups": _START}, {"Pages": ["a"], "Groups": _START, "pages": []}),
    ],
)
def test_content_under_a_misspelt_key_is_what_the_navigation_lists(
    navigation: object, converted: object
) -> None:
    colors = {"primary": "#0D9373"}
    made = convert_docs({"name": "Quay", "colors": colors, "navigation": navigation})

    assert made.docs["navigation"] == converted
    assert len(made.notes) == 1


_TEXT = st.sampled_from(["", "a", "/b", "c/d", "https://example.com", "v1", "#fff"])
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | _TEXT,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["name", "url", "type", "version", "icon", "openapi", "mode", "default"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)
_PAGES = st.recursive(
    st.lists(st.sampled_from(["index", "a", "api/x", "api/y", "c/d/e"]), min_size=1, max_size=3),
    lambda inner: st.lists(
        st.builds(lambda pages: {"group": "G", "pages": pages}, inner), min_size=1, max_size=2
    ),
    max_leaves=4,
)
_GROUPS = st.lists(
    st.builds(
        lambda pages, version: {
            "group": "G",
            "pages": pages,
            **({"version": version} if version else {}),
        },
        _PAGES,
        st.sampled_from([None, None, "v1", "v2"]),
    ),
    min_size=1,
    max_size=4,
)
_SECTION = st.fixed_dictionaries(
    {"name": st.sampled_from(["A", "B"]), "url": st.sampled_from(["api", "c/d", "https://e.com"])}
)


@settings(max_examples=60, deadline=None)
@given(
    groups=_GROUPS,
    tabs=st.lists(_SECTION, max_size=2),
    anchors=st.lists(_SECTION, max_size=2),
    odd=st.dictionaries(
        st.sampled_from([key for key in OLD if key not in ("navigation", "tabs", "anchors")]),
        _JSON,
        max_size=4,
    ),
)
def test_every_page_stays_listed_and_the_outcome_is_valid(
    groups: list[Any], tabs: list[Any], anchors: list[Any], odd: dict[str, Any]
) -> None:
    old = {"navigation": groups, "tabs": tabs, "anchors": anchors, **odd}
    made = convert_docs(json.loads(json.dumps(old)))
    pages = set(entries(groups))

    assert set(entries(made.docs["navigation"])) == pages
    shape = ("wrong-type", "invalid-value", "unknown-key", "missing-key", "legacy-key")
    kinds = (*shape, "mixed-children", "misplaced-child", "no-primary-pattern", "syntax-error")
    assert [one for one in faults(made, pages) if one.startswith(kinds)] == []
