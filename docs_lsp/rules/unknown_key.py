"""Nothing reads this key.

Why it matters
--------------
The service drops a key that it does not know, without a word: the build is green, and the setting
simply has no effect. Most are slips of the pen, or real keys one level too high or too low. Where
the key was meant to hold pages or other content, all of that is missing from the site, so it is
an error there. So it is in the few places where the service refuses an object over one key that
it does not know, and where the key stands for one that has to be there: `name` for `group`, say.

Example
-------

```fail
«"favcon"»: "/favicon.svg",
«"redirect"»: true
```

```pass
"favicon": "/favicon.svg",
"errors": { "404": { "redirect": true } }
```

Fix
---
Write the key that the message proposes, in the place that it names, or remove the key. The quick
fixes do either; they are offered, and not made by themselves.

Source: service-facts 1.2 and 2
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.jsontree.edits import rename_key
from docs_lsp.jsontree.nodes import Object
from docs_lsp.problem import Fix, Severity
from docs_lsp.rules._fix import Subject
from docs_lsp.rules._members import member_text, moved_to, removal
from docs_lsp.rules._rule import Fixes, reported_elsewhere
from docs_lsp.rules._words import code
from docs_lsp.schema.check_keys import misnamed_in
from docs_lsp.schema.fitting import fits
from docs_lsp.schema.meant import meant_key
from docs_lsp.schema.model import paths_of, type_of


def _meant(subject: Subject) -> Iterator[Fix]:
    """The key that is meant, or its proper place; or none at all."""
    step, element = subject.step, subject.element
    if step is None or element is None or not isinstance(step.node, Object) or not step.value:
        return
    key = step.node.items[step.index].key.value
    text = member_text(subject, key) or ""
    given = frozenset(element.given())
    names = misnamed_in(step.node, element.record, given)
    others = given | set(names.values())
    near = names.get(key) or meant_key(element.record, key, step.value.json_kind, others)
    if near is None:
        yield from _elsewhere(subject, key, text)
    elif fits(element.record.properties[near].type, text):
        edit = rename_key(subject.data, step.node, step.at, step.index, near)
        yield from subject.offer(f"Write {code(near)}", [edit], preferred=True)
    if key not in names:
        yield from removal(subject)


def _elsewhere(subject: Subject, key: str, text: str) -> Iterator[Fix]:
    """The same key in the one other place where it is read."""
    places = [place for place in paths_of(key) if "." in place]
    if len(places) == 1 and "[" not in places[0]:
        wanted = type_of(places[0])
        if wanted is not None and fits(wanted, text):
            edits = moved_to(subject, places[0], text)
            yield from subject.offer(f"Move it to {code(places[0])}", edits, preferred=True)


RULE = reported_elsewhere(
    "unknown-key", Severity.WARNING, __name__, fix=_meant, fixes=Fixes.OFFERED
)
