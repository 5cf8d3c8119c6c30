"""The sites that a command works on, and the messages if there is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from docs_lsp.cli.findings import display_path
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.core.text import Encoding
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.discover import SITE_FILE, find_sites, nearest_site
from docs_lsp.files.files import FileFault, Files, text_of
from docs_lsp.files.walk import has_interrupted_save
from docs_lsp.settings.settings import ConfigFault


def base_of(paths: Sequence[Path]) -> Path:
    """Return the folder that reported files are relative to."""
    if len(paths) > 1:
        return Path()
    return paths[0].parent if paths[0].is_file() else paths[0]


def repository_root() -> Path:
    """Return the folder that CI systems count paths from.

    This is GitHub's checkout of the repository if the working folder is in it, else the working
    folder.
    """
    checkout = os.environ.get("GITHUB_WORKSPACE")
    if checkout and Path.cwd().is_relative_to(checkout):
        return Path(checkout)
    return Path()


def list_sites(paths: Iterable[Path]) -> list[Path]:
    """Return the sites in all paths, each once. Raises `UsageFault` for an invalid path."""
    for path in paths:
        if not path.exists():
            raise UsageFault(f"`{path}` does not exist; give a folder or a docs.json.")
        if not (path.is_dir() or path.is_file()):
            raise UsageFault(f"`{path}` is not an ordinary file; give a folder or a docs.json.")
        if path.is_file() and path.suffix != ".json":
            raise UsageFault(f"`{path}` is not a JSON file; give a folder or a docs.json.")
    sites = (site for path in paths for site in _sites_below(path))
    return list({os.path.realpath(site): site for site in sites}.values())


def require_site(path: Path) -> Path:
    """Return the docs.json of the only site at a path. Raises `UsageFault` for none or several."""
    return _require_single_site(
        list_sites([path]), f"in `{path}`", "name the docs.json of the one that is meant"
    )


def find_site_here() -> Path:
    """Return the docs.json of the site around the working folder, or the only one below it.

    Raises `UsageFault` for none or several.
    """
    here = Path.cwd()
    around = nearest_site(here / SITE_FILE)
    if around is not None:
        return around / SITE_FILE
    return _require_single_site(
        find_sites(here), "here", "name the folder of the one that is meant as PATH"
    )


def _require_single_site(sites: list[Path], where: str, remedy: str) -> Path:
    if len(sites) != 1:
        count = f"are {len(sites)} sites" if sites else "is no site (docs.json)"
        raise UsageFault(f"there {count} {where}; {remedy}.")
    return sites[0].absolute()


def _sites_below(path: Path) -> list[Path]:
    """Return the docs.json files in and below a folder, or the file itself, whatever its name."""
    return [path] if path.is_file() else find_sites(path, _print_unlisted)


def recover_site(root: Path) -> bool:
    """Undo or finish what an interrupted command has left in a site, and print that.

    Return whether the site may be written to.
    """
    if not has_interrupted_save(root):
        return True
    from docs_lsp.files.recovery import recover

    try:
        sentence = recover(root)
    except FileFault as fault:
        print_notice(str(fault))
        return False
    if sentence is not None:
        print_notice(sentence)
    return True


def print_notice(sentence: str) -> None:
    """Print a sentence to standard error, which is not part of the output."""
    print(f"docs-lsp: {escape_unsafe(sentence)}", file=sys.stderr)


def _print_unlisted(error: OSError) -> None:
    print_notice(f"`{error.filename}` cannot be searched for sites: {error.strerror}.")


def print_no_site(paths: Sequence[Path], others: Sequence[Path]) -> None:
    """Print that there is nothing to do; `others` are files of another tool."""
    places = ", ".join(f"`{path}`" for path in others or paths)
    if others:
        verb = "belongs" if len(others) == 1 else "belong"
        print_notice(f"{places} {verb} to another tool, so nothing was checked.")
        return
    hints = "".join(_hint(path) for path in paths)
    print_notice(
        f"no documentation site (docs.json) found in {places}, so nothing was checked.{hints}"
    )


def _hint(path: Path) -> str:
    """Return a hint at what may have been meant by a folder without a site; may be empty."""
    for folder in (path, path / SITE_FILE):
        if folder.name == SITE_FILE and folder.is_dir():
            return f" `{folder}` is a folder, not a file."
    around = _site_around(path)
    return f" `{path}` lies inside the site of `{around}`; check that." if around else ""


def print_faults(root: Path, faults: Iterable[ConfigFault], files: Files, base: Path) -> None:
    """Print the faults in a site's settings, and in files that they name."""
    for fault in faults:
        line, column = text_of(files, fault.file).position(fault.span.start, Encoding.UTF32)
        print_notice(
            f"{display_path(root / fault.file, base)}:{line + 1}:{column + 1} {fault.message}"
        )


def _site_around(path: Path) -> Path | None:
    """Return the docs.json of the site that a folder belongs to, or None."""
    root = nearest_site(path.resolve())
    return None if root is None else root / SITE_FILE
