"""The build guide says what the board files say, both ways."""

import ast
import importlib
import re

import pytest

from host_tools.arguments import BOARDS
from host_tools.bootstrap import ROOT

GUIDE = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
SUITS = dict(zip("♣♦♥♠", "CDHS", strict=True))
NONE = "–"


@pytest.fixture(params=BOARDS)
def board(request):
    return importlib.import_module(f"firmware.boards.{request.param}")


def tables():
    """Every table of the guide: its rows, the heading first, each a list of cells."""
    for text in re.findall(r"(?:^\|.*\|\n)+", GUIDE, re.MULTILINE):
        rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in text.splitlines()]
        assert all(len(row) == len(rows[0]) for row in rows), rows[0]
        yield rows[:1] + rows[2:]


def table(having):
    """The rows below the heading of the table that has a row with this first cell."""
    found = [rows for rows in tables() if having in [row[0] for row in rows]]
    assert len(found) == 1, f"{len(found)} tables have a row {having!r}"
    return found[0]


def column(board, having):
    """{first cell: the board's} of that table."""
    heading, *rows = table(having)
    at = heading.index(f"`{board.NAME}`")
    cells = {row[0]: row[at] for row in rows}
    assert len(cells) == len(rows), "two rows of one name"
    return cells


def keys_of(board):
    return sum(bool(key) for row in board.KEYMAP for key in row)


def pico_pin(gpio):
    """The pin of a Pico at which a GPIO is: along either side, every fifth is ground."""
    if gpio <= 15:
        return 1 + gpio + (gpio + 2) // 4
    if gpio <= 22:
        return 21 + gpio - 16 + (gpio - 14) // 4
    return {26: 31, 27: 32, 28: 34}[gpio]


def test_what_the_boards_are(board):
    holes = f"{board.HOLES}, gone round twice" if board.HOLES == 60 else str(board.HOLES)
    assert column(board, "holes of a track") == {
        "tracks": str(len(board.TRACK_PINS)),
        "holes of a track": holes,
        "keys": str(keys_of(board)),
        "screen": "no" if board.OLED_ADDRESS is None else "yes",
    }


def test_wiring(board):
    pins = {"LED power": board.POWER_PIN, "buzzer": board.BUZZER_PIN}
    if board.OLED_ADDRESS is not None:
        pins |= {"screen SDA": board.SDA_PIN, "screen SCL": board.SCL_PIN}
    for name, those in (
        ("track {} data", board.TRACK_PINS),
        ("row {}", board.ROW_PINS),
        ("column {}", board.COLUMN_PINS),
    ):
        pins |= {name.format(n): pin for n, pin in enumerate(those, 1)}
    wired = column(board, "LED power")
    assert {name: cell for name, cell in wired.items() if cell != NONE} == {
        name: f"{pin} ({pico_pin(pin)})" for name, pin in pins.items()
    }
    assert len(set(pins.values())) == len(pins), "a pin is used twice"
    # Every pin that the board file names is in the table.
    named = set()
    for name, value in vars(board).items():
        if name.endswith(("_PIN", "_PINS")):
            named |= set(value) if isinstance(value, tuple) else {value}
    assert named == set(pins.values())


def test_pins_are_where_the_drivers_can_use_them(board):
    for pins in filter(None, (board.ROW_PINS, board.COLUMN_PINS)):
        assert list(pins) == list(range(pins[0], pins[0] + len(pins)))
    if board.OLED_ADDRESS is not None:
        assert board.SDA_PIN % 4 == 2 * board.I2C
        assert board.SCL_PIN % 4 == 2 * board.I2C + 1


def test_keys(board):
    (found,) = [rows for rows in tables() if rows[0][:2] == [f"`{board.NAME}`", "column 1"]]
    heading, *rows = found
    assert heading[1:] == [f"column {n}" for n in range(1, len(board.COLUMN_PINS) + 1)]
    names = [f"row {n}" for n in range(1, len(board.ROW_PINS) + 1)] or ["ground"]
    assert [row[0] for row in rows] == names
    words = SUITS | {NONE: ""}
    assert tuple(tuple(words.get(key, key) for key in row[1:]) for row in rows) == board.KEYMAP
    # Rows are driven low and columns pulled up: current leaves the diode at the row.
    assert re.findall(r"diode's band faces the (\w+)", GUIDE) == ["row"]


def test_leds_along_a_track(board):
    def span(first, count):
        return str(first) if count == 1 else f"{first}–{first + count - 1}"

    assert column(board, "crib light") == {
        "crib light": span(board.CRIB, 1),
        "start hole": span(board.START, 1),
        "holes, from 1 up": span(board.START + 1, board.HOLES),
        "game hole": span(board.GAME, 1),
        "match holes": span(board.MATCH, board.MATCHES),
    }
    assert board.START + board.HOLES + 1 == board.GAME
    assert board.MATCH + board.MATCHES == board.LEDS


def test_panel(board):
    def pair(numbers, between):
        return between.join(f"{number:g}" for number in numbers) or NONE

    screen = board.SCREEN_AT or ()
    assert bool(screen) == (board.OLED_ADDRESS is not None)
    assert column(board, "width × height") == {
        "width × height": pair(board.PANEL, " × "),
        "from a track down to the next": f"{board.TRACK_STEP:g}",
        "middle of the first key: x, y": pair(board.KEYS_AT, ", "),
        "from a key to the next, across and down": f"{board.KEY_STEP:g}",
        "place for the screen: x, y of its corner": pair(screen[:2], ", "),
        "place for the screen: width × height": pair(screen[2:], " × "),
    }


def test_runs(board):
    told, name = {}, None
    for cell, *run in table("board")[1:]:
        name = cell or name
        told.setdefault(name, []).append(run)
    assert sorted(told) == [f"`{name}`" for name in BOARDS]
    assert told[f"`{board.NAME}`"] == [
        [str(n), f"{x:g}", f"{y:g}", "right" if step > 0 else "left", str(leds)]
        for n, (x, y, step, leds) in enumerate(board.RUNS, 1)
    ]
    assert sum(leds for *_, leds in board.RUNS) == board.LEDS
    (step,) = {abs(step) for _, _, step, _ in board.RUNS}
    assert f"LEDs are {step} mm apart" in GUIDE
    assert round(1000 / step) == 144


def test_parts(board):
    quantity = column(board, "push buttons with caps")
    keys, tracks = keys_of(board), len(board.TRACK_PINS)
    assert quantity["push buttons with caps"] == str(keys)
    assert quantity["1N4148 diodes"] == (str(keys) if board.ROW_PINS else NONE)
    oled = NONE if board.OLED_ADDRESS is None else "1"
    assert quantity["OLED, 128×64, I²C, 4 pins"] == oled
    metres = int(quantity["WS2812B strip, 144 LEDs a metre"].removesuffix(" m"))
    tracks_a_metre = 144 // board.LEDS  # a run has no joint but at its ends
    assert metres == -(-tracks // tracks_a_metre)
    chips = str(-(-tracks // 3))
    assert quantity["74AHCT125"] == quantity["100 nF capacitors"] == chips
    assert quantity["330 Ω resistors"] == str(tracks)
    amperes = float(quantity["5 V supply"].removesuffix(" A"))
    assert amperes * 1000 >= board.LIMIT_MA
    # Only what a port gives unasked is taken from VBUS.
    assert quantity["1N5819 diode"] == (NONE if board.LIMIT_MA <= 450 else "1")


def test_unused_gates_are_at_ground(board):
    unused = ("pin 12", "pin 9")[: -len(board.TRACK_PINS) % 3 + 1]
    line = re.search(r"The input of a gate not in use goes to ground: (.*?)\.", GUIDE)[1]
    assert line.startswith("pin 12")
    assert (f"`{board.NAME}` {unused[-1]}" in line) == (len(unused) == 2)


def test_power(board):
    leds = board.LEDS * len(board.TRACK_PINS)
    dark = round(leds * board.IDLE_UA / 1000)
    assert {what: int(ma) for what, ma in column(board, "LEDs, dark").items()} == {
        "Pico, and screen if any": board.BASE_MA,
        "LEDs, dark": dark,
        "left for light": board.LIMIT_MA - board.BASE_MA - dark,
        "limit": board.LIMIT_MA,
    }
    assert f"One colour of one LED takes {board.CHANNEL_UA // 1000} mA" in GUIDE
    told, name, white = re.search(
        r"the (\d+) LEDs of `(\w+)`, all white, would take (\S+) A", GUIDE
    ).groups()
    if name == board.NAME:
        assert int(told) == leds
        assert white == f"{leds * 3 * board.CHANNEL_UA / 1e6:.1f}"


def test_the_line_that_switches_the_leds_on(board):
    pin = int(re.search(r'mpremote exec ".*Pin\((\d+), Pin\.OUT, value=1\)"', GUIDE)[1])
    other = dict(re.findall(r"On `(\w+)` it is `Pin\((\d+)`", GUIDE))
    assert int(other.get(board.NAME, pin)) == board.POWER_PIN


def test_the_strips_of_the_parts_list_take_green_first(board):
    assert "WS2812B" in GUIDE
    assert board.ORDER == "GRB"  # their data sheet's order


def names_in(module):
    """The names that a module of the firmware has, without running it: it may want a Pico."""
    source = (ROOT / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign):
            yield from (n.id for n in ast.walk(node) if isinstance(n, ast.Name))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def test_checks_name_what_there_is(board):
    checks = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert checks
    for check in checks:
        tree = ast.parse(check.replace("continuous3", board.NAME))
        modules = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("firmware"):
                for name in node.names:
                    if (ROOT / node.module.replace(".", "/") / f"{name.name}.py").exists():
                        modules[name.asname or name.name] = f"{node.module}.{name.name}"
                    else:
                        assert name.name in names_in(node.module), name.name
        screenless = {"I2C", "SDA_PIN", "SCL_PIN"} if board.OLED_ADDRESS is None else set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                module = modules.get(node.value.id)
                known = {node.attr} if module is None else {*names_in(module), *screenless}
                assert node.attr in known, f"{module}.{node.attr}"
