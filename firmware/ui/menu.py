"""MENU: one setting after another, and a new game (keys, point 9)."""

# Without a screen it is shown along the tracks: the item on the first, its value
# on the second.

from firmware.core import actions, settings, variants
from firmware.ui.entries import PLAYERS, RANKS, Entry

_PLAYERS, _NEW_GAME = -1, -2  # items that are no settings of their own
_ITEMS = [settings.GAME, _PLAYERS] + list(range(1, len(settings.ROWS))) + [_NEW_GAME]
_KEYED = range(settings.COUNT, settings.BRIGHTNESS)  # want cards, or a screen

_LABELS = {
    settings.CLAIMS: ("off", "word", "muggins", "strict"),
    settings.PALETTE: ("colours", "white"),
    settings.ENDS: ("same", "opposite"),
}


def games(board):
    """The rows of the games that a board has tracks and keys for."""
    seats = sum(1 for row in board.KEYMAP for name in row if name in PLAYERS)
    return [
        i
        for i, game in enumerate(variants.GAMES)
        if game[variants.SIDES] <= len(board.TRACK_PINS) and game[variants.SEATS] <= seats
    ]


def choices(board, item):
    """(label, value) of what an item can be set to, in order."""
    if item in (settings.GAME, _PLAYERS):
        column = variants.NAME if item == settings.GAME else variants.SEATS
        pairs = [(str(variants.GAMES[row][column]), row) for row in games(board)]
        # Of the games for so many players the first one.
        return [pair for i, pair in enumerate(pairs) if pair[0] not in dict(pairs[:i])]
    values = list(settings.ROWS[item][1])
    labels = _LABELS.get(item) or (("off", "on") if values == [0, 1] else ())
    zero = "game's" if item == settings.TARGET else "off"
    return [(labels[v] if labels else str(v) if v else zero, v) for v in values]


class Menu(Entry):
    """MENU goes on, a rank key chooses, OK accepts, UNDO leaves.

    On six buttons +5 goes on and +1 chooses.
    """

    undo_leaves = True

    def reset(self, table):
        self._items = list(_ITEMS)
        if not table.board.ENDS:
            self._items.remove(settings.ENDS)
        if not table.has_cards:
            self._items = [item for item in self._items if item not in _KEYED]
        self._go_to(table, 0)

    def _go_to(self, table, at):
        self._at = at % len(self._items)
        self._item = self._items[self._at]
        self._chosen = None  # the place of a value that has not been accepted
        if self._item != _NEW_GAME:
            self._choices = choices(table.board, self._item)

    def _place(self, table):
        """The place of the value chosen, or of the one in force."""
        if self._chosen is not None:
            return self._chosen
        now = table.game.settings[max(self._item, settings.GAME)]
        if self._item == _PLAYERS:
            seats = str(variants.GAMES[now][variants.SEATS])
            return [label for label, _ in self._choices].index(seats)
        return [value for _, value in self._choices].index(now)

    def key(self, table, k):
        if k in ("MENU", "+5"):
            return self._go_to(table, self._at + 1)
        if self._item == _NEW_GAME:
            return table.close_with(actions.NEW) if k in ("GO", "P1") else self.prompt(table)
        if k in RANKS:
            return self._choose(RANKS[k] + 1)
        if k == "+1":
            self._chosen = (self._place(table) + 1) % len(self._choices)
            return None
        if k != "OK":
            return "a rank, or OK"
        if self._chosen is None:
            return table.close()
        value = self._choices[self._chosen][1]
        return table.close_with(actions.SET, max(self._item, settings.GAME), value)

    def _choose(self, number):
        """The value called by this number, else the one in this place."""
        labels = [label for label, _ in self._choices]
        if str(number) in labels:
            self._chosen = labels.index(str(number))
        elif number <= len(labels):
            self._chosen = number - 1
        else:
            return "1 to %d" % len(labels)
        return None

    def line(self, table):
        if self._item == _NEW_GAME:
            return "new game?"
        label = self._choices[self._place(table)][0]
        if self._item == settings.GAME:
            return label  # as long as a row
        name = "players" if self._item == _PLAYERS else settings.ROWS[self._item][0]
        return "%s: %s" % (name, label)

    def parts(self, table):
        waits = self._item in (settings.GAME, _PLAYERS, settings.TARGET)
        return "from next game" if waits and any(table.game.front) else ""

    def prompt(self, table):
        if self._item == _NEW_GAME:
            return "GO: yes, MENU" if table.has_cards else "P1: yes"
        return "A-K, MENU, UNDO" if self._chosen is None else "OK: set"

    def pointers(self, table):
        if table.has_cards:
            return ()
        item = ((0, self._at + 1),)
        return item if self._item == _NEW_GAME else item + ((1, self._place(table) + 1),)
