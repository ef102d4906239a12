"""A board to play on in tests: the firmware whole, over parts that remember.

Runs on CPython and on MicroPython.
"""

import os
import sys

from firmware.boards import continuous3
from firmware.core import variants
from host_tools import panel, virtual
from host_tools.lines import named
from tests import saved

_PLACES = 64  # for journals; a test has fewer open at once

_made = 0


def _place():
    """A folder for journals: of this process alone where there are several."""
    if sys.implementation.name == "cpython":
        import atexit
        import shutil
        import tempfile

        place = tempfile.mkdtemp(prefix="spilikin-")
        atexit.register(shutil.rmtree, place, ignore_errors=True)
        return place
    place = "build/tests"
    for part in ("build", place):
        if part.split("/")[-1] not in os.listdir(part.rpartition("/")[0] or "."):
            os.mkdir(part)
    return place


PLACE = _place()


def directory():
    """A new, empty place for a journal."""
    global _made
    place = PLACE
    _made += 1
    name = "%s/journal%d" % (place, _made % _PLACES)
    if name.split("/")[-1] not in os.listdir(place):
        os.mkdir(name)
    saved.lay(name, {})
    return name


def row(game):
    """The row of a game, by its name."""
    return [row[variants.NAME] for row in variants.GAMES].index(game)


class Player:
    """Presses keys on a board of its own and reads the panel.

    `deals` is the seat that deals, None to be asked; further settings by name.
    """

    def __init__(self, deals=0, at=None, board=continuous3, **wanted):
        self.at = at or directory()
        self.board_file = board
        if "game" in wanted:
            wanted["game"] = row(wanted["game"])
        pairs = [(named(name), value) for name, value in wanted.items()]
        virtual.prepare(self.at, pairs, deals)
        self.power()

    def power(self):
        """Pull the plug and put it back: all but the journal is forgotten."""
        self.board = virtual.Board(self.board_file, self.at)
        self.board.run(40)
        return self

    @property
    def game(self):
        return self.board.app.game

    def keys(self, words):
        """Press keys, given as one line of words."""
        for word in words.split():
            self.board.press(word)
        return self

    def panel(self):
        """What `press` would print now."""
        return panel.read(self.board_file, **self.board.watch())

    def fronts(self):
        return [track["front"] for track in self.panel()["tracks"]]

    def rears(self):
        return [track["rear"] for track in self.panel()["tracks"]]

    def ghosts(self):
        return [track["ghost"] for track in self.panel()["tracks"]]

    def rows(self):
        """The screen, its suits as the letters C D H S and without blanks at the ends."""
        self.board.run(100)
        rows = []
        for row in self.board.oled.rows:
            for code, letter in enumerate("CDHS"):
                row = row.replace(chr(1 + code), letter)
            rows.append(row.rstrip())
        return rows

    def said(self):
        """Rows 5 to 7: what is keyed, what it says, what comes next."""
        return self.rows()[5:]
