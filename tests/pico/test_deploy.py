"""deploy on an emulated Pico: the command as it is typed, over the USB serial port."""

import subprocess
import sys
import threading

import pytest

pytest.importorskip("rp2040py")
pytest.importorskip("mpremote")

from firmware.boards import continuous3 as board
from host_tools import deploy as command
from host_tools.bootstrap import ROOT
from host_tools.pico import image
from host_tools.pico.rig import MS, Pico
from tests.pico.pty_bridge import Port

# Of no use to anybody: a source, which the interpreter prefers to its compiled twin, a part of
# the firmware that is no more, and what a deploy that was cut off left.
STALE = {
    "firmware/core/variants.py": (ROOT / "firmware/core/variants.py").read_bytes(),
    "firmware/old/part.mpy": b"",
    "arriving/0": b"half a fi",
}
NOTES = {"notes.txt": b"the owner's"}


def deploy(pico, *options):
    """(exit code, output, errors) of the command, the Pico running meanwhile."""
    port = Port(pico)
    typed = [sys.executable, "-m", "host_tools", "deploy", "--port", port.path, *options]
    with subprocess.Popen(
        typed, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        port.serve(lambda: process.poll() is not None)
        process.kill()  # one whose board has lost its power would wait for it
        told = process.communicate()
    port.close()
    return process.returncode, *told


def files(pico):
    """What is on its flash: ({path: bytes} of the journal, {path: bytes} of all else)."""
    found = image.read(pico.flash_image())
    journal = {name: found.pop(name) for name in list(found) if name.startswith("journal/")}
    return journal, found


def lit(pico, since=0):
    """Does it come to light its LEDs, in a frame after the first `since`?"""
    return pico.run_until(lambda pico: any(any(f[2]) for f in pico.frames[since:]), 2000)


def pegged(pico):
    """Does it come to show the game that `playing` was in: 5 and 8 points?"""

    def shown(pico):
        tracks = pico.tracks()
        return all(
            any(tracks[track][3 * led : 3 * led + 3])
            for track, led in enumerate((board.START + 5, board.START + 8))
        )

    return pico.run_until(shown, 2000)


def prompts(pico):
    return pico.run_until(lambda pico: b">>> " in pico.output, 2000)


@pytest.fixture(scope="module")
def firmware():
    return image.firmware()


@pytest.fixture(scope="module")
def playing(firmware, tmp_path_factory):
    """A Pico in the middle of a game; three of its files differ, some are stale."""
    source = tmp_path_factory.mktemp("older") / "continuous3.py"
    text = (ROOT / "firmware/boards/continuous3.py").read_text()
    source.write_text(text + "OLDER = True\n")
    older = {
        "firmware/boards/continuous3.mpy": image.compiled(source),
        "boot.py": b"",
        "main.py": firmware["main.py"] + b"# older",
    }
    pico = Pico(board, files=firmware | older | STALE | NOTES, erase_ms=5)
    assert pico.run_until(lambda pico: pico.rows()[7], 3000, 20), pico.output.decode()
    for n, name in enumerate(("5", "P1", "8", "P2")):
        pico.press(name, at_ns=pico.now_ns + (20 + 100 * n) * MS)
    pico.run(700)
    assert pegged(pico)
    return pico


def test_onto_bare_micropython_and_again(firmware):
    pico = Pico(board, erase_ms=5)
    assert prompts(pico)
    assert deploy(pico) == (0, f"{len(firmware)} files copied, 0 unchanged, restarted\n", "")
    assert lit(pico)
    assert files(pico) == ({}, firmware)

    before, programs, frames = pico.flash_image(), pico.flash.programs, len(pico.frames)
    told = f"nothing to change, {len(firmware)} files are as they should be, restarted\n"
    assert deploy(pico) == (0, told, "")
    assert lit(pico, frames)
    assert pico.flash.programs == programs
    assert pico.flash_image() == before


@pytest.fixture(scope="module")
def whole(playing, firmware):
    """A deploy over that game: (what it told, how many flash commands it took)."""

    def case(pico):
        journal, _ = files(pico)
        frames, before = len(pico.frames), len(pico.flash.log)
        told = deploy(pico, "--board", "continuous3")
        commands = len(pico.flash.log) - before
        assert lit(pico, frames)
        assert pegged(pico)
        assert journal
        assert files(pico) == (journal, firmware | NOTES | {"board.txt": b"continuous3"})
        return told, commands

    return playing.case(case)


def test_in_the_middle_of_a_game(whole, firmware):
    told = f"4 files copied, {len(firmware) - 3} unchanged, 3 removed, restarted\n"
    assert whole[0] == (0, told, "")


def test_power_cut_in_the_middle(playing, whole, firmware):
    """The board starts with its game all the same, and can be deployed to."""

    def case(after):
        def cut(pico):
            journal, _ = files(pico)
            pico.cut_power(after)
            deploy(pico, "--board", "continuous3")
            assert pico.cut
            again = Pico(board, image=pico.flash_image(), erase_ms=5)
            assert pegged(again), again.output.decode()
            assert files(again)[0] == journal
            if after == half:
                assert deploy(again)[0] == 0
                assert files(again) == (journal, firmware | NOTES)

        return cut

    commands = whole[1]
    half = commands // 2  # files are arriving; from 12 before the end on they are put in place
    cuts = half, commands - 10, commands - 6, commands - 4, commands - 2
    playing.cases([case(after) for after in cuts])


def test_a_full_board_keeps_what_it_had():
    pico = Pico(board, files={"photos": bytes(1395 * 1024)}, erase_ms=5)
    assert prompts(pico)
    before = files(pico)
    assert deploy(pico) == (2, "", "deploy: the board is full; it keeps what it had\n")
    assert files(pico) == before


def test_what_does_not_run_is_told(firmware, monkeypatch, capsys):
    pico = Pico(board, files=firmware | {"board.txt": "triangle9"}, erase_ms=5)
    assert prompts(pico)
    monkeypatch.setattr(command, "CRASH_S", 60)  # of the computer's time, not of the chip's
    port = Port(pico)
    thread = threading.Thread(target=command.main, args=[["--port", port.path]])
    thread.start()
    port.serve(lambda: not thread.is_alive())
    port.close()
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        "deploy: copied, but main.py ends: "
        "ImportError: no module named 'firmware.boards.triangle9'\n"
    )
