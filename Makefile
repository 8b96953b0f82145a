# Everything one does with a clone. The targets set up what they need, so `make run` and `make test` come first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
SETUP := $(VENV)/.set-up
PROTOS := $(shell find proto -name '*.proto')

.DEFAULT_GOAL := help
.PHONY: help setup run test lint coverage-of-rules mutants simulate-faults fuzz tamper meddle garbage optimum crash tournament bench page proto dist lock

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(SETUP) proto/gen/.made ## Install everything into .venv; leaves .venv/bin/summitbook

run: setup ## Start the service on 127.0.0.1:50051 and the page on :8080, its data in ./data
	@$(BIN)/summitbook serve

test: setup ## Run every test
	@$(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

lint: setup ## Check style, types, layers and protos
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/buf lint
	$(BIN)/buf format --diff --exit-code
	$(BIN)/buf breaking --against proto/landed.binpb

coverage-of-rules: setup ## Print what of each game's rules the recorded games show; fails on a gap
	@$(BIN)/python tests/coverage_of_rules.py

mutants: setup ## Change the rules in one place at a time, and see whether replays and tests notice
	@$(BIN)/python tests/mutants.py

simulate-faults: setup ## Play the service under faults on virtual time, 100,000 runs; SEED=17 replays one
	@PYTHONPATH=tests $(BIN)/python -m simulation $(if $(SEED),--seed $(SEED))

fuzz: setup ## Send 1,000,000 hostile requests to the service; SEED=17 sends others
	@PYTHONPATH=tests $(BIN)/python -m hostile $(if $(SEED),--seed $(SEED))

tamper: setup ## Make 200 single changes of every recorded game; each must be caught; SEED=17 makes others
	@PYTHONPATH=tests $(BIN)/python -m tamper $(if $(SEED),--seed $(SEED))

meddle: setup ## Make 200 single changes of whole tournaments; each must be caught; SEED=17 makes others
	@PYTHONPATH=tests $(BIN)/python -m meddle $(if $(SEED),--seed $(SEED))

garbage: setup ## Audit 100,000 mutated files: a verdict each, in bounds of time and memory; SEED=17 makes others
	@PYTHONPATH=tests $(BIN)/python -m garbage $(if $(SEED),--seed $(SEED))

optimum: setup ## Play 200,000 games of Everest 1924 as it is solved; SEED=17 by other dice
	@PYTHONPATH=tests $(BIN)/python -m optimum $(if $(SEED),--seed $(SEED))

crash: setup ## Kill the service under load, 200 times on SQLite, 100 on PostgreSQL; SEED=17 sets the luck
	@PYTHONPATH=tests $(BIN)/python -m crash $(if $(SEED),--seed $(SEED))

tournament: setup ## Hold two tournaments of bots on two nodes, kill one of them, and check what comes out; SEED=17 sets the luck
	@PYTHONPATH=tests $(BIN)/python -m meeting $(if $(SEED),--seed $(SEED))

bench: setup ## Measure; the last line is one JSON object, name to figure
	@$(BIN)/python tests/bench/run.py

page: setup ## Build the web page of clients/web into the package; takes node and npm
	@cd clients/web && npm ci --silent && PATH="$(abspath $(BIN)):$$PATH" npm run --silent page

proto: setup ## Make the Python code of the protos again, and their page, docs/reference.md
	@$(BIN)/python proto/generate.py && touch proto/gen/.made
	@$(BIN)/python proto/reference.py

dist: setup ## Build wheel and sdist, and try the wheel in a fresh environment
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation
	@PYTHON=$(PYTHON) tests/wheel/try_wheel dist/*.whl

lock: $(SETUP) ## Pin the newest versions that pyproject.toml allows in requirements.lock
	@$(BIN)/uv --no-config pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --group dev --output-file requirements.lock pyproject.toml

$(SETUP): requirements.lock pyproject.toml proto/generate.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Summitbook needs Python 3.11 or newer. Install one, then name it: make setup PYTHON=python3.12'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo 'This Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv'; exit 1; }
	@echo 'Setting up in $(VENV) (about a minute the first time)'
	@$(PYTHON) -m venv $(VENV)
	@echo '  1/2 the pinned packages of requirements.lock'
	@$(PIP) install --require-hashes -r requirements.lock
	@echo '  2/2 summitbook itself, from this folder'
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@
	@echo 'Ready: $(BIN)/summitbook --help'

proto/gen/.made: $(SETUP) $(PROTOS)
	@$(BIN)/python proto/generate.py
	@touch $@
