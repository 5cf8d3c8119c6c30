"""The files, pages and specifications of a site on disk, at one moment.

Specifications are read when docs.json names them. Facts never change: adding a specification
returns new facts that share the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from docs_lsp.core.current_work import record_file
from docs_lsp.core.memo import Memo
from docs_lsp.core.text import Span
from docs_lsp.files.files import FileFault, Files
from docs_lsp.formats.places import ReadFault
from docs_lsp.site.site_files import SiteFiles, scan_files
from docs_lsp.site.specifications.spec_paths import resolve_spec_path

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec

_FEW = 4
"""The number of specifications that are asked one after the other."""


@dataclass(frozen=True, slots=True, eq=False)
class SiteFacts(SiteFiles, Memo):
    """The files of a site, and its specifications as far as they have been read.

    What depends on the contents of pages too is cached for the last contents, so that typing in
    docs.json costs nothing.
    """

    specs: Mapping[str, Spec] = field(default_factory=dict)
    """The specifications read so far, by site path; a file that cannot be read is unusable."""
    spec_files: Mapping[str, Span] | None = None
    """The files that look like specifications, with the position of their key `openapi`.

    None if they have not been searched for.
    """
    knows_all_specs: bool = False
    """Whether every possible specification has been read."""
    _made: dict[object, object] = field(default_factory=dict, init=False, repr=False)

    def find_spec(self, source: str) -> Spec | None:
        """Return the specification that a source names, if it has been read, else None."""
        return self.specs.get(resolve_spec_path(source) or "")

    def get_sound_specs(self, names: Iterable[str]) -> tuple[Spec, ...] | None:
        """Return the specifications of some names; None for no names, or unless all are sound."""
        # Thousands of entries may have the same hundreds of specifications.
        return self.cached_for(_select_sound_specs, tuple(names))

    def find_operation(
        self, specs: tuple[Spec, ...], method: str, path: str
    ) -> tuple[Spec, Operation] | None:
        """Return the first specification that has an operation, and the operation; or None."""
        if len(specs) > _FEW:
            from docs_lsp.site.specifications.openapi import toggle_slash  # As in `_read_spec`.

            first = self.cached_for(_map_operations, specs)
            keys = ((method.upper(), each) for each in (path, toggle_slash(path)))
            indexes = {first[key] for key in keys if key in first}
            specs = tuple(specs[index] for index in sorted(indexes))
        for spec in specs:
            operation = spec.find_operation(method, path)
            if operation is not None:
                return spec, operation
        return None


def _select_sound_specs(facts: SiteFacts, names: tuple[str, ...]) -> tuple[Spec, ...] | None:
    sound = tuple(spec for spec in map(facts.find_spec, names) if spec and spec.is_sound)
    return sound if sound and len(sound) == len(names) else None


def _map_operations(_: SiteFacts, specs: tuple[Spec, ...]) -> Mapping[tuple[str, str], int]:
    """Map each method and path to the index of the first specification that has them."""
    first: dict[tuple[str, str], int] = {}
    for index, spec in enumerate(specs):
        for operation in spec.all_operations:
            first.setdefault((operation.method, operation.path), index)
    return first


def scan_site(
    files: Files,
    on_progress: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> SiteFacts:
    """List the files of a site as facts, without any specification; raises only `ScanCancelled`.

    `on_progress` receives the number of files seen so far; the scan ends once `cancelled` returns
    True.
    """
    site_files = scan_files(files, on_progress, cancelled)
    return SiteFacts(site_files.pages, site_files.files, site_files.ignore)


def load_specs(facts: SiteFacts, files: Files, wanted: Iterable[str]) -> SiteFacts:
    """Return facts with the wanted specifications read; the same object if none is missing."""
    missing = [path for path in dict.fromkeys(wanted) if path not in facts.specs]
    if not missing:
        return facts
    return replace(
        facts, specs={**facts.specs, **{path: _read_spec(path, files) for path in missing}}
    )


def _read_spec(path: str, files: Files) -> Spec:
    """Read a specification; one that cannot be read is unusable, with the reason as its fault."""
    # Imports YAML and more, which only sites with a specification need.
    from docs_lsp.site.specifications.openapi import Spec, parse_spec

    record_file(path)
    try:
        return parse_spec(files.read(path), path)
    except FileFault as fault:
        return Spec(path, usable=False, faults=(ReadFault(Span(0, 0), str(fault)),))
