"""Fingerprints of findings, which stay the same when lines move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b

from docs_lsp.cli.findings import ReportedFinding
from docs_lsp.settings.baseline import condense_text


def compute_fingerprint(finding: ReportedFinding) -> str:
    """Return a hash of a finding's rule, file and text, which stays the same when lines move."""
    text = condense_text(finding.source_text.data[slice(*finding.problem.span)])
    return _hash("\0".join((finding.rule, finding.file, text)))


def compute_unique_fingerprints(findings: Iterable[ReportedFinding]) -> Iterator[str]:
    """Yield the fingerprints of several findings; equal ones are numbered to make them differ."""
    counts = Counter[str]()
    for finding in findings:
        fingerprint = compute_fingerprint(finding)
        counts[fingerprint] += 1
        count = counts[fingerprint]
        yield fingerprint if count == 1 else _hash(f"{fingerprint}\0{count}")


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()
