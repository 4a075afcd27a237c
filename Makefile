# The main targets are `make play` and `make test`; both install what they need.
PYTHON ?= python3
BIN := .venv/bin
PIN := uv pip compile --generate-hashes --no-header --universal --python-version 3.11
CLIENT := bugbox/table/client
CLIENT_FILES := $(shell find $(CLIENT)/src -type f) $(wildcard $(CLIENT)/*.json $(CLIENT)/*.mjs bugbox/games/*/show/*.css)
NPM := $(BIN)/python client_build.py
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist worksteal
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
CLAUSES := $(wildcard tests/games/*/test_*.py) # the tests that draw positions and cite clauses
COMPILED := $(shell $(PYTHON) native_build.py --modules)

# The tests start hundreds of processes: without cached bytecode each would recompile all its modules.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-all quick check check-python check-client compile bundle fix pins clean

play: .venv/built
	@$(BIN)/bugbox

test: .venv/packages
	@$(MAKE) --no-print-directory --jobs=2 .venv/built check
	@$(BIN)/python -m bench.speed.weight
	$(PYTEST) -m "not thorough"
	BUGBOX_PURE=1 $(PYTEST) -m "not slow and not once" $(CLAUSES)

# Add what `make test` leaves out: the same checks over more positions, seats and settings, and the other tests
# interpreted.
test-all: test
	$(PYTEST) -m thorough
	BUGBOX_PURE=1 $(PYTEST) -m "not slow and not once" $(CLAUSES:%=--ignore=%)

quick: .venv/built .venv/tools
	$(PYTEST) -m "not slow"

check: check-python check-client

check-python: .venv/tools
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

check-client: $(CLIENT)/node_modules/.complete
	@$(NPM) run check

fix: .venv/built .venv/tools $(CLIENT)/node_modules/.complete
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	@$(NPM) run fix

# Install what building and playing need; .venv/tools adds the tools for tests and checks.
.venv/packages: constraints-play.txt
	@echo "Installing packages (about 15 s)"
	@$(PYTHON) -m venv .venv
	@$(PIP) --require-hashes -r constraints-play.txt
	@$(BIN)/python -c "import sys, native_build; sys.exit(not native_build.own_compiler())" || \
		$(PIP) --require-hashes -r constraints-zig.txt || true
	@$(BIN)/python -c "import sys, client_build; sys.exit(not client_build.own_npm())" || \
		$(PIP) --require-hashes -r constraints-node.txt || true
	@touch $@

.venv/tools: constraints.txt .venv/packages
	@echo "Installing the tools for tests and checks (about 20 s)"
	@$(PIP) --require-hashes -r constraints.txt
	@touch $@

# Build here, where progress is visible; pip then only links the package (BUGBOX_PURE=1: without compiling again).
.venv/built: .venv/packages pyproject.toml hatch_build.py client_build.py native_build.py native_inline.py $(COMPILED) $(CLIENT_FILES)
	@$(MAKE) --no-print-directory --jobs=2 compile bundle
	@BUGBOX_PURE=1 $(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

compile: .venv/packages
	@$(BIN)/python native_build.py

bundle: .venv/packages
	@$(BIN)/python client_build.py

# Install the dev dependencies too, which the build omits. npm ci deletes node_modules, including this stamp file.
$(CLIENT)/node_modules/.complete: $(CLIENT)/package-lock.json | .venv/built
	@$(NPM) ci --ignore-scripts
	@touch $@

pins:
	$(PIN) --group dev pyproject.toml --output-file constraints.txt $(UPGRADE)
	$(PIN) --group build --constraint constraints.txt pyproject.toml --output-file constraints-play.txt $(UPGRADE)
	$(PIN) --group zig --output-file constraints-zig.txt $(UPGRADE)
	$(PIN) --group node --output-file constraints-node.txt $(UPGRADE)

clean:
	rm -rf .venv build dist bugbox/table/static $(CLIENT)/node_modules
	find . -name '*.so' -not -path './.venv/*' -delete
