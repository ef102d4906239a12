"""What can be said of the drivers without a chip: they are each other's twins."""

import ast
import importlib
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

DRIVERS = Path(__file__).parents[2] / "firmware" / "drivers"
TWINS = {
    "Strands": ("leds_pio", "leds_neopixel"),
    "Matrix": ("matrix_pio", "matrix_poll"),
    "Screen": ("ssd1306",),
    "Buzzer": ("buzzer",),
}


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
    for module in TWINS[name]:
        assert methods(module, name) == methods("null", name), module


class Wire:
    """NeoPixel as both runtimes have it, as far as the driver needs it."""

    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n, auto_write=True, pixel_order="GRB"):
        self.buf = bytearray(3 * n)
        self.sent = None

    def __setitem__(self, i, colour):
        for part, place in zip(colour, self.ORDER, strict=False):
            self.buf[3 * i + place] = part

    def write(self):
        self.sent = bytes(self.buf)

    show = write


@pytest.mark.parametrize("runtime", ["micropython", "circuitpython"])
def test_strands_by_neopixel(monkeypatch, runtime):
    pins = SimpleNamespace(GPIO2=2, GPIO3=3, GPIO5=5)
    levels = []

    class Pin:
        OUT = 1

        def __init__(self, pin, mode=None, value=None):
            self.switch_to_output = self

        def __call__(self, level):
            levels.append(level)

        value = property(fset=__call__)

    for name, module in {
        "neopixel": SimpleNamespace(NeoPixel=Wire),
        "machine": SimpleNamespace(Pin=Pin),
        "digitalio": SimpleNamespace(DigitalInOut=Pin),
        "microcontroller": SimpleNamespace(pin=pins),
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys.implementation, "name", runtime)
    monkeypatch.delitem(sys.modules, "firmware.drivers.leds_neopixel", raising=False)
    driver = importlib.import_module("firmware.drivers.leds_neopixel")
    strands = driver.Strands((2, 3), 3, 5)
    strands.pixels[1][2] = strands.pack(1, 2, 3)
    strands.show(0b10)
    assert [strand.sent for strand, _ in strands._strands] == [None, bytes(6) + b"\2\1\3"]
    assert not strands.busy()
    strands.power(False)
    assert levels[-1] is False
    sys.modules.pop("firmware.drivers.leds_neopixel")
