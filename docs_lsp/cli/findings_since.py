"""`--since`: the findings where a branch began, which are not reported.

That is the merge base of the revision and HEAD (`Repository.require_base`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import evaluate_whole_site, read_settings
from docs_lsp.files.files import CachedFiles
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.revisions.repository import Repository
from docs_lsp.settings.baseline import Baseline, identify_problem


def collect_earlier_findings(docs_json: Path, revision: str) -> Baseline:
    """Return the findings at the merge base of a revision and HEAD, as a baseline.

    The baseline is empty if the site did not exist there. Raises `UsageFault` with the reason if
    the repository cannot be read.
    """
    try:
        with Repository(docs_json.parent) as repository:
            start = repository.require_base(revision)
            files = CachedFiles(repository.open_files(start))
            if not files.exists(docs_json.name):
                return Baseline()
            settings = replace(read_settings(files)[0], baseline=None)
            site = evaluate_whole_site(docs_json.parent, files, settings, docs_json.name)
            all_problems = [
                problem for problems in site.find_all_problems().values() for problem in problems
            ]
    except RevisionFault as fault:
        raise UsageFault(str(fault)) from None
    return Baseline.from_entries(
        Counter(
            identify_problem(problem, site.parts.get(problem.file)) for problem in all_problems
        ).items()
    )
