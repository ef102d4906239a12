"""Imports run one way, and the firmware asks for nothing a board has not."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("firmware/**/*.py"))

# What of the firmware each part may import, besides itself.
MAY = {
    "core": set(),
    "ui": {"core"},
    "drivers": set(),
    "boards": set(),
    "journal": {"core"},
    "__init__": set(),
}
# Not on MicroPython, or not on every board.
NOWHERE = {"typing", "dataclasses", "enum", "contextlib", "abc", "pathlib", "functools"}
# Clock, input and output: injected into what decides and draws.
NOT_INSIDE = {"time", "utime", "machine", "rp2", "os", "uos", "io", "sys", "asyncio", "select"}
NOT_INSIDE |= {"random", "_thread", "neopixel", "framebuf", "supervisor", "board", "digitalio"}


def imported(path):
    """The dotted names a file imports; of `from a import b`, a.b."""
    names = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"), path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = path.split("/")[: -node.level] if node.level else []
            base = ".".join(start + ([node.module] if node.module else []))
            names |= {f"{base}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and getattr(node.func, "id", None) == "__import__":
            names.add(ast.literal_eval(node.args[0]))
    return names


def part(path):
    return Path(path).relative_to("firmware").parts[0].removesuffix(".py")


def test_there_is_something_to_hold():
    assert {part(path) for path in FILES} >= {"core", "boards"}, FILES


@pytest.mark.parametrize("path", FILES)
def test_direction(path):
    for name in imported(path):
        if name.split(".")[0] == "firmware":
            to = name.split(".")[1]
            assert to == part(path) or to in MAY[part(path)], f"{path} imports {name}"
        assert name.split(".")[0] not in ("host_tools", "tests", "main", "boot"), (path, name)


@pytest.mark.parametrize("path", FILES)
def test_what_a_board_has_not(path):
    for name in imported(path):
        top = name.split(".")[0]
        assert top not in NOWHERE, f"{path} imports {name}"
        if part(path) in ("core", "ui"):
            assert top not in NOT_INSIDE, f"{path} imports {name}: it is to be handed in"


@pytest.mark.parametrize("path", [path for path in FILES if part(path) in ("core", "ui")])
def test_nothing_inside_opens_a_file_or_prints(path):
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"), path)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None)
            assert name not in ("open", "print", "input"), f"{path}:{node.lineno} calls {name}"


@pytest.mark.parametrize("path", [path for path in FILES if part(path) == "boards"])
def test_a_board_is_data_only(path):
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8"), path).body:
        assert isinstance(node, ast.Assign | ast.Expr), f"{path}:{node.lineno} is not data"
