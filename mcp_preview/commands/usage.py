"""What can be wrong with a call of `mcp-preview`."""


class UsageFault(Exception):
    """A sentence for the person at the command line."""
