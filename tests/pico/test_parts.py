"""Parts that fail, or are not there, on the chip; and the board that nobody touches.

Alone: python3 -m pytest tests/pico/test_parts.py
"""

import types
from pathlib import Path

import pytest

pytest.importorskip("rp2040py")

from firmware.boards import continuous3 as board
from firmware.core import actions
from host_tools import bench
from host_tools.pico import image
from host_tools.pico.rig import MS, Pico

ROOT = Path(__file__).resolve().parents[2]
START_MS = 1500
LATE_MS = 40  # a peg on the wire after its key, whatever the screen does
DIM_MS, DARK_MS = 350, 1400  # the second is longer than the watchdog waits


def files(log=((actions.DEALER, 0),), **changed):
    """A board's files with these actions logged; `changed`: a source's pairs of texts."""
    found = bench.written([bytes(action) for action in log])[0] | image.firmware()
    for name, pairs in changed.items():
        text = (ROOT / "firmware" / "ui" / f"{name}.py").read_text()
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new)
        del found[f"firmware/ui/{name}.mpy"]
        found[f"firmware/ui/{name}.py"] = text
    return found


def level(pico, track, score):
    led = board.START + score
    return sum(pico.tracks()[track][3 * led : 3 * led + 3])


def peg(pico, rank, player, score):
    """Peg a rank; ms from the player's key until the front peg stands at `score`."""
    side = int(player[1]) - 1
    before = level(pico, side, score)
    pico.press(rank, 30)
    pico.run(70)
    at = pico.press(player, 30)
    assert pico.run_until(lambda pico: level(pico, side, score) > before + 20, 300, 1)
    late = (pico.now_ns - at) / MS
    pico.run(60)
    return late


@pytest.fixture(scope="module")
def pico():
    pico = Pico(board, files=files())
    assert pico.run_until(lambda pico: pico.rows()[7], START_MS, 10)
    return pico


def absent(pico):
    pico.bus.present = False
    return [peg(pico, "3", "P1", 3), peg(pico, "4", "P2", 4), peg(pico, "5", "P1", 8)]


def hung(pico):
    pico.bus.hung = True
    return [peg(pico, "3", "P1", 3), peg(pico, "4", "P2", 4), peg(pico, "5", "P1", 8)]


def one_row_lost(pico):
    """The first row of a score is not taken: it comes all the same."""
    pico.press("3", 30)
    pico.run(90)
    pico.press("P1", 30)
    assert pico.run_until(lambda pico: level(pico, 0, 3) > 60, 100, 1)
    pico.bus.present = False
    pico.run(2)
    pico.bus.present = True
    pico.run(120)
    return pico.rows()


def test_a_screen_that_fails_in_the_middle_of_a_game(pico):
    gone, stopped, rows = pico.cases([absent, hung, one_row_lost])
    assert max(gone) < LATE_MS, gone
    assert max(stopped) < LATE_MS, stopped
    assert rows[0].split() == ["3", "0"] and rows[7] == "OK: starter", rows


def test_no_screen_no_buzzer_and_a_strand_that_ends_early():
    names = {name: getattr(board, name) for name in dir(board) if name.isupper()}
    poor = types.SimpleNamespace(**names | {"LEDS": 60, "BUZZER_PIN": None})
    pico = Pico(poor, files=files())
    pico.bus.present = False
    assert pico.run_until(lambda pico: len(pico.frames) >= 3, START_MS)
    pico.run(400)
    assert peg(pico, "3", "P1", 3) < LATE_MS
    assert peg(pico, "4", "P2", 4) < LATE_MS
    assert [len(rgb) for rgb in pico.tracks()] == [180] * 3


def test_dim_then_dark_without_power_then_awake_with_all_tracks():
    shorter = [
        ("_DIM_MS = const(600000)", f"_DIM_MS = const({DIM_MS})"),
        ("_DARK_MS = const(1800000)", f"_DARK_MS = const({DARK_MS})"),
    ]
    log = ((actions.DEALER, 0), (actions.PEG, 0, 9), (actions.PEG, 1, 5), (actions.PEG, 0, 4))
    pico = Pico(board, files=files(log, app=shorter))
    assert pico.run_until(lambda pico: pico.rows()[7], START_MS, 10)
    awake = [sum(rgb) for rgb in pico.tracks()]
    pegged = level(pico, 0, 13)
    assert pico.run_until(lambda pico: sum(map(sum, pico.tracks())) < sum(awake) // 2, 600, 5)
    assert pico.powered and 0 < level(pico, 0, 13) < pegged and level(pico, 1, 5)
    assert pico.run_until(lambda pico: not pico.powered, DARK_MS, 5)
    pico.run(60)
    assert pico.rows() == [""] * 8 and not any(map(any, pico.tracks()))
    first = len(pico.frames)
    at = pico.press("P1", 30)
    assert pico.run_until(
        lambda pico: {track for _, track, _ in pico.frames[first:]} == {0, 1, 2}, 100
    )
    assert pico.powered and (pico.now_ns - at) / MS < 60
    assert pico.run_until(lambda pico: pico.rows()[7], 200, 5)
    assert pico.rows()[0].split() == ["13", "5"] and pico.rows()[7] == "OK: starter"
    assert level(pico, 0, 13) == pegged and level(pico, 1, 5) and level(pico, 0, 0) == 0


def test_a_filesystem_that_is_full():
    from littlefs.errors import LittleFSError

    filled = {"journal/1": b"torn"} | image.firmware()
    place = image.layout()
    size, step = 0, place.fs_blocksize * place.fs_blockcount // 2
    flash = None
    while step >= place.fs_blocksize // 4:  # as much as goes in
        try:
            flash = image.build({**filled, "filler": bytes(size + step)})
            size += step
        except LittleFSError:  # no space left
            step //= 2
    pico = Pico(board, image=flash)
    assert pico.run_until(lambda pico: pico.rows()[7], START_MS, 10)
    assert pico.rows()[6] == "journal mended", pico.rows()
    for name in ("OK", "3", "P1", "4", "P2"):
        pico.press(name, 30)
        pico.run(140)
    assert pico.rows()[0].split() == ["3", "4"], pico.rows()
    told = pico.rows()[6].startswith("not saved")
    again = Pico(board, image=pico.flash_image())
    assert again.run_until(lambda pico: pico.rows()[7], START_MS, 10)
    assert told or again.rows()[0].split() == ["3", "4"], again.rows()
