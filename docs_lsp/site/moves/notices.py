"""What a writer should know about files that are pages only before or only after they move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs_lsp.site.moves.changed_addresses import Addresses
from docs_lsp.site.moves.new_paths import page_at
from docs_lsp.site.pages import Never, PageIndex, without_extension

_SHOWN = 3


def notices_of_pages(addresses: Addresses) -> Iterator[str]:
    """A sentence each about pages that are lost and about files that become pages."""
    lost: dict[str, list[str]] = {}
    for moved in addresses.page_moves:
        if moved.new is None:
            file = addresses.relocation.of(moved.page.file)
            lost.setdefault(_reason(file, addresses), []).append(file)
    for reason, files in lost.items():
        yield f"{_named(files)} {_is(files)} of the site no longer: {reason}."
    new = sorted(_new_pages(addresses))
    if new:
        yield f"{_named(new)} {_is(new)} of the site from now on."


def _new_pages(addresses: Addresses) -> Iterator[str]:
    """The files that were parts of pages, and that no page imports."""
    facts = addresses.overview.facts
    contents = addresses.overview.contents or {}
    imported = {file for content in contents.values() for file in content.imports}
    for file in addresses.relocation.files_among(facts.files):
        page, new = without_extension(file), addresses.relocation.of(file)
        is_part = page != file and facts.pages.never(page) in (Never.SNIPPET, Never.REPOSITORY)
        if is_part and file not in imported and page_at(new, facts):
            yield new


def _reason(file: str, addresses: Addresses) -> str:
    ignore = addresses.overview.facts.ignore
    index = PageIndex.of([file], {file} if file in ignore else ())
    never = index.never(without_extension(file))
    if never is None:
        return "only `.mdx` and `.md` files are pages"
    pattern = ignore.reason(file) if never is Never.IGNORED else None
    return f"it is left aside because of {pattern}" if pattern else never.value


def _named(files: Sequence[str]) -> str:
    more = f" and {len(files) - _SHOWN} more" if len(files) > _SHOWN else ""
    return ", ".join(f"`{file}`" for file in files[:_SHOWN]) + more


def _is(files: Sequence[str]) -> str:
    return "is a page" if len(files) == 1 else "are pages"
