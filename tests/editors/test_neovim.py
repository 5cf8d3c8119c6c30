"""A real Neovim, set up as editors/neovim says: what a writer sees and does in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.editors.neovim import Neovim

