"""A `$ref` leads nowhere.

Why it matters
--------------
`{ "$ref": "./nav/fr.json" }` puts another file in its place. The path is relative to the file
that it is written in. When there is no such file, when it lies outside of the site, when it is
not JSON, or when files refer to each other in a circle, the build stops, and nothing of the site
is updated.

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
Correct the path, which counts from the file that it is written in, move the file into the site, or
break the circle by taking one of the `$ref`s out. Quick fixes write the path of a file with a like
name, or create the file, with what belongs there and nothing in it. They are offered, and not made
by themselves.

Source: SERVICE.md, references
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator

from docs_lsp.jsontree.edits import quoted
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.nearest import nearest
from docs_lsp.problem import Fix, NewFile, Severity
from docs_lsp.rules._fix import FixContext
from docs_lsp.rules._rule import Fixes, reported_elsewhere
from docs_lsp.rules._words import code
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.schema.types import Record
from docs_lsp.site.navigation.refs import may_be_json, ref_to, target_of

_SHOWN = 3


def _found_or_made(subject: FixContext) -> Iterator[Fix]:
    """Another file, or a new one, where there is none of this name."""
    step = subject.step
    value = step.value if step else None
    if not isinstance(value, String):
        return
    near = _near(value.value, subject)
    for path in near:
        ref = ref_to(path, subject.problem.file)
        written = ref if value.value.startswith((".", "/")) else ref.removeprefix("./")
        change = subject.replace(quoted(written)[1:-1])
        yield Fix(f"Write {code(written)}", (change,), preferred=len(near) == 1)
    yield from _new_file(subject)


def _near(ref: str, subject: FixContext) -> list[str]:
    """The JSON files that a `$ref` to none may have meant: of a path that is written as if it began
    at the root, with a part behind `#`, or as another format, the very file; else those of a like
    name."""
    file, facts = subject.problem.file, subject.facts
    target = target_of(file, ref)
    if facts is None or (target and may_be_json(target) and subject.files.exists(target)):
        return []
    within = ref.partition("#")[0].lstrip("/")
    if not may_be_json(within):
        within = f"{posixpath.splitext(within)[0]}.json"
    exact = [path for path in (target_of(file, within), within) if path in facts.files]
    if exact:
        return exact[:1]
    others = sorted(one for one in facts.files if one.endswith(".json"))
    others = [one for one in others if one not in (file, "docs.json")]
    wanted = posixpath.normpath(target or within.replace("../", ""))
    same = [one for one in others if posixpath.basename(one) == posixpath.basename(wanted)]
    return list(dict.fromkeys(one for one in (*same, nearest(wanted, others)) if one))[:_SHOWN]


def _new_file(subject: FixContext) -> Iterator[Fix]:
    """Create the file that is named, if there is none."""
    target = target_of(subject.problem.file, subject.text)
    if target is None or not target.endswith(".json") or subject.files.exists(target):
        return
    content = _content(subject, posixpath.basename(target).removesuffix(".json"))
    if content is not None:
        text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
        yield Fix(f"Create {code(target)}", (NewFile(target, text),))


def _content(subject: FixContext, name: str) -> object:
    """What a file of this name may hold in the place of the `$ref`; None where no value belongs."""
    here = subject.here
    if here is None or len(here.steps) < 2 or not isinstance(here.steps[-1].node, Object):
        return {} if here and here.steps else None
    placed, beside = here.placed, here.steps[-1].node.by_key
    if placed is None or placed.at != here.steps[-1].at or placed.file != here.file:
        wanted = here.wanted(here.steps[-2])
        return [] if wanted is not None and "array" in wanted.json_kinds else {}
    return _empty(placed.element.record, name, frozenset(beside))


def _empty(record: Record, name: str, beside: frozenset[str]) -> dict[str, object]:
    """An element with a title and no pages, without the keys that stand beside the `$ref`."""
    element: dict[str, object] = {}
    if record.kind and record.kind != "navigation":
        words = name.replace("-", " ").replace("_", " ")
        element[record.kind] = words[:1].upper() + words[1:]
        if record.kind == "language":
            element[record.kind] = name if name in LANGUAGE_NAMES else ""
    if record.kind:
        element["pages"] = []
    return {key: value for key, value in element.items() if key not in beside}


unresolved_ref = reported_elsewhere(
    "unresolved-ref", Severity.ERROR, __name__, fix=_found_or_made, fixes=Fixes.OFFERED
)
