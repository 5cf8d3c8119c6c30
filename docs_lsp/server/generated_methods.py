"""The methods that attrs makes for the types of the protocol, with the names that they need.

attrs gives the methods of each class a copy of all names of its module, so that the type hints of
`__init__` can be resolved. Nobody does that here, and for 550 classes the copies take 5 MB.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

_MADE = "<attrs generated "
"""How the names of files begin that attrs invents for what it makes."""


def forget_names(module: ModuleType) -> None:
    """Take from the methods of all classes of a module the names that their code does not use.

    Only while nobody calls them: for a moment a method has none.
    """
    for value in vars(module).values():
        methods = vars(value).values() if isinstance(value, type) else ()
        made = [one for one in methods if isinstance(one, FunctionType) and _is_made(one)]
        used = {name for method in made for name in _names_in(method.__code__)}
        for known in {id(method.__globals__): method.__globals__ for method in made}.values():
            if known is not vars(module):
                _keep(known, used)


def _is_made(function: FunctionType) -> bool:
    return function.__code__.co_filename.startswith(_MADE)


def _keep(known: dict[str, Any], used: Collection[str]) -> None:
    kept = {name: known[name] for name in used if name in known}
    known.clear()  # To take out single names would leave the room that they took.
    known.update(kept)


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names_in(inner)
