"""Resolve references: find the page, operation or file that a string names.

This is for navigation, so it is lenient: a page path in the wrong case, or with an extension,
resolves to the page that was meant. It checks the disk if that has not been scanned yet. Targets
are always inside the site, except for URLs, and nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from docs_lsp.core.memo import Memo
from docs_lsp.files.files import FileFault, Files
from docs_lsp.site.mdx.links import resolve_old_snippet, resolve_site_path
from docs_lsp.site.navigation.refs import resolve_ref_path as ref_target
from docs_lsp.site.pages import PAGE_EXTENSIONS, normalise_entry, strip_page_extension, url_to_path
from docs_lsp.site.references.docs_references import Reference, Role
from docs_lsp.site.references.targets import FileTarget, PageTarget, Targets, WebTarget
from docs_lsp.site.routes.link_paths import WITH_HOST, parse_link_path
from docs_lsp.site.routes.redirect_card import LocatedRedirect, list_redirects
from docs_lsp.site.routes.redirect_chains import MOST_HOPS
from docs_lsp.site.routes.redirects import RedirectIndex, normalise_url_path
from docs_lsp.site.routes.site_location import SiteLocation, look_up_site_location
from docs_lsp.site.site import Site
from docs_lsp.site.specifications.endpoints import Endpoint
from docs_lsp.site.specifications.named_operation import SpecOperation, iter_matching_files
from docs_lsp.site.specifications.spec_paths import resolve_spec_path

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.specifications.openapi import Spec


class ReferenceResolver(Memo):
    """Resolves references on one site at one moment."""

    def __init__(self, site: Site, files: Files) -> None:
        """Store a site and its files; an overview may already have the objects that are needed."""
        self.site = site
        self._facts = site.facts
        self._files = files
        self._made: dict[object, object] = {}

    @cached_property
    def _redirects(self) -> RedirectIndex:
        return RedirectIndex(written.redirect for written in self._redirect_positions)

    @cached_property
    def _redirect_positions(self) -> tuple[LocatedRedirect, ...]:
        return list_redirects(self.site.navigator)

    def resolve(self, reference: Reference) -> Targets:
        """Return the targets of a reference, the likeliest first; empty if there are none."""
        return _BY_ROLE[reference.role](self, reference)

    # Pages

    def _resolve_entry(self, reference: Reference) -> Targets:
        """Return an entry's page, or the operations of an endpoint, or a URL."""
        endpoint = reference.endpoint
        if endpoint is not None and not self._is_page(reference.text):
            return self.resolve_endpoint(endpoint, reference.placed)
        file = self.find_page_file(reference.text)
        if file is not None:
            return (PageTarget(file),)
        return (WebTarget(reference.text),) if reference.text.startswith(WITH_HOST) else ()

    def _is_page(self, entry: str) -> bool:
        return self._facts is not None and entry in self._facts.pages

    def find_page_file(self, entry: str) -> str | None:
        """Return the file of the page that an entry names or probably means, or None."""
        path = normalise_entry(entry).rstrip("/")
        if self._facts is None:
            return self._find_existing_file(path)
        pages = self._facts.pages
        page = pages.find_page(path) or pages.find_page(entry)
        if page is not None:
            return page.file
        plain = strip_page_extension(path)
        if pages.find_non_page_reason(plain):
            return self._find_existing_file(plain)
        page = pages.find_page(plain) or pages.find_page(pages.find_other_case(plain) or "")
        page = page or pages.find_page(pages.find_folder_index(plain) or "")
        return page.file if page else None

    def _find_existing_file(self, page: str) -> str | None:
        """Return the existing file of a page path, whichever extension it has, or None."""
        plain = strip_page_extension(page)
        files = (f"{plain}{extension}" for extension in PAGE_EXTENSIONS)
        return next((file for file in files if plain and self._files.exists(file)), None)

    # Links

    @cached_property
    def _location(self) -> SiteLocation:
        return look_up_site_location(self.site)

    def resolve_link(self, href: str, file: str | None) -> Targets:
        """Return the targets of a link; `file` is the page that contains it, None in docs.json.

        Redirects on the way follow after the final target.
        """
        target = self._location.parse_link(href, file)
        if target is None:
            return (WebTarget(href.strip()),) if href.strip().startswith(WITH_HOST) else ()
        if not target.path:
            return (PageTarget(file, target.fragment),) if file else ()
        candidates = (
            self.resolve_path(path, target.fragment) for path in (target.path, *target.others)
        )
        return next((targets for targets in candidates if targets), ())

    def resolve_path(self, path: str, fragment: str = "") -> Targets:
        """Return the target of a path of the site, followed by the redirects on the way."""
        return self.cached_for(ReferenceResolver._follow_redirects, (path, fragment))

    def _follow_redirects(self, place: tuple[str, str]) -> Targets:
        """Return the targets that a path finally has, then the redirects that it passes."""
        path, fragment = place
        passed: dict[str, LocatedRedirect] = {}
        elsewhere: Targets = ()
        url = normalise_url_path(path)
        while len(passed) < MOST_HOPS and url not in passed:
            match = self._redirects.find_match(url)
            if match is None or (not match.certain and self._find_page_at(url)):
                break
            passed[url] = self._redirect_positions[match.redirect.order]
            href = match.target or ""
            link = parse_link_path(href)
            if link is None or not link.path:
                path, elsewhere = "", (WebTarget(href),) if href.startswith(WITH_HOST) else ()
                break
            path, fragment = link.path, link.fragment or fragment
            url = normalise_url_path(path)
        targets = self._find_target(path, fragment) if path else elsewhere
        return (*targets, *passed.values())

    def _find_target(self, path: str, fragment: str) -> Targets:
        """Return the page or file at a path, or else operations whose page may be there."""
        page = self._find_page_at(normalise_url_path(path))
        if page is not None:
            return (PageTarget(page, fragment),)
        file = url_to_path(path)
        if self._has_file(file):
            return (FileTarget(file),)
        if self._facts is None or not self._facts.specs:
            return ()
        # Only links without a file need this import.
        from docs_lsp.site.generated_pages.page_addresses import guess_operations_for_page

        page = url_to_path(normalise_url_path(path))
        return guess_operations_for_page(page, self.site.objects, self._facts)

    def _find_page_at(self, url: str) -> str | None:
        """Return the file of the page at an address, or None; `a` is preferred to `a/index`."""
        name = url_to_path(url)
        return (self.find_page_file(name) if name else None) or self.find_page_file(f"{name}/index")

    def _resolve_source(self, reference: Reference) -> Targets:
        """Return the targets of a redirect's destination, without the redirect itself."""
        destination = reference.placed.element.get_text("destination") if reference.placed else None
        return self.resolve_link(destination, None) if destination else ()

    # Files

    def _resolve_file(self, path: str | None) -> Targets:
        """Return the file at a site path as the only target; empty if it does not exist."""
        return (FileTarget(path),) if path and self._has_file(path) else ()

    def _has_file(self, file: str) -> bool:
        """Return whether a file exists, even if it is ignored; asks the disk only if in doubt."""
        if self._facts is not None and file in self._facts.files:
            return True
        # An ignored file exists nevertheless, and before the first scan any file may.
        is_doubtful = self._facts is None or file in self._facts.ignore
        return is_doubtful and self._files.exists(file)

    def _resolve_spec_file(self, source: str) -> Targets:
        """Return the URL or the file of a specification as the only target; empty if missing."""
        text = source.strip()
        if text.startswith(WITH_HOST):
            return (WebTarget(text),)
        return self._resolve_file(resolve_spec_path(text))

    # Operations

    def resolve_endpoint(
        self, endpoint: Endpoint, placed: Placed | None
    ) -> tuple[SpecOperation, ...]:
        """Return an endpoint's operations in its own specification, the inherited ones, or any.

        Any means the first one of the site that has it, if there is neither of the others.
        """
        names = placed.element.inner.openapi if placed else ()
        sources = (endpoint.spec,) if endpoint.spec else names
        if sources:
            return tuple(self._iter_operations(endpoint, map(resolve_spec_path, sources)))
        return self._find_first_operation(endpoint, self._list_all_specs())

    def _resolve_operation(self, reference: Reference) -> Targets:
        """Return the operation that a page names, from the first file that has it."""
        endpoint = reference.endpoint
        if endpoint is None:
            return ()
        files = self._list_all_specs()
        if endpoint.spec is None:
            return self._find_first_operation(endpoint, files)
        named = list(iter_matching_files(endpoint.spec, reference.file, files))
        return self._find_first_operation(endpoint, named or [resolve_spec_path(endpoint.spec)])

    def _find_first_operation(
        self, endpoint: Endpoint, files: Iterable[str | None]
    ) -> tuple[SpecOperation, ...]:
        operation = next(self._iter_operations(endpoint, files), None)
        return () if operation is None else (operation,)

    def _iter_operations(
        self, endpoint: Endpoint, files: Iterable[str | None]
    ) -> Iterator[SpecOperation]:
        """Yield an endpoint's operation in each file that has it."""
        for file in files:
            spec = self.get_spec(file) if file else None
            operation = spec.find_operation(endpoint.method, endpoint.path) if spec else None
            if spec and operation:
                yield SpecOperation(spec, operation)

    def _list_all_specs(self) -> list[str]:
        """Return the paths of all known specifications, read or not, sorted."""
        facts = self._facts
        return sorted({*facts.specs, *(facts.spec_files or ())}) if facts else []

    def get_spec(self, file: str) -> Spec | None:
        """Return a specification by its site path, read if necessary; None if unreadable."""
        known = self._facts.specs.get(file) if self._facts else None
        if known is not None:
            return known
        return self.cached_for(ReferenceResolver._load_spec, file)

    def _load_spec(self, file: str) -> Spec | None:
        """Read and parse a specification, or return None if the file cannot be read."""
        from docs_lsp.site.specifications.openapi import (
            parse_spec,  # Most requests are not about endpoints.
        )

        try:
            return parse_spec(self._files.read(file), file)
        except FileFault:
            return None


_BY_ROLE: Mapping[Role, Callable[[ReferenceResolver, Reference], Targets]] = {
    Role.ENTRY: ReferenceResolver._resolve_entry,
    Role.ROOT: ReferenceResolver._resolve_entry,
    Role.LINK: lambda own, one: own.resolve_link(one.text, None if one.placed else one.file),
    Role.SOURCE: ReferenceResolver._resolve_source,
    Role.SPEC: lambda own, one: own._resolve_spec_file(one.text),
    Role.ASSET: lambda own, one: own.resolve_link(one.text, None),
    Role.REF: lambda own, one: own._resolve_file(ref_target(one.file, one.text)),
    Role.IMPORT: lambda own, one: own._resolve_file(resolve_site_path(one.text, one.file)),
    Role.OLD_SNIPPET: lambda own, one: own._resolve_file(resolve_old_snippet(one.text)),
    Role.OPERATION: ReferenceResolver._resolve_operation,
}
