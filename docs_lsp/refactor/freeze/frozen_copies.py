"""Builds the copies of the files of a version, and of the API descriptions that they show.

Each copy is the file as it would be if all files moved below the folder together: links among them
stay among them, and everything else they name stays where it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.files.draft import apply_file_edits
from docs_lsp.formats.places import KeyPath, Paths
from docs_lsp.formats.spec_reader import find_value_span
from docs_lsp.refactor.freeze.frozen_files import FrozenFiles
from docs_lsp.site.moves import AddressMap, Move, NewPaths
from docs_lsp.site.moves.docs_edits import iter_docs_edits, make_string_edit
from docs_lsp.site.moves.page_edits import iter_page_edits
from docs_lsp.site.moves.spelling import respell_rooted_link
from docs_lsp.site.pages import page_to_url, strip_page_extension, url_to_path
from docs_lsp.site.references.docs_references import Role, iter_object_references
from docs_lsp.site.references.targets import strip_quotes_from_span
from docs_lsp.site.routes.accepted_site import get_accepted_site
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.redirects import normalise_url_path
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.openapi import Spec


class FrozenCopies:
    """Builds the copies of the files that belong to a version."""

    def __init__(self, frozen: FrozenFiles) -> None:
        """Use the files that belong to the version."""
        self.frozen = frozen
        moves = (Move(*one) for one in (*frozen.pages.items(), *frozen.other_copies.items()))
        is_file = frozen.overview.facts.files.__contains__
        self._addresses = AddressMap(frozen.overview, NewPaths(moves, is_file))

    def build_copies(self) -> dict[str, bytes]:
        """Return the content of copied pages and specifications by the paths of the copies."""
        pages = self.frozen.pages
        edits: dict[str, dict[int, FileEdit]] = {file: {} for file in pages}
        for edit in chain(
            chain.from_iterable(map(self._edit_operation, pages)),
            iter_page_edits(self._addresses, self.frozen.files),
            chain.from_iterable(map(self._edit_links, pages)),
        ):
            if edit.file in edits:
                edits[edit.file].setdefault(edit.span.start, edit)
        page_copies = {
            pages[file]: apply_file_edits(self.frozen.files.read(file), own.values())
            for file, own in edits.items()
        }
        plain = (file for file in self.frozen.other_copies if file not in self.frozen.parts)
        return {
            **page_copies,
            **{self.frozen.other_copies[file]: self._copy_spec(file) for file in plain},
        }

    def _copy_spec(self, file: str) -> bytes:
        """Return a specification in which each `href` of an operation is below the folder.

        An `href` whose source text differs from its value, such as a YAML alias, is not changed;
        the check of the result then refuses the freeze.
        """
        data, spec = self.frozen.files.read(file), self.frozen.overview.facts.specs.get(file)
        return apply_file_edits(data, _edit_hrefs(data, spec, self.frozen.folder) if spec else ())

    def _edit_operation(self, file: str) -> Iterator[FileEdit]:
        """Yield the edit that names the copied specification in the frontmatter of a page."""
        content = self.frozen.contents.get(file)
        spec = self.frozen.find_operation_spec(file, content) if content else None
        entry = content.frontmatter.entries.get("openapi") if content else None
        if content is None or entry is None or spec is None or spec not in self.frozen.other_copies:
            return
        span = strip_quotes_from_span(content.head, entry.value)
        text = content.head[slice(*span)].decode("utf-8", "replace")
        endpoint = parse_endpoint_entry(text)
        if isinstance(endpoint, Endpoint):
            rest = text[endpoint.method_part.start :]
            yield FileEdit(file, span, f"{self.frozen.other_copies[spec]} {rest}")

    def _edit_links(self, file: str) -> Iterator[FileEdit]:
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
        target = parse_link_path(link) if link.startswith("/") else None
        if target is None or not target.path:
            return None
        path = normalise_url_path(target.path)
        answer = get_accepted_site(self.frozen.overview).answers.get(path, "")
        new, _ = self.frozen.generated_pages.get(path, (None, ""))
        if answer in self.frozen.pages:
            new = page_to_url(strip_page_extension(self.frozen.pages[answer]))
        return respell_rooted_link(link, url_to_path(new)) if new else None

    def collect_docs_edits(self) -> Iterator[FileEdit]:
        """Yield the edits of docs.json and its files for the copied navigation, each place once."""
        edits_by_place: dict[tuple[str, int], FileEdit] = {}
        for edit in (*iter_docs_edits(self._addresses), *self._edit_hrefs()):
            edits_by_place.setdefault((edit.file, edit.span.start), edit)
        yield from edits_by_place.values()

    def _edit_hrefs(self) -> Iterator[FileEdit]:
        """Yield edits of links in the copied elements that reach pages of the version."""
        for placed in self.frozen.overview.objects:
            if self.frozen.contains_element(placed):
                for reference in iter_object_references(placed):
                    new = self.rewrite_link(reference.text) if reference.role is Role.LINK else None
                    if new is not None:
                        yield make_string_edit(reference.file, reference.span, reference.text, new)


def _edit_hrefs(data: bytes, spec: Spec, folder: str) -> Iterator[FileEdit]:
    """Yield edits that put the folder before each `href` of a spec; none if `data` has changed."""
    if spec.read is None or spec.read.source.data != data:
        return
    hrefs = dict(_iter_hrefs(spec))
    places = spec.read.source.find_entries(Paths(hrefs)) if hrefs else {}
    for path, href in hrefs.items():
        span = find_value_span(path, places, data) if path in places else Span(0, 0)
        written = data[slice(*span)].decode("utf-8", "replace")
        if written == href or (not spec.read.source.is_yaml and _is_escaped_json(written, href)):
            slash = next((slash for slash in ("/", r"\/") if written.startswith(slash)), "")
            start = span.start + len(slash)
            yield FileEdit(spec.file, Span(start, start), f"{folder}/")


def _is_escaped_json(written: str, text: str) -> bool:
    r"""Return whether the inside of a JSON string decodes to a text, as `\/a` does to `/a`."""
    try:
        return bool(json.loads(f'"{written}"') == text)
    except ValueError:
        return False


def _iter_hrefs(spec: Spec) -> Iterator[tuple[KeyPath, str]]:
    """Yield the path and the value of each `href` of an operation."""
    for operation in spec.all_operations:
        for name, block in operation.blocks.items():
            href = block.get("href") if isinstance(block, dict) else None
            if isinstance(href, str) and href.strip("/"):
                yield (*operation.keys, name, "href"), href
