"""The MCP server: its tools, their calls, arguments and results, and the messages."""
