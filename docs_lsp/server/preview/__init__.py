"""The preview of a site's search server: a process of its own that the editor starts and stops.

Nothing here knows how the preview works. It is a program, `mcp-preview`, that says in one line
where it serves, takes unsaved texts on standard input, and ends with it.
"""
