"""The build guide says what the board file says, both ways."""

import re
from pathlib import Path

from firmware.boards import continuous3 as board

GUIDE = (Path(__file__).parents[2] / "hardware" / "README.md").read_text(encoding="utf-8")
SUITS = dict(zip("♣♦♥♠", "CDHS", strict=True))


def table(first):
    """The rows, without the heading, of the table whose heading's first cells are these."""
    tables = re.findall(r"(?:^\|.*\|\n)+", GUIDE, re.MULTILINE)
    split = [
        [[cell.strip() for cell in line[1:-1].split("|")] for line in text.splitlines()]
        for text in tables
    ]
    found = [rows for rows in split if rows[0][: len(first)] == first]
    assert len(found) == 1, f"{len(found)} tables start with {first}"
    assert all(len(row) == len(found[0][0]) for row in found[0])
    return found[0][2:]


def pico_pin(gpio):
    """The pin of a Pico at which a GPIO is: along either side, every fifth is ground."""
    if gpio <= 15:
        return 1 + gpio + (gpio + 2) // 4
    if gpio <= 22:
        return 21 + gpio - 16 + (gpio - 14) // 4
    return {26: 31, 27: 32, 28: 34}[gpio]


def test_wiring():
    wired = {name: (int(gpio), int(pin)) for name, gpio, pin in table(["function", "GPIO"])}
    pins = {"LED power": board.POWER_PIN, "buzzer": board.BUZZER_PIN}
    pins |= {"screen SDA": board.SDA_PIN, "screen SCL": board.SCL_PIN}
    for name, those in (
        ("track {} data", board.TRACK_PINS),
        ("row {}", board.ROW_PINS),
        ("column {}", board.COLUMN_PINS),
    ):
        pins |= {name.format(n): pin for n, pin in enumerate(those, 1)}
    assert wired == {name: (pin, pico_pin(pin)) for name, pin in pins.items()}
    assert len(set(pins.values())) == len(pins), "a pin is used twice"
    # Every pin that the board file names is in the table.
    named = set()
    for name, value in vars(board).items():
        if name.endswith(("_PIN", "_PINS")):
            named |= set(value) if isinstance(value, tuple) else {value}
    assert named == set(pins.values())


def test_pins_are_where_the_drivers_can_use_them():
    for pins in (board.ROW_PINS, board.COLUMN_PINS):
        assert list(pins) == list(range(pins[0], pins[0] + len(pins)))
    assert board.SDA_PIN % 4 == 2 * board.I2C
    assert board.SCL_PIN % 4 == 2 * board.I2C + 1


def test_keys():
    rows = table(["", "column 1"])
    assert [row[0] for row in rows] == [f"row {n}" for n in range(1, len(board.ROW_PINS) + 1)]
    keys = tuple(tuple(SUITS.get(key, key) for key in row[1:]) for row in rows)
    assert keys == board.KEYMAP
    assert [len(row) for row in keys] == [len(board.COLUMN_PINS)] * len(board.ROW_PINS)
    # Rows are driven low and columns pulled up: current leaves the diode at the row.
    assert re.findall(r"diode's band faces the (\w+)", GUIDE) == ["row"]


def test_leds_along_a_track():
    def span(first, count):
        return str(first) if count == 1 else f"{first}–{first + count - 1}"

    assert table(["LEDs", "what"]) == [
        [span(board.CRIB, 1), "crib light"],
        [span(board.START, 1), "start hole"],
        [span(board.START + 1, board.HOLES), f"holes 1–{board.HOLES}"],
        [span(board.GAME, 1), "game hole"],
        [span(board.MATCH, board.MATCHES), "match holes"],
    ]
    assert board.START + board.HOLES + 1 == board.GAME
    assert board.MATCH + board.MATCHES == board.LEDS
    assert f"A track takes {board.LEDS} LEDs" in GUIDE


def test_runs():
    assert [tuple(row) for row in table(["run", "x"])] == [
        (str(n), f"{x:g}", f"{y:g}", "right" if step > 0 else "left", str(leds))
        for n, (x, y, step, leds) in enumerate(board.RUNS, 1)
    ]
    assert sum(leds for *_, leds in board.RUNS) == board.LEDS
    below = " and ".join(f"{n * board.TRACK_STEP} mm" for n in range(1, len(board.TRACK_PINS)))
    assert f"lie {below} below it" in GUIDE
    (step,) = {abs(step) for _, _, step, _ in board.RUNS}
    assert f"LEDs are {step} mm apart" in GUIDE
    assert round(1000 / step) == 144


def test_parts():
    quantity = {part.split(",")[0]: count for count, part, _ in table(["quantity", "part"])}
    keys = str(sum(len(row) for row in board.KEYMAP))
    assert quantity["push buttons with caps"] == quantity["1N4148 diodes"] == keys
    tracks = len(board.TRACK_PINS)
    assert quantity["WS2812B strip"] == f"{tracks} m" and board.LEDS <= 144
    assert quantity["330 Ω resistors"] == str(tracks)


def test_power():
    power = {what: int(ma) for what, ma in table(["what", "mA"])}
    leds = board.LEDS * len(board.TRACK_PINS)
    dark = f"{leds} LEDs, dark"
    assert power == {
        "Pico and screen": board.BASE_MA,
        dark: round(leds * board.IDLE_UA / 1000),
        "left for light": board.LIMIT_MA - board.BASE_MA - power[dark],
        "limit": board.LIMIT_MA,
    }
    assert f"takes {board.CHANNEL_UA // 1000} mA" in GUIDE
    assert f"would be {leds * 3 * board.CHANNEL_UA / 1e6:.1f} A" in GUIDE


def test_the_strips_of_the_parts_list_take_green_first():
    assert "WS2812B" in GUIDE
    assert board.ORDER == "GRB"  # their data sheet's order
