"""Every example in the engine's and the bots' docstrings is true."""

import doctest
import importlib
import pkgutil

import pytest

import games.bots
import games.engine

MODULES = [
    f"{package.__name__}.{module.name}"
    for package in (games.engine, games.bots)
    for module in pkgutil.iter_modules(package.__path__)
    if module.name != "__main__"
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_are_true(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
