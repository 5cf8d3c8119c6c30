"""The commands of `mcp-preview`: what each of them does, and what it prints."""
