"""`api` of docs.json: specifications for the whole site, and how API pages look."""

from __future__ import annotations

from typing import Final

from docs_lsp.schema.model_parts import ASYNCAPI, FLAG, OPENAPI, TEXT, URL
from docs_lsp.schema.types import ListOf, OneOf, Property, choice, record

_SOURCE: Final = "service-facts 2"

PLAYGROUND_DISPLAYS: Final = choice(
    {
        "interactive": "A form that sends requests.",
        "simple": "The request to copy, without a form.",
        "none": "Nothing.",
        "auth": "A form for readers who are logged in.",
    },
    name="playground",
)

_PARAMS: Final = record(
    "api.params",
    Property(
        "expanded",
        choice({"all": "Unfolded.", "closed": "Folded."}),
        "Whether nested parameters are unfolded from the start.",
        _SOURCE,
        default="closed",
    ),
    Property("post", ListOf(TEXT), "Labels shown after every parameter of this name.", _SOURCE),
)

_PLAYGROUND: Final = record(
    "api.playground",
    Property(
        "display",
        PLAYGROUND_DISPLAYS,
        "What API pages offer for trying a request.",
        _SOURCE,
        default="interactive",
    ),
    Property(
        "proxy", FLAG, "Whether requests go through the service's proxy.", _SOURCE, default=True
    ),
    Property("credentials", FLAG, "Whether requests carry the reader's cookies.", _SOURCE),
)

_EXAMPLES: Final = record(
    "api.examples",
    Property(
        "defaults",
        choice({"required": "Only required parameters.", "all": "Every parameter."}),
        "Which parameters request examples show.",
        _SOURCE,
        default="all",
    ),
    Property(
        "languages", ListOf(TEXT), "Languages of the examples, in the order of the tabs.", _SOURCE
    ),
    Property("prefill", FLAG, "Fills the form with the specification's examples.", _SOURCE),
    Property("autogenerate", FLAG, "Whether examples are made from the specification.", _SOURCE),
)

_MDX: Final = record(
    "api.mdx",
    Property(
        "auth",
        record(
            "api.mdx.auth",
            Property(
                "method",
                choice(
                    {
                        "bearer": "A bearer token.",
                        "basic": "User name and password.",
                        "key": "An API key in a header.",
                        "cobo": "Signatures as Cobo uses them.",
                    }
                ),
                "How requests prove who they come from.",
                _SOURCE,
            ),
            Property("name", TEXT, "Name of the header, such as `x-api-key`.", _SOURCE),
        ),
        "Authentication of API pages written by hand.",
        _SOURCE,
    ),
    Property(
        "server",
        OneOf((URL, ListOf(URL))),
        "Base URL, or several, of API pages written by hand.",
        _SOURCE,
    ),
)

API: Final = record(
    "api",
    Property("openapi", OPENAPI, "OpenAPI specifications of the whole site.", _SOURCE),
    Property("asyncapi", ASYNCAPI, "AsyncAPI specifications of the whole site.", _SOURCE),
    Property("params", _PARAMS, "How parameters are shown.", _SOURCE),
    Property("playground", _PLAYGROUND, "The form for trying requests.", _SOURCE),
    Property("examples", _EXAMPLES, "The request examples beside API pages.", _SOURCE),
    Property(
        "url",
        choice({"full": "With the base URL in front."}),
        "How the path of an endpoint is shown.",
        _SOURCE,
    ),
    Property("mdx", _MDX, "API pages written by hand, without a specification.", _SOURCE),
)
