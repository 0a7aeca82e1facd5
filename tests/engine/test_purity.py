"""The engine and the bots stand alone: no Django, no I/O, no clock, no global randomness."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted([*(ROOT / "games/engine").glob("*.py"), *(ROOT / "games/bots").glob("*.py")])
PURE = {
    "bisect",
    "collections",
    "dataclasses",
    "functools",
    "games",
    "hashlib",
    "hmac",
    "itertools",
    "json",
    "math",
    "random",
    "re",
    "typing",
}


def test_importing_engine_and_bots_imports_no_django() -> None:
    script = (
        "import sys, games.engine, games.engine.door, games.bots\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"django", "celery", "channels", "psycopg", "redis"} & set(done.stdout.split())


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_module_imports_only_what_is_pure(source: Path) -> None:
    if source.name == "__main__.py":
        return
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        for name in names:
            assert name.partition(".")[0] in PURE
            assert not name.startswith("games") or name.startswith(("games.engine", "games.bots"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_randomness_is_only_ever_handed_in(source: Path) -> None:
    used = {
        node.attr
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "random"
    }
    assert used <= {"Random"}
