"""Every command that reads a site, on sites that grow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.growth.generator import Files, Generator, Make, run_command, site, times
from tests.growth.sites import SITES

_CHECK = ("check", "SITE", "--no-cache")
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "check": _CHECK,
    "check --quiet": (*_CHECK, "--quiet"),
    "check --all": (*_CHECK, "--all"),
    "check --format json": (*_CHECK, "--format", "json"),
    "check --format sarif": (*_CHECK, "--format", "sarif"),
    "check --format github": (*_CHECK, "--format", "github"),
    "check --format junit": (*_CHECK, "--format", "junit"),
    "check --format gitlab": (*_CHECK, "--format", "gitlab"),
    "check --format rdjson": (*_CHECK, "--format", "rdjson"),
    "check --format markdown": (*_CHECK, "--format", "markdown"),
    "check --write-baseline": (*_CHECK, "--write-baseline"),
    "fix": ("fix", "SITE", "--diff", "--no-cache"),
    "fix --unsafe": ("fix", "SITE", "--diff", "--unsafe", "--no-cache"),
    "move": ("move", "index.mdx", "start.mdx", "--diff"),
    "convert": ("convert", "docs.json", "--diff", "--force"),
    "freeze": ("freeze", "v1", "--next", "v2", "--diff", "--site", "SITE"),
    "sync": ("sync", "--diff", "--site", "SITE"),
    "url": ("url", "/index", "--site", "SITE"),
    "translations": ("translations", "--site", "SITE"),
    "doctor": ("doctor", "SITE"),
}
_QUICK = frozenset(("check", "check --quiet", "url"))


def _mistakes(size: int) -> Files:
    """A site with links to nowhere, pages that are not there, and redirects that lead on."""
    half = size // 2
    redirects = SITES["a chain of redirects"](half)["docs.json"]
    return {
        **site(),
        "docs.json": redirects,
        "index.mdx": "---\ntitle: A\n---\n\n" + times("[a](/nope) <b>\n", half),
    }


def _unlisted(size: int) -> Files:
    """A site with a group that lists none of the pages in its folder."""
    files = {f"p/{i}.mdx": "text\n" for i in range(max(1, size // 60))}
    groups = [{"group": "Guides", "pages": ["index"]}]
    toml = '[[sync]]\nelement = "Guides"\nfolder = "p"\n'
    return site({**files, "docs-lsp.toml": toml}, navigation={"groups": groups})


GROWING: Mapping[str, Make] = {
    "pages": SITES["pages"],
    "mistakes": _mistakes,
    "translations": SITES["translations"],
}
_OWN: Mapping[str, Mapping[str, Make]] = {
    "sync": {"unlisted pages": _unlisted},
    "translations": {"translations": SITES["translations"]},
}
"""The sites of commands that have nothing to do on others."""


def command_generators() -> Iterator[Generator]:
    """Each command on some sites."""
    for command, arguments in COMMANDS.items():
        for name, make in _OWN.get(command, GROWING).items():
            quick = command in _QUICK and name == "pages"
            yield Generator(
                f"{command}: {name}", make, run_command(*arguments), size=2000, is_quick=quick
            )
