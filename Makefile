# Two commands are enough: `make books` and `make test`. The others are for the loop of a day.
# Another Python is named once, before there is a .venv: `make books PYTHON=python3.12`.

PYTHON ?= python3
PYTEST_ARGS ?= -n auto --dist worksteal
FUZZ_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check

LOCK := $(VENV)-tools/bin/uv pip compile --quiet --upgrade --universal --generate-hashes \
	--python-version 3.11 --custom-compile-command 'make lock'
# Tests start many processes: without its files of compiled modules, each would compile them anew.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/pytest
UNITS := $(addprefix tests/,dsl packs passes checks proof publish engine cli)

QUESTS := $(wildcard content/quests/*.quest content/quests/*/*.quest)

# Says what comes before it runs, so that the last heading names what failed.
heading = @printf '\n== %s\n' '$(1)'

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help books test test-fast test-pythons check format coverage fuzz fuzz-inputs code-mutants bench growth grammar docs update lock sbom clean machine


help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

books: $(VENV)/.run ## compile every quest and campaign of content/quests into out/; make the reference's pages
	@$(PY) -m scripts.reference
	@test -n '$(QUESTS)' || { echo 'There is no quest in content/quests to compile.' >&2; exit 1; }
	$(BIN)/questwright build $(QUESTS) --out out

# While one processor holds the types, another one reads the tests, which compiles them for all.
test: $(VENV)/.dev ## everything that a change must pass; stops at the first failure
	@$(PYTEST) --collect-only -q >/dev/null 2>&1 & reads=$$!; \
		$(MAKE) --no-print-directory check || { kill $$reads; exit 1; }; wait $$reads || true
	$(call heading,tests)
	$(PYTEST) --durations=10 $(PYTEST_ARGS)

test-fast: $(VENV)/.dev ## the quick tests, for the loop of a day
	$(PYTEST) -m 'not slow' $(PYTEST_ARGS) $(UNITS)

test-pythons: ## the quick tests with each supported Python that is here
	@MAKE='$(MAKE)' sh tests/pythons.sh

check: $(VENV)/.dev ## the quick part of it: form, lint, types, layering
	$(call heading,form (make format mends it))
	$(BIN)/ruff format --check .
	$(call heading,lint)
	$(BIN)/ruff check .
	$(call heading,types)
	$(BIN)/mypy
	$(call heading,layering)
	$(BIN)/lint-imports --no-logo

format: $(VENV)/.dev ## put the Python into its one form, and mend what ruff can mend
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

coverage: $(VENV)/.dev ## the tests, and the lines and branches that they never reach
	$(BIN)/pytest --cov $(PYTEST_ARGS)

fuzz: $(VENV)/.dev ## the tests with all that they try a sample of; 100,000 random quests, played; 1,000, planned
	$(if $(FUZZ_ARGS),,QUESTWRIGHT_MORE=1 $(PYTEST) $(PYTEST_ARGS))
	$(if $(FUZZ_ARGS),,PYTHONPATH=tests $(PY) -m oracle.planner)
	PYTHONPATH=tests $(PY) -m oracle.fuzz $(FUZZ_ARGS)
	$(if $(FUZZ_ARGS),,PYTHONPATH=tests $(PY) -m oracle.mutants --jobs 2)

fuzz-inputs: $(VENV)/.dev ## spoil 20,000 texts, quests, packs and documents each; or FUZZ_ARGS='--count 1000000'
	PYTHONPATH=tests $(PY) -m oracle.fuzz_inputs $(FUZZ_ARGS)

code-mutants: $(VENV)/.dev ## change the code of the solver or the replay: MUTANTS_ARGS='solver --seed 1'
	$(BIN)/python -c 'import cosmic_ray' 2>/dev/null || $(PY) -m pip install --quiet cosmic-ray==8.7.0
	PYTHONPATH=tests $(PY) -m oracle.code_mutants $(MUTANTS_ARGS)

bench: $(VENV)/.dev ## measure the stages
	$(PY) tests/bench.py
	$(PY) tests/bench_proof.py

growth: $(VENV)/.dev ## measure how the cost of a proof grows, and write it into the documentation
	PYTHONPATH=tests $(PY) tests/bench_proof.py --write

grammar: $(VENV)/.run ## write dsl/grammar.json anew from dsl/grammar.lark
	$(PY) -m questwright.dsl.tables

docs: $(VENV)/.dev ## build the documentation's site into build/site
	$(call heading,the pages that are made from the code)
	$(PY) -m scripts.reference
	$(call heading,the site)
	$(PY) -m zensical build --clean --strict

update: $(VENV)/.dev ## accept what the golden tests see now; then read the diff
	$(BIN)/pytest --update $(PYTEST_ARGS)

lock: $(VENV)-tools/.made ## pin what `make` installs anew, with hashes; then read the diff
	$(LOCK) pyproject.toml -o requirements/run.txt
	$(LOCK) requirements/build.in -o requirements/build.txt
	$(LOCK) pyproject.toml --extra dev -o requirements/dev.txt
	$(LOCK) requirements/tools.in -o requirements/tools.txt
	$(LOCK) requirements/uv.in -o requirements/uv.txt

sbom: $(VENV)-tools/.made ## write build/questwright.cdx.json: what a user gets, with licences (CycloneDX)
	$(PYTHON) -m venv --clear --without-pip $(VENV)-sbom
	$(VENV)-tools/bin/python -m pip --python $(VENV)-sbom/bin/python install --quiet \
		--disable-pip-version-check --require-hashes --requirement requirements/run.txt
	@mkdir -p build
	$(VENV)-tools/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
		--output-format JSON --output-file build/questwright.cdx.json $(VENV)-sbom/bin/python

clean: ## remove what is built and cached; the environment stays
	@if [ -d out ]; then find out -mindepth 1 ! -name .gitkeep -delete; fi
	@find dsl compiler engine tests -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -rf build dist .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache


# ---- the environment ------------------------------------------------------------
# .run: the project and what it needs to run. .dev: that, and what its tests need.

# What stands in them is pinned by hash (`make lock`), so that every machine has the same.

$(VENV)/.run: pyproject.toml requirements/run.txt requirements/build.txt | $(PY)
	@sh scripts/install-locked.sh $(PY) requirements/run.txt requirements/build.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml requirements/dev.txt | $(PY)
	@sh scripts/install-locked.sh $(PY) requirements/dev.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.run

$(VENV)-tools/.made: requirements/tools.txt | machine
	$(PYTHON) -m venv --clear $(VENV)-tools
	@sh scripts/install-locked.sh $(VENV)-tools/bin/python $<
	@touch $@

$(PY): | machine
	$(PYTHON) -m venv --clear $(VENV)

machine:
	@sh scripts/system-libraries.sh $(if $(wildcard $(PY)),$(PY),$(PYTHON))
