# The two commands are `make play` and `make test`; both set everything up by themselves.
PYTHON ?= python3
BIN := .venv/bin
PIN := uv pip compile --generate-hashes --no-header --universal --python-version 3.11
CLIENT := bugbox/table/client
CLIENT_FILES := $(shell find $(CLIENT)/src -type f) $(wildcard $(CLIENT)/*.json $(CLIENT)/*.mjs bugbox/games/*/*.css)
NPM := $(BIN)/python client_build.py
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist worksteal
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
CLAUSES := $(wildcard tests/games/*/test_*.py) # the tests that draw positions and cite clauses
COMPILED := $(shell $(PYTHON) native_build.py --modules)

# The tests start hundreds of processes: without this each would translate all its modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-all quick check check-python check-client compile bundle fix pins clean

play: .venv/built
	@$(BIN)/bugbox

test: .venv/packages
	@$(MAKE) --no-print-directory --jobs=2 .venv/built check
	@$(BIN)/python -m bench.speed.weight
	$(PYTEST) -m "not thorough"
	BUGBOX_PURE=1 $(PYTEST) -m "not slow and not once" $(CLAUSES)

# What `make test` leaves out: more positions, seats and settings of the same checks, and the other tests interpreted.
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

# What building and playing need; the tools for tests and checks come on top.
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

# The package is built here, where its progress can be seen, and only linked by pip: BUGBOX_PURE=1 compiles nothing more.
.venv/built: .venv/packages pyproject.toml hatch_build.py client_build.py native_build.py native_inline.py $(COMPILED) $(CLIENT_FILES)
	@$(MAKE) --no-print-directory --jobs=2 compile bundle
	@BUGBOX_PURE=1 $(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

compile: .venv/packages
	@$(BIN)/python native_build.py

bundle: .venv/packages
	@$(BIN)/python client_build.py

# The build installs what bundles, this also what checks; npm ci begins with an empty folder, so the mark goes too.
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
