"""The vocabulary: which strings a form takes, and which alternative a value is judged by."""

from __future__ import annotations

import pytest

from docs_lsp.schema.types import (
    Boolean,
    Choice,
    ElementType,
    Form,
    ListOf,
    NumberType,
    OneOf,
    Property,
    Record,
    StringType,
)
from tests.growth.steps import count_steps

TAKEN = [
    (Form.HEX_COLOUR, "#fff"),
    (Form.HEX_COLOUR, "#0D9373"),
    (Form.NOT_BLANK, " a "),
    (Form.URL, "https://example.com"),
    (Form.URL, "ftp://example.com/a b"),
    (Form.HTTPS_URL, "https://example.com/team"),
    (Form.LINK, "https://example.com"),
    (Form.LINK, "mailto:someone@example.com"),
    (Form.LINK, "/guides/start"),
    (Form.LINK, "#top"),
    (Form.LINK, "javascript:void(0)"),
    (Form.LINK, "https://user:word@[::1]:65535/a b"),
    (Form.LINK, "https://example.com:8080"),
    (Form.GLOBAL_LINK, "/guides/start"),
    (Form.GLOBAL_LINK, "/a b"),
    (Form.GLOBAL_LINK, "https://example.com"),
    (Form.FOOTER_LINK, "/files/sdk.zip"),
    (Form.PROFILE_URL, "https://x.com/harbour"),
    (Form.PROFILE_URL, "https://x.com/harbour.png"),
    (Form.PROFILE_URL, "https://x.com/?logo=a.svg"),
    (Form.SCRIPT_URL, "https://cdn.example.com/a.js"),
    (Form.DOMAIN, "example.com"),
    (Form.DOMAIN, "http://example.com"),
    (Form.FOLDER, ".hidden/...a"),
    (Form.FOOTER_LINK, "https://example.com/a"),
    (Form.FOOTER_LINK, "https://example.zip"),
    (Form.FOOTER_LINK, "/imprint"),
    (Form.FOOTER_LINK, "#top"),
    (Form.FOOTER_LINK, "mailto:someone@example.com"),
    (Form.ICON, "rocket"),
    (Form.ICON, "farm"),
    (Form.PAGE_PATH, "guides/start"),
    (Form.SPEC, "openapi.yaml"),
    (Form.SPEC, "./specs/a:b.json"),
    (Form.SPEC, " HTTP://example.com/a.json"),
    (Form.ASSET, ""),
    (Form.FOLDER, "a"),
    (Form.FOLDER, "guides/advanced"),
]
REFUSED = [
    (Form.HEX_COLOUR, "#ffff"),
    (Form.HEX_COLOUR, "#ggg"),
    (Form.HEX_COLOUR, "red"),
    (Form.HEX_COLOUR, "#fff\n"),
    (Form.NOT_BLANK, "  \t"),
    (Form.URL, "example.com"),
    (Form.URL, "https://"),
    (Form.URL, ""),
    (Form.HTTPS_URL, "http://example.com"),
    (Form.HTTPS_URL, "@team"),
    (Form.LINK, "guides/start"),
    (Form.LINK, ""),
    (Form.LINK, "https://exa mple.com"),
    (Form.LINK, "https://example.com:99999"),
    (Form.LINK, "https://example.com:65536/a"),
    (Form.LINK, "https://[bad"),
    (Form.LINK, "https://<domain>.com"),
    (Form.GLOBAL_LINK, "guides/start"),
    (Form.GLOBAL_LINK, "?x=1"),
    (Form.PROFILE_URL, "https://x.com/harbour.svg"),
    (Form.PROFILE_URL, "https://x.com/harbour.ZIP?a"),
    (Form.URL, "https://exa mple.com"),
    (Form.HTTPS_URL, "https://example.com:99999"),
    (Form.SCRIPT_URL, "http://example.com"),
    (Form.SCRIPT_URL, "https://example.com/a.js?b"),
    (Form.DOMAIN, "https://example.com"),
    (Form.FOLDER, "a b"),
    (Form.FOLDER, "./a"),
    (Form.FOLDER, "a/.."),
    (Form.FOLDER, "a?b"),
    (Form.FOLDER, "a\\b"),
    (Form.FOOTER_LINK, "tel:+123"),
    (Form.FOOTER_LINK, "http://example.com"),
    (Form.FOOTER_LINK, "//example.com"),
    (Form.FOOTER_LINK, "https://example.com/setup.exe"),
    (Form.FOOTER_LINK, "imprint"),
    (Form.ICON, "fa-rocket"),
    (Form.SPEC, " "),
    (Form.SPEC, "file:///a.json"),
    (Form.SPEC, "C:\\specs\\a.json"),
    (Form.SPEC, "github:owner/repo"),
    (Form.FOLDER, "/guides"),
    (Form.FOLDER, "guides/"),
    (Form.FOLDER, "/"),
]

LINK = Record(
    "link",
    Property("href", StringType(), "Where.", required=True),
    Property("label", StringType(), "What.", required=True),
    Property("type", StringType(), "Kind."),
)
BADGE = Record(
    "badge",
    Property("href", StringType(), "Where.", required=True),
    Property("type", Choice({"github": "A badge."}), "Kind.", required=True),
)
LINKS = OneOf((LINK, BADGE), discriminator="type", cases={"github": BADGE})

ONE_FONT = Record(
    "font",
    Property("family", StringType(), "Name.", required=True),
    Property("weight", NumberType(), "Weight."),
    Property("source", StringType(), "File."),
    needs={"source": ("format",)},
)
TWO_FONTS = Record(
    "fonts",
    Property("heading", ONE_FONT, "Headings."),
    Property("body", ONE_FONT, "Text."),
)
FONTS = OneOf((ONE_FONT, TWO_FONTS))


@pytest.mark.parametrize(("form", "value"), TAKEN)
def test_a_form_takes_what_the_service_takes(form: Form, value: str) -> None:
    assert StringType(form=form).accepts(value)


@pytest.mark.parametrize(("form", "value"), REFUSED)
def test_a_form_refuses_what_the_service_refuses(form: Form, value: str) -> None:
    assert not StringType(form=form).accepts(value)


def test_every_form_is_tried_and_has_words() -> None:
    unconditional = {Form.PAGE_PATH, Form.ASSET}

    assert {form for form, _ in TAKEN} == set(Form)
    assert {form for form, _ in REFUSED} == set(Form) - unconditional
    assert all(form.noun and StringType(form=form).noun == form.noun for form in Form)


def test_length_prefix_and_pattern_count_together() -> None:
    key = StringType(min_length=6, prefix="phc_", pattern=r"^[a-z_]+$")

    assert key.accepts("phc_ab")
    assert not key.accepts("phc_a")
    assert not key.accepts("key_ab")
    assert not key.accepts("phc_AB")


@pytest.mark.parametrize(
    ("type_", "noun"),
    [
        (StringType(), "a string"),
        (StringType(min_length=1), "a non-empty string"),
        (StringType(min_length=6), "a string of at least 6 characters"),
        (StringType(prefix="G"), "a string that starts with `G`"),
        (Choice(("a",)), "`a`"),
        (Choice(("a", "b", "c")), "`a`, `b` or `c`"),
        (Choice(tuple("abcdefghijk")), "one of 11 values"),
        (Choice(("a",), open=True), "a string"),
        (Boolean(), "`true` or `false`"),
        (Boolean(only=False), "`false`"),
        (OneOf((StringType(), ListOf(StringType()), LINK)), "a string, an array or an object"),
        (LINKS, "an object"),
    ],
)
def test_types_have_words(type_: StringType | Choice | Boolean | OneOf, noun: str) -> None:
    assert type_.noun == noun


def test_a_choice_takes_its_values_and_an_open_one_takes_more() -> None:
    assert Choice(("a", "b")).accepts("b")
    assert not Choice(("a", "b")).accepts("c")
    assert Choice(("a", "b"), open=True).accepts("c")


def test_types_are_compared_by_identity() -> None:
    assert StringType() != StringType()
    assert len({StringType(), StringType()}) == 2


@pytest.mark.parametrize(
    ("json_kind", "chosen"),
    [("string", 0), ("array", 1), ("object", 2), ("number", None), ("null", None)],
)
def test_the_json_kind_decides_first(json_kind: str, chosen: int | None) -> None:
    alternatives = (StringType(), ListOf(StringType()), ElementType("group"))

    found = OneOf(alternatives).choose(json_kind)

    assert found is (None if chosen is None else alternatives[chosen])


@pytest.mark.parametrize(
    ("keys", "value", "chosen"),
    [
        ({"type", "href"}, "github", BADGE),
        ({"type", "label"}, "github", BADGE),
        ({"href", "label"}, None, LINK),
        ({"href"}, None, LINK),
        (set(), None, LINK),
        ({"type", "href", "label"}, "other", LINK),
        ({"type", "href"}, "gitub", BADGE),
    ],
)
def test_the_discriminator_decides_among_records(
    keys: set[str], value: str | None, chosen: Record
) -> None:
    assert LINKS.choose("object", frozenset(keys), value) is chosen


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        ({"family"}, ONE_FONT),
        ({"weight"}, ONE_FONT),
        (set(), ONE_FONT),
        ({"heading"}, TWO_FONTS),
        ({"heading", "body", "weight"}, TWO_FONTS),
        ({"heading", "weight"}, TWO_FONTS),
        ({"family", "weight", "heading"}, ONE_FONT),
    ],
)
def test_the_keys_decide_where_nothing_else_does(keys: set[str], chosen: Record) -> None:
    assert FONTS.choose("object", frozenset(keys)) is chosen


def test_thousands_of_keys_are_not_compared_one_by_one() -> None:
    few, many = ({"family", *map(str, range(count))} for count in (100, 5_000))

    def choose(keys: set[str]) -> int:
        frozen = frozenset(keys)
        return count_steps(lambda: FONTS.choose("object", frozen))

    assert choose(many) <= choose(few)


@pytest.mark.parametrize(
    ("keys", "missing"),
    [
        (set(), ("family",)),
        ({"family"}, ()),
        ({"family", "source"}, ("format",)),
        ({"family", "source", "format"}, ()),
        ({"source"}, ("family", "format")),
    ],
)
def test_a_key_may_need_another(keys: set[str], missing: tuple[str, ...]) -> None:
    assert ONE_FONT.find_missing_keys(frozenset(keys)) == missing
