"""An entry of a tab's menu has more than groups, pages or a link.

Why it matters
--------------
The entries of a tab's `menu` are meant to have groups, pages or an external link. The service also
accepts other sections in them, but that is not part of the documented format: a menu that leads to
another row of tabs may look different tomorrow, or disappear.

Example
-------

```fail
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "menu": [
        {
          "item": "Harbour",
          «"tabs"»: [{ "tab": "Arriving", "pages": ["moorings"] }]
        }
      ]
    }
  ]
}
```

```pass
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "menu": [
        {
          "item": "Harbour",
          "groups": [{ "group": "Arriving", "pages": ["moorings"] }]
        }
      ]
    }
  ]
}
```

Fix
---
Turn the content into groups, or move it out of the menu into a tab of its own. The quick fix does
the latter if a tab may have the same content. It is offered, and not applied by itself.

Source: SERVICE.md, allowed-children
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import (
    apply_edits,
    build_key_edit,
    get_dedented_text,
    insert_items,
    remove_children,
)
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.element_content import find_undocumented_key
from docs_lsp.schema.kinds import KINDS
from docs_lsp.schema.model import get_element_record as schema_of
from docs_lsp.site.navigation.element import Element


def _offer_separate_tab(subject: FixContext) -> Iterator[Fix]:
    """Offer to move the entry to a tab of its own, after the one with the menu."""
    steps = subject.here.steps[-4:] if subject.here else ()
    if len(steps) < 4:
        return
    tabs, tab, menu, item = steps
    owner = _find_owner_kind(tab)
    if owner is None or not isinstance(item.node, Object) or "item" not in item.node.by_key:
        return
    key = item.node.items[item.index].key.value
    if key not in KINDS[owner].children or len(menu.node.items) < 2:
        return
    known = schema_of(owner).properties
    if not all(each == "item" or each in known for each in item.node.by_key):
        return  # A tab has no `description`, for example; what to do with it is up to the user.
    if not isinstance(tabs.node, Array):
        return
    text = _rename_title(get_dedented_text(subject.data, item.node, item.at), owner)
    added = insert_items(subject.data, tabs.node, tabs.at, tabs.index + 1, [text])
    removed = remove_children(subject.data, menu.node, menu.at, [menu.index])
    yield from subject.offer_move(f"Move it to a {KINDS[owner].label} of its own", removed, added)


def _find_owner_kind(tab: Step) -> str | None:
    """Return `tab` or `product`, whichever key the object has, or None."""
    keys = tab.node.by_key if isinstance(tab.node, Object) else {}
    return next((kind for kind in ("tab", "product") if kind in keys), None)


def _rename_title(text: str, kind: str) -> str:
    """Return an entry's JSON text with its title under the key of another kind."""
    document = Document.from_text(text)
    data, root = document.text.data, document.tree.root
    assert isinstance(root, Object)
    edit = build_key_edit(data, root, document.tree.start, root.by_key["item"], kind)
    return apply_edits(data, [edit]).decode()


@element_rule(
    "menu-content", Severity.WARNING, on={"item"}, fix=_offer_separate_tab, fixes=FixSafety.OFFERED
)
def menu_content(element: Element) -> Iterator[Finding]:
    """Report content that a menu entry should not have."""
    key = find_undocumented_key(element)
    if key is not None:
        message = (
            f"A menu item can have only `groups`, `pages` or `href`, not `{key}`. Turn it "
            "into groups, or move it out of the menu."
        )
        yield element.make_key_finding(key, message)
