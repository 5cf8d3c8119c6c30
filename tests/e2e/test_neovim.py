"""A real Neovim opens a broken docs.json and lists what is wrong with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.editor import docs

PROBE = """
local function probe()
  local buffer = vim.api.nvim_get_current_buf()
  local id = vim.lsp.start_client({ name = 'docs-lsp', cmd = SERVER, root_dir = ROOT })
  vim.lsp.buf_attach_client(buffer, id)
  local function count() return #vim.diagnostic.get(buffer) end
  assert(vim.wait(20000, function() return count() == 2 end, 20), 'no diagnostics')
  local found = vim.diagnostic.get(buffer)

  vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { '', '' })
  local function moved() return vim.diagnostic.get(buffer)[1].lnum == found[1].lnum + 2 end
  assert(vim.wait(20000, moved, 20), 'the diagnostics have not followed an edit')

  vim.lsp.stop_client(id)
  assert(vim.wait(20000, function() return vim.lsp.client_is_stopped(id) end, 20), 'no end')
  return vim.tbl_map(function(d) return { d.code, d.source, d.lnum } end, found)
end
local ok, found = pcall(probe)
vim.fn.writefile({ vim.json.encode(ok and found or { tostring(found) }) }, OUTPUT)
vim.cmd('qall!')
"""


@pytest.mark.needs("nvim")
def test_neovim_lists_the_problems_of_a_broken_docs_json(tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text(docs("gone", extra=',\n"nmae": 1'))
    output = tmp_path / "found.json"
    values: dict[str, str | list[str]] = {
        "SERVER": [sys.executable, "-m", "docs_lsp", "server"],
        "ROOT": str(tmp_path),
        "OUTPUT": str(output),
    }
    script = tmp_path / "probe.lua"
    given = "".join(f"local {name} = {_lua(value)}\n" for name, value in values.items())
    script.write_text(given + PROBE)

    command = ["nvim", "--clean", "--headless", "-n", "-c", f"luafile {script}", "docs.json"]
    ended = subprocess.run(
        command,
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
        env=_environment(tmp_path),
        check=False,
    )

    assert output.exists(), ended.stderr.decode()
    assert json.loads(output.read_text()) == [
        ["missing-page", "docs-lsp", 0],
        ["unknown-key", "docs-lsp", 1],
    ]


def _lua(value: str | list[str]) -> str:
    if isinstance(value, list):
        return "{" + ", ".join(map(_lua, value)) + "}"
    return json.dumps(value)


def _environment(home: Path) -> dict[str, str]:
    """The server's packages, and nothing of the user's own editor."""
    root = str(Path(__file__).parents[2])
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "HOME": str(home), "XDG_STATE_HOME": str(home), "PYTHONPATH": root}
