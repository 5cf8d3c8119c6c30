"""Run `mcp-preview` as `python -m mcp_preview`."""

import sys

from mcp_preview.cli import main

sys.exit(main())
