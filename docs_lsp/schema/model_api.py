"""`api` of docs.json: specifications for the whole site, and the look of API pages."""

from __future__ import annotations

from typing import Final

from docs_lsp.schema.model_parts import ASYNCAPI, FLAG, OPENAPI, TEXT, URL
from docs_lsp.schema.types import Choice, ListOf, OneOf, Property, Record

PLAYGROUND_DISPLAYS: Final = Choice(
    {
        "interactive": "A form that sends requests.",
        "simple": "The request to copy, without a form.",
        "none": "Nothing.",
        "auth": "A form for readers who are logged in.",
    },
    name="playground",
)

_PARAMS: Final = Record(
    "api.params",
    Property(
        "expanded",
        Choice({"all": "Expanded.", "closed": "Collapsed."}),
        "Whether nested parameters are expanded from the start.",
        default="closed",
    ),
    Property("post", ListOf(TEXT), "Labels shown after every parameter of this name."),
)

_PLAYGROUND: Final = Record(
    "api.playground",
    Property(
        "display",
        PLAYGROUND_DISPLAYS,
        "What API pages offer for trying a request.",
        default="interactive",
    ),
    Property("proxy", FLAG, "Whether requests go through the service's proxy.", default=True),
    Property("credentials", FLAG, "Whether requests carry the reader's cookies."),
)

_EXAMPLES: Final = Record(
    "api.examples",
    Property(
        "defaults",
        Choice({"required": "Only required parameters.", "all": "Every parameter."}),
        "Which parameters request examples show.",
        default="all",
    ),
    Property("languages", ListOf(TEXT), "Languages of the examples, in the order of the tabs."),
    Property("prefill", FLAG, "Fills the form with the specification's examples."),
    Property("autogenerate", FLAG, "Whether examples are made from the specification."),
)

_MDX: Final = Record(
    "api.mdx",
    Property(
        "auth",
        Record(
            "api.mdx.auth",
            Property(
                "method",
                Choice(
                    {
                        "bearer": "A bearer token.",
                        "basic": "User name and password.",
                        "key": "An API key in a header.",
                        "cobo": "Signatures as Cobo uses them.",
                    }
                ),
                "How requests are authenticated.",
            ),
            Property("name", TEXT, "Name of the header, such as `x-api-key`."),
        ),
        "Authentication of API pages written by hand.",
    ),
    Property(
        "server", OneOf((URL, ListOf(URL))), "Base URL, or several, of API pages written by hand."
    ),
)

API: Final = Record(
    "api",
    Property("openapi", OPENAPI, "OpenAPI specifications of the whole site."),
    Property("asyncapi", ASYNCAPI, "AsyncAPI specifications of the whole site."),
    Property("params", _PARAMS, "How parameters are shown."),
    Property("playground", _PLAYGROUND, "The form for trying requests."),
    Property("examples", _EXAMPLES, "The request examples beside API pages."),
    Property(
        "url",
        Choice({"full": "With the base URL in front."}),
        "How the path of an endpoint is shown.",
    ),
    Property("mdx", _MDX, "API pages written by hand, without a specification."),
)
