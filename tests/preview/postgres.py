"""A PostgreSQL server of Debian's, in a temporary folder, as a user of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PASSWORD = "open sesame: 'a' & %b/@"


def programs() -> Path | None:
    """The folder of the newest server's programs, which Debian keeps off the path."""
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    return max(folders, key=lambda folder: int(folder.parent.name), default=None)


@contextmanager
def postgres_server(folder_of_programs: Path) -> Iterator[str]:
    """The address of a server that listens on a socket in its own folder, without a network."""
    folder = Path(tempfile.mkdtemp(prefix="preview-postgres-"))
    # It refuses to run as root.
    owner: dict[str, Any] = {}
    if os.geteuid() == 0:
        owner = {"user": "postgres", "group": "postgres", "extra_groups": []}
        shutil.chown(folder, "postgres", "postgres")

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [folder_of_programs / program, "-D", folder / "data", *arguments],
            check=True,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            **owner,
        )

    settings = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
    try:
        (folder / "password").write_text(PASSWORD, "utf-8")
        (folder / "password").chmod(0o644)
        run(
            *("initdb", "--no-sync", "--encoding=UTF8", "--locale=C", "--auth=scram-sha-256"),
            *("--username=preview", f"--pwfile={folder / 'password'}"),
        )
        run("pg_ctl", "start", "--wait", "--silent", f"--log={folder / 'log'}", "-o", settings)
        try:
            yield f"postgresql://preview@/postgres?host={folder}"
        finally:
            run("pg_ctl", "stop", "--mode=immediate", "--silent")
    finally:
        shutil.rmtree(folder)
