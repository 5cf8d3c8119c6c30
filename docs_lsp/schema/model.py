"""The shape of docs.json: every key, its type and its description.

`DOCS` is the whole file, `element` a navigation element, `FRONTMATTER` the frontmatter of a page.
The parts are in the `model_*` modules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Final

from docs_lsp.schema.kinds import CONTAINERS
from docs_lsp.schema.model_api import API
from docs_lsp.schema.model_chrome import BANNER, CONTEXTUAL, FOOTER, NAVBAR
from docs_lsp.schema.model_integrations import INTEGRATIONS
from docs_lsp.schema.model_looks import (
    APPEARANCE,
    BACKGROUND,
    COLOURS,
    FAVICON,
    FONTS,
    ICONS,
    LOGO,
    STYLING,
    THEMES,
    THUMBNAILS,
)
from docs_lsp.schema.model_navigation import ELEMENTS, NAVIGATION
from docs_lsp.schema.model_page import FRONTMATTER
from docs_lsp.schema.model_parts import FILLED, FLAG, TEXT, URL
from docs_lsp.schema.types import (
    Choice,
    ElementType,
    Form,
    ListOf,
    MapOf,
    OneOf,
    Property,
    Record,
    StringType,
    Type,
)

__all__ = ["DOCS", "FRONTMATTER", "find_key_paths", "get_element_record"]


_METATAGS: Final = MapOf(FILLED)

_ORGANIZATION: Final = Record(
    "seo.organization",
    Property("id", URL, "URL that names the organization in structured data."),
    Property("name", FILLED, "Name of the organization."),
    Property("legalName", FILLED, "Name under which it is registered."),
    Property("url", URL, "Its website."),
    Property("logo", URL, "URL of its logo."),
    Property("sameAs", ListOf(URL), "Its profiles elsewhere."),
)

_SEO: Final = Record(
    "seo",
    Property("metatags", _METATAGS, "Meta tags of every page: name and content."),
    Property(
        "paths",
        ListOf(
            Record(
                "seo.path",
                Property(
                    "path",
                    StringType(min_length=1, form=Form.FOLDER),
                    "Folder of pages, without a slash at either end.",
                    required=True,
                ),
                Property("metatags", _METATAGS, "Meta tags of these pages.", required=True),
            )
        ),
        "Meta tags for some folders of pages only.",
    ),
    Property("organization", _ORGANIZATION, "Who publishes the site."),
    Property(
        "indexing",
        Choice(
            {
                "navigable": "Only pages in the navigation.",
                "all": "Pages outside the navigation too.",
            },
            documented=("all",),
        ),
        "Which pages search finds.",
        default="navigable",
    ),
    Property("trailingSlash", FLAG, "Whether URLs of pages end in a slash."),
)

_REDIRECT: Final = Record(
    "redirect",
    Property(
        "source",
        TEXT,
        "Old path; `:slug*` or a final `*` means the rest of it.",
        required=True,
    ),
    Property("destination", TEXT, "Path or URL that readers are sent to.", required=True),
    Property("permanent", FLAG, "`true` sends status 308, `false` 307.", default=True),
)

_ERRORS: Final = Record(
    "errors",
    Property(
        "404",
        Record(
            "errors.404",
            Property(
                "redirect", FLAG, "Sends readers of missing pages to the home page.", default=True
            ),
            Property("title", TEXT, "Title of the page for missing pages."),
            Property("description", TEXT, "Text of that page; may contain Markdown."),
        ),
        "What readers see if a page does not exist.",
        required=True,
    ),
)

_MARKDOWN: Final = Record(
    "markdown",
    Property(
        "schema",
        FLAG,
        "Whether pages exported as Markdown include the schemas of their endpoints.",
        default=True,
    ),
    Property(
        "instructions",
        OneOf((TEXT, ListOf(TEXT))),
        "Instructions for agents at the top of exported pages.",
    ),
)

_VARIATION: Final = Record(
    "variation",
    Property("id", TEXT, "Name of the theme variant."),
    Property("label", TEXT, "Text that readers see."),
    open=True,
)

DOCS: Final = Record(
    "docs",
    Property(
        "$schema",
        URL,
        "URL of the schema, for editors that check the file.",
        default="https://mintlify.com/docs.json",
    ),
    Property(
        "variations",
        Record(
            "variations", Property("options", ListOf(_VARIATION), "The variants to choose from.")
        ),
        "Variants of the theme that readers can choose from.",
        documented=False,
    ),
    Property("theme", THEMES, "Overall design of the site.", required=True),
    Property(
        "name",
        StringType(form=Form.NOT_BLANK),
        "Name of the site: browser tabs, search, and the names of the MCP tools.",
        required=True,
    ),
    Property(
        "public", FLAG, "Whether pages are readable without logging in, on sites that ask for it."
    ),
    Property("description", TEXT, "What the site is about, for search engines and AI."),
    Property("colors", COLOURS, "Colours of the site.", required=True),
    Property("logo", LOGO, "Logo at the top of every page: one file, or two."),
    Property("favicon", FAVICON, "Icon in the browser's tab: one file, or two."),
    Property("api", API, "Specifications and API pages."),
    Property("appearance", APPEARANCE, "Light and dark mode."),
    Property("background", BACKGROUND, "Background of every page."),
    Property("navbar", NAVBAR, "Links and button in the bar at the top."),
    Property(
        "navigation",
        NAVIGATION,
        "Everything readers can navigate to: the sections, groups and pages of the site.",
        required=True,
    ),
    Property("footer", FOOTER, "Profiles and links at the bottom of every page."),
    Property(
        "search",
        Record("search", Property("prompt", TEXT, "Text shown in the empty field.")),
        "The search field.",
    ),
    Property("seo", _SEO, "What search engines and the site's search see."),
    Property("fonts", FONTS, "Font of the site, or one for headings and one for text."),
    Property("icons", ICONS, "Where icon names are looked up."),
    Property("styling", STYLING, "Details of pages: eyebrows, code blocks, formulas."),
    Property("redirects", ListOf(_REDIRECT), "Old paths and their new targets."),
    Property("integrations", INTEGRATIONS, "Analytics, chat and consent services."),
    Property("banner", BANNER, "A line above every page."),
    Property("errors", _ERRORS, "What readers see when something is missing."),
    Property("contextual", CONTEXTUAL, "Menu that opens a page in AI tools."),
    Property("thumbnails", THUMBNAILS, "Pictures in previews of shared links."),
    Property(
        "interaction",
        Record(
            "interaction",
            Property(
                "drilldown",
                FLAG,
                "`true`: choosing a group opens its first page; `false`: it only expands.",
            ),
        ),
        "How the sidebar behaves.",
    ),
    Property(
        "metadata",
        Record(
            "metadata",
            Property("timestamp", FLAG, "Shows when a page was last changed.", default=False),
        ),
        "What is shown about every page.",
    ),
    Property(
        "variables",
        MapOf(TEXT),
        "Strings that pages insert by name: the name in two pairs of braces.",
    ),
    Property("markdown", _MARKDOWN, "Pages as agents read them."),
)
"""The whole file."""


def get_element_record(kind: str) -> Record:
    """Return the schema of a navigation element, of `navigation` itself, or of `global`."""
    return ELEMENTS[kind]


def find_key_paths(key: str) -> tuple[str, ...]:
    """Return a dotted path (`api.openapi`) for each kind of object with a key, shallowest first."""
    return _index_key_paths().get(key, ())


def find_type_at_path(place: str) -> Type | None:
    """Return the type at a dotted path of docs.json that passes no array; None if unknown."""
    current_type: Type | None = DOCS
    for key in place.split("."):
        records = [current_type] if isinstance(current_type, Record) else []
        if isinstance(current_type, OneOf):
            records = [
                alternative
                for alternative in current_type.alternatives
                if isinstance(alternative, Record)
            ]
        elif isinstance(current_type, ElementType):
            records = [ELEMENTS[current_type.kind]]
        known = next(
            (record.properties[key] for record in records if key in record.properties), None
        )
        current_type = known.type if known else None
    return current_type


@cache
def _index_key_paths() -> dict[str, tuple[str, ...]]:
    homes = {"item": "navigation.tabs[].menu[]", "navigation": "navigation"}
    homes |= {kind: f"navigation.{key}[]" for key, kind in CONTAINERS.items() if kind not in homes}
    paths_by_key: defaultdict[str, list[str]] = defaultdict(list)
    seen: set[Record] = {NAVIGATION}
    for key, path in _iter_key_paths(DOCS, "", seen):
        paths_by_key[key].append(path)
    for kind, home in homes.items():
        for key, path in _iter_key_paths(
            Record("", *ELEMENTS[kind].properties.values()), home, seen
        ):
            paths_by_key[key].append(path)
    return {
        key: tuple(sorted(set(paths), key=_get_depth_and_path))
        for key, paths in paths_by_key.items()
    }


def _get_depth_and_path(path: str) -> tuple[int, str]:
    return path.count("."), path


def _iter_key_paths(type_: Type, path: str, seen: set[Record]) -> Iterator[tuple[str, str]]:
    """Yield each key below `path` with its path, except in elements and records that are `seen`.

    A record that is used in several places is only followed at the first one, and navigation
    elements are not entered.
    """
    match type_:
        case Record() if type_ not in seen:
            seen.add(type_)
            for name, known in type_.properties.items():
                inner = f"{path}.{name}" if path else name
                yield name, inner
                yield from _iter_key_paths(known.type, inner, seen)
        case ListOf():
            yield from _iter_key_paths(type_.item, f"{path}[]", seen)
        case OneOf():
            for alternative in type_.alternatives:
                yield from _iter_key_paths(alternative, path, seen)
