"""`docs-lsp completions`: scripts with which a shell completes commands, options and values."""

from __future__ import annotations

import shlex
from argparse import Action, Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from docs_lsp.cli.arguments import build_parser, list_commands
from docs_lsp.rules import all_rules


class _Command(NamedTuple):
    """A command with its options, and the words that its arguments may be; none for paths."""

    name: str
    about: str
    options: Sequence[Action]
    arguments: Sequence[str]


def run(arguments: Namespace) -> int:
    """Print the completion script for a shell."""
    render = {"bash": _render_bash, "zsh": _render_zsh, "fish": _render_fish}[arguments.shell]
    for line in render(list(_describe_commands())):
        print(line)
    return 0


def _describe_commands() -> Iterator[_Command]:
    """Yield each command with its options, and the words that its arguments may be."""
    commands = list_commands(build_parser())
    for name, (about, parser) in commands.items():
        actions = parser._actions  # argparse has no public list of them.
        options = [action for action in actions if action.option_strings]
        arguments = [action for action in actions if not action.option_strings]
        values = [value for action in arguments for value in _find_values(action)]
        yield _Command(name, about, options, [*commands] if name == "help" else values)


def _find_values(action: Action) -> Sequence[str]:
    """Return the possible values of an option or argument; none for a path, or any text."""
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    return [*all_rules()] if action.metavar == "RULE" else []


def _join_option_names(command: _Command) -> str:
    return " ".join(name for option in command.options for name in option.option_strings)


def _map_option_values(command: _Command) -> Mapping[str, str]:
    """Return the values of each option that has some, joined by spaces."""
    return {
        name: " ".join(values)
        for option in command.options
        if (values := _find_values(option))
        for name in option.option_strings
    }


_FIND_COMMAND = """\
  local cur=%(cur)s prev=%(prev)s command= word
  for word in %(before)s; do
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  local words=
  case "$command $prev" in
%(values)s
    *)
      if [[ -z $command ]]; then words=%(commands)s
      elif [[ $cur == -* ]]; then
        case $command in
%(options)s
        esac
      else
        case $command in
%(arguments)s
        esac
      fi ;;
  esac
"""


def _render_cases(commands: Sequence[_Command], names: Mapping[str, str]) -> str:
    """Return the shell code, common to bash and zsh, that sets `words` to the possible words."""
    values = (
        f"    {shlex.quote(f'{command.name} {option}')}) words={shlex.quote(words)} ;;"
        for command in commands
        for option, words in _map_option_values(command).items()
    )
    options = (
        f"          {command.name}) words={shlex.quote(_join_option_names(command))} ;;"
        for command in commands
    )
    arguments = (
        f"          {command.name}) words={shlex.quote(' '.join(command.arguments))} ;;"
        for command in commands
        if command.arguments
    )
    return _FIND_COMMAND % {
        **names,
        "commands": shlex.quote(" ".join(command.name for command in commands)),
        "values": "\n".join(values),
        "options": "\n".join(options),
        "arguments": "\n".join(arguments),
    }


def _render_bash(commands: Sequence[_Command]) -> Iterator[str]:
    yield "_docs_lsp() {"
    yield _render_cases(
        commands,
        {
            "cur": "${COMP_WORDS[COMP_CWORD]}",
            "prev": "${COMP_WORDS[COMP_CWORD-1]}",
            "before": '"${COMP_WORDS[@]:1:COMP_CWORD-1}"',
        },
    )
    yield '  COMPREPLY=($(compgen -W "$words" -- "$cur"))'
    yield "}"
    yield "complete -o default -F _docs_lsp docs-lsp"


def _render_zsh(commands: Sequence[_Command]) -> Iterator[str]:
    yield "#compdef docs-lsp"
    yield "_docs_lsp() {"
    yield _render_cases(
        commands,
        {
            "cur": "$words[CURRENT]",
            "prev": "$words[CURRENT-1]",
            "before": '"${(@)words[2,CURRENT-1]}"',
        },
    ).replace("words=", "found=")
    yield "  if [[ -n $found ]]; then compadd -- ${=found}; else _files; fi"
    yield "}"
    yield "compdef _docs_lsp docs-lsp"


def _render_fish(commands: Sequence[_Command]) -> Iterator[str]:
    for command in commands:
        about = shlex.quote(command.about)
        yield f"complete -c docs-lsp -n __fish_use_subcommand -f -a {command.name} -d {about}"
        seen = f"-n '__fish_seen_subcommand_from {command.name}'"
        if command.arguments:
            yield f"complete -c docs-lsp {seen} -f -a {shlex.quote(' '.join(command.arguments))}"
        for option in command.options:
            names = " ".join(map(_format_fish_name, option.option_strings))
            value = " -r" if option.nargs != 0 else ""
            if values := _find_values(option):
                value = f" -x -a {shlex.quote(' '.join(values))}"
            about = (option.help or "").partition(";")[0].partition(" (")[0]
            yield f"complete -c docs-lsp {seen} {names}{value} -d {shlex.quote(about)}"


def _format_fish_name(name: str) -> str:
    return f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
