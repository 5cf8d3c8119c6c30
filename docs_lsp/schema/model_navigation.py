"""The `navigation` of docs.json: its root, its elements, and the links on every page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from docs_lsp.schema.kinds import CONTAINERS, KINDS, ROOT, Kind
from docs_lsp.schema.model_elements import (
    HIDDEN,
    build_directory_property,
    build_title_property,
    iter_own_properties,
)
from docs_lsp.schema.model_parts import ASYNCAPI, LINK, OPENAPI, PAGE
from docs_lsp.schema.types import ElementType, Form, ListOf, OneOf, Property, Record, StringType

PAGE_ENTRY: Final = OneOf((PAGE, ElementType("group")), name="pageEntry")
PAGES: Final = ListOf(PAGE_ENTRY)

CHILDREN: Final[dict[str, ListOf]] = {
    **{container: ListOf(ElementType(kind)) for container, kind in CONTAINERS.items()},
    "pages": PAGES,
}
"""The type under each key that holds children."""

_WHAT_CHILDREN_ARE: Final = {
    "pages": "Page paths without extension, endpoints such as `GET /users`, and groups, in sidebar "
    "order.",
    "groups": "Titled sections of the sidebar.",
    "tabs": "Sections that are chosen in the bar at the top.",
    "menu": "Entries of a menu below the tab, each with pages or a link.",
    "anchors": "Sections that are chosen at the top of the sidebar.",
    "products": "One section for each product, chosen in a product switcher.",
    "dropdowns": "Sections that are chosen in a menu at the top of the sidebar.",
    "versions": "One section for each version, chosen in a version switcher.",
    "languages": "One section for each language, chosen in a language switcher.",
}


_SPECS: Final = (
    Property(
        "openapi",
        OPENAPI,
        "OpenAPI specification for everything below; without `pages` every operation gets a page.",
    ),
    Property(
        "asyncapi", ASYNCAPI, "AsyncAPI specification whose channels get pages.", documented=False
    ),
)


def _iter_content_properties(kind: Kind) -> Iterator[Property]:
    if kind.takes_href:
        yield Property(
            "href",
            LINK,
            f"Makes the {kind.label} a link; content beside it is dropped.",
            documented="href" in kind.documented,
        )
    for key in kind.children:
        yield Property(
            key,
            # The service rejects an empty array only at the root; below it is ignored.
            _ROOT_CHILDREN[key] if kind is ROOT else CHILDREN[key],
            _WHAT_CHILDREN_ARE[key],
            documented=key in kind.documented,
        )


_ROOT_CHILDREN: Final = CHILDREN | {
    key: ListOf(CHILDREN[key].item, min_items=1)
    for key in ("tabs", "anchors", "groups", "languages", "versions")
}


GLOBAL_ENTRIES: Final = frozenset(f"global{kind.capitalize()}" for kind in KINDS)
"""Names of the records of links in `global`, which have no content."""


def _build_global_entry(kind: Kind) -> Record:
    """Return the record of a link of `global`: the element's own keys, and a required `href`."""
    documented = kind.name == "anchor"
    href = Property(
        "href",
        StringType(form=Form.GLOBAL_LINK) if documented else LINK,
        "The target of the link: a URL, or a page of the site.",
        required=True,
    )
    own = (
        known for known in iter_own_properties(kind.name) if known.name not in ("graphql", "sdk")
    )
    shared = (HIDDEN, build_directory_property(kind.name))
    name = f"global{kind.name.capitalize()}"
    instead = {kind.name: "icon"} if documented else {}
    return Record(name, build_title_property(kind), href, *own, *shared, instead=instead)


GLOBAL: Final = Record(
    "global",
    *(
        Property(
            KINDS[kind].container,
            ListOf(_build_global_entry(KINDS[kind])),
            f"Links shown as {KINDS[kind].plural} on every page.",
            documented=kind == "anchor",
        )
        for kind in ("anchor", "tab", "dropdown", "product", "version", "language")
    ),
    strict=True,
    kind="global",
)


def _build_global_property(kind: str) -> Property:
    return Property(
        "global",
        GLOBAL,
        "Links shown on every page, whatever section is open.",
        documented=kind == "navigation",
    )


def _build_element_record(kind: Kind) -> Record:
    shared = [HIDDEN, build_directory_property(kind.name), *_SPECS]
    if kind.takes_href:
        shared.append(_build_global_property(kind.name))
    return Record(
        kind.name,
        build_title_property(kind),
        *_iter_content_properties(kind),
        *iter_own_properties(kind.name),
        *shared,
        kind=kind.name,
    )


NAVIGATION: Final = Record(
    "navigation",
    *_iter_content_properties(ROOT),
    _build_global_property("navigation"),
    build_directory_property("navigation"),
    kind="navigation",
)

ELEMENTS: Final[dict[str, Record]] = {
    "navigation": NAVIGATION,
    "global": GLOBAL,
    **{name: _build_element_record(kind) for name, kind in KINDS.items()},
}
"""The record of every navigation element, by its kind."""
