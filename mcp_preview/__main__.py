"""`python -m mcp_preview` does what `mcp-preview` does."""

import sys

from mcp_preview.cli import main

sys.exit(main())
