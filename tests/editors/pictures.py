"""Screenshots in the READMEs of terminal editors, captured from tmux.

    python -m tests.editors.pictures

updates them in about half a minute. Review them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.editors.real import EDITORS, copy_site, make_environment, read_code_blocks
from tests.editors.screen import render_svg

WIDE, HIGH = 118, 26
PATIENCE = 40.0


class Scene(NamedTuple):
    """A screenshot, and the steps that lead to it."""

    name: str
    label: str
    command: Sequence[str]
    init: str
    steps: Sequence[tuple[str, Sequence[str]]]
    """Texts to wait for, each with the keys to press then."""
    last: str
    """Text to wait for at the end."""


def list_scenes() -> list[Scene]:
    """List all scenes."""
    neovim = read_code_blocks(EDITORS / "neovim/README.md", "lua")[0]
    [emacs] = [
        code for code in read_code_blocks(EDITORS / "emacs/README.md", "elisp") if "eglot)" in code
    ]
    vim = read_code_blocks(EDITORS / "vim/README.md", "vim")[0]
    return [
        Scene(
            "neovim",
            "docs.json in Neovim",
            [str(Path(sys.executable).with_name("nvim")), "--clean", "-n", "-u", "INIT"],
            f"{neovim}vim.cmd.colorscheme('habamax')\nvim.opt.laststatus = 0\n"
            "vim.opt.updatetime = 300\n",
            [
                ("Did you mean", ["j"]),
                ("Preview MCP server", ['/start"', "Enter", ":noh", "Enter", "K"]),
            ],
            "Indexed: yes",
        ),
        Scene(
            "emacs",
            "docs.json in Emacs with eglot",
            ["emacs", "-nw", "-q", "-l", "INIT"],
            f"{emacs}(menu-bar-mode -1)(load-theme 'wombat t)(setq inhibit-startup-screen t)\n",
            [
                ("eglot:site", ["M-x", "flymake-show-buffer-diagnostics", "Enter"]),
                ("page-extension", ["C-s", 'start"', "Enter", "C-b", "C-b"]),
            ],
            "Cast off",
        ),
        Scene(
            "vim",
            "docs.json in Vim with ALE",
            ["vim", "-u", "INIT"],
            f"{vim}packadd! ale\nset noswapfile termguicolors background=dark\n"
            "syntax on\ncolorscheme habamax\nlet g:ale_virtualtext_cursor = 'all'\n",
            [("Did you mean", ['/start"', "Enter", "K"])],
            "Cast off",
        ),
    ]


def copy_plain_site(folder: Path) -> Path:
    """Copy the site, with names that every font can display."""
    copy = copy_site(folder)
    docs = copy / "docs.json"
    text = re.sub('"name": "[^"]+"', '"name": "Harbour"', docs.read_text("utf-8"))
    docs.write_text(re.sub('"group": "[^"]+"', '"group": "Basics"', text), "utf-8")
    start = copy / "start.mdx"
    start.write_text(start.read_text("utf-8").replace("Ärger vermeiden", "Cast off"), "utf-8")
    return copy


def take_screenshot(scene: Scene) -> str:
    """Return the screenshot of a scene as SVG."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        init = folder / "init.lua" if scene.name == "neovim" else folder / "init"
        lines = scene.init.replace("~/docs-lsp/editors", str(EDITORS))
        init.write_text(lines, encoding="utf-8")
        environment = make_environment(scene.name, folder / "home", COLORTERM="truecolor")
        command = [str(init) if word == "INIT" else word for word in scene.command]
        terminal = Terminal(f"picture-{os.getpid()}", environment, copy_plain_site(folder))
        try:
            terminal.open([*command, "docs.json"])
            for text, keys in scene.steps:
                terminal.wait_for(text)
                for key in keys:
                    terminal.type(key)
            terminal.wait_for(scene.last)
            time.sleep(1)
            return render_svg(terminal.screen("-e"), scene.label)
        finally:
            terminal.close()


class Terminal:
    """A separate tmux server."""

    def __init__(self, name: str, environment: dict[str, str], folder: Path) -> None:
        self._name, self._environment, self._folder = name, environment, folder

    def open(self, command: Sequence[str]) -> None:
        """Start a program."""
        size = ["-x", str(WIDE), "-y", str(HIGH)]
        conf = self._folder.parent / "tmux.conf"
        conf.write_text(
            "set -g default-terminal tmux-256color\nset -ga terminal-overrides ',*:Tc'\n"
            "set -g status off\nset -s escape-time 0\n"
        )
        self._run("-f", str(conf), "new-session", "-d", *size, *command)

    def type(self, key: str) -> None:
        """Press a key, or type a text."""
        self._run("send-keys", key)
        time.sleep(0.3)

    def screen(self, *options: str) -> str:
        """Return the visible text."""
        return self._run("capture-pane", "-p", *options)

    def wait_for(self, text: str) -> None:
        """Wait until a text is visible."""
        end = time.monotonic() + PATIENCE
        while text not in self.screen():
            if time.monotonic() > end:
                raise AssertionError(f"`{text}` did not appear:\n{self.screen()}")
            time.sleep(0.1)

    def close(self) -> None:
        """Kill the server and its programs."""
        self._run("kill-server")

    def _run(self, *words: str) -> str:
        command = ["tmux", "-L", self._name, *words]
        process = subprocess.run(
            command,
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return process.stdout


def main() -> None:
    """Update all screenshots."""
    for scene in list_scenes():
        (EDITORS / scene.name / "screen.svg").write_text(take_screenshot(scene), encoding="utf-8")


if __name__ == "__main__":
    main()
