"""`yq` for YAML with aliases and merge keys, which the shell's own refuses: they are resolved."""

from __future__ import annotations

from anyio import to_thread
from bashkit import BuiltinContext, BuiltinResult

from docs_lsp.formats.yaml_reader import YamlDocument, read_yaml
from mcp_preview.filesystem.shell import Shell

_REFUSED = "aliases are not supported"


async def run_yq(shell: Shell, context: BuiltinContext) -> BuiltinResult:
    """Run a call of `yq`, again with aliases resolved if the shell's own refuses them."""
    done = await shell.run_builtin("yq", context)
    if _REFUSED not in done.stderr:
        return done
    places = [shell.resolve_place(context, word) for word in context.argv]
    paths = [place.path for place in places if shell.tree.is_file(place.path)]
    texts = {path: shell.tree.read_file(path) for path in paths}
    stdin = (context.stdin or "").encode("utf-8", "replace")
    resolved = await to_thread.run_sync(
        lambda: {path: _resolve_aliases(text) for path, text in {**texts, "": stdin}.items()}
    )
    given = resolved.pop("").decode()
    return await shell.run_builtin(
        "yq", context, stdin=None if context.stdin is None else given, files=resolved
    )


def _resolve_aliases(text: bytes) -> bytes:
    """Return YAML with its aliases resolved; unchanged if unreadable or then too large."""
    import yaml

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: object) -> bool:
            return True

    document = read_yaml(text)
    if not isinstance(document, YamlDocument):
        return text
    written: str = yaml.dump(document.value, Dumper=Dumper, sort_keys=False, allow_unicode=True)
    return written.encode("utf-8", "replace")
