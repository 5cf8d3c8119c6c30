"""The site that the tools work on; it is read again for each call, since agents write files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.cli.readable import readable_overview
from docs_lsp.core.text import Encoding
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import project_settings, read_site
from docs_lsp.files.discover import SITE_FILE
from docs_lsp.files.files import DiskFiles, FileFault, text_of
from docs_lsp.files.recovery import recover

if TYPE_CHECKING:
    from docs_lsp.evaluation.snapshot import Snapshot
    from docs_lsp.settings.settings import Settings
    from docs_lsp.site.mdx.contents import Contents
    from docs_lsp.site.overview import Overview


class SiteAtCall(NamedTuple):
    """A site at the moment of one call."""

    docs_json: Path
    disk: DiskFiles
    settings: Settings
    snapshot: Snapshot

    def overview(self) -> Overview:
        """Return the whole site. Raises `UsageFault` if docs.json is invalid or another tool's."""
        return readable_overview(self.snapshot)


@dataclass
class AgentWorkspace:
    """The folder of one site, and how to search the site as its readers' agents will."""

    folder: Path
    """The folder of docs.json, or one in which it is to be created."""
    search: Callable[[Mapping[str, str]], str]
    """Calls the preview's search tool with its arguments. Raises `UsageFault` if that fails."""
    _known: Contents | None = None
    _notices: list[str] = field(default_factory=list)

    def docs_json(self) -> Path:
        """Return the docs.json of the site, after recovery.

        Raises `UsageFault` if there is none.
        """
        self._recover()
        path = self.folder / SITE_FILE
        if not path.is_file():
            raise UsageFault(
                f"there is no docs.json in `{self.folder}` yet. Call `create_site`, or start the "
                "server with the folder of the site."
            )
        return path

    def _recover(self) -> None:
        """Undo or finish what an interrupted command has left, and record a notice."""
        try:
            sentence = recover(self.folder)
        except FileFault as fault:
            sentence = str(fault)
        if sentence is not None:
            self._notices.append(sentence)

    def take_notices(self) -> list[str]:
        """Return the sentences that the agent must read before the next answer, and clear them."""
        notices, self._notices = self._notices, []
        return notices

    def settings(self, disk: DiskFiles) -> Settings:
        """Return the settings of docs-lsp.toml. Raises `UsageFault` if they are invalid.

        It is unknown then what they forbid.
        """
        settings, faults = project_settings(disk)
        for fault in faults:
            line, _ = text_of(disk, fault.file).position(fault.span.start, Encoding.UTF32)
            raise UsageFault(f"line {line + 1} of `{fault.file}`: {fault.message}")
        return settings

    def open(self) -> SiteAtCall:
        """Read the site as it is now; pages unchanged since the last call are not read again.

        Raises `UsageFault`.
        """
        docs_json = self.docs_json()
        disk = DiskFiles(docs_json.parent)
        settings = self.settings(disk)
        site = read_site(disk.root, disk, settings, docs_json.name, self._known)
        self._known = site.contents
        return SiteAtCall(docs_json, disk, settings, site)
