# `make demo` shows what docs-lsp does, `make test` checks everything. Both set up what they need
# in .venv: nothing has to be there but git, make and Python 3.11 or newer.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
CODE := docs_lsp mcp_preview tests editors/vscode/scripts

.PHONY: demo test clean

demo: $(READY)
	@echo '$$ docs-lsp check tests/sites/broken'
	@$(BIN)/docs-lsp check tests/sites/broken; test $$? -le 1

test: $(READY)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy
	$(BIN)/python -m pytest

# Debian ships `venv` without the part that brings pip; then a pip outside can fill the folder.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'docs-lsp needs Python 3.11 or newer, and $(PYTHON) is older or missing.'; \
	  echo 'Name another one: make PYTHON=python3.12 demo'; exit 1; } >&2
	@echo 'Setting up .venv (once) ...'
	@$(BIN)/python -m pip --version >/dev/null 2>&1 \
	  || $(PYTHON) -m venv --clear .venv >/dev/null 2>&1 \
	  || { $(PYTHON) -m venv --clear --without-pip .venv \
	       && $(PYTHON) -m pip --python $(BIN)/python install --quiet pip; } >/dev/null 2>&1 \
	  || { echo 'This Python cannot make a virtual environment: its venv module is incomplete.'; \
	       echo 'On Debian and Ubuntu, `apt install python3-venv` brings the rest.'; exit 1; } >&2
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[preview,test]'
	@touch $@

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
