"""MENU: one setting after another, and a new game (keys, point 9).

Without a screen it is shown along the tracks: the item on the first, its value
on the second.
"""

from firmware.core import actions, settings, variants
from firmware.ui.entries import PLAYERS, RANKS, Entry

_PLAYERS, _NEW_GAME = -1, -2  # items that are no settings of their own

_ITEMS = (
    ("game", settings.GAME),
    ("players", _PLAYERS),
    ("target", settings.TARGET),
    ("match", settings.MATCH),
    ("low ball", settings.LOW_BALL),
    ("count play", settings.COUNT),
    ("claims", settings.CLAIMS),
    ("clock", settings.CLOCK),
    ("wrong track", settings.WRONG_TRACK),
    ("renege", settings.RENEGE),
    ("brightness", settings.BRIGHTNESS),
    ("palette", settings.PALETTE),
    ("sound", settings.SOUND),
    ("ends", settings.ENDS),
    ("new game?", _NEW_GAME),
)
_KEYED = range(settings.COUNT, settings.BRIGHTNESS)  # want cards, or a screen

_LABELS = {
    settings.CLAIMS: ("off", "word", "muggins", "strict"),
    settings.PALETTE: ("colours", "white"),
    settings.ENDS: ("same", "opposite"),
}
_SWITCH = ("off", "on")


def games(board):
    """The rows of the games that a board has tracks and keys for."""
    names = [name for row in board.KEYMAP for name in row]
    seats = sum(1 for name in names if name in PLAYERS)
    return [
        i
        for i, game in enumerate(variants.GAMES)
        if game[variants.SIDES] <= len(board.TRACK_PINS) and game[variants.SEATS] <= seats
    ]


def _values(table, item):
    """What an item can be set to, in order."""
    if item == _PLAYERS:
        counts = [variants.GAMES[row][variants.SEATS] for row in games(table.board)]
        return sorted(set(counts))
    return games(table.board) if item == settings.GAME else list(settings.ROWS[item][1])


def _label(item, value):
    """A value, as the screen names it."""
    if item == settings.GAME:
        return variants.GAMES[value][variants.NAME]
    if item == settings.TARGET and not value:
        return "game's"
    if item in (settings.MATCH, settings.CLOCK) and not value:
        return "off"
    if item in _LABELS:
        return _LABELS[item][value]
    if item != _PLAYERS and settings.ROWS[item][1] == (0, 1):
        return _SWITCH[value]
    return str(value)


class Menu(Entry):
    """MENU goes on, a rank key chooses, OK accepts, UNDO leaves.

    On six buttons +5 goes on and +1 chooses.
    """

    undo_leaves = True

    def reset(self, table):
        self._items = [
            item
            for item in _ITEMS
            if not (table.pegs_only() and item[1] in _KEYED)
            and not (item[1] == settings.ENDS and not table.board.ENDS)
        ]
        self._at = 0
        self.value = None  # chosen and not yet accepted

    def key(self, table, k):
        item = self._items[self._at][1]
        if k in ("MENU", "+5"):
            self._at = (self._at + 1) % len(self._items)
            self.value = None
            return None
        if item == _NEW_GAME:
            return table.close_with(actions.NEW) if k in ("GO", "P1") else self.prompt(table)
        if k in RANKS:
            return self._choose(table, item, RANKS[k] + 1)
        if k == "+1":
            values = _values(table, item)
            now = self._now(table, item)
            self.value = values[(values.index(now) + 1) % len(values)]
            return None
        if k != "OK":
            return "a rank, or OK"
        if self.value is None:
            table.close()
            return None
        if item == _PLAYERS:
            rows = games(table.board)
            return table.close_with(
                actions.SET,
                settings.GAME,
                [row for row in rows if variants.GAMES[row][variants.SEATS] == self.value][0],
            )
        return table.close_with(actions.SET, item, self.value)

    def _choose(self, table, item, number):
        """The value called by this number, else the one in this place."""
        values = _values(table, item)
        called = [value for value in values if _label(item, value) == str(number)]
        if not called and number > len(values):
            return "1 to %d" % len(values)
        self.value = called[0] if called else values[number - 1]
        return None

    def _now(self, table, item):
        if self.value is not None:
            return self.value
        if item == _PLAYERS:
            game = variants.GAMES[table.game.settings[settings.GAME]]
            return game[variants.SEATS]
        return table.game.settings[item]

    def line(self, table):
        name, item = self._items[self._at]
        return name if item in (_NEW_GAME, settings.GAME) else self._named(table, name, item)

    def _named(self, table, name, item):
        return "%s: %s" % (name, _label(item, self._now(table, item)))

    def parts(self, table):
        item = self._items[self._at][1]
        if item == settings.GAME:
            return _label(item, self._now(table, item))
        if item in (_PLAYERS, settings.TARGET) and any(table.game.front):
            return "from next game"
        return ""

    def prompt(self, table):
        if self._items[self._at][1] == _NEW_GAME:
            return "P1: yes" if table.pegs_only() else "GO: yes, MENU"
        return "OK" if self.value is not None else "A-K, MENU, UNDO"

    def pointers(self, table):
        """(track, hole) of the lights along the tracks, where there is no screen."""
        if not table.pegs_only():
            return ()
        name, item = self._items[self._at]
        if item == _NEW_GAME:
            return ((0, self._at + 1),)
        return ((0, self._at + 1), (1, _values(table, item).index(self._now(table, item)) + 1))
