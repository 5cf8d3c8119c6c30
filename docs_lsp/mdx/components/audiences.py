"""The audiences of `Visibility` (SERVICE.md, visibility-audiences)."""

AUDIENCES = ("humans", "agents", "signed-in", "signed-out")
"""The strings that `for` takes; it also takes an object with `groups`."""
AGENT_AUDIENCES = frozenset(("agents", "signed-out"))
"""The audiences whose content agents get: in Markdown, llms.txt and the search server."""
