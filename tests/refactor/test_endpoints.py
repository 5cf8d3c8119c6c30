"""Pages that only name an operation, written as endpoints."""

from __future__ import annotations

import pytest

from tests.features.markers import marked
from tests.refactor.taking_up import after, offered

SITE = """--- docs.json
{ "theme": "mint", "navigation": { "groups": [
  { "group": "Berths", OPENAPI"pages": ["intro", "▮list", "book"] }
] } }
--- api.json
{
  "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": {
    "/berths": {
      "get": { "summary": "List berths" }, "post": { "summary": "Book a berth" },
      "put": { "summary": "Change", "x-excluded": true }
    }
  }
}
--- intro.mdx
# Welcome
--- list.mdx
---
title: List berths
openapi: GET /berths
---
--- book.mdx
---
title: Book
openapi: /api.json post /berths
---
"""
IN_FORCE = SITE.replace("OPENAPI", '"openapi": "api.json", ')
NAMED = SITE.replace("OPENAPI", "")


def writes(site: str) -> list[str]:
    return [title for title in offered(marked(site)) if title.startswith("Write")]


def test_pages_become_endpoints_of_the_specification_that_they_name() -> None:
    (title,) = writes(NAMED)
    assert title == (
        "Write 2 pages of this list as endpoints, 1 of them with another title; "
        "the files stay, unlisted"
    )
    files = after(marked(NAMED), title)

    assert (
        '"pages": ["intro", "api.json GET /berths", "api.json POST /berths"]'
        in (files["docs.json"])
    )
    assert "list.mdx" in files


def test_the_specification_in_force_need_not_be_named() -> None:
    site = IN_FORCE.replace('"intro"', '"GET /other"')

    (title,) = writes(site)
    text = after(marked(site), title)["docs.json"]
    assert '"pages": ["GET /other", "GET /berths", "POST /berths"]' in text


def test_no_operation_goes_from_a_navigation_that_has_them_all() -> None:
    more = IN_FORCE.replace('"post":', '"patch": {}, "post":')

    assert writes(IN_FORCE)
    assert writes(more) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: List berths\n", "title: List berths\nkeywords: [a]\n"),
        ("title: List berths\n", "title: List berths\nhidden: true\n"),
        ("title: List berths\n", "title: List berths\ndescription: More.\n"),
        ("openapi: GET /berths\n---\n", "openapi: GET /berths\n---\nMore.\n"),
        ("openapi: GET /berths", "openapi: GET /ships"),
        ("openapi: GET /berths", "openapi: PUT /berths"),
        ("openapi: GET /berths", "openapi: other.json GET /berths"),
        ('"summary": "List berths"', '"operationId": "list"'),
    ],
)
def test_a_page_that_says_more_or_means_nothing_known_stays(old: str, new: str) -> None:
    assert old in NAMED

    (title,) = writes(NAMED.replace(old, new))
    assert title.startswith("Write a page of this list as endpoints, 1 of them with another title;")
