"""The bytes that structure a JSON text, and what else the parser looks for."""

from __future__ import annotations

import re

QUOTE, OPEN_OBJECT, CLOSE_OBJECT = b'"{}'
OPEN_ARRAY, CLOSE_ARRAY, COMMA, COLON = b"[],:"
END = -1
"""What stands behind the last byte."""

MAX_DEPTH = 64
"""Deeper nesting than this is skipped with a finding; real files reach about 25."""

JUNK = re.compile(rb"[^,\[\]{}:\n\r]+")
"""What is skipped where nothing can be read."""
