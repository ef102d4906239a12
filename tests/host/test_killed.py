"""The computer's board killed between any two keys: the game goes on from the last one."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys

from host_tools import press
from host_tools.bootstrap import ROOT
from tests.dealing import Dealing

KILLS = 400 if os.getenv("SPILIKIN_FULL") == "1" else 20

# The command itself; a dot on its standard output for each key that has been answered.
PRESS = """
import os, sys
from host_tools import press, virtual

def told(board, word, do=virtual.press):
    do(board, word)
    os.write(1, b".")

virtual.press = told
press.main(sys.argv[1:])
"""


def game():
    """The key lines of games without end, an action each; some are undone and done again."""
    dealing = Dealing(0, 1)
    yield dealing.cut()
    while True:
        for n, line in enumerate(dealing.deal()):
            yield line
            if n % 4 == 3:
                yield "UNDO"
                yield "HOLD:UNDO"
        if dealing.won():
            yield dealing.next()


def killed(at, keys, answers):
    """`press` killed when it has answered so many of these keys: how many there were then."""
    command = [sys.executable, "-c", PRESS, "--deals", "ask", "--save", str(at), *keys]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, bufsize=0) as process:
        told = b""
        while len(told) < answers:
            told += process.stdout.read(answers - len(told)) or b"it ended"
        process.send_signal(signal.SIGKILL)
        told += process.stdout.read()
    assert process.returncode == -signal.SIGKILL and not told.strip(b"."), told
    return len(told)


def shown(at, capsys, *keys):
    """What `press` prints."""
    assert press.main(["--deals", "ask", "--save", str(at), *keys]) == 0
    return json.loads(capsys.readouterr().out)


def pieces(at):
    return {str(p.relative_to(at)): p.read_bytes() for p in at.rglob("*") if p.is_file()}


def test_press_killed_between_any_two_keys_goes_on_from_the_last_answered(tmp_path, capsys):
    rng = random.Random(1)
    at, unhurt, copy = (tmp_path / name for name in ("killed", "unhurt", "copy"))
    unhurt.mkdir()
    lines, ahead = game(), []
    pressed = between = 0
    for kill in range(KILLS):
        ahead += [next(lines) for _ in range(30 - len(ahead))]
        keys = " ".join(ahead).split()
        answered = killed(at, keys, rng.randrange(40))
        found = shown(at, capsys)
        for more in (0, 1):  # the next key may be written, and not yet answered
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(unhurt, copy)
            shown(copy, capsys, *keys[: answered + more])
            if pieces(at) == pieces(copy):
                break
        else:
            raise AssertionError((kill, answered, ahead))
        assert found == shown(copy, capsys), (kill, answered, ahead)
        shutil.rmtree(unhurt)
        copy.rename(unhurt)
        between += more
        left = answered + more
        pressed += left
        while left >= len(ahead[0].split()):  # what was open is keyed anew
            left -= len(ahead.pop(0).split())
    print(f"{KILLS} kills in {pressed} keys, {between} before the answer, 0 games lost")
    assert len(pieces(at)) >= KILLS // 20, "hardly anything was pegged"
