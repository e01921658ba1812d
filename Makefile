# `make help` lists the targets. Every target installs first when that has not been done.

SHELL := /bin/sh
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null && echo "$$p" && exit; \
	done; echo python3)
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
# The stamps name this folder: an environment that was moved or copied is built again.
HERE := $(shell pwd | cksum | cut -d' ' -f1)
PACKAGES := $(VENV)/.packages-$(HERE)
PROJECT := $(VENV)/.project-$(HERE)
WORKERS ?= 5
# Byte code once, for every process to come: where Python may not write any, each would compile all modules anew.
COMPILE := $(PY) -m compileall -q definitions.py aitia aitia_client assets bench cli resources scripts validators web
export QUESTION

.PHONY: help install ask test dev static check bench docs lock clean

help:  ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: $(PROJECT)  ## Build .venv from the lock files (PYTHON=python3.12 chooses the interpreter)

ask: $(PROJECT)  ## Answer the two demonstration questions, or QUESTION="Does … ?"
	@if [ -n "$$QUESTION" ]; then \
		$(BIN)/aitia ask "$$QUESTION"; \
	else \
		$(BIN)/aitia ask "Does vitamin D prevent severe COVID-19?" "Does aspirin reduce heart attack risk?"; \
	fi

test: $(PROJECT)  ## Run the tests on an embedded server of their own (ARGS="tests/aitia -x")
	@$(COMPILE) tests
	OPENBLAS_NUM_THREADS=1 $(PY) -m pytest -n $(WORKERS) --dist loadgroup $(ARGS)

dev: $(PROJECT)  ## Serve the Dagster pages on http://127.0.0.1:3000
	@DAGSTER_HOME="$(CURDIR)/dagster_home" $(BIN)/aitia dev

static: $(PROJECT)  ## Format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: static test  ## Format, lint, types, import contracts, tests

bench: $(PROJECT)  ## Measure accuracy and speed (BENCH="name …" for some only)
	$(PY) scripts/refresh_docs.py --measure $(BENCH)

$(PACKAGES): requirements.lock requirements-models.lock requirements-bootstrap.lock
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || { \
		echo "aitia needs Python 3.11, 3.12 or 3.13; '$(PYTHON)' is not one." \
			"Name one: make install PYTHON=/path/to/python3.12" >&2; exit 1; }
	@rm -f $(VENV)/.packages-* $(VENV)/.project-*
	@$(PYTHON) -m venv $(VENV) || { \
		echo "The environment $(VENV) cannot be made. On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	@sh scripts/install_packages.sh $(PY)
	@touch $@

$(PROJECT): $(PACKAGES) pyproject.toml
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(COMPILE)
	@$(PY) -m resources.close_reader
	@touch $@

docs: $(PROJECT)  ## Write the generated parts of README.md and docs/ anew (asks the demonstration questions)
	$(PY) scripts/refresh_docs.py

lock: $(PROJECT)  ## Resolve the lock files anew, with hashes and without any index address
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-annotate --group dev pyproject.toml --output-file requirements.lock
	sh scripts/lock_fixed.sh $(BIN)/uv

clean:  ## Remove the environment and every cache in this folder; the database stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage *.egg-info build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
