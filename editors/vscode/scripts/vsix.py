"""Packs the extension: a .vsix is a zip of its files, with a manifest and a list of media types."""

from __future__ import annotations

import json
import posixpath
import re
import stat
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

PARTS = ("package.json", "language-configuration.json", "README.md", "dist", "images", "syntaxes")
_MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" \
xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id={name} Version={version} Publisher={publisher}{target}/>
<DisplayName>{title}</DisplayName>
<Description xml:space="preserve">{description}</Description>
<Tags>{tags}</Tags>
<Categories>{categories}</Categories>
<License>extension/LICENSE</License>
<Icon>extension/{icon}</Icon>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
{links}</Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" \
Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" \
Addressable="true"/>
{changelog}<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE" \
Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/{icon}" \
Addressable="true"/>
</Assets>
</PackageManifest>
"""
_CHANGELOG = """<Asset Type="Microsoft.VisualStudio.Services.Content.Changelog" \
Path="extension/CHANGELOG.md" Addressable="true"/>
"""
_TYPES = {
    "json": "application/json",
    "js": "application/javascript",
    "md": "text/markdown",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "vsixmanifest": "text/xml",
}
_SERVICES = "Microsoft.VisualStudio.Services"
_PAGES = {"README.md": "editors/vscode", "CHANGELOG.md": "docs_lsp"}
"""Pages shown in the marketplace, with their source folders in the repository."""
_LINK = re.compile(r"(!?)\[([^\[\]]*)\]\((?!https?:|#|mailto:)([^()\s]+)\)")
_PROGRAMS = ("bundled/python/bin/python3",)
_UNIX = 3
_EARLIEST = (1980, 1, 1, 0, 0, 0)


class Source(NamedTuple):
    """Source of a release: a URL without a trailing slash, and a revision."""

    repository: str
    revision: str

    def fields(self) -> dict[str, object]:
        """Return the fields of package.json for this source."""
        return {
            "repository": {"type": "git", "url": f"{self.repository}.git"},
            "bugs": {"url": f"{self.repository}/issues"},
            "homepage": f"{self.repository}#readme",
        }

    def link_absolutely(self, text: str, folder: str) -> str:
        """Return a page of a folder of the repository with absolute links and images."""

        def replace(match: re.Match[str]) -> str:
            mark, label, target = match.groups()
            path, hash_, anchor = target.partition("#")
            kind = "raw" if mark else "blob"
            whole = posixpath.normpath(posixpath.join(folder, path))
            address = f"{self.repository}/{kind}/{self.revision}/{whole}{hash_}{anchor}"
            return f"{mark}[{label}]({address})"

        return _LINK.sub(replace, text)


def pack(
    home: Path,
    more: Mapping[str, Path],
    out: Path,
    target: str | None,
    source: Source | None = None,
) -> Path:
    """Write the .vsix of a folder's files, and of `more` files and folders by name. Without a
    target it is for every target. With a source, links on its page are absolute."""
    package = json.loads((home / "package.json").read_text("utf-8"))
    parts = {part: home / part for part in PARTS} | dict(more)
    files = {name: path for part, top in parts.items() for name, path in _files(part, top)}
    texts: dict[str, bytes] = {}
    if source is not None:
        package |= source.fields()
        texts["package.json"] = json.dumps(package, indent=2).encode()
        for name in _PAGES.keys() & files.keys():
            text = files[name].read_text("utf-8")
            texts[name] = source.link_absolutely(text, _PAGES[name]).encode()
    has_changelog = "CHANGELOG.md" in files
    out.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        manifest = _manifest(package, target, has_changelog=has_changelog)
        _add(packed, "extension.vsixmanifest", manifest.encode())
        _add(packed, "[Content_Types].xml", _types(files).encode())
        for name, path in sorted(files.items()):
            data = texts.get(name) or path.read_bytes()
            _add(packed, f"extension/{name}", data, is_program=name in _PROGRAMS)
    return out


def _add(packed: zipfile.ZipFile, name: str, data: bytes, *, is_program: bool = False) -> None:
    """Add a file without its date, so that the same files always give the same .vsix."""
    about = zipfile.ZipInfo(name, _EARLIEST)
    about.create_system = _UNIX  # Also on Windows: VS Code sets the file modes stored here.
    about.external_attr = (stat.S_IFREG | (0o755 if is_program else 0o644)) << 16
    packed.writestr(about, data, zipfile.ZIP_DEFLATED, 9)


def _files(name: str, top: Path) -> Iterator[tuple[str, Path]]:
    for path in top.rglob("*") if top.is_dir() else (top,):
        if path.is_file() and path.parent.name != "__pycache__":
            yield (PurePosixPath(name) / path.relative_to(top)).as_posix(), path


def _manifest(package: dict[str, object], target: str | None, *, has_changelog: bool) -> str:
    engines, categories, keywords = package["engines"], package["categories"], package["keywords"]
    assert isinstance(engines, dict) and isinstance(categories, list) and isinstance(keywords, list)
    return _MANIFEST.format(
        name=quoteattr(str(package["name"])),
        version=quoteattr(str(package["version"])),
        publisher=quoteattr(str(package["publisher"])),
        target=f" TargetPlatform={quoteattr(target)}" if target else "",
        title=escape(str(package["displayName"])),
        description=escape(str(package["description"])),
        tags=escape(",".join(keywords)),
        categories=escape(",".join(categories)),
        icon=escape(str(package["icon"])),
        engine=quoteattr(engines["vscode"]),
        links="".join(_links(package)),
        changelog=_CHANGELOG if has_changelog else "",
    )


def _links(package: Mapping[str, object]) -> Iterator[str]:
    """Yield the links of the extension's page, as properties of the manifest."""
    match package:
        case {"repository": {"url": url}, "bugs": {"url": bugs}, "homepage": homepage}:
            addresses = {"Source": url, "GitHub": url, "Support": bugs, "Learn": homepage}
            for name, address in addresses.items():
                value = quoteattr(str(address))
                yield f'<Property Id="{_SERVICES}.Links.{name}" Value={value}/>\n'


def _types(files: Iterable[str]) -> str:
    """Return the media types: by extension, and individually for files without one."""
    names = [*files, "extension.vsixmanifest"]
    endings = {Path(name).suffix.lstrip(".").lower() for name in names} - {""}
    bare = [name for name in names if not Path(name).suffix]
    other = "application/octet-stream"
    rows = [
        *(
            f"<Default Extension={quoteattr('.' + ending)} "
            f'ContentType="{_TYPES.get(ending, other)}"/>'
            for ending in sorted(endings)
        ),
        *(
            f'<Override PartName={quoteattr("/extension/" + name)} ContentType="{other}"/>'
            for name in sorted(bare)
        ),
    ]
    head = '<?xml version="1.0" encoding="utf-8"?>'
    space = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'{head}\n<Types xmlns="{space}">{"".join(rows)}</Types>\n'
