# Every target sets up what it needs: `make demo` and `make test` work on a fresh checkout that has
# Python 3.11 or newer, make and, for full speed, a C compiler.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# One writer at a time, where the system has flock.
LOCK := $(shell command -v flock >/dev/null && echo flock .build.lock)
INSTALL := $(LOCK) $(BIN)/pip install --disable-pip-version-check --progress-bar off \
  --log $(VENV)/install.log --constraint constraints.txt
# RLlib wants an older gymnasium than everything else.
RAY := .venv-ray
RAY_INSTALL := $(LOCK) $(RAY)/bin/pip install --disable-pip-version-check --progress-bar off \
  --log $(RAY)/install.log --constraint constraints-ray.txt
SHOW := 2>&1 | sed -u -n 's/^Collecting \([^ ]*\).*/  installing \1/p; s/^Installing .*/  unpacking/p; /^ERROR/p'
CHECKED := $(wildcard ludo_env agents training evaluation benchmarks tests examples setup.py)

.PHONY: help venv build demo test test-ray lint bench docs coverage package fuzz mutants thorough clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

venv: $(READY)  ## create .venv with the pinned dependencies

$(READY): pyproject.toml constraints.txt
	@echo "Setting up $(VENV): about a minute and 1.5 GB; the log is $(VENV)/install.log"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) setuptools wheel $(SHOW)
	@LUDO_INTERPRETED=1 $(INSTALL) --no-build-isolation -e '.[train,bots,serve,report,render,docs,dev]' $(SHOW)
	@rm -f ludo_env/_compiled.json  # another compiler or library: compile again
	@touch $@

build: $(READY)  ## compile the engine in place, where its sources have changed
	@$(LOCK) bash -c '$(BIN)/python -P ludo_env/_build.py || { \
	  echo "Compiling the engine (mypyc)..."; $(BIN)/python setup.py -q build_ext --inplace; }'

demo: build  ## train a small bot, rate it against others, save it: a few minutes
	@$(BIN)/ludo demo

test: build  ## run the tests
	@$(BIN)/pytest -n 2 --dist worksteal

test-ray: build $(RAY)/.ready  ## run the tests of Ray, in an environment of their own
	@$(RAY)/bin/pytest -p no:unraisableexception tests/ray tests/env/test_readme.py -k ray

$(RAY)/.ready: pyproject.toml constraints-ray.txt
	@echo "Setting up $(RAY): some minutes and 2 GB; the log is $(RAY)/install.log"
	@test -x $(RAY)/bin/python || $(PYTHON) -m venv $(RAY)
	@$(RAY_INSTALL) setuptools wheel $(SHOW)
	@LUDO_INTERPRETED=1 $(RAY_INSTALL) --no-build-isolation -e '.[ray,serve]' \
	  hypothesis pytest pytest-timeout $(SHOW)
	@touch $@

lint: $(READY)  ## check format, lint and types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy $(CHECKED)

bench: build  ## measure the speed of the engine and the environments
	@$(BIN)/ludo bench

docs: $(READY)  ## build the pages as a site, in build/site
	@$(BIN)/mkdocs build --strict --quiet

coverage: $(READY)  ## measure which lines and branches of ludo_env the tests reach: 95 % at least
	@$(BIN)/python -m tests.coverage

package: $(READY)  ## build wheels and sdist, install them into clean environments, try them there
	@$(BIN)/python -m tests.packaging.check

fuzz: $(READY)  ## mutate texts and messages for MINUTES (10), guided by coverage, in build/fuzz
	@$(BIN)/python -m tests.thorough --only texts protocol --again --folder build/fuzz \
	  --minutes $(or $(MINUTES),10)

thorough: build  ## everything that takes long, MINUTES (60) shared out; it goes on where it was
	@$(BIN)/python -m tests.thorough --minutes $(or $(MINUTES),60)

mutants: $(READY)  ## mutate the rules for MINUTES (30): does a test notice? build/mutants.sqlite keeps the results
	@nice $(BIN)/python -m tests.mutants --minutes $(or $(MINUTES),30) --report evaluation/results/mutants.md

clean:  ## remove everything that was made here, .venv too
	@rm -rf $(VENV) $(RAY) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@rm -f *.so ludo_env/_compiled.json .build.lock
	@find ludo_env agents training evaluation tests \( -name '*.so' -o -name __pycache__ \) \
	    -prune -exec rm -rf {} + 2>/dev/null || true
