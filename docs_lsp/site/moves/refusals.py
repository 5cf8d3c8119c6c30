"""Check whether a page, file or folder can get a path that a writer has entered."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.files.files import Files
from docs_lsp.site.ignore import is_documented_as_ignored
from docs_lsp.site.moves.changed_addresses import AddressMap
from docs_lsp.site.moves.redirect_plan import find_hiding_redirect
from docs_lsp.site.pages import (
    PAGE_EXTENSIONS,
    NonPageReason,
    PageFile,
    PageIndex,
    normalise_entry,
    page_to_url,
    strip_page_extension,
)
from docs_lsp.site.routes.redirects import SourceForm, normalise_url_path
from docs_lsp.site.routes.reserved import is_platform_file, is_search_server_path
from docs_lsp.site.routes.router import get_path_resolver
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_ADDRESS = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]*://|//|mailto:")
_SPACE = compile_lazily(r"\s+")
# Characters with a special meaning in an address, in the source of a redirect or on some disks.
_SPECIAL = compile_lazily(r"""[?#%:*{}\[\]<>|"'`\\^]""")
_OUTSIDE = "`{}` must not contain `..`. Write the path relative to the folder of docs.json."
_THERE = "The file `{}` exists already. Choose another path, or move that file first."


def parse_page_path(written: str) -> str:
    """Return a typed path without spaces, slashes and `./` around it; an extension stays."""
    return normalise_entry(written.strip()).strip("/")


def find_page_path_refusal(
    written: str, page: PageFile, overview: Overview, files: Files
) -> str | None:
    """Return a sentence that says why a page cannot get the entered path, or None."""
    return next(_iter_text_refusals(written), None) or next(
        _iter_place_refusals(parse_page_path(written), page, overview, files), None
    )


def find_new_page_refusal(written: str, overview: Overview, files: Files) -> str | None:
    """Return a sentence that says why a new page cannot have the entered path, or None."""
    return find_page_path_refusal(written, PageFile("", ".mdx"), overview, files)


def parse_file_path(written: str) -> str:
    """Return a typed file path as a normalised site path."""
    return posixpath.normpath("/" + written.strip()).lstrip("/")


def find_file_path_refusal(written: str, file: str, files: Files) -> str | None:
    """Return a sentence that says why a file (not a page) cannot get a path, or None."""
    text, path, suffix = written.strip(), parse_file_path(written), posixpath.splitext(file)[1]
    if _ADDRESS.match(text):
        return f"`{text}` is a URL. Write a path relative to the folder of docs.json."
    if ".." in text.split("/"):
        return _OUTSIDE.format(text)
    special = _SPECIAL.search(text)
    if special:
        return f"`{special[0]}` has a special meaning in URLs. Write `{path}` without it."
    if posixpath.splitext(path)[1].lower() != suffix.lower():
        return f"`{file}` keeps its type: end its path with `{suffix}`."
    if files.exists(path) and path.casefold() != file.casefold():
        return _THERE.format(path)
    return None


def find_name_refusal(written: str) -> str | None:
    """Return a sentence that says why a path cannot be part of a page's address, or None."""
    return next(_iter_name_refusals(written.strip()), None)


def find_moves_refusal(addresses: AddressMap) -> str | None:
    """Return a sentence that says why some moves cannot be made, or None.

    A move is refused because of the address a page would get, or because it would no longer be a
    page.
    """
    facts, moves_file = addresses.overview.facts, addresses.relocation.is_moved
    taken = {page_to_url(page.page): page.file for page in facts.pages if not moves_file(page.file)}
    for page in facts.pages:
        file = addresses.relocation.map_path(page.file)
        if file == page.file:
            continue
        url = page_to_url(strip_page_extension(file))
        reasons = (*_iter_address_refusals(url), *_iter_non_page_refusals(file, addresses.overview))
        if reasons and not is_documented_as_ignored(page.file):
            return reasons[0]
        if taken.setdefault(url, file) != file:
            return _describe_conflict(taken[url], url)
    hiding = find_hiding_redirect(addresses)
    return _describe_redirect(*hiding) if hiding else None


def _iter_text_refusals(written: str) -> Iterator[str]:
    """Yield the reasons against an entered page path that its text shows."""
    text = written.strip()
    path = parse_page_path(text)
    if _ADDRESS.match(text):
        yield (
            f"`{text}` is a URL, but a page needs a path in the site. "
            "Write it as docs.json lists pages, such as `guides/start`."
        )
    if not path:
        yield "A page needs a path. Write it as docs.json lists pages, such as `guides/start`."
    if ".." in text.split("/"):
        yield _OUTSIDE.format(text)
    yield from _iter_name_refusals(text)
    plain = strip_page_extension(path)
    if plain != path:
        yield (f"`{path}` has a file extension, which is added automatically. Write `{plain}`.")


def _iter_name_refusals(text: str) -> Iterator[str]:
    """Yield the reasons against an endpoint, and a path with white space or special characters."""
    path, endpoint = parse_page_path(text), parse_endpoint_entry(text)
    if endpoint is not None and not (isinstance(endpoint, Endpoint) and endpoint.is_webhook):
        yield (
            f"`{text}` is an endpoint, but a page needs a path in the site. "
            "Write it as docs.json lists pages, such as `guides/start`."
        )
    if _SPACE.search(text):
        better = _SPACE.sub("-", path)
        yield (
            f"The space in `{path}` would become `%20` in the address of the page. "
            f"Write `{better}`."
        )
    special = _SPECIAL.search(text)
    if special:
        yield (f"`{special[0]}` has a special meaning in URLs. Write `{path}` without it.")


def _iter_place_refusals(
    path: str, page: PageFile, overview: Overview, files: Files
) -> Iterator[str]:
    """Yield the reasons in the site against a page's new path; none if it is the current one."""
    file = path + page.file[len(strip_page_extension(page.file)) :]
    if file == page.file:
        return
    url = page_to_url(path)
    yield from _iter_address_refusals(url)
    yield from _iter_non_page_refusals(file, overview)
    for extension in PAGE_EXTENSIONS:
        there = path + extension
        # On some disks, file names are not case-sensitive.
        if files.exists(there) and there.casefold() != page.file.casefold():
            yield _THERE.format(there)
    redirects = get_path_resolver(overview).redirects
    match = redirects.find_match(url)
    # A redirect from just this path goes when a page moves there. One that hides the page today
    # takes nothing more from readers.
    stays = match is not None and match.redirect.form is not SourceForm.EXACT
    is_reached = stays and redirects.find_match(page_to_url(page.page)) is None
    if match and (is_reached or not page.page):
        yield _describe_redirect(match.redirect.source, url)
    other = get_path_resolver(overview).resolve_path(url).page
    if other and other.file != page.file and page_to_url(other.page) == normalise_url_path(url):
        yield _describe_conflict(other.file, url)


def _iter_address_refusals(url: str) -> Iterator[str]:
    """Yield a reason against an address that the service itself uses."""
    if is_search_server_path(url) or is_platform_file(url):
        yield (
            f"The service itself uses `{url}`, so readers would never see this page. "
            "Choose another path."
        )


def _describe_redirect(source: str, url: str) -> str:
    return (
        f"The redirect from `{source}` answers at `{url}`, so readers would not reach the page. "
        "Choose another path, or change the redirect first."
    )


def _describe_conflict(file: str, url: str) -> str:
    return f"The page `{file}` already has the address `{url}`. Choose another path."


def _iter_non_page_refusals(file: str, overview: Overview) -> Iterator[str]:
    """Yield a reason against a path whose file would not be a page."""
    ignore = overview.facts.ignore
    index = PageIndex.from_files([file], {file} if file in ignore else ())
    never = index.find_non_page_reason(strip_page_extension(file))
    if never is NonPageReason.IGNORED:
        yield (
            f"The service ignores `{file}` because of {ignore.describe_excluding_pattern(file)}. "
            "Choose another path, or change the pattern."
        )
    elif never is not None:
        yield f"`{file}` would not be a page: {never.value}. Choose another path."
    elif is_documented_as_ignored(file):
        yield (
            f"The service may ignore `{file}` because of the name of its folder. "
            "Choose another path."
        )
