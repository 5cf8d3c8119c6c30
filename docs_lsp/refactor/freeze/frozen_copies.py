"""Builds the copies of the files of a version.

Each copy is the file as it would be if all files moved below the folder together: links among them
stay among them, and everything else they name stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import FileEdit
from docs_lsp.files.draft import apply_edits
from docs_lsp.refactor.freeze.frozen_files import FrozenFiles
from docs_lsp.refactor.freeze.frozen_specs import copy_spec
from docs_lsp.site.moves import Addresses, Move, NewPaths
from docs_lsp.site.moves.docs_edits import edits_in_docs, string_edit
from docs_lsp.site.moves.page_edits import edits_in_pages
from docs_lsp.site.moves.spelling import respell_rooted_link
from docs_lsp.site.pages import strip_extension, url_of
from docs_lsp.site.references.docs_references import Role, references_of
from docs_lsp.site.references.targets import strip_quotes
from docs_lsp.site.routes.accepted_site import get_accepted_site
from docs_lsp.site.routes.link_paths import link_path_of
from docs_lsp.site.routes.redirects import normalise_path
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint


class FrozenCopies:
    """Builds the copies of the files that belong to a version."""

    def __init__(self, frozen: FrozenFiles) -> None:
        """Use the files that belong to the version."""
        self.frozen = frozen
        moves = (Move(*one) for one in (*frozen.pages.items(), *frozen.other_copies.items()))
        is_file = frozen.overview.facts.files.__contains__
        self._addresses = Addresses(frozen.overview, NewPaths(moves, is_file))

    def copies(self) -> dict[str, bytes]:
        """Return the copies of pages and specifications, by their site paths."""
        edits: dict[str, dict[int, FileEdit]] = {file: {} for file in self.frozen.pages}
        for file in self.frozen.pages:
            for edit in self._edits_of_operation(file):
                edits[file].setdefault(edit.span.start, edit)
        for edit in edits_in_pages(self._addresses, self.frozen.files):
            if edit.file in edits:
                edits[edit.file].setdefault(edit.span.start, edit)
        for file in self.frozen.pages:
            for edit in self._edits_of_links(file):
                edits[file].setdefault(edit.span.start, edit)
        page_copies = {}
        for file, own in edits.items():
            page_copies[self.frozen.pages[file]] = apply_edits(
                self.frozen.files.read(file), own.values()
            )
        plain = (file for file in self.frozen.other_copies if file not in self.frozen.parts)
        return {
            **page_copies,
            **{self.frozen.other_copies[file]: self._copy_spec(file) for file in plain},
        }

    def _copy_spec(self, file: str) -> bytes:
        spec = self.frozen.overview.facts.specs.get(file)
        return copy_spec(self.frozen.files.read(file), spec, self.frozen.folder)

    def _edits_of_operation(self, file: str) -> Iterator[FileEdit]:
        """Yield the edit that names the copied specification in the frontmatter of a page."""
        content = self.frozen.contents.get(file)
        spec = self.frozen.operation_spec(file, content) if content else None
        entry = content.frontmatter.entries.get("openapi") if content else None
        if content is None or entry is None or spec is None or spec not in self.frozen.other_copies:
            return
        span = strip_quotes(content.head, entry.value)
        text = content.head[slice(*span)].decode("utf-8", "replace")
        endpoint = parse_endpoint(text)
        if isinstance(endpoint, Endpoint):
            rest = text[endpoint.method_part.start :]
            yield FileEdit(file, span, f"{self.frozen.other_copies[spec]} {rest}")

    def _edits_of_links(self, file: str) -> Iterator[FileEdit]:
        """Yield edits of links that reach the version by a redirect or lead to generated pages."""
        content = self.frozen.contents.get(file)
        for link in content.links if content else ():
            new = self.rewrite_link(link.target)
            if new is not None and "\ufffd" not in link.target:
                yield FileEdit(file, link.span, new)

    def rewrite_link(self, link: str) -> str | None:
        """Return a root-relative link as the copy has it, or None if it does not change.

        For links that moving files does not change.
        """
        target = link_path_of(link) if link.startswith("/") else None
        if target is None or not target.path:
            return None
        path = normalise_path(target.path)
        answer = get_accepted_site(self.frozen.overview).answers.get(path, "")
        made = self.frozen.generated_pages.get(path)
        new = made.address if made else None
        if answer in self.frozen.pages:
            new = url_of(strip_extension(self.frozen.pages[answer]))
        return respell_rooted_link(link, new.lstrip("/")) if new else None

    def docs_edits(self) -> Iterator[FileEdit]:
        """Yield the edits of docs.json and its files for the copied navigation, each place once."""
        edits_by_place: dict[tuple[str, int], FileEdit] = {}
        for edit in (*edits_in_docs(self._addresses), *self._edits_of_hrefs()):
            edits_by_place.setdefault((edit.file, edit.span.start), edit)
        yield from edits_by_place.values()

    def _edits_of_hrefs(self) -> Iterator[FileEdit]:
        for placed in self.frozen.overview.objects:
            if self.frozen.holds(placed):
                for reference in references_of(placed):
                    new = self.rewrite_link(reference.text) if reference.role is Role.LINK else None
                    if new is not None:
                        yield string_edit(reference.file, reference.span, reference.text, new)
