"""The command line, `docs-lsp`: one module for each command, imported when it is used.

An editor starts the server, a hook runs `check`: neither pays for the other's imports. `arguments`
declares the commands and their options. `findings` adds lines, columns and paths to what a check
finds, `outcome` selects and counts, and each module of `output` writes one format.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper

from docs_lsp.cli.arguments import parse_arguments
from docs_lsp.cli.exit_codes import FAILED, INTERRUPTED, PIPE_CLOSED
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.delayed_signals import Interrupted

SERVES = (None, "mcp", "server")
"""The commands that serve an editor or an agent, rather than a person at a terminal."""

LOOKS_AT_SITES = frozenset(
    ("check", "diff", "doctor", "fix", "freeze", "move", "sync", "translations", "url")
)
"""The commands that may take long, and say what they are at."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code.

    Wrong usage prints a sentence to standard error and returns 2. So does a bug of ours, with a
    traceback to report: 1 would mean findings.
    """
    _reopen_closed_streams()
    try:
        arguments = parse_arguments(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    if isinstance(sys.stdout, TextIOWrapper):
        # A page's name may contain characters that the terminal's encoding lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = _run_command(arguments)
        sys.stdout.flush()
    except UsageFault as fault:
        print(f"docs-lsp: {fault}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        # The reader of our output has stopped reading, as `head` does.
        _discard_pending_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except Interrupted as interrupted:
        return _exit_by_signal(interrupted)
    except Exception as error:
        if isinstance(error, OSError) and arguments.command not in SERVES:
            # A full disk or an unreadable folder is not a bug of ours.
            _report_os_error(error)
            return FAILED
        import traceback

        traceback.print_exc()
        print("docs-lsp: this is a mistake in docs-lsp itself; please report it.", file=sys.stderr)
        return FAILED
    return code


def _exit_by_signal(interrupted: Interrupted) -> int:
    """Print what became of the changes, and end by the signal; for SIGINT, return the exit code."""
    print(f"docs-lsp: {interrupted}", file=sys.stderr, flush=True)
    if interrupted.signal_number != signal.SIGINT:
        signal.raise_signal(interrupted.signal_number)
    return INTERRUPTED


def _reopen_closed_streams() -> None:
    """Redirect standard output and error to the null device if they are closed."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))


def _report_os_error(error: OSError) -> None:
    """Print that a file cannot be used, or the output not be written."""
    from docs_lsp.cli.sites import print_notice

    if error.filename is None:
        _discard_pending_output()
        print_notice(f"the output cannot be written: {error.strerror or error}.")
    else:
        print_notice(f"`{error.filename}` cannot be used: {error.strerror or error}.")


def _discard_pending_output() -> None:
    """Send what is unwritten of standard output to the null device.

    The interpreter tries to write it once more on exit.
    """
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run_command(arguments: Namespace) -> int:
    """Run the command in the module of its name within its time limit; return its exit code."""
    if arguments.command in LOOKS_AT_SITES:
        gc.disable()  # The process ends soon; collecting garbage would take a tenth of its time.
    command = import_module(f"docs_lsp.cli.{arguments.command or 'server'}")
    run: Callable[[Namespace], int] = command.run
    if arguments.command not in LOOKS_AT_SITES:
        return run(arguments)
    from docs_lsp.cli.time_limit import limit_time

    with limit_time(getattr(arguments, "time_limit", None)):
        return run(arguments)
