"""Shared parts of the rules about pages: syntax, components, imports and frontmatter."""
