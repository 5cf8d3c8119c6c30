"""Writes down the names of the icons that docs.json may use: `python -m tests.icon_names`.

The names come from the packages of the icon libraries, fetched by npm at the versions given here.
Those of Font Awesome are all that its typings name, so the paid ones are among them; Lucide's are
of two versions, since the newer one has dropped the logos of brands.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from docs_lsp.schema.icon_names import get_names_file

Package: TypeAlias = tarfile.TarFile
"""An archive of npm, whose files lie below `package/`."""


class Source(NamedTuple):
    """A package that names icons."""

    library: str
    package: str
    version: str
    names: Callable[[Package], Iterator[str]]


def of_typings(package: Package) -> Iterator[str]:
    """The names of Font Awesome's type `IconName`."""
    kind = re.search(r"\btype IconName\s*=([^;]*);", _text(package, "index.d.ts"))
    assert kind is not None
    yield from re.findall(r"'([a-z0-9-]+)'", kind[1])


def of_pictures(package: Package) -> Iterator[str]:
    """The names of the files in the folder `icons`, where each alias has one too."""
    for name in package.getnames():
        if name.startswith("package/icons/") and name.endswith(".svg"):
            yield Path(name).stem


def of_list(package: Package) -> Iterator[str]:
    """The names of Tabler's list, and those of the filled forms."""
    for name, icon in json.loads(_text(package, "icons.json")).items():
        yield name
        if "filled" in icon["styles"]:
            yield f"{name}-filled"


SOURCES = (
    Source("fontawesome", "@fortawesome/fontawesome-common-types", "7.3.1", of_typings),
    Source("lucide", "lucide-static", "1.62.0", of_pictures),
    Source("lucide", "lucide-static", "0.468.0", of_pictures),
    Source("tabler", "@tabler/icons", "3.52.0", of_list),
)


def written(library: str) -> str:
    """The file of one library: where its names are from, and the names, a line each."""
    origins, names = [], set[str]()
    for source in SOURCES:
        if source.library == library:
            package = _fetched(f"{source.package}@{source.version}")
            licence = json.loads(_text(package, "package.json"))["license"]
            origins.append(f"# From {source.package} {source.version}, licence {licence}.\n")
            names.update(source.names(package))
    return "".join((*origins, *(f"{name}\n" for name in sorted(names))))


def _fetched(spec: str) -> Package:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["npm", "pack", "--silent", spec], cwd=folder, check=True, stdout=subprocess.DEVNULL
        )
        (archive,) = Path(folder).iterdir()
        return tarfile.open(fileobj=io.BytesIO(archive.read_bytes()))


def _text(package: Package, name: str) -> str:
    file = package.extractfile(f"package/{name}")
    assert file is not None
    return file.read().decode()


if __name__ == "__main__":
    for library in dict.fromkeys(source.library for source in SOURCES):
        get_names_file(library).write_text(written(library), "utf-8", newline="\n")
