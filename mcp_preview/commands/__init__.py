"""The commands of `mcp-preview`, and their output."""
