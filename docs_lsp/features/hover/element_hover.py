"""Hover for the title of a navigation element: what it lists, and what it inherits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverContext
from docs_lsp.schema.kinds import SWITCHED
from docs_lsp.schema.model_elements import LANGUAGE_CODES
from docs_lsp.schema.model_languages import LANGUAGE_NAMES, suggest_languages
from docs_lsp.site.navigation.origins import find_hiding_element, iter_origins
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.summaries.counterpart_pages import (
    Coverage,
    LanguageEdition,
    Translations,
    compare_site_languages,
)
from docs_lsp.site.summaries.index_card import count_pages_in, make_index_card

_MOST_PAGES = 3
_LABELS = {
    "openapi": "OpenAPI",
    "asyncapi": "AsyncAPI",
    "directory": "Directory",
    "language": "Language",
    "version": "Version",
}


def build_element_card(context: HoverContext, placed: Placed, title: str) -> Card | None:
    """Return the card of a group, tab or other element with a title; None for another object."""
    prose, kind = context.prose, placed.element.kind
    if kind is None:
        return None
    shown = prose.escape_text(title, 100) or prose.render_code(title)
    heading = f"{prose.render_bold(shown)} · {kind.label}"
    return Card(
        heading,
        (),
        [
            _build_default_fact(placed),
            *_build_content_facts(context, placed),
            *_build_inherited_facts(context, placed),
        ],
    )


def build_language_card(context: HoverContext, placed: Placed, code: str) -> Card:
    """Return the card of a language, with how much is translated, or of an unknown code."""
    prose, name = context.prose, LANGUAGE_NAMES.get(code)
    if name is None and code not in context.site.settings.extra_languages:
        near = suggest_languages(code)
        heading = f"{prose.render_bold_code(code)} · unknown language code"
        meant = [f"{prose.render_code(one)} {LANGUAGE_NAMES[one]}" for one in near]
        return Card(heading, (), [Fact("Nearest", meant)])
    heading = (
        f"{prose.render_bold(name or prose.render_code(code))} · language {prose.render_code(code)}"
    )
    text = []
    if name and LANGUAGE_CODES.documented and code not in LANGUAGE_CODES.documented:
        text.append("The service accepts this code, but its documentation does not list it.")
    facts = [
        _build_default_fact(placed),
        *_build_content_facts(context, placed),
        *_build_translation_facts(context, placed),
        *_build_inherited_facts(context, placed),
    ]
    return Card(heading, text, facts)


def _build_default_fact(placed: Placed) -> Fact:
    """Return the fact that readers start at this element; empty if they don't."""
    is_default = placed.element.get_flag("default") is True
    return Fact("Default", "yes, readers land here first" if is_default else "")


def _build_content_facts(context: HoverContext, placed: Placed) -> list[Fact]:
    """Return facts with the numbers of pages and endpoints in an element, or just of entries."""
    overview = context.get_overview_if_cheap(make_index_card)
    if overview is None:
        entries = placed.element.count_all_entries()
        return [Fact("Page entries", str(entries) if entries else "")]
    counts = count_pages_in(overview, placed.file, placed.at)
    counted = [str(counts.pages)]
    if counts.hidden:
        counted.append(f"{counts.hidden} hidden")
    if counts.left_out:
        counted.append(f"{counts.left_out} not indexed")
    others = _build_generated_facts(context, placed)
    if counts.endpoints:
        others.insert(0, Fact("Endpoints", str(counts.endpoints)))
    return [Fact("Pages", ", ".join(counted) if counts.pages or not others else ""), *others]


def _build_generated_facts(context: HoverContext, placed: Placed) -> list[Fact]:
    """Return a fact with the number of pages generated from an element's own OpenAPI files, if any.

    Empty if the element lists something itself, or a specification cannot be used.
    """
    element, facts = placed.element, context.facts
    sources = element.list_spec_sources("openapi")
    if not sources or facts is None or element.content_keys or element.has("href"):
        return []
    specs = [spec for spec in map(facts.find_spec, sources) if spec and spec.is_sound]
    if len(specs) < len(sources):
        return []
    all_operations = (one for spec in specs for one in spec.operations.values())
    operations = [operation for operation in all_operations if not operation.excluded]
    hidden = sum(operation.hidden for operation in operations)
    count = len(operations)
    text = "a page for 1 operation" if count == 1 else f"a page for each of {count} operations"
    return [Fact("Generated", f"{text}, {hidden} hidden" if hidden else text)]


def _build_inherited_facts(context: HoverContext, placed: Placed) -> Iterator[Fact]:
    """Yield facts about what an element inherits from those around it."""
    prose = context.prose
    hider = find_hiding_element(placed)
    if hider is placed:
        yield Fact("Hidden", f"here ({prose.render_offset_link(*_locate_key(placed, 'hidden'))})")
    elif hider is not None:
        yield Fact("Hidden by", context.describe_element(hider))
    for origin in iter_origins(placed):
        values = prose.render_code_list(origin.values)
        if origin.key in SWITCHED:
            where = f"({prose.render_offset_link(*_locate_key(origin.placed, origin.key))})"
        else:
            where = f"from {context.describe_element(origin.placed, origin.spot)}"
        yield Fact(_LABELS[origin.key], f"{values} {where}")


def _locate_key(placed: Placed, key: str) -> tuple[str, int]:
    """Return the file and the absolute byte offset of a key of an element."""
    file, span = placed.locate_spot(placed.element.find_key_spot(key))
    return file, span.start


def _build_translation_facts(context: HoverContext, placed: Placed) -> list[Fact]:
    """Return facts about how much of the default language an element lists; empty if unknown."""
    edition_pair = _find_edition(context.compute_if_cheap(compare_site_languages) or (), placed)
    if edition_pair is None:
        return []
    languages, edition = edition_pair
    default = context.prose.render_code(languages.default.language)
    if edition is languages.default:
        return []
    coverage = languages.measure_coverage(edition)
    if not coverage.pages:
        return []
    there = coverage.pages - len(coverage.lacking)
    facts = [Fact("Translated", f"{there} of the {coverage.pages} pages of {default}")]
    return [*facts, *_build_difference_facts(context, edition, coverage)]


def _build_difference_facts(
    context: HoverContext, edition: LanguageEdition, coverage: Coverage
) -> list[Fact]:
    """Return facts with the pages that an edition lacks, and how many it has of its own."""
    pages = [edition.find_page(key) or key.path for key in coverage.lacking]
    text = context.prose.render_code_list(pages, _MOST_PAGES)
    added = f"{coverage.added} of its own" if coverage.added else ""
    return [Fact("Missing", text), Fact("Adds", added)]


def _find_edition(
    translations: Iterable[Translations], placed: Placed
) -> tuple[Translations, LanguageEdition] | None:
    """Return the language edition that an element is, and its translations, or None."""
    for languages in translations:
        for edition in languages.editions:
            if (edition.placed.file, edition.placed.at) == (placed.file, placed.at):
                return languages, edition
    return None
