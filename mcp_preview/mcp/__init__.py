"""The MCP server: its tools with their calls, arguments and results, and the messages."""
