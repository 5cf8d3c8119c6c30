"""Many fixes at once, looked at again until none is left, as the changes of one edit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from docs_lsp.check import whole_site
from docs_lsp.draft import Draft
from docs_lsp.features._difference import difference
from docs_lsp.features._view import View
from docs_lsp.files import Files
from docs_lsp.fix import mend
from docs_lsp.problem import DeletedFile, FileChange, Fix, NewFile, Problem
from docs_lsp.rules import all_rules
from docs_lsp.snapshot import Snapshot


def fix_all(
    view: View, rules: Collection[str], wanted: Callable[[Problem, Fix], bool]
) -> tuple[FileChange, ...]:
    """The changes that all wanted fixes of some rules make together."""
    others = dict.fromkeys(all_rules().keys() - rules)
    settings = replace(view.site.settings, rules={**view.site.settings.rules, **others})

    def load(files: Files) -> Snapshot:
        # Trees are judged on the event loop alone, so this one is made anew.
        root, name = view.site.root, view.site.name
        changed = files.changed if isinstance(files, Draft) else {}
        if not changed.keys() <= view.site.parts.keys():
            return whole_site(root, files, settings, name)
        site = Snapshot.load(root, files, settings, name)
        return site.with_facts(view.site.facts).with_contents(view.site.contents).surveyed()

    return tuple(_changes(mend(load, view.files, wanted).draft))


def _changes(draft: Draft) -> Iterator[FileChange]:
    """What a draft changes. A file that was moved is a new one, and the old one is gone."""
    for file, content in draft.changed.items():
        before = draft.was[file]
        if content is None:
            yield DeletedFile(file)
        elif before is None:
            yield NewFile(file, content.decode("utf-8", "replace"))
        else:
            yield from difference(file, before, content)
