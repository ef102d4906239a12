"""What can be said of the drivers without a chip: they are each other's twins."""

import ast
from pathlib import Path

import pytest

DRIVERS = Path(__file__).parents[2] / "firmware" / "drivers"
TWINS = {"Screen": "ssd1306", "Buzzer": "buzzer"}


def methods(module, name):
    """{method: its parameters} of a class: what others call."""
    tree = ast.parse((DRIVERS / f"{module}.py").read_text(encoding="utf-8"))
    (found,) = [
        node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name
    ]
    return {
        part.name: [argument.arg for argument in part.args.args]
        for part in found.body
        if isinstance(part, ast.FunctionDef)
        and (part.name == "__init__" or not part.name.startswith("_"))
    }


@pytest.mark.parametrize("name", TWINS)
def test_twins_have_the_same_calls(name):
    assert methods(TWINS[name], name) == methods("null", name)
