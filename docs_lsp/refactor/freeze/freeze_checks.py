"""Checks of a freeze: names and the folder must be free, and readers must lose nothing.

Notices say what the copy shares with the current version.
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.refactor.freeze.current_versions import (
    CurrentVersion,
    FreezeRequest,
    find_languages_without_versions,
)
from docs_lsp.refactor.freeze.frozen_files import FrozenFiles
from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_to_url, strip_page_extension
from docs_lsp.site.routes.accepted_site import get_accepted_site
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.redirects import normalise_url_path
from docs_lsp.site.routes.router import get_path_resolver
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.spec_paths import is_url, resolve_spec_path
from docs_lsp.site.specifications.specs_named_by_pages import iter_operation_pages

_FOLDER = compile_lazily(r"[A-Za-z0-9_][\w.-]*(?:/[A-Za-z0-9_][\w.-]*)*")


def require_free_names(
    overview: Overview, current: tuple[CurrentVersion, ...], wanted: FreezeRequest
) -> None:
    """Raise `ChangeRefused` for invalid names, names in use, or a folder in use."""
    old, new, folder = wanted.old, wanted.next, wanted.folder
    if old == new:
        raise ChangeRefused(f"Two versions cannot both be called `{old}`. Choose another name.")
    if not old.strip() or not new.strip():
        raise ChangeRefused("A version needs a name.")
    names = {name for one in current for name in one.other_versions}
    for name in (old, new):
        if name in names:
            raise ChangeRefused(
                f"The version `{name}` exists already beside the current one"
                f"{_describe_current_name(current)}. Nothing was changed."
            )
    if not _FOLDER.fullmatch(folder):
        raise ChangeRefused(
            f"`{folder}` is not a valid folder. Use `--folder` with a name of letters, "
            "digits, `.`, `-` and `_`."
        )
    taken = sorted(file for file in overview.facts.files if file.startswith(f"{folder}/"))
    if taken:
        raise ChangeRefused(
            f"`{folder}/` already contains files, such as `{taken[0]}`. Choose another folder with "
            "`--folder`. Nothing was changed."
        )


def _describe_current_name(current: tuple[CurrentVersion, ...]) -> str:
    """Return a clause with the name of the current version; empty if it has none."""
    return f", which is called `{current[0].name}`" if current[0].name else ""


def require_no_loss(before: Overview, after: Overview | None, frozen: FrozenFiles) -> None:
    """Raise `ChangeRefused` if the freeze would break an address or drop a page.

    Each address must resolve as before, each listed page must stay listed, and each address of the
    old version must resolve below the folder.
    """
    site_before = get_accepted_site(before)
    now = get_accepted_site(after) if after else None
    if not site_before.answers or now is None or not now.answers:
        raise ChangeRefused(
            f"The service rejects `{before.name}`. Fix the problems that `docs-lsp check` "
            "finds first."
        )
    lost = sorted(site_before.pages - now.pages)
    if lost:
        raise ChangeRefused(f"`{lost[0]}` would no longer be listed, so nothing was changed.")
    for address, leads_to in site_before.answers.items():
        if now.answers.get(address) != leads_to:
            reason = _explain_shared_address(address, frozen)
            if reason is not None:
                raise ChangeRefused(reason)
            raise ChangeRefused(
                f"The address `{address}` would no longer open `{leads_to}`, so nothing was "
                "changed."
            )
    assert after is not None
    for address, file in _iter_required_addresses(frozen):
        if now.answers.get(normalise_url_path(address)) != file:
            raise ChangeRefused(_explain_broken_address(address, after, frozen))


def _iter_required_addresses(frozen: FrozenFiles) -> Iterator[tuple[str, str]]:
    """Yield each address that the frozen version must have, and the page it resolves to."""
    for file in frozen.pages.values():
        yield page_to_url(strip_page_extension(file)), file
    yield from frozen.generated_pages.values()


def _explain_broken_address(address: str, after: Overview, frozen: FrozenFiles) -> str:
    """Explain why an address of the copy would be broken."""
    redirect = get_path_resolver(after).resolve_path(address).redirect
    if redirect is not None:
        return (
            f"The redirect from `{redirect.redirect.source}` matches `{address}`, a page of the "
            "copy. Remove it, or choose another `--folder`. Nothing was changed."
        )
    return _explain_shared_address(address.removeprefix(f"/{frozen.folder}"), frozen) or (
        f"`{address}` of the copy would be broken, so nothing was changed. Choose "
        "another `--folder`, or check whether an ignore file excludes it."
    )


def _explain_shared_address(address: str, frozen: FrozenFiles) -> str | None:
    """Explain why a generated page and its copy would have one address; None if they would not."""
    return _explain_fixed_address(address, frozen) or _explain_named_file(address, frozen)


def _explain_fixed_address(address: str, frozen: FrozenFiles) -> str | None:
    """Explain that an operation sets the address of its page, so its copy has the same; or None.

    None if no operation sets the address.
    """
    _, name = frozen.generated_pages.get(address, ("", ""))
    file, _, text = name.removeprefix(f"{frozen.folder}/").partition(" ")
    spec = frozen.overview.facts.specs.get(file)
    operations = spec.all_operations if spec else ()
    if not any(str(each) == text and "href" in each.extension for each in operations):
        return None
    return (
        f"`{text}` in `{file}` sets the address of its page, which its copy cannot have as well. "
        f"Write the `href` as plain text: `{address}`. Nothing was changed."
    )


def _explain_named_file(address: str, frozen: FrozenFiles) -> str | None:
    """Explain that the entry of a page names its file, so its copy has the same address; or None.

    The folder of a page can be set only if an element names the specification.
    """
    _, name = frozen.generated_pages.get(address, ("", ""))
    for placed in frozen.overview.navigation.elements if name else ():
        for entry in placed.element.listed:
            endpoint = parse_endpoint_entry(entry)
            if not isinstance(endpoint, Endpoint) or endpoint.spec is None:
                continue
            file = resolve_spec_path(endpoint.spec)
            operation = f"{endpoint.method.upper()} {endpoint.path}"
            if name == frozen.get_copy_path(f"{file} {operation}"):
                return (
                    f"The entry `{entry}` names its file itself, so its page and the copy would "
                    f"have the same address. Set `openapi` on its group, and write `{operation}`. "
                    "Nothing was changed."
                )
    return None


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
