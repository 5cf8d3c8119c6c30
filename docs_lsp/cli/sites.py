"""The sites that a command works on: which are meant, whether they can be used, and notices."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.cli.findings import SourcePlaces, display_path
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Encoding
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import read_project_settings
from docs_lsp.files.discover import (
    SITE_FILE,
    describe_older_file,
    find_enclosing_site,
    find_older_files,
    find_sites,
)
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.files.walk import has_interrupted_save
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings, SettingsFault
from docs_lsp.site.routes.site_location import find_site_location

if TYPE_CHECKING:
    from docs_lsp.evaluation.snapshot import Snapshot
    from docs_lsp.site.overview import Overview

_MOST_NAMED = 3
"""Older files that are named."""
_NAVIGATION = b'"navigation"'
_GLOB = compile_lazily(r"[*?\[]")
_COUNTING_RULE = "unlisted-page"
"""The rule whose findings count those in pages that no reader reaches."""


class Target(NamedTuple):
    """A site that a command was asked to work on, or some of its files and folders."""

    docs_json: Path
    within: frozenset[str] | None = None
    """The files and folders whose findings are wanted, as site paths; None for the whole site."""

    def covers(self, file: str) -> bool:
        """Return whether the findings in a file are wanted."""
        if self.within is None or file in self.within:
            return True
        return any(str(folder) in self.within for folder in PurePosixPath(file).parents)

    def unfolds(self, is_wanted: Callable[[str], bool]) -> bool:
        """Return whether findings in pages that no reader reaches are shown one by one.

        They are if they were named, or if the rule is off whose findings count them.
        """
        return self.within is not None or not is_wanted(_COUNTING_RULE)


HERE = Path()
"""The working folder, which the paths in texts, differences and notices are relative to."""


def choose_base_folder(paths: Sequence[Path]) -> Path:
    """Return the only path, or the folder of the only file; for several, the working folder.

    The files in reports for programs are relative to it.
    """
    if len(paths) > 1:
        return HERE
    return paths[0].parent if paths[0].is_file() else paths[0]


def find_targets(written: Sequence[str]) -> list[Target]:
    """Return the requested sites, each once, with the requested files. Raises `UsageFault`.

    A path may be a folder with sites, a file or folder of a site, a docs.json, or a pattern for
    these. Without any path, the sites below the working folder are returned, or the one around it.
    A path that is not one of these is an error.
    """
    paths = [path for each in written for path in _expand_pattern(each)]
    targets: dict[str, Target] = {}
    for path in paths or [HERE]:
        for target in _find_targets_at(path, is_named=bool(paths)):
            key = os.path.realpath(target.docs_json)
            known = targets.get(key)
            if known is not None and known.within is not None and target.within is not None:
                target = known._replace(within=known.within | target.within)
            elif known is not None:
                target = known._replace(within=None)
            targets[key] = target
    return list(targets.values())


def _expand_pattern(written: str) -> list[Path]:
    """Return the paths that match a pattern, or the path itself if it exists or is no pattern.

    A pattern comes here if the shell has not expanded it. Raises `UsageFault` if nothing matches.
    """
    path = Path(written)
    if not _GLOB.search(written) or path.exists():
        return [path]
    paths = sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
    if not paths:
        raise UsageFault(f"no file matches `{written}`.")
    return paths


def _find_targets_at(path: Path, *, is_named: bool) -> Iterator[Target]:
    """Yield the sites in and below a path, or if there are none the site around it.

    Of a site around it only the path itself is requested, if the user has named it. Raises
    `UsageFault` for a file that is neither a docs.json nor in a site, and for an invalid path.
    """
    is_part = path.is_file() and not _is_docs_json(path)
    sites = [] if is_part else require_sites([path])
    yield from map(Target, sites)
    around = None if sites else _find_enclosing_docs_json(path)
    if around is None:
        if is_part:
            raise UsageFault(f"`{path}` is not in a site: no folder around it has a {SITE_FILE}.")
        return
    root = Path(display_path(around.parent, HERE))
    part = path.resolve().relative_to(around.parent).as_posix()
    yield Target(root / SITE_FILE, frozenset((part,)) if is_named else None)


def _is_docs_json(path: Path) -> bool:
    """Return whether a JSON file is meant as the docs.json of a site, whatever its name.

    In the folder of another site it must contain `navigation`, as it may be referenced by `$ref`.
    """
    if path.suffix != ".json":
        return False
    is_named = path.name == SITE_FILE or _find_enclosing_docs_json(path) is None
    return is_named or _NAVIGATION in path.read_bytes()


def require_sites(paths: Iterable[Path]) -> list[Path]:
    """Return each docs.json at or below some paths, once; perhaps none. Raises `UsageFault`.

    A JSON file counts as one, whatever its name. A path that does not exist is an error, and any
    other file.
    """
    for path in paths:
        if not path.exists():
            raise UsageFault(f"`{path}` does not exist; give a folder or a docs.json.")
        if not (path.is_dir() or path.is_file()):
            raise UsageFault(f"`{path}` is not an ordinary file; give a folder or a docs.json.")
        if path.is_file() and path.suffix != ".json":
            raise UsageFault(f"`{path}` is not a JSON file; give a folder or a docs.json.")
    sites = (
        site
        for path in paths
        for site in ([path] if path.is_file() else find_sites(path, _print_unsearchable_folder))
    )
    return list({os.path.realpath(site): site for site in sites}.values())


def require_site(path: str | None) -> Path:
    """Return the only docs.json at or below a path; for None, that of here. Raises `UsageFault`.

    None or several are errors. See `require_site_here`.
    """
    if path is None:
        return require_site_here()
    given = Path(path)
    remedy = "name the docs.json of one of them"
    return _require_single_site(require_sites([given]), given, f"in `{given}`", remedy)


def require_site_here() -> Path:
    """Return the docs.json of the site around the working folder, or the only one below it.

    Raises `UsageFault` for none or several.
    """
    around = find_enclosing_site(Path.cwd() / SITE_FILE)
    if around is not None:
        return around / SITE_FILE
    remedy = "name the site's folder with `--site`"
    return _require_single_site(find_sites(Path.cwd()), HERE, "here", remedy)


def _require_single_site(sites: list[Path], folder: Path, where: str, remedy: str) -> Path:
    """Return the only site, absolute. Raises `UsageFault` with `where` and `remedy` if not one.

    A mint.json below `folder` is named if there is none.
    """
    if len(sites) != 1:
        count = f"are {len(sites)} sites" if sites else "is no site (docs.json)"
        hint = "" if sites else _describe_older_files(folder)
        raise UsageFault(f"there {count} {where}; {remedy}.{hint}")
    return sites[0].absolute()


def recover_site(root: Path) -> bool:
    """Undo or finish an interrupted save, and print what was done; return False if that fails."""
    if not has_interrupted_save(root):
        return True
    from docs_lsp.files.recovery import recover_site_files

    try:
        sentence = recover_site_files(root)
    except FileFault as fault:
        print_notice(str(fault))
        return False
    if sentence is not None:
        print_notice(sentence)
    return True


def print_notice(sentence: str) -> None:
    """Print a sentence to standard error after `docs-lsp: `, with unsafe characters escaped."""
    print(f"docs-lsp: {escape_unsafe(sentence)}", file=sys.stderr)


def print_inferred_location(overview: Overview) -> None:
    """Print the address at which the site seems to be published, if it was inferred."""
    address = find_site_location(overview)
    if address and address.base and address.evidence:
        print_notice(
            f"the site seems to be published at `{address.url}`, because of "
            f"{address.evidence}. If it is not, set `base` below `[site]` in docs-lsp.toml."
        )


def _print_unsearchable_folder(error: OSError) -> None:
    print_notice(f"`{error.filename}` cannot be searched for sites: {error.strerror}.")


def print_no_site(paths: Sequence[Path], others: Sequence[Path]) -> None:
    """Print that no site was found in some paths, or that `others` belong to another tool."""
    places = ", ".join(f"`{path}`" for path in others or paths)
    if others:
        verb = "belongs" if len(others) == 1 else "belong"
        print_notice(f"{places} {verb} to another tool, so nothing was checked.")
        return
    hints = "".join(map(_suggest_site, paths))
    print_notice(
        f"no documentation site (docs.json) found in {places}, so nothing was checked.{hints}"
    )


def _suggest_site(path: Path) -> str:
    """Return a hint, after a space, at what may be meant by a path without a site; perhaps ""."""
    for folder in (path, path / SITE_FILE):
        if folder.name == SITE_FILE and folder.is_dir():
            return f" `{folder}` is a folder, not a file."
    return _describe_older_files(path)


def _describe_older_files(folder: Path) -> str:
    """Return sentences, each after a space, about the first mint.json files below a folder."""
    older = find_older_files(folder)[:_MOST_NAMED]
    return "".join(f" {describe_older_file(file)}" for file in older)


def read_faultless_settings(disk: DiskFiles) -> Settings | None:
    """Return the settings of a site and its baseline, or None after printing their faults.

    It is unknown what faulty settings forbid, so a command then changes nothing.
    """
    settings, faults = read_project_settings(disk)
    print_settings_faults(faults, disk)
    return None if faults else settings


def print_settings_faults(faults: Iterable[SettingsFault], disk: DiskFiles) -> None:
    """Print the faults in a site's settings, and in files that they name."""
    places = SourcePlaces(disk)
    for fault in faults:
        line, column = places.find_line_and_column(fault.file, fault.span)
        file = display_path(disk.root / fault.file, HERE)
        print_notice(f"{file}:{line}:{column} {fault.message}")


def _find_enclosing_docs_json(path: Path) -> Path | None:
    """Return the docs.json of the site that a file or folder is in, or None."""
    root = find_enclosing_site(path.resolve())
    return None if root is None else root / SITE_FILE


def require_complete_overview(site: Snapshot) -> Overview:
    """Return the overview of a site. Raises `UsageFault` if part of its docs.json is unreadable.

    This is so for another tool's docs.json, if docs.json cannot be read, and if it or a file that
    it references is not valid JSON.
    """
    overview = site.get_overview()
    if overview is None:
        raise UsageFault(f"`{site.root / site.name}` belongs to another tool.")
    for file, part in site.parts.items():
        if file == site.name and isinstance(part, str):
            raise UsageFault(part)
        fault = next(part.iter_faults(), None) if isinstance(part, Document) else None
        if isinstance(part, Document) and fault:
            line, _ = part.text.to_position(fault[0] + fault[1].start, Encoding.UTF32)
            raise UsageFault(
                f"`{file}` is not valid JSON in line {line + 1}, so an entry might be missed. "
                "Run `docs-lsp fix`, or correct the line, and try again."
            )
    return overview
