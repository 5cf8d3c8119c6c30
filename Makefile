# `make demo` shows what docs-lsp does, `make check` is the quick loop, `make test` checks everything,
# `make bench` measures it and `make dist` makes what is released. They set up what they need in
# .venv: nothing has to be there but git, make and Python 3.11 or newer.

PYTHON ?= python3
BIN := .venv/bin
ENVIRONMENT := .venv/.environment
PREVIEW := .venv/.preview
READY := .venv/.ready
INSTALL = $(BIN)/python -m pip install -qq --disable-pip-version-check --editable
CODE := docs_lsp mcp_preview tests editors/vscode/scripts editors/claude-code/hooks
# One more than there are cores (tests/conftest.py). Of more than four the one that drives editors
# would get too little time.
PARALLEL := -n auto --maxprocesses 4
# What most changes break first, and what is quick.
QUICK := $(addprefix tests/,rules schema settings core files test_directions.py test_messages.py \
  test_setup.py test_contributing.py)
# Options of pytest, such as --cov.
PYTEST ?=
# Options of the benchmarks, such as --quick.
BENCH ?=
# Options of the release, such as --python FOLDER for the Python that the extension brings.
DIST ?=

.PHONY: demo check test bench dist clean

demo: $(PREVIEW)
	@$(BIN)/python -m tests.demo

check: $(READY)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy
	$(BIN)/python -m pytest $(PARALLEL) -q $(QUICK)

test: $(READY)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy
	$(BIN)/python -m pytest $(PARALLEL) $(PYTEST)

# Beside what each is compared with, which is installed into a cache; half an hour on a quiet machine.
bench: $(READY)
	$(BIN)/python -m tests.benchmarks.suite --json .benchmarks.json \
	  --page docs_lsp/manual/reference/benchmarks.md $(BENCH)
	$(BIN)/python -m tests.manual

dist: $(READY)
	$(BIN)/python -m tests.dist dist $(DIST)

# Debian ships `venv` without the part that brings pip; then a pip outside can fill the folder.
$(ENVIRONMENT):
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
	@touch $@

$(PREVIEW): pyproject.toml | $(ENVIRONMENT)
	@$(INSTALL) '.[preview]'
	@touch $@

$(READY): pyproject.toml | $(ENVIRONMENT)
	@$(INSTALL) '.[preview,test]'
	@touch $@

clean:
	rm -rf .venv dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
