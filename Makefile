# Two commands do everything on a fresh machine with Python 3.11: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= big-city

.PHONY: demo test lint soak bench lock site train wheel release bundle clean help

help: ## what there is
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

demo: $(VENV)/installed ## the whole system with nothing attached (HEADLESS=1: ends by itself)
	$(BIN)/boardsight demo $(GAME) $(if $(HEADLESS),--headless) $(DEMO_ARGUMENTS)

test: $(VENV)/installed-dev ## all tests but the long ones, on all cores
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder --max-worker-restart 0 $(PYTEST_ARGUMENTS)

soak: $(VENV)/installed-dev ## the long tests: fuzzing, load, whole evenings, mutants
	$(BIN)/python -m pytest -m soak -o faulthandler_timeout=0 $(PYTEST_ARGUMENTS)
	$(BIN)/python benchmarks/mutants.py

lint: $(VENV)/installed-dev ## style, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/installed-dev ## every benchmark, one after the other
	for file in benchmarks/*.py; do $(BIN)/python $$file || exit 1; done

train: $(VENV)/installed-dev ## the learned looks' weights: draw, learn, write them (under an hour; needs PyTorch; goes on where it was)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group train
	$(BIN)/python -m training $(TRAIN_ARGUMENTS)

wheel: $(VENV)/installed-dev ## the wheel, in dist/
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

release: wheel ## the wheel, and a source archive without the corpus of photographs, in dist/
	$(BIN)/python -m hatchling build --target sdist --directory dist
	@ls -l dist

bundle: wheel ## a folder with program, page and Python that runs as it is, for the system it is made on, packed in dist/
	$(PYTHON) -m venv --clear build/bundle
	build/bundle/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bundle.lock
	build/bundle/bin/python -m pip install --quiet --disable-pip-version-check --no-deps dist/boardsight-*.whl
	build/bundle/bin/pyinstaller --noconfirm --log-level ERROR --distpath build/bundle/made --workpath build/bundle/work packaging/bundle.spec
	build/bundle/bin/python packaging/bill_of_materials.py build/bundle/made/boardsight-*
	$(BIN)/python packaging/pack_bundle.py build/bundle/made dist

lock: ## write the lock files anew (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" --extra cut --extra mqtt --group build pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" --all-extras --group dev pyproject.toml -o requirements-dev.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" --extra cut --extra https --extra hub --group bundle pyproject.toml -o requirements-bundle.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" --extra cut --extra https --extra hub --group build pyproject.toml -o requirements-container.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" --group docs -o requirements-docs.lock

site: ## the docs as a site with search, in build/site
	$(PYTHON) -m venv --clear build/docs
	build/docs/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.lock
	NO_MKDOCS_2_WARNING=1 build/docs/bin/mkdocs build --strict

clean: ## everything that was made
	rm -rf $(VENV) dist build out .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/installed-dev: requirements-dev.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@ $(VENV)/installed
