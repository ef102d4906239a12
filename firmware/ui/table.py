"""The key grammar: what each key means, by what is open (keys, points 1 to 9).

Keys come in by name. What they change goes out as actions to the game, each
handed to the journal as it is taken.
"""

from micropython import const

from firmware.core import actions, show
from firmware.core.actions import CRIB, NOBODY
from firmware.core.game import ASK
from firmware.ui import text
from firmware.ui.entries import PLAYERS, RANKS, STEPS, Dealer, Hand, NextGame, Points, Starter
from firmware.ui.menu import Menu

_POINTS_KEPT_MS = const(20000)  # points left alone are dropped, never pegged


class Table:
    def __init__(self, game, journal):
        """`journal.turn(game)` is called before an action, `journal.add(action)` after."""
        self.game = game
        self.journal = journal
        self.entry = None
        self.taken = None  # (side, points) of what UNDO took back, until another key
        self._taken_action = None
        self.line = self.parts = ""  # the last thing scored
        self.said = ""  # the last refusal
        self.refusals = 0
        self.version = 0  # goes up when anything to be seen may have changed
        self._touched = 0
        self._rest()

    # Keys.

    def press(self, k, now):
        """A key but UNDO, by name, at `now` ms."""
        self._seen(now)
        if self._taken_action and k in PLAYERS and PLAYERS[k] < self.game.seats:
            self._refuse(self._peg_instead(PLAYERS[k]))
            return
        self._forget_taken()
        entry = self.entry
        if entry is None:
            self._refuse(self.open_with(k))
            return
        refusal = entry.key(self, k)
        if refusal is None and self.entry is entry:
            entry.keys.append(k)
        self._refuse(refusal)

    def undo(self, now):
        """UNDO let go: the last key of an entry, else the last action."""
        self._seen(now)
        entry = self.entry
        if entry is not None and entry.keys and not entry.undo_leaves:
            keys = entry.keys[:-1]
            entry.reset()
            entry.keys = []
            if not keys and not entry.opened_by_key:
                self.close()
                return
            for k in keys:
                entry.key(self, k)
            entry.keys = keys
        elif entry is not None and entry.opened_by_key:
            self.close()
            if entry.then is not None and entry.then.keys:
                self.entry = entry.then
        else:
            self._take_back()

    def redo(self, now):
        """UNDO held: what was undone is done again, as far as it is legal."""
        self._seen(now)
        if self.entry is not None and (self.entry.keys or self.entry.opened_by_key):
            self._refuse("close this first")
            return
        self._forget_taken()
        refusal = self._commit(bytes((actions.REDO, actions.MOST_REDONE)))
        while refusal is None and self.game.log.at < len(self.game.log):
            if self._commit(bytes((actions.REDO, actions.MOST_REDONE))) is not None:
                break
        self._refuse(refusal)
        self._rest()

    def tick(self, now):
        """Let the points go that nobody has pegged."""
        if (
            isinstance(self.entry, Points)
            and now - self._touched & 0x3FFFFFFF >= _POINTS_KEPT_MS
        ):
            self.close()
            self.say("points dropped")

    def say(self, what):
        """Put something on the row of refusals, without refusing anything."""
        self.said = what
        self.version += 1

    def _seen(self, now):
        self._touched = now
        self.said = ""
        self.version += 1

    def _refuse(self, refusal):
        if refusal is not None:
            self.said = refusal
            self.refusals += 1

    # What entries ask for.

    def open_with(self, k):
        """A key with nothing open."""
        game = self.game
        if k in RANKS or k in STEPS:
            if game.won:
                return "the game is won"
            return self._open_and_key(Points(), k)
        if k in PLAYERS:
            if PLAYERS[k] >= game.seats:
                return "no %s here" % k
            self.open(self._hand(PLAYERS[k]))
        elif k == "OK":
            self.open(self._next())
        elif k == "MENU":
            self.open(Menu())
        else:
            return "rank first"
        return None

    def open(self, entry):
        """Make `entry` the open one."""
        self.line = self.parts = ""
        if not entry.keys:
            entry.reset()
        self.entry = entry

    def _open_and_key(self, entry, k):
        self.open(entry)
        entry.keys.append(k)
        return entry.key(self, k)

    def close(self):
        """Close the open entry; nothing is pegged."""
        self.entry = None
        self._rest()

    def close_with(self, *action, then=None):
        """Close the open entry by an action, and open `then`. None or a refusal."""
        line, parts = self.entry.line(self), self.entry.parts(self)
        refusal = self._commit(bytes(action))
        if refusal is not None:
            return refusal
        self.close()
        if then is not None:
            self.open(then)
        elif action[0] in (actions.HAND, actions.STARTER):
            self.line, self.parts = line, parts
        return None

    def next_deal(self, entry):
        """OK on an empty step: the next deal, asked once more when the show is half done."""
        game = self.game
        if game.won:
            self.close()
            return None
        shown = sum(1 for seat in range(game.seats) if game.hands[seat])
        if shown and not entry.sure:
            entry.sure = True
            return "OK again: deal"
        return self.close_with(actions.DEAL)

    # The steps of a deal.

    def _rest(self):
        """Nothing is open but, at the start of a game, the question who deals."""
        self.entry = None
        if self.game.told == ASK:
            self.open(Dealer())

    def _hand(self, seat):
        return Starter(seat) if self.game.starter == NOBODY else Hand(seat)

    def _next(self):
        game = self.game
        if game.won:
            return NextGame()
        if game.starter == NOBODY:
            return Starter()
        return Hand(game.next_shown())

    def prompt(self):
        """The last row: what OK, or the next key, will do."""
        game = self.game
        if self.entry is not None:
            return self.entry.prompt(self)
        if game.won:
            return "OK: next game"
        if game.starter == NOBODY:
            return "OK: starter"
        seat = game.next_shown()
        return "OK: crib" if seat == CRIB else "OK: P%d's hand" % (seat + 1)

    def ghosts(self):
        """(side, points) of each ghost peg."""
        if self.entry is not None:
            ghosts = self.entry.ghosts(self)
            if ghosts:
                return ghosts
        return (self.taken,) if self.taken else ()

    # Actions.

    def _commit(self, action):
        """Have the game take an action, and the journal write it. None or a refusal."""
        log = self.game.log
        at = log.at
        self.journal.turn(self.game)
        refusal = self.game.apply(action)
        if refusal is None:
            if action[0] == actions.REDO:
                action = bytes((actions.REDO, log.at - at))
            self.journal.add(action)
        return refusal

    def _take_back(self):
        game = self.game
        log = game.log
        action = log[log.at - 1] if log.at else None
        after = bytes(game.front)
        refusal = self._commit(bytes((actions.UNDO,)))
        self._refuse(refusal)
        self._forget_taken()
        self._rest()
        self.line = self.parts = ""
        if refusal is None:
            for side in range(game.sides):
                if after[side] > game.front[side]:
                    self.taken = (side, after[side] - game.front[side])
            if action[0] == actions.PEG or (action[0] == actions.HAND and action[1] != CRIB):
                self._taken_action = action
                if action[0] == actions.HAND:
                    self.line = text.hand(action[1], action[2:])

    def _forget_taken(self):
        self.taken = self._taken_action = None

    def _peg_instead(self, seat):
        """What was taken back goes to this seat, its hand and cards with it."""
        action = bytearray(self._taken_action)
        action[1] = self.game.side(seat) if action[0] == actions.PEG else seat
        self._forget_taken()
        refusal = self._commit(bytes(action))
        if refusal is None:
            self._rest()
            if action[0] == actions.HAND:
                self.line = text.hand(seat, action[2:])
                self.parts = text.parts(show.explain(action[2:], self.game.starter))
        return refusal
