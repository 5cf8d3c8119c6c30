"""What writers, a program beside their editors, or a hostile client do at random."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.soak.session import CHANGED, CREATED, DELETED, SoakSession

_TYPED = (
    *("x", "/", '"', ",", "{", "}", "[", "]", "\n", " ", "<", ">", "é", "😀", "# A\n", "`", ":"),
    *("[a](/index)", "<Note>", "</Note>", '"pages": [', "import A from '/snippets/a.mdx'\n"),
)
_SETTINGS = (
    "",
    '[rules]\ndead-link = "hint"\n',
    '[rules]\nunlisted-page = "off"\n[site]\nelsewhere = ["/api/"]\n',
    "[rules\n",
)
_EDITOR_SETTINGS: tuple[dict[str, dict[str, str]], ...] = (
    {},
    {"rules": {"dead-link": "off"}},
    {"rules": {"unlisted-page": "error"}},
)
_REQUESTS = (
    *("hover", "completion", "documentSymbol", "references", "foldingRange", "codeLens"),
    *("definition", "documentHighlight", "documentLink", "prepareRename", "rename"),
    *("codeAction", "inlayHint", "linkedEditingRange", "documentColor", "selectionRange"),
)
_MOST_OPEN = 5
_LARGEST = 200_000
"""Nothing is pasted from further down."""


class Actor:
    """Does things to one site, by a seed. Each thing is done in one of the editors; what becomes of
    the files is told to all of them."""

    def __init__(self, sessions: Sequence[SoakSession], spare: Path, seed: int) -> None:
        """Take editors of one site, and a folder beside it that holds another state of its
        files."""
        self.sessions = sessions
        self.session = sessions[0]
        self.dice = random.Random(seed)
        self._spare = spare
        self._kept = b""
        """What docs.json held that is gone."""
        self._actions: list[tuple[int, Callable[[], None]]] = [
            *((60, self.type), (6, self.save), (4, self.open), (3, self.close), (20, self.ask)),
            *((3, self.paste), (2, self.undo), (1, self.rename_folder), (1, self.lose_docs_json)),
            *((3, self.create), (2, self.delete), (2, self.rename), (4, self.change_outside)),
            *((1, self.change_settings), (1, self.configure), (1, self.send_nonsense)),
        ]

    def act(self) -> str:
        """Do one thing; its name."""
        self.session = self.dice.choice(self.sessions)
        weights, actions = zip(*self._actions, strict=True)
        action: Callable[[], None] = self.dice.choices(actions, weights)[0]
        action()
        return action.__name__

    def type(self) -> None:
        """Type, or delete a little, in one of the open documents."""
        if not self.session.open:
            self.session.show("docs.json")
            return
        file = self.dice.choice(sorted(self.session.open))
        data = self.session.open[file].data
        start = self._whole(data, self.dice.randrange(len(data) + 1))
        end = self._whole(data, min(len(data), start + self.dice.choice((0, 0, 0, 1, 3, 12))))
        self.session.edit(file, start, max(start, end), self.dice.choice(("", *_TYPED)))

    def paste(self) -> None:
        """Paste a part of an open document at another place of it, or cut it out."""
        if self.session.open:
            file = self.dice.choice(sorted(self.session.open))
            data = self.session.open[file].data[:_LARGEST]
            size = self.dice.randrange(400)
            start, at = (self._whole(data, self.dice.randrange(len(data) + 1)) for _ in "ab")
            end = self._whole(data, min(len(data), start + size))
            if self.dice.random() < 0.5:
                self.session.edit(file, start, max(start, end), "")
            else:
                self.session.edit(file, at, at, data[start:end].decode("utf-8"))

    def undo(self) -> None:
        """Take all back that was not saved."""
        if self.session.open:
            self.session.undo(self.dice.choice(sorted(self.session.open)))

    def save(self) -> None:
        """Save one of the open documents."""
        if self.session.open:
            file = self.dice.choice(sorted(self.session.open))
            self._tell([(file, self.session.save(file))])

    def open(self) -> None:
        """Open a file."""
        files = self._files()
        if files and len(self.session.open) < _MOST_OPEN:
            self.session.show(self.dice.choice(files))

    def close(self) -> None:
        """Close a document without saving it."""
        if self.session.open:
            self.session.hide(self.dice.choice(sorted(self.session.open)))

    def ask(self) -> None:
        """Ask something, and perhaps take the question back."""
        if self.session.open:
            file = self.dice.choice(sorted(self.session.open))
            position = {"line": self.dice.randrange(60), "character": self.dice.randrange(30)}
            params = {
                "textDocument": {"uri": self.session.uri(file)},
                "position": position,
                "positions": [position],
                "range": {"start": position, "end": position},
                "context": {"includeDeclaration": True, "diagnostics": []},
                "newName": "renamed",
            }
            method = f"textDocument/{self.dice.choice(_REQUESTS)}"
            self.session.request(method, params, cancel=self.dice.random() < self.session.cancels)

    def create(self) -> None:
        """Another program writes a page."""
        file = f"soak/{self.dice.randrange(40)}.mdx"
        path = self.session.root / file
        kind = CHANGED if path.exists() else CREATED
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"---\ntitle: {file}\n---\n\n[a](/soak/1) {self._typed()}\n", "utf-8")
        self._tell([(file, kind)])

    def delete(self) -> None:
        """Another program deletes a page."""
        file = self._page()
        if file is not None:
            (self.session.root / file).unlink()
            self._tell([(file, DELETED)])

    def rename(self) -> None:
        """Another program renames a page."""
        file = self._page()
        if file is not None:
            new = f"soak/renamed-{self.dice.randrange(20)}.mdx"
            path = self.session.root / new
            path.parent.mkdir(exist_ok=True)
            kind = CHANGED if path.exists() else CREATED
            (self.session.root / file).replace(path)
            self._tell([(file, DELETED), (new, kind)])

    def rename_folder(self) -> None:
        """Another program renames a folder, of which some watchers say no more than its name."""
        page = self._page()
        folder = page.rpartition("/")[0] if page else ""
        new = f"soak-{self.dice.randrange(9)}"
        path = self.session.root / new
        if folder and not path.exists():
            files = [file for file in self._files() if file.startswith(f"{folder}/")]
            (self.session.root / folder).replace(path)
            moved = [(f"{new}{file.removeprefix(folder)}", CREATED) for file in files]
            gone = [(file, DELETED) for file in files]
            self._tell(self.dice.choice(([*gone, *moved], [(folder, DELETED), (new, CREATED)])))

    def lose_docs_json(self) -> None:
        """Another program deletes docs.json and writes it again, with work in between."""
        path = self.session.root / "docs.json"
        if path.exists():
            self._kept = path.read_bytes()
            path.unlink()
            self._tell([("docs.json", DELETED)])
        elif self._kept:
            path.write_bytes(self._kept)
            self._tell([("docs.json", CREATED)])

    def change_outside(self) -> None:
        """Another program changes a page."""
        file = self._page()
        if file is not None:
            path = self.session.root / file
            path.write_bytes(path.read_bytes() + f"\n{self._typed()}\n".encode())
            self._tell([(file, CHANGED)])

    def change_settings(self) -> None:
        """Somebody writes docs-lsp.toml."""
        path = self.session.root / "docs-lsp.toml"
        kind = CHANGED if path.exists() else CREATED
        path.write_text(self.dice.choice(_SETTINGS), "utf-8")
        self._tell([("docs-lsp.toml", kind)])

    def configure(self) -> None:
        """The settings of the editor change."""
        self.session.configure(self.dice.choice(_EDITOR_SETTINGS))

    def send_nonsense(self) -> None:
        """A client sends what no client should."""
        uri = self.session.uri("nowhere.mdx")
        nonsense = (
            ("textDocument/didChange", {"textDocument": {"uri": uri, "version": 1}}),
            ("textDocument/didClose", {"textDocument": {"uri": uri}}),
            ("textDocument/didChange", {"contentChanges": "x"}),
            ("no/such", [1]),
        )
        self.session.notify(*self.dice.choice(nonsense))

    def switch(self) -> None:
        """Check another branch out: many files change at once, some come and some go."""
        now = {file: (self.session.root / file).read_bytes() for file in self._files()}
        then = {
            path.relative_to(self._spare).as_posix(): path.read_bytes()
            for path in self._spare.rglob("*")
            if path.is_file()
        }
        for file in now.keys() - then.keys():
            (self.session.root / file).unlink()
        changes = [(file, DELETED) for file in sorted(now.keys() - then.keys())]
        for file, data in sorted(then.items()):
            path = self.session.root / file
            if now.get(file) != data:
                changes.append((file, CHANGED if file in now else CREATED))
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        self._tell(changes)

    def lose_folder(self, meanwhile: int) -> None:
        """The folder goes, somebody types on, and it comes back as it was."""
        root = self.session.root
        files = self._files()
        away = root.with_name(f"{root.name}-away")
        shutil.move(root, away)
        self._tell([(file, DELETED) for file in files])
        for _ in range(meanwhile):
            self.dice.choice((self.type, self.type, self.ask, self.close, self.paste))()
        shutil.move(away, root)
        self._tell([(file, CREATED) for file in files])

    def rest(self) -> None:
        """Leave nothing unsaved, and in all editors the same."""
        if not (self.session.root / "docs.json").exists():
            self.lose_docs_json()
        for session in self.sessions:
            for file in sorted(session.open):
                if self.dice.random() < 0.5 and (session.root / file).exists():
                    session.hide(file)
                else:
                    self._tell([(file, session.save(file))])
        for session in self.sessions:
            for file in sorted(session.open):
                session.undo(file)  # Another editor may have saved it since.
            session.configure({})

    def _tell(self, changes: list[tuple[str, int]]) -> None:
        """The editors watch the files of the site."""
        for session in self.sessions:
            session.watched(changes)

    def _files(self) -> list[str]:
        found = (path for path in self.session.root.rglob("*") if path.is_file())
        return sorted(path.relative_to(self.session.root).as_posix() for path in found)

    def _page(self) -> str | None:
        pages = [file for file in self._files() if file.endswith(".mdx")]
        closed = [file for file in pages if file not in self.session.open]
        return self.dice.choice(closed) if closed else None

    def _typed(self) -> str:
        return self.dice.choice(_TYPED)

    @staticmethod
    def _whole(data: bytes, at: int) -> int:
        """The start of the character that an offset lies in."""
        while at < len(data) and data[at] & 0xC0 == 0x80:
            at -= 1
        return at
