"""The board without hardware: the firmware over parts that only remember."""

# Runs on CPython and on MicroPython. As a program (`-m host_tools.virtual`, with
# one line of JSON on standard input) it presses keys and prints what could be seen.

import json
import sys
from array import array
from binascii import hexlify

import firmware  # noqa: F401 - stands in for `micropython` on CPython
from firmware.core import actions, settings
from firmware.core.game import Game
from firmware.core.state import ASK
from firmware.drivers import null
from firmware.journal import Journal
from firmware.ui.app import App
from firmware.ui.lights import Lights

STEP_MS = 4  # one turn of the loop
PRESS_MS = 40  # a key is down, then up, this long each
HOLD_MS = 1000
SETTLE_MS = 700  # what moves along the tracks has come to rest
WATCH_MS = 600  # each rhythm of the lights shows itself in this time


class Strands:
    """LEDs that show their last frame, and keep all of them while `frames` is a list."""

    def __init__(self, pins, n):
        self.n = n
        self.tracks = len(pins)
        self.pixels = [array("I", bytes(4 * n)) for _ in pins]
        self.shown = [bytes(3 * n) for _ in pins]
        self.frames = None
        self.powered = True
        self.now = 0

    def pack(self, r, g, b):
        return r << 16 | g << 8 | b

    def busy(self):
        return False

    def show(self, mask):
        for track in range(self.tracks):
            if mask >> track & 1:
                rgb = bytearray()
                for word in self.pixels[track]:
                    rgb.extend(bytes((word >> 16, word >> 8 & 255, word & 255)))
                self.shown[track] = bytes(rgb)
                if self.frames is not None:
                    self.frames.append((self.now, track, self.shown[track]))

    def power(self, on):
        self.powered = on


class Keys:
    """Presses and releases, in the order they were made."""

    def __init__(self):
        self.events = []

    def poll(self, now_ms):
        return self.events.pop(0) if self.events else -1


class Screen:
    """A screen that keeps the text of its rows; the tall band is its first row's."""

    ok = True

    def __init__(self):
        self.rows = [""] * 8

    def write(self, row, text, tall=-1):
        self.rows[row] = text if tall < 1 else ""
        return True


class Blank(null.Screen):
    """No screen: its rows stay empty."""

    rows = ("",) * 8


class Buzzer:
    """A buzzer that keeps its tone (Hz) and counts the low ones: refusals."""

    def __init__(self):
        self.hz = 0
        self.refusals = 0

    def tone(self, hz):
        if 0 < hz < 150:
            self.refusals += 1
        self.hz = hz


class Board:
    """A whole board: `board` is a board file, `directory` where its journal lies."""

    def __init__(self, board, directory):
        self.board = board
        self.leds = Strands(board.TRACK_PINS, board.LEDS)
        self.keys = Keys()
        self.oled = Blank() if board.OLED_ADDRESS is None else Screen()
        self.buzzer = Buzzer()
        game, journal = Game(), Journal(directory)
        journal.load(game)
        lights = Lights(board, self.leds)
        self.app = App(
            board, game, journal, lights, self.leds, self.keys, self.oled, self.buzzer
        )
        names = [key for row in board.KEYMAP for key in row]
        self._places = {name: i for i, name in enumerate(names)}

    @property
    def buzzes(self):
        return self.buzzer.refusals

    def down(self, name):
        """Press a key, by name. KeyError if the board has none of that name."""
        self.keys.events.append(self._places[name])

    def up(self, name):
        self.keys.events.append(self._places[name] | 0x80)

    def tick(self, now):
        self.leds.now = now
        self.app.tick(now)

    def run(self, ms):
        """Turn the loop for `ms` of its own time, as fast as it goes."""
        end = self.leds.now + ms
        while self.leds.now < end:
            self.tick(self.leds.now + STEP_MS)

    def press(self, word):
        press(self, word)

    def watch(self):
        """(ms, track, RGB bytes) of each frame seen in one watch, rows, refusals."""
        self.run(SETTLE_MS)
        began = self.leds.now
        self.leds.frames = [(began, t, rgb) for t, rgb in enumerate(self.leds.shown)]
        self.run(WATCH_MS)
        frames, self.leds.frames = self.leds.frames, None
        return {
            "frames": [(ms - began, track, rgb) for ms, track, rgb in frames],
            "watched": WATCH_MS,
            "rows": self.oled.rows,
            "buzz": self.buzzes,
        }


def press(board, word):
    """Press a key of a board of any kind: its name, `HOLD:` and one, or `WAIT:` and ms."""
    kind, _, name = word.rpartition(":")
    if kind == "WAIT":
        board.run(int(name))
        return
    board.down(name)
    board.run(HOLD_MS if kind else PRESS_MS)
    board.up(name)
    board.run(PRESS_MS)


def prepare(directory, wanted, deals):
    """Lay a journal, or go on from one, with settings changed before power comes.

    `wanted` is (setting, value) pairs; `deals` the seat that deals if the
    question is still open, or None. ValueError names what the game refuses.
    Returns what there is to say of it, in words.
    """
    game = Game()
    journal = Journal(directory)
    journal.load(game)
    todo = [
        bytes((actions.SET, setting, value))
        for setting, value in wanted
        if game.settings[setting] != value
    ]
    if deals is not None and game.told == ASK:
        todo.append(bytes((actions.DEALER, deals)))
    said = ["is mended"] * bool(journal.faults)
    late = {(actions.SET, settings.GAME), (actions.SET, settings.TARGET)}
    if any(game.front) and late & {tuple(action[:2]) for action in todo}:
        said.append("has a game under way: another game or target is for the next one")
    for action in todo:
        journal.turn(game)
        refusal = game.apply(action)
        if refusal:
            what = "player %d" % (deals + 1) if action[0] == actions.DEALER else "settings"
            raise ValueError("%s: %s" % (what, refusal))
        journal.add(action)
        journal.write()
    return said


def load_board(name):
    """The board file of that name. ImportError if there is none."""
    return getattr(__import__("firmware.boards." + name).boards, name)


def press_all(board, directory, keys):
    """Press `keys` (words for Board.press) on a board with its journal there; what is seen."""
    virtual = Board(board, directory)
    for word in keys:
        virtual.press(word)
    return virtual.watch()


def main():
    name, directory, keys = json.loads(sys.stdin.readline())
    seen = press_all(load_board(name), directory, keys)
    seen["frames"] = [(ms, track, hexlify(rgb).decode()) for ms, track, rgb in seen["frames"]]
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
