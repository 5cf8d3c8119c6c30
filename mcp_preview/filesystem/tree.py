"""`tree -I`, which excludes files and folders by patterns such as `node_modules|*.json`.

The shell's own command excludes only literal names; without `-I` it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from anyio import to_thread
from bashkit import BuiltinContext, BuiltinResult

from mcp_preview.filesystem.output_limits import WalkBudget
from mcp_preview.filesystem.patterns import build_name_matcher
from mcp_preview.filesystem.shell import CommandOptions, Shell, ShellPath, parse_command_options

_SWITCHES = {"-a": "hidden", "-d": "folders", "--noreport": "no-report"}
_VALUES = {"-I": "ignore", "-L": "depth"}

_Folder: TypeAlias = dict[str, "_Folder | None"]
"""The content of a folder by name: folders, and None for files."""


async def run_tree(shell: Shell, context: BuiltinContext) -> BuiltinResult:
    """Run a call of `tree`, by the shell's own command unless it has `-I`."""
    options = parse_command_options(context.argv, _SWITCHES, _VALUES)
    if options is None or not options.has_option("ignore"):
        return await shell.run_builtin("tree", context)
    if options.has_option("depth") and not options.get_number("depth"):
        return await shell.run_builtin("tree", context)
    places = [shell.resolve_place(context, written) for written in options.words or (".",)]
    try:
        return await to_thread.run_sync(_draw_tree, shell, options, places)
    except TimeoutError:
        return BuiltinResult("", "tree: this takes too long; search in one folder\n", 1)


def _draw_tree(shell: Shell, options: CommandOptions, places: list[ShellPath]) -> BuiltinResult:
    """Return the output of `tree` for some places. Raises `TimeoutError`."""
    budget, lines, code = WalkBudget(), list[str](), 0
    folders = files = 0
    for place in places:
        if not shell.tree.is_folder(place.path):
            is_file = shell.tree.is_file(place.path)
            lines.append(place.shown if is_file else f"{place.shown} [error opening dir]")
            code = code if is_file else 2
            continue
        folder = _collect_folder(shell, options, place, budget)
        lines += [place.shown, *_iter_branch_lines(folder, "")]
        inside, beside = _count_entries(folder)
        folders, files = folders + inside, files + beside
    if not options.has_option("no-report"):
        lines += ["", _render_count_line(folders, None if options.has_option("folders") else files)]
    return BuiltinResult("\n".join(lines) + "\n", "", code)


def _collect_folder(
    shell: Shell, options: CommandOptions, place: ShellPath, budget: WalkBudget
) -> _Folder:
    """Return the printed entries below a folder, nested. Raises `TimeoutError`."""
    root: _Folder = {}
    is_left_out, depth = _build_exclude_test(options), options.get_number("depth")
    start = len(place.path.rstrip("/")) + 1
    for path in shell.tree.iter_files(place.path):
        budget.spend()
        *above, name = path[start:].split("/")
        folder = root
        for part in above[:depth]:
            inner = None if is_left_out(part) else folder.setdefault(part, {})
            if inner is None:
                break
            folder = inner
        else:
            is_near = depth is None or len(above) < depth
            if is_near and not options.has_option("folders") and not is_left_out(name):
                folder[name] = None
    return root


def _build_exclude_test(options: CommandOptions) -> Callable[[str], bool]:
    """Return a test whether a name is excluded, by `-I` or as hidden without `-a`."""
    patterns = [pattern for given in options.given["ignore"] for pattern in given.split("|")]
    matchers = [build_name_matcher(pattern.removesuffix("/")) for pattern in patterns if pattern]
    is_hidden = "\0" if options.has_option("hidden") else "."
    return lambda name: name.startswith(is_hidden) or any(fits(name) for fits in matchers)


def _iter_branch_lines(folder: _Folder, before: str) -> Iterator[str]:
    """Yield the lines of a folder with branches, each after a prefix."""
    for left, name in zip(range(len(folder) - 1, -1, -1), sorted(folder), strict=True):
        yield f"{before}{'├' if left else '└'}── {name}"
        yield from _iter_branch_lines(folder[name] or {}, f"{before}{'│' if left else ' '}   ")


def _count_entries(folder: _Folder) -> tuple[int, int]:
    """Return the number of folders and of files below a folder."""
    inner = [child for child in folder.values() if child is not None]
    below = [_count_entries(child) for child in inner]
    folders = len(inner) + sum(count for count, _ in below)
    return folders, len(folder) - len(inner) + sum(count for _, count in below)


def _render_count_line(folders: int, files: int | None) -> str:
    """Return the last line with the counts."""
    text = f"{folders} director{'y' if folders == 1 else 'ies'}"
    return text if files is None else f"{text}, {files} file{'' if files == 1 else 's'}"
