# `make` alone lists the targets. All of them work on a bare Debian or Ubuntu with python3
# (3.11 or newer, with venv) and make.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
export PORT ?= 8000

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' Makefile

run: .venv/.run-installed ## start the whole site: PORT=8000, Ctrl-C ends it
	@exec $(BIN)/python -m sixnimmt_site.run

test: .venv/.dev-installed ## all tests, browser and faults included
	@$(BIN)/python -m tests.run

lint: .venv/.dev-installed ## ruff, mypy, migrations, Django's deployment checks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	@# It needs no database, and warns that it has none to compare histories with.
	DATABASE_POOL=0 $(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	env -u DATABASE_URL -u REDIS_URL $(shell cat deploy/production-like.env) \
	  $(BIN)/python manage.py check --deploy --fail-level WARNING

bench: .venv/.dev-installed ## figures: name, value, unit, ratio to the floor
	@$(BIN)/python -m benchmarks

lock: ## write the hash-pinned requirements anew (needs uv)
	uv pip compile $(LOCK) requirements.in -o requirements.txt
	uv pip compile $(LOCK) -c requirements.txt requirements-dev.in -o requirements-dev.txt
LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --no-header --no-annotate

clean: ## remove .venv and caches; the database under var/ stays
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis var/static
	find . -name __pycache__ -prune -exec rm -rf {} +

reset: .venv/.run-installed ## remove the built-in database and everything else under var/
	@$(BIN)/python -m sixnimmt_site.reset

.venv/.run-installed: requirements.txt bin/make-venv
	@PYTHON=$(PYTHON) bin/make-venv requirements.txt $@

.venv/.dev-installed: requirements-dev.txt bin/make-venv
	@PYTHON=$(PYTHON) bin/make-venv requirements-dev.txt $@

.PHONY: help run test lint bench lock clean reset
