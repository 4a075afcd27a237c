# The two commands are `make play` and `make test`; both set everything up by themselves.
PYTHON ?= python3
BIN := .venv/bin
COMPILED := $(shell sed -n 's/^  "\(bugbox\/.*\.py\)",$$/\1/p' pyproject.toml)

.PHONY: play test quick check pure fix pins clean

play: .venv/built
	@$(BIN)/bugbox play bug-race

test: .venv/built check
	$(BIN)/python -m pytest
	BUGBOX_PURE=1 $(BIN)/python -m pytest -m "not slow"

quick: .venv/built
	$(BIN)/python -m pytest -m "not slow"

check: .venv/built
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

fix: .venv/built
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

.venv/tools: constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt
	@touch $@

# --no-build-isolation: the pinned tools build the package, so a second build takes seconds and nothing is fetched.
.venv/built: .venv/tools pyproject.toml hatch_build.py $(COMPILED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

pins:
	uv pip compile pyproject.toml --group dev --generate-hashes --no-header --universal \
		--python-version 3.11 --output-file constraints.txt $(UPGRADE)

clean:
	rm -rf .venv build dist
	find . -name '*.so' -not -path './.venv/*' -delete
