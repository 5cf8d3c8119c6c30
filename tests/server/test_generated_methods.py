"""The types of the protocol work with the names that their methods need, and keep no others."""

from __future__ import annotations

import subprocess
import sys

_CHECK = """
import attrs, builtins, dis, sys
from types import FunctionType
from lsprotocol import converters, types
from docs_lsp.server.generated_methods import forget_names

def kept():
    return sum(len(one.__init__.__globals__) for one in classes)

classes = [one for one in vars(types).values() if isinstance(one, type) and attrs.has(one)]
before = kept()
forget_names(types)
forget_names(types)
assert len(classes) > 300 and kept() < before / 20, (before, kept())
assert types.Position is types.__dict__["Position"], "the module keeps all of its names"
for one in classes:
    for method in vars(one).values():
        if isinstance(method, FunctionType):
            for step in dis.get_instructions(method):
                if step.opname == "LOAD_GLOBAL":
                    assert step.argval in method.__globals__ or hasattr(builtins, step.argval), one

at = types.Position(1, 2)
assert at == types.Position(1, 2) and at < types.Position(2, 0) and repr(at) == "1:2"
wanted = types.FileSystemWatcher("**/*")
assert wanted == types.FileSystemWatcher("**/*") and "**/*" in repr(wanted)
made = converters.get_converter()
given = {"range": {"start": {"line": 1, "character": 2}, "end": {"line": 3, "character": 4}}}
edit = made.structure({**given, "newText": "x"}, types.TextEdit)
assert made.unstructure(edit) == {**given, "newText": "x"}
try:
    types.Position("1", 2)
except ValueError:
    pass
else:
    raise AssertionError("what is given is checked as ever")
"""


def test_types_of_the_protocol_work_as_before() -> None:
    # In a process of its own: the methods are those of all tests.
    found = subprocess.run(
        [sys.executable, "-c", _CHECK], capture_output=True, text=True, check=False, timeout=60
    )

    assert found.returncode == 0, found.stderr
