"""The HTTP application: checks of requests, limits, and the MCP endpoint."""
