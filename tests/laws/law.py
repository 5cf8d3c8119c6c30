"""What no action may do to a site, whatever mistakes it has.

* A docs.json that the service accepts is accepted afterwards.
* A page that the service keeps is kept, and an address leads to the page that it led to.
* No new Error or Warning takes the place of one that goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx.contents import Contents
from docs_lsp.site.navigation.accepted_elements import read_accepted_docs
from docs_lsp.site.routes.accepted_site import AcceptedSite, get_accepted_site
from tests.laws.values_read_now import find_unread_values


class State(NamedTuple):
    """A site as the laws see it."""

    is_accepted: bool
    """Whether the service accepts docs.json, as far as we know."""
    content: AcceptedSite
    findings: Counter[tuple[str, str]]
    """Rule and file of each Error and Warning."""
    places: Mapping[tuple[str, str], tuple[Span, ...]]
    """Where these are, as byte offsets."""
    unread: frozenset[str]
    """The values of docs.json that the service does not look into, by their JSON."""


class Breach(NamedTuple):
    """A law that an action breaks."""

    law: str
    about: str
    address: str = ""
    """The address that leads elsewhere."""
    rule: str = ""
    """The rule that has something new to report."""
    file: str = ""
    extra: int = 0
    """How many more findings of the rule there are in the file."""

    def __str__(self) -> str:
        return f"{self.law}: {self.about}"


def read_state(
    root: Path, files: Files, settings: Settings, known: Contents | None = None
) -> tuple[Snapshot, State]:
    """A site that is looked at as a whole, and its state."""
    site = evaluate_whole_site(root, files, settings, known=known)
    overview = site.get_overview()
    places: dict[tuple[str, str], tuple[Span, ...]] = {}
    for problems in site.get_problems().values():
        for one in problems:
            if one.severity <= Severity.WARNING:
                key = (one.rule, one.file)
                places[key] = (*places.get(key, ()), one.span)
    return site, State(
        read_accepted_docs(site.name, site.parts) is not None,
        get_accepted_site(overview) if overview else AcceptedSite(),
        Counter({key: len(spans) for key, spans in places.items()}),
        places,
        find_unread_values(site),
    )


def find_breaches(
    before: State, after: State, moved: Mapping[str, str], *, is_copying: bool = False
) -> Iterator[Breach]:
    """The laws that an action breaks; `moved` has the new path of each file that moves.

    An action that copies or moves content takes its mistakes along, so only rules that said nothing
    before have something new to report then.
    """
    if before.is_accepted and not after.is_accepted:
        yield Breach("accepted", "the service rejects docs.json now")
        return
    yield from _find_losses(before.content, after.content, moved)
    known = {rule for rule, _ in before.findings} if is_copying else set()
    for (rule, file), count in (after.findings - before.findings).items():
        if rule not in known:
            about = f"{rule}, {count} more in {file}"
            yield Breach("exchanged", about, rule=rule, file=file, extra=count)


def _find_losses(
    before: AcceptedSite, after: AcceptedSite, moved: Mapping[str, str]
) -> Iterator[Breach]:
    for page in sorted(before.pages):
        if _name_after(page, moved) not in after.pages:
            yield Breach("kept", f"{page} is lost")
    for address, page in before.answers.items():
        now = after.answers.get(address)
        if now != _name_after(page, moved):
            yield Breach("kept", f"{address} led to {page} and leads to {now}", address)


def _name_after(page: str, moved: Mapping[str, str]) -> str:
    """The new name of a file, or of a page that is made from a specification."""
    file, blank, operation = page.partition(" ")
    return moved.get(page) or f"{moved.get(file, file)}{blank}{operation}"
