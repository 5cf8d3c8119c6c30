"""What there is to say of a key."""

from __future__ import annotations

import pytest

from docs_lsp.schema.key_card import (
    AllowedValue,
    KeyCard,
    describe_known_key,
    describe_legacy_key,
    describe_type,
)
from docs_lsp.schema.model import DOCS, FRONTMATTER, find_key_paths, get_element_record
from docs_lsp.schema.model_legacy import LEGACY
from docs_lsp.schema.types import Record


def of(kind: str, key: str) -> KeyCard:
    return describe_known_key(get_element_record(kind).properties[key])


@pytest.mark.parametrize(
    ("kind", "key", "words"),
    [
        ("group", "expanded", "`true` or `false`"),
        ("group", "directory", "`accordion`, `card` or `none`"),
        ("group", "pages", "an array of page paths and groups"),
        ("tab", "groups", "an array of groups"),
        ("tab", "menu", "an array of menu items"),
        ("tab", "openapi", "the path or URL of a specification, an object or an array of these"),
        (
            "tab",
            "asyncapi",
            "the path or URL of a specification, an array of specifications or an object",
        ),
        ("group", "icon", "an icon name without the prefix `fa-` or an object"),
    ],
)
def test_what_a_key_takes_is_said_in_a_writer_s_words(kind: str, key: str, words: str) -> None:
    assert of(kind, key).takes == words


def test_keys_of_one_s_own() -> None:
    assert describe_type(DOCS.properties["variables"].type) == "an object with keys of your own"
    assert describe_type(FRONTMATTER.properties["related"].type) == (
        "`false` or an array of strings and objects"
    )


def test_values_come_with_what_they_do() -> None:
    card = of("group", "directory")

    assert card.values[0] == AllowedValue(
        "accordion", "Lists the child pages one below the other.", True
    )
    assert card.default == "none"
    assert not card.keys


def test_a_value_that_the_written_format_does_not_name_is_marked() -> None:
    undocumented = {
        value.text for value in of("language", "language").values if not value.documented
    }

    assert {"zh", "ja"} <= undocumented
    assert "fr" not in undocumented


def test_required_keys_of_an_object_come_first() -> None:
    assert of("navigation", "groups").keys[:2] == ("group", "pages")
    assert describe_known_key(DOCS.properties["colors"]).keys[0] == "primary"


def test_what_is_outdated_says_what_to_write() -> None:
    card = of("group", "iconType")

    assert card.deprecated == "Write `icon` as an object with `name` and `style`."
    assert not card.documented


def test_every_key_of_the_old_shape_has_a_card() -> None:
    for place in LEGACY:
        home, _, key = place.rpartition(".")
        card = describe_legacy_key(Record(home) if home else DOCS, key)

        assert card is not None
        assert card.deprecated == LEGACY[place].advice


def test_a_key_of_today_is_none_of_the_old_shape() -> None:
    assert describe_legacy_key(DOCS, "metadata") is None
    assert describe_legacy_key(get_element_record("tab"), "openapi") is None


def test_every_key_has_a_card() -> None:
    assert find_key_paths("group")
    for record in (
        DOCS,
        FRONTMATTER,
        *(get_element_record(kind) for kind in ("group", "tab", "language")),
    ):
        for known in record.properties.values():
            card = describe_known_key(known)

            assert card.takes
            assert card.description.endswith(".")
