"""The pictures in the READMEs of editors that run in a terminal: real screens, taken by tmux.

    python -m tests.editors.pictures

takes them again, which takes half a minute. Look at them.
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

from tests.editors.real import EDITORS, blocks, environment, site
from tests.editors.screen import as_svg

WIDE, HIGH = 118, 26
PATIENCE = 40.0


class Scene(NamedTuple):
    """A screen, and how to get there."""

    name: str
    label: str
    command: Sequence[str]
    init: str
    steps: Sequence[tuple[str, Sequence[str]]]
    """What to wait for, and what to type then."""
    last: str
    """What has to be seen at the end."""


def scenes() -> list[Scene]:
    """All of them."""
    neovim = blocks(EDITORS / "neovim/README.md", "lua")[0]
    [emacs] = [one for one in blocks(EDITORS / "emacs/README.md", "elisp") if "eglot)" in one]
    vim = blocks(EDITORS / "vim/README.md", "vim")[0]
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


def harbour(folder: Path) -> Path:
    """The site with names that every font has."""
    copy = site(folder)
    docs = copy / "docs.json"
    text = re.sub('"name": "[^"]+"', '"name": "Harbour"', docs.read_text("utf-8"))
    docs.write_text(re.sub('"group": "[^"]+"', '"group": "Basics"', text), "utf-8")
    start = copy / "start.mdx"
    start.write_text(start.read_text("utf-8").replace("Ärger vermeiden", "Cast off"), "utf-8")
    return copy


def take(scene: Scene) -> str:
    """The picture of a scene."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        init = folder / "init.lua" if scene.name == "neovim" else folder / "init"
        lines = scene.init.replace("~/docs-lsp/editors", str(EDITORS))
        init.write_text(lines, encoding="utf-8")
        given = environment(scene.name, folder / "home", COLORTERM="truecolor")
        command = [str(init) if word == "INIT" else word for word in scene.command]
        terminal = Terminal(f"picture-{os.getpid()}", given, harbour(folder))
        try:
            terminal.open([*command, "docs.json"])
            for seen, keys in scene.steps:
                terminal.wait_for(seen)
                for key in keys:
                    terminal.type(key)
            terminal.wait_for(scene.last)
            time.sleep(1)
            return as_svg(terminal.screen("-e"), scene.label)
        finally:
            terminal.close()


class Terminal:
    """A tmux of its own."""

    def __init__(self, name: str, given: dict[str, str], folder: Path) -> None:
        self._name, self._given, self._folder = name, given, folder

    def open(self, command: Sequence[str]) -> None:
        """Start a program in it."""
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
        """What is seen."""
        return self._run("capture-pane", "-p", *options)

    def wait_for(self, text: str) -> None:
        """Wait until a text is seen."""
        end = time.monotonic() + PATIENCE
        while text not in self.screen():
            if time.monotonic() > end:
                raise AssertionError(f"`{text}` never came:\n{self.screen()}")
            time.sleep(0.1)

    def close(self) -> None:
        """End it with what runs in it."""
        self._run("kill-server")

    def _run(self, *words: str) -> str:
        command = ["tmux", "-L", self._name, *words]
        done = subprocess.run(
            command, cwd=self._folder, env=self._given, capture_output=True, text=True, check=True
        )
        return done.stdout


def main() -> None:
    """Take all pictures."""
    for scene in scenes():
        (EDITORS / scene.name / "screen.svg").write_text(take(scene), encoding="utf-8")


if __name__ == "__main__":
    main()
