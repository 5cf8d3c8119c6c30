"""What a change of the code does to real sites: two builds side by side.

    python -m tests.ecosystem [--against REV] [--markdown] [FOLDER ...]

Each site below the folders (without any: the sites of ../shared/corpus) is checked and fixed with
the code of a revision and with that of the working tree; nothing is written to it. Printed are,
rule by rule, the findings that are new, gone or changed, the fixes that an editor offers for
findings that both builds have, the edits of `fix` and `fix --unsafe`, and the processor time. An
edit is attributed to the rules whose fixes touch its lines. The exit code is 1 if the working tree
failed on a site and the revision did not.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from docs_lsp.files.discover import find_sites
from tests.ecosystem.builds import Build, compile_modules, extract_revision
from tests.ecosystem.changes import Comparison, compare_results
from tests.ecosystem.report import write_markdown, write_text
from tests.ecosystem.results import inspect_site

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus" / "sites"


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.ecosystem", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--against", default="HEAD", metavar="REV", help="(default: HEAD)")
    parser.add_argument("--markdown", action="store_true", help="print it for a pull request")
    parser.add_argument("--most", type=int, default=10, help="differences shown of each kind")
    options = parser.parse_args()
    folders = [folder.resolve() for folder in options.folders] or [CORPUS.resolve()]
    sites = [docs_json for folder in folders for docs_json in find_sites(folder)]
    if not sites:
        parser.error(f"no docs.json in {', '.join(map(str, folders))}")
    with tempfile.TemporaryDirectory() as scratch:
        old = Build(Path(scratch, "old"), Path(scratch, "old-cache"))
        new = Build(ROOT, Path(scratch, "new-cache"))
        try:
            extract_revision(ROOT, options.against, old.folder)
        except ValueError as error:
            parser.error(str(error))
        comparison = compare_builds(old, new, sites)
    write = write_markdown if options.markdown else write_text
    print("\n".join(write(comparison, options.most)))
    return int(any(fault and not earlier for *_, earlier, fault in comparison.faults))


def compare_builds(old: Build, new: Build, sites: Sequence[Path]) -> Comparison:
    """Run both builds over some sites, as many at a time as there are cores."""
    for build in (old, new):
        compile_modules(build)
    # The largest first, so that none is left for the end; both builds of a site side by side.
    order = sorted(sites, key=_count_files, reverse=True)
    jobs = [(build, site) for site in order for build in (old, new)]
    names = _name_sites(sites)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda job: inspect_site(job[0], job[1], names[job[1]]), jobs))
    return compare_results(results[::2], results[1::2])


def _count_files(docs_json: Path) -> int:
    return sum(len(files) for _, _, files in os.walk(docs_json.parent))


def _name_sites(sites: Sequence[Path]) -> dict[Path, str]:
    """The folder of each site, from the one that all have in common."""
    common = os.path.commonpath([site.parent.parent for site in sites])
    return {site: site.parent.relative_to(common).as_posix() for site in sites}


if __name__ == "__main__":
    sys.exit(main())
