"""All components that the service knows, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from docs_lsp.mdx.components.callouts import CALLOUTS
from docs_lsp.mdx.components.cards import CARDS, IN_TEXT
from docs_lsp.mdx.components.code_and_fields import CODE, FIELDS
from docs_lsp.mdx.components.component import Component
from docs_lsp.mdx.components.containers import FOLDED, OTHERS, PARTED, TREES
from docs_lsp.mdx.components.names import SERVICE_TAGS, STANDARD_NAMES

_ALL = (*CALLOUTS, *CARDS, *IN_TEXT, *FOLDED, *PARTED, *TREES, *CODE, *FIELDS, *OTHERS)

COMPONENTS: Final[Mapping[str, Component]] = {one.name: one for one in _ALL}
"""Every component by its name, deprecated and internal ones included."""

KNOWN_NAMES: Final = frozenset((*COMPONENTS, *SERVICE_TAGS)) | STANDARD_NAMES
"""Every tag that needs no import: components and the elements of browsers."""
