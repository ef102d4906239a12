"""press: presses keys on a board and prints what the panel then shows, as JSON."""

import json
import pathlib
import re
import sys
import tempfile

from firmware.core import settings, variants
from firmware.ui import menu
from host_tools import lines, panel, unix, virtual
from host_tools.arguments import BOARDS, Parser, refuse
from host_tools.saved import folder, in_use, lock

LIT_MS = 500  # from first lights until keys are taken
BOOT_MS = 3000  # at most, until the chip's screen names the next step
NUMBER = re.compile("[0-9]{1,7}")


def main(argv):
    parser = Parser("press", description="Press keys, print what the panel then shows as JSON.")
    parser.add_argument("keys", nargs="*", metavar="KEY", help="as 10 2 P1 HOLD:UNDO WAIT:500")
    parser.add_argument("--backend", choices=list(BACKENDS), default="cpython")
    parser.add_argument("--board", choices=BOARDS, default="continuous3")
    parser.add_argument("--game", choices=[row[variants.NAME] for row in variants.GAMES])
    parser.add_argument("--seats", type=int, help="players: the first game for so many")
    parser.add_argument("--deals", default="1", help="the player who deals first, or ask")
    names = ", ".join(row[0] for row in settings.ROWS)
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help=f"one of {names}"
    )
    parser.add_argument(
        "--save", type=folder, metavar="DIR", help="go on from the journal there, and write it"
    )
    given = parser.parse_intermixed_args(argv)
    try:
        board = virtual.load_board(given.board)
        _check(board, given.keys)
        wanted = _settings(board, given)
        deals = _deals(given.deals)
        with tempfile.TemporaryDirectory() as scratch:
            directory = given.save or pathlib.Path(scratch, "journal")
            with lock(directory):
                for said in virtual.prepare(str(directory), wanted, deals):
                    print(f"press: the journal in {directory} {said}", file=sys.stderr)
                seen = BACKENDS[given.backend](board, str(directory), given.keys)
    except (ValueError, RuntimeError) as error:
        return refuse("press", error)
    except OSError as error:
        return refuse("press", in_use(given.save, error))
    opposite = board.ENDS and (settings.ENDS, 1) in wanted
    print(json.dumps(panel.read(board, opposite=opposite, **seen), ensure_ascii=False))
    return 0


def _check(board, words):
    names = [name for row in board.KEYMAP for name in row if name]
    for word in words:
        kind, _, name = word.rpartition(":")
        if kind == "WAIT" and NUMBER.fullmatch(name):
            continue
        if kind not in ("", "HOLD") or name not in names:
            raise ValueError(f"{board.NAME} has no key {word!r}; there are {' '.join(names)}")


def _settings(board, given):
    """(setting, value) pairs that the options ask for."""
    wanted = []
    if given.game or given.seats is not None:
        found = [
            number
            for number, row in enumerate(variants.GAMES)
            if given.game in (None, row[variants.NAME])
            and given.seats in (None, row[variants.SEATS])
        ]
        if not found:
            raise ValueError(f"no {given.game or 'game'} for {given.seats} players")
        if found[0] not in menu.games(board):
            name = variants.GAMES[found[0]][variants.NAME]
            raise ValueError(f"{board.NAME} has not the tracks and keys for {name}")
        wanted.append((settings.GAME, found[0]))
    for pair in given.set:
        name, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"--set {pair}: NAME=VALUE is wanted")
        setting = lines.named(name)
        labels = dict(menu.choices(board, setting))
        number = labels.get(value, int(value) if NUMBER.fullmatch(value) else None)
        if number not in labels.values():
            allowed = ", ".join(
                f"{n} ({label})" if label != str(n) else label for label, n in labels.items()
            )
            raise ValueError(f"--set {pair}: {name} is one of {allowed}")
        wanted.append((setting, number))
    return wanted


def _deals(text):
    if text == "ask":
        return None
    if not NUMBER.fullmatch(text) or not int(text):
        raise ValueError(f"--deals {text}: a player's number, or ask")
    return int(text) - 1


def on_micropython(board, directory, keys):
    """As virtual.press_all, in a process of the unix port with a heap like the Pico's."""
    job = board.NAME, str(pathlib.Path(directory).resolve()), keys
    seen = unix.run("-m", "host_tools.virtual", given=json.dumps(job) + "\n")
    seen["frames"] = [(ms, track, bytes.fromhex(rgb)) for ms, track, rgb in seen["frames"]]
    return seen


def on_pico(board, directory, keys):
    """As virtual.press_all, by the compiled firmware on an emulated Pico, off its wires."""
    from host_tools.pico import image, rig

    journal = pathlib.Path(directory)
    pico = rig.Pico(board, files=image.playing(board.NAME, journal))
    ready = _named if board.OLED_ADDRESS is not None else _lit
    if not pico.run_until(ready, BOOT_MS, 20):
        said = pico.output.decode().strip()[-200:]
        raise RuntimeError(f"the emulated Pico did not start: {said}")
    for word in keys:
        virtual.press(pico, word)
    pico.run(virtual.SETTLE_MS)
    began, first = pico.now_ns, len(pico.frames)
    frames = [(0, track, rgb) for track, rgb in enumerate(pico.tracks())]
    pico.run(virtual.WATCH_MS)
    frames += [((ns - began) / rig.MS, track, rgb) for ns, track, rgb in pico.frames[first:]]
    image.keep(pico.flash_image(), journal)
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


BACKENDS = {"cpython": virtual.press_all, "micropython": on_micropython, "pico": on_pico}
