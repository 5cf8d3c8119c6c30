"""A small site with all kinds of mentions, and ways to point at one and to read an answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from docs_lsp.core.text import Encoding
from docs_lsp.features._view import View
from tests.features.markers import CURSOR, Marked, covered, marked

HARBOUR = """--- docs.json
{
  "theme": "mint", "name": "Häfen", "colors": { "primary": "#0D9373" },
  "logo": { "light": "/logo.svg", "dark": "logo.svg", "href": "/fees" },
  "navigation": {
    "languages": [
      {
        "language": "en",
        "groups": [
          { "group": "Ärrive", "root": "arrive/index", "pages": ["/moorings", "arrive/tides"] },
          { "group": "Boats", "openapi": ["v1.json", "/v2.yaml"], "pages": [
            "GET /boats", "v1.json DELETE /boats/{id}", "webhook boatSeen", "POST /nowhere"
          ] },
          { "$ref": "./more/fees.json" },
          { "group": "Rest", "asyncapi": "https://example.com/a.yml", "pages": ["Gone", "old.mdx"] }
        ]
      }
    ],
    "global": { "anchors": [{ "anchor": "Shop", "href": "/old-fees#for-a-boat" }] }
  },
  "navbar": { "links": [
    { "label": "Tides", "href": "/arrive/tides/" },
    { "label": "Boats", "href": "/api-reference/fleet/list-all-boats" },
    { "label": "Home", "href": "https://example.com/home" }
  ] },
  "footer": { "socials": { "github": "https://github.com/example" } },
  "banner": { "content": "New: [fees](/fees) for all" },
  "redirects": [
    { "source": "/old-fees", "destination": "/older-fees" },
    { "source": "/older-fees", "destination": "/fees" },
    { "source": "/docs/:slug*", "destination": "/arrive/:slug*" },
    { "source": "/round", "destination": "/about" },
    { "source": "/about", "destination": "/round" }
  ]
}
--- more/fees.json
{ "group": "Fees", "pages": ["fees", "arrive/tides"] }
--- moorings.mdx
---
title: Where to moor
openapi: GET /boats
---
import Tide from "/snippets/tide.mdx";

See [the fees](/fees#for-a-boat), [tides](./arrive/tides) and <Card href="/docs/tides" />.
![Chart](/logo.svg) and `[no](/fees)`
--- arrive/index.mdx
# Welcome
--- arrive/tides.md
---
title: "Tides"
---
[Up](/moorings)
--- fees.mdx
---
title: Fees
---
# Fees

Text.

## For a boat

[Back](/moorings) to [here](#for-a-boat)
--- old.mdx
Old.
--- snippets/tide.mdx
High, see [fees](/fees).
--- logo.svg
<svg/>
--- v1.json
{
  "openapi": "3.1.0",
  "info": { "title": "Boats", "version": "1" },
  "paths": {
    "/boats": {
      "get": { "summary": "List all boats", "tags": ["fleet"] }
    },
    "/boats/{id}": { "delete": { "summary": "Sink it" } }
  },
  "webhooks": { "boatSeen": { "post": { "summary": "A boat was seen" } } }
}
--- v2.yaml
openapi: 3.1.0
info: { title: Boats, version: "2" }
paths:
  /boats:
    get:
      summary: Boats of the second kind
"""


def pointed(text: str, needle: str) -> Marked:
    """A site with the cursor behind the first letter of the first place where a text stands."""
    at = text.index(needle) + 1
    return marked(text[:at] + CURSOR + text[at:])


def told(view: View, locations: Iterable[Any], encoding: Encoding = Encoding.UTF16) -> list[str]:
    """Locations or links to them as `file:line text`, lines counted from 1."""
    return [
        _told(view, one.get("uri") or one["targetUri"], _range(one), encoding) for one in locations
    ]


def _range(location: Any) -> Any:
    return location.get("range") or location["targetSelectionRange"]


def _told(view: View, uri: str, range_: Any, encoding: Encoding) -> str:
    file = uri.removeprefix("file:///site/")
    place = f"{file}:{range_['start']['line'] + 1}"
    return f"{place} {covered(view.text(file), range_, encoding)}".strip()
