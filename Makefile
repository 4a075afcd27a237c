# The two commands are `make play` and `make test`; both set everything up by themselves.
PYTHON ?= python3
BIN := .venv/bin
PIN := uv pip compile --generate-hashes --no-header --universal --python-version 3.11
CLIENT := bugbox/table/client
CLIENT_FILES := $(shell find $(CLIENT)/src -type f) $(wildcard $(CLIENT)/*.json $(CLIENT)/*.mjs bugbox/games/*/*.css)
NPM := $(BIN)/python client_build.py
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist worksteal
COMPILED := $(shell $(PYTHON) native_build.py)

# The tests start hundreds of processes: without this each would translate all its modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test quick check check-python check-client fix pins clean

play: .venv/built
	@$(BIN)/bugbox

# The C compiler keeps one core busy for minutes: Python is checked meanwhile on another.
test: .venv/tools
	@$(MAKE) --no-print-directory --jobs=2 .venv/built check
	@$(BIN)/python -m bench.weight
	$(PYTEST)
	BUGBOX_PURE=1 $(PYTEST) -m "not slow and not once"

quick: .venv/built
	$(PYTEST) -m "not slow"

check: check-python check-client

check-python: .venv/tools
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

check-client: $(CLIENT)/node_modules/.complete
	@$(NPM) run check

fix: .venv/built $(CLIENT)/node_modules/.complete
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	@$(NPM) run fix

.venv/tools: constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt
	@$(BIN)/python -c "import sys, native_build; sys.exit(not native_build.own_compiler())" || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints-zig.txt || true
	@$(BIN)/python -c "import sys, client_build; sys.exit(not client_build.own_npm())" || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints-node.txt || true
	@touch $@

# --no-build-isolation: the pinned tools build the package, so a second build takes seconds and nothing is fetched.
.venv/built: .venv/tools pyproject.toml hatch_build.py client_build.py native_build.py $(COMPILED) $(CLIENT_FILES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@$(BIN)/python -c "from bugbox.pure import is_compiled as c; c() or print('Nothing was compiled: this will be slow.')"
	@$(BIN)/python -c "import client_build as c; c.is_bundled(c.Path()) or print('There is no browser client.')"
	@touch $@

# The build installs what bundles, this also what checks; npm ci begins with an empty folder, so the mark goes too.
$(CLIENT)/node_modules/.complete: $(CLIENT)/package-lock.json | .venv/built
	@$(NPM) ci --ignore-scripts
	@touch $@

pins:
	$(PIN) --group dev pyproject.toml --output-file constraints.txt $(UPGRADE)
	$(PIN) --group zig --output-file constraints-zig.txt $(UPGRADE)
	$(PIN) --group node --output-file constraints-node.txt $(UPGRADE)

clean:
	rm -rf .venv build dist bugbox/table/static $(CLIENT)/node_modules
	find . -name '*.so' -not -path './.venv/*' -delete
