"""Types that several parts of docs.json share: icons, colours, specifications."""

from __future__ import annotations

from typing import Final

from docs_lsp.schema.types import Boolean, Choice, Form, ListOf, OneOf, Property, Record, StringType

TEXT: Final = StringType()
FILLED: Final = StringType(min_length=1)
FLAG: Final = Boolean()
URL: Final = StringType(form=Form.URL)
LINK: Final = StringType(form=Form.LINK)
COLOUR: Final = StringType(form=Form.HEX_COLOUR)
ASSET: Final = StringType(form=Form.ASSET)
PAGE: Final = StringType(min_length=1, form=Form.PAGE_PATH)

COLOUR_PAIR: Final = Record(
    "colourPair",
    Property("light", COLOUR, "The colour in light mode."),
    Property("dark", COLOUR, "The colour in dark mode."),
    strict=True,
)

ICON_LIBRARIES: Final = Choice(
    {
        "fontawesome": "Font Awesome, the default library.",
        "lucide": "Lucide.",
        "tabler": "Tabler Icons.",
    },
    name="iconLibrary",
)

ICON_STYLES: Final = Choice(
    {
        "brands": "Logos of brands.",
        "duotone": "Two tones of one colour.",
        "light": "Light strokes.",
        "regular": "Regular strokes.",
        "sharp-duotone-solid": "Filled, with sharp corners and two tones.",
        "sharp-light": "Light strokes with sharp corners.",
        "sharp-regular": "Regular strokes with sharp corners.",
        "sharp-solid": "Filled, with sharp corners.",
        "sharp-thin": "Thin strokes with sharp corners.",
        "solid": "Filled.",
        "thin": "Thin strokes.",
    },
    name="iconStyle",
)

ICON_NAME: Final = StringType(form=Form.ICON)

ICON: Final = OneOf(
    (
        ICON_NAME,
        Record(
            "iconObject",
            Property(
                "name",
                ICON_NAME,
                "Name of the icon in its library, without the prefix `fa-`.",
                required=True,
            ),
            Property("style", ICON_STYLES, "The drawing style, for Font Awesome icons."),
            Property(
                "library", ICON_LIBRARIES, "The library of this icon, if it is not the site's."
            ),
        ),
    ),
    documented=(ICON_NAME,),
    name="icon",
)

SPEC: Final = StringType(form=Form.SPEC)

_SPEC_FOLDER: Final = Property("directory", TEXT, "Folder of the URLs of the generated pages.")

OPENAPI_SOURCE: Final = Record(
    "openapiSource",
    Property("source", SPEC, "Path or URL of the OpenAPI specification.", required=True),
    _SPEC_FOLDER,
    Property(
        "overlays",
        ListOf(SPEC),
        "Overlay files applied to the specification in this order; an empty list applies none.",
    ),
    strict=True,
)

OPENAPI: Final = OneOf(
    (SPEC, ListOf(OneOf((SPEC, OPENAPI_SOURCE))), OPENAPI_SOURCE),
    documented=(SPEC,),
    name="openapi",
)

ASYNCAPI: Final = OneOf(
    (
        SPEC,
        ListOf(SPEC),
        Record(
            "asyncapiSource",
            Property("source", SPEC, "Path or URL of the AsyncAPI specification.", required=True),
            _SPEC_FOLDER,
            strict=True,
        ),
    ),
    name="asyncapi",
)

GRAPHQL: Final = OneOf(
    (
        SPEC,
        Record(
            "graphqlSource",
            Property("source", SPEC, "Path or `https://` URL of the schema.", required=True),
            Property(
                "directory",
                StringType(form=Form.NOT_BLANK),
                "Folder of the URLs of the generated pages.",
            ),
            strict=True,
        ),
    ),
    name="graphql",
)

SDK: Final = Record(
    "sdk",
    Property(
        "format",
        Choice(
            {
                "typedoc": "JSON that TypeDoc writes for TypeScript.",
                "docfx": "Metadata that DocFX writes for .NET.",
                "javadoc": "What Javadoc writes for Java.",
                "sphinx": "What Sphinx writes for Python.",
                "phpdoc": "What phpDocumentor writes for PHP.",
            }
        ),
        "The tool that wrote the reference.",
        required=True,
    ),
    Property("source", SPEC, "Path or URL of what that tool wrote.", required=True),
    Property(
        "directory", StringType(form=Form.NOT_BLANK), "Folder of the URLs of the generated pages."
    ),
    strict=True,
)
