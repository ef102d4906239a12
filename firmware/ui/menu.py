"""MENU: one setting after another, and a new game (keys, point 9)."""

from firmware.core import actions, settings, variants
from firmware.ui.entries import RANKS, Entry

_NEW_GAME = None  # the last item: it is no setting

_ITEMS = (
    ("players", settings.GAME),
    ("target", settings.TARGET),
    ("brightness", settings.BRIGHTNESS),
    ("sound", settings.SOUND),
    ("new game?", _NEW_GAME),
)


def _label(setting, value):
    """A setting's value, as the screen names it."""
    if setting == settings.GAME:
        return str(variants.GAMES[value][variants.SEATS])
    if setting == settings.SOUND:
        return "on" if value else "off"
    if setting == settings.TARGET and not value:
        return "game's"
    return str(value)


class Menu(Entry):
    """MENU goes on, a rank key chooses, OK accepts, UNDO leaves."""

    undo_leaves = True

    def reset(self):
        self.item = 0
        self.value = None  # chosen and not yet accepted

    def key(self, table, k):
        name, setting = _ITEMS[self.item]
        if k == "MENU":
            self.item = (self.item + 1) % len(_ITEMS)
            self.value = None
            return None
        if setting is _NEW_GAME:
            return table.close_with(actions.NEW) if k == "GO" else "GO: new game"
        if k in RANKS:
            return self._choose(setting, RANKS[k] + 1)
        if k == "OK":
            if self.value is None:
                table.close()
                return None
            return table.close_with(actions.SET, setting, self.value)
        return "a rank, or OK"

    def _choose(self, setting, number):
        """The value called by this number, else the one in this place."""
        values = settings.ROWS[setting][1]
        for value in values:
            if _label(setting, value) == str(number):
                self.value = value
                return None
        if number > len(values):
            return "1 to %d" % len(values)
        self.value = values[number - 1]
        return None

    def line(self, table):
        name, setting = _ITEMS[self.item]
        if setting is _NEW_GAME:
            return name
        value = table.game.settings[setting] if self.value is None else self.value
        return "%s: %s" % (name, _label(setting, value))

    def parts(self, table):
        setting = _ITEMS[self.item][1]
        if setting in (settings.GAME, settings.TARGET) and any(table.game.front):
            return "from next game"
        return ""

    def prompt(self, table):
        if _ITEMS[self.item][1] is _NEW_GAME:
            return "GO: yes, MENU"
        return "OK" if self.value is not None else "A-K, MENU, UNDO"
