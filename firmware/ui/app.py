"""The loop's one turn: a key, the lights, a row of the screen, the journal."""

# A key's way: `keys.poll` gives its place in the matrix, the board's keymap its
# name, the table its meaning; the lights show what came of it, and the journal
# has it on flash before the next key is taken.

from micropython import const

from firmware.core import settings
from firmware.ui import sounds
from firmware.ui.lights import AWAKE, DARK, DIM
from firmware.ui.screen import Screen
from firmware.ui.table import Table

_RELEASED = const(0x80)
_HELD_MS = const(700)
_DIM_MS = const(600000)
_DARK_MS = const(1800000)
_NO_KEY = const(255)
_TIDY = const(4)  # saves


class App:
    def __init__(self, board, game, journal, lights, leds, keys, oled, buzzer):
        """A game as its journal left it, on a board's parts: drivers or their null twins."""
        self._keys = keys
        self._leds = leds
        self._journal = journal
        self.game = game
        self.table = Table(game, journal, board)
        if journal.faults:
            self.table.say("journal mended")
        self._version = -1  # of the table, as the lights have it
        self._lights = lights
        self._screen = Screen(oled)
        self._sounds = sounds.Sounds(buzzer)
        names = self.table.names
        # These act when let go, for they mean something else when held.
        self._late = [i for i, k in enumerate(names) if k in ("UNDO", "GO")]
        if "MENU" not in names:
            self._late.append(names.index("OK"))
        self._down = _NO_KEY  # one of them, held and having done nothing yet
        self._down_at = 0
        self._saves = 0
        self._touched = None

    def tick(self, now):
        """One turn at `now` (ms, running round at 2 to the 30). It never waits."""
        if self._touched is None:
            self._touched = now
        # What can wait a turn comes first, so that nothing stands between key and lights.
        self._hold(now)
        self.table.tick(now)
        self._sounds.tick(now)
        self._rest(now)
        if not self._journal.pending():
            event = self._keys.poll(now)
            if event >= 0:
                self._event(event, now)
        if self._leds.busy():
            return
        if self.table.version != self._version:
            self._version = self.table.version
            entry = self.table.entry
            ghosts, pointers = entry.ghosts(self.table), entry.pointers(self.table)
            alone = bool(pointers) and not self.table.has_cards  # the menu along the tracks
            self._lights.take(self.game, now, ghosts, pointers, alone)
        sent = self._lights.update(now)
        if self._journal.pending():
            self._save()
        elif not sent:
            self._screen.update(self.table)

    def tidy(self):
        """Called after some saves: the chip collects its garbage, which slows allocations."""

    def _save(self):
        try:
            self._journal.write()
            self._saves += 1
            if not self._saves % _TIDY:
                self.tidy()
        except OSError as error:
            self.table.say("not saved: %s" % error.errno)

    def _event(self, event, now):
        index = event & ~_RELEASED
        released = event & _RELEASED
        asleep = self._lights.stage == DARK
        self._touched = now
        if self._lights.stage != AWAKE:
            self._go_to(AWAKE)
        if asleep:
            return
        name = self.table.names[index]
        if index in self._late:
            if not released:
                self._down, self._down_at = index, now
            elif self._down == index:
                self._down = _NO_KEY
                self._react(now, self.table.press, name)
        elif not released:
            self._react(now, self.table.press, name)

    def _hold(self, now):
        if self._down != _NO_KEY and (now - self._down_at) & 0x3FFFFFFF >= _HELD_MS:
            index, self._down = self._down, _NO_KEY
            self._react(now, self.table.hold, self.table.names[index])

    def _react(self, now, do, key):
        """Have the table take a key, and let what came of it be heard."""
        refusals, won = self.table.refusals, self.game.won
        front = sum(self.game.front)
        do(key, now)
        if self.table.refusals > refusals:
            tones = sounds.REFUSAL
        elif self.game.won and not won:
            tones = sounds.WIN
        else:
            tones = sounds.PEG if sum(self.game.front) > front else sounds.TAP
        if self.game.settings[settings.SOUND]:
            self._sounds.play(tones, now)

    def _rest(self, now):
        """Nobody has touched a key for a while: dim, then dark."""
        idle = (now - self._touched) & 0x3FFFFFFF
        if idle >= _DARK_MS and self._lights.stage == DIM:
            self._go_to(DARK)
        elif idle >= _DIM_MS and self._lights.stage == AWAKE:
            self._go_to(DIM)

    def _go_to(self, stage):
        if DARK in (stage, self._lights.stage):
            self._screen.sleep(stage == DARK)
        self._lights.sleep(stage)
        self._version = -1
