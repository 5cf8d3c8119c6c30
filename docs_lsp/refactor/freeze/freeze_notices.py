"""Notices about a frozen version: what the copy shares with the current version."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.refactor.freeze.current_versions import find_languages_without_versions
from docs_lsp.refactor.freeze.frozen_files import FrozenFiles
from docs_lsp.site.routes.accepted_site import get_accepted_site
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.redirects import normalise_url_path
from docs_lsp.site.specifications.operation_pages import iter_operation_pages
from docs_lsp.site.specifications.spec_paths import is_url


def collect_notices(frozen: FrozenFiles) -> Iterator[str]:
    """Yield a sentence for each effect of the freeze that the user may not expect."""
    for language in find_languages_without_versions(frozen.overview, frozen.current):
        yield f"The language `{language}` has no versions, so none of its pages were copied."
    snippets = sorted(_find_shared_snippets(frozen))
    if snippets:
        more = f" and {len(snippets) - 1} more" if len(snippets) > 1 else ""
        yield (
            f"`{snippets[0]}`{more} links to pages of this version. Both versions show the "
            "snippet, and its links open the current version."
        )
    urls = sorted(
        {
            source
            for placed in frozen.overview.navigation.elements
            if frozen.contains_element(placed)
            for source in placed.element.list_spec_sources("openapi")
            if is_url(source)
        }
    )
    for url in urls:
        yield f"`{url}` is not a file of the site, so both versions use it."

    for spec in sorted(set(_find_ambiguous_specs(frozen))):
        yield (
            f"Pages name operations of `{spec}` without the file name, and the service may use "
            f"the copy `{frozen.other_copies[spec]}`. Add the file name to their `openapi`."
        )


def _find_ambiguous_specs(frozen: FrozenFiles) -> Iterator[str]:
    """Yield the specification of each page for which the service may use the copy instead.

    The page names no file. The service searches the specifications in order, and the copy comes
    before the original.
    """
    for page in iter_operation_pages(frozen.contents):
        if page.endpoint.spec is None and page.file in frozen.contents:
            spec = frozen.find_operation_spec(page.file, frozen.contents[page.file])
            if spec in frozen.other_copies and frozen.other_copies[spec] < spec:
                yield spec


def _find_shared_snippets(frozen: FrozenFiles) -> Iterator[str]:
    """Yield the imported snippets, which are not copied, that link to copied pages."""
    imported = {
        path for file in frozen.pages for path in getattr(frozen.contents.get(file), "imports", ())
    }
    for file in imported & frozen.contents.keys():
        answers = get_accepted_site(frozen.overview).answers
        targets = (parse_link_path(link.target) for link in frozen.contents[file].links)
        if any(
            target and answers.get(normalise_url_path(target.path)) in frozen.pages
            for target in targets
        ):
            yield file
