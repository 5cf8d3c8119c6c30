"""A `$ref` does not lead to a valid file.

Why it matters
--------------
`{ "$ref": "./nav/fr.json" }` inserts the content of another file. The path is relative to the file
that it is written in. If the file does not exist, is outside the site, is not JSON, or if files
refer to each other in a loop, the build fails, and nothing of the site is updated.

Example
-------

```fail
--- docs.json
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index"] },
    { "$ref": "«./nav/fr.jsn»" }
  ]
}
```

```pass
--- docs.json
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index"] },
    { "$ref": "./nav/fr.json" }
  ]
}
--- nav/fr.json
{ "language": "fr", "pages": ["fr/index"] }
```

Fix
---
Correct the path, which is relative to the file that it is written in, move the file into the site,
or break the loop by removing one of the `$ref`s. Quick fixes write the path of a file with a
similar name, or create the file with an empty value of the right type. For a part of a file, after
`#`, they write the path of the file if all of its content belongs there. They are offered, and not
applied by themselves.

Source: SERVICE.md, references
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Collection, Iterator, Mapping, Sequence

from docs_lsp.core.did_you_mean import SimilarNames
from docs_lsp.core.grouping import group_by
from docs_lsp.core.lines import copy_line_breaks
from docs_lsp.core.phrases import capitalize, code
from docs_lsp.core.problem import Fix, NewFile, Severity
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.jsontree.nodes import Node, Object, String
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, declare_rule
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.schema.shape import find_object_problems
from docs_lsp.schema.shape_values import report_value
from docs_lsp.schema.types import Record, Type
from docs_lsp.schema.value_types import choose_value_type
from docs_lsp.site.navigation.refs import iter_refs, make_ref, may_be_json, resolve_ref_path
from docs_lsp.site.overview import Overview

_SHOWN = 3
_MOST_BYTES = 1_000_000
"""A larger file is not read, because the user is waiting for the quick fixes."""


def _offer_file_or_creation(subject: FixContext) -> Iterator[Fix]:
    """Offer another file, or create the one that is named."""
    step = subject.step
    value = step.value if step else None
    if not isinstance(value, String):
        return
    here, file = subject.here, subject.problem.file
    leading = {file, *(placed.file for placed in here.around)} if here else {file}
    named = _suggest_files(value.value, subject, leading)
    near = [path for path in named if not _refers_to_any(leading, path, subject)]
    for path in near:
        is_right = _is_valid_target(path, subject)
        if value.value.partition("#")[2].strip("/") and not is_right:
            continue  # Only a part of that file belongs here.
        ref = make_ref(path, subject.problem.file)
        written = ref if value.value.startswith((".", "/")) else ref.removeprefix("./")
        yield subject.build_fix(
            quote_json(written)[1:-1],
            f"Write {code(written)}",
            preferred=len(near) == 1 and is_right and _is_misspelling_of(value.value, path),
        )
    yield from _offer_file_creation(subject)


def _is_misspelling_of(ref: str, path: str) -> bool:
    """Return whether a `$ref` is a misspelling of the end of a path."""
    within = posixpath.splitext(ref.partition("#")[0])[0].replace("../", "").removeprefix("./")
    stem = posixpath.splitext(path)[0]
    depth = within.strip("/").count("/") + 1
    return is_misspelling(within, "/".join(stem.split("/")[-depth:]))


def _suggest_files(ref: str, subject: FixContext, leading: Collection[str]) -> list[str]:
    """Return the JSON files that a broken `$ref` may mean, best first.

    The exact file if only a leading slash, a part after `#` or another format is wrong; otherwise
    files with a similar name. Files in `leading` are left out: they would form a loop.
    """
    file, overview = subject.problem.file, subject.overview
    target = resolve_ref_path(file, ref)
    if overview is None or (target and may_be_json(target) and subject.files.exists(target)):
        return []
    within = ref.partition("#")[0].lstrip("/")
    if not may_be_json(within):
        within = f"{posixpath.splitext(within)[0]}.json"
    known = overview.facts.files
    exact = [path for path in (resolve_ref_path(file, within), within) if path in known]
    if exact:
        return [path for path in exact[:1] if path not in leading]
    wanted = posixpath.normpath(target or within.replace("../", ""))
    by_name = overview.cached(_group_json_files_by_name)
    near = [one for one in by_name.get(posixpath.basename(wanted), ()) if one not in leading]
    if len(near) < _SHOWN and subject.readings.spend_suggestion(file):
        similar = overview.cached(_index_json_paths).find_nearest(
            wanted, lambda one: one not in leading
        )
        near += [similar] if similar and similar not in near else []
    return near[:_SHOWN]


def _list_json_files(overview: Overview) -> list[str]:
    """Return the paths of the JSON files of a site, in order."""
    return sorted(path for path in overview.facts.files if path.endswith(".json"))


def _group_json_files_by_name(overview: Overview) -> Mapping[str, Sequence[str]]:
    """Return the paths of the JSON files of a site in order, by the name of the file."""
    return group_by(overview.cached(_list_json_files), posixpath.basename)


def _index_json_paths(overview: Overview) -> SimilarNames:
    return SimilarNames(overview.cached(_list_json_files))


def _refers_to_any(leading: Collection[str], path: str, subject: FixContext) -> bool:
    """Return whether the `$ref`s of a file lead, directly or not, to one of `leading`."""
    waiting, seen = [path], set[str]()
    while waiting:
        file = waiting.pop()
        if file in leading:
            return True
        data = subject.read_file(file) if file not in seen else b""
        seen.add(file)
        if len(data) <= _MOST_BYTES and b'"$ref"' in data:
            document = subject.readings.get_or_read(data, Document.from_text)
            targets = (resolve_ref_path(file, ref.value) for _, ref in iter_refs(document))
            waiting += filter(None, targets)
    return False


def _is_valid_target(path: str, subject: FixContext) -> bool:
    """Return whether a file's outer value is valid in place of the `$ref`; False if unknown."""
    wanted, holder = _find_wanted_type(subject), subject.step
    data = subject.read_file(path)
    if wanted is None or holder is None or not isinstance(holder.node, Object):
        return False
    if len(data) > _MOST_BYTES:
        return False
    document = subject.readings.get_or_read(data, Document.from_text)
    if next(document.iter_faults(), None) is not None:
        return False
    others = frozenset(holder.node.by_key) - {"$ref"}
    place = document.tree.root, wanted, others
    key = (data, id(wanted), others)  # Many `$ref`s may name one large file.
    return subject.readings.get_or_read(place, _is_valid_value, key)


def _is_valid_value(place: tuple[Node, Type, frozenset[str]]) -> bool:
    """Return whether a value is valid in a place, beside other keys."""
    value, wanted, others = place
    findings = [*report_value("", wanted, value, 0)]
    node_type = choose_value_type(wanted, value)
    if isinstance(value, Object) and node_type is not None:
        findings += find_object_problems(value, node_type, others)
    return all(finding.rule == "undocumented-key" for finding in findings)


def _find_wanted_type(subject: FixContext) -> Type | None:
    """Return the type of the value in place of the `$ref`; None if not known."""
    here = subject.here
    if here is None or len(here.steps) > 1:
        return here.find_child_type_at(here.steps[-2]) if here else None
    return here.placed.element.record if here.placed else None


def _offer_file_creation(subject: FixContext) -> Iterator[Fix]:
    """Offer to create the file that is named, if it does not exist."""
    target = resolve_ref_path(subject.problem.file, subject.problem_text)
    if target is None or not target.endswith(".json") or subject.files.exists(target):
        return
    content = _build_initial_content(subject, posixpath.basename(target).removesuffix(".json"))
    if content is not None:
        text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
        yield Fix(
            f"Create {code(target)}", (NewFile(target, copy_line_breaks(text, subject.data)),)
        )


def _build_initial_content(subject: FixContext, name: str) -> object:
    """Return initial content for a file in place of the `$ref`, or None."""
    here = subject.here
    if here is None or len(here.steps) < 2 or not isinstance(here.steps[-1].node, Object):
        return {} if here and here.steps else None
    placed, beside = here.placed, here.steps[-1].node.by_key
    if placed is None or placed.at != here.steps[-1].at or placed.file != here.file:
        wanted = here.find_child_type_at(here.steps[-2])
        return [] if wanted is not None and "array" in wanted.json_kinds else {}
    return _build_empty_element(placed.element.record, name, frozenset(beside))


def _build_empty_element(record: Record, name: str, beside: frozenset[str]) -> dict[str, object]:
    """Return an element with a title and no pages, without the keys beside the `$ref`."""
    element: dict[str, object] = {}
    if record.kind and record.kind != "navigation":
        words = name.replace("-", " ").replace("_", " ")
        element[record.kind] = capitalize(words)
        if record.kind == "language":
            element[record.kind] = name if name in LANGUAGE_NAMES else ""
    if record.kind:
        element["pages"] = []
    return {key: value for key, value in element.items() if key not in beside}


unresolved_ref = declare_rule(
    "unresolved-ref", Severity.ERROR, __name__, fix=_offer_file_or_creation, fixes=FixSafety.OFFERED
)
