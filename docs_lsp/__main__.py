"""`python -m docs_lsp` does what `docs-lsp` does."""

import sys

from docs_lsp.cli import main

sys.exit(main())
