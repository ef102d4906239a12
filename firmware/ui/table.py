"""The table: hands each key to what is open, and what comes of it to game and journal."""

from firmware.core import actions, settings, show
from firmware.core.actions import CRIB, NOBODY
from firmware.core.cards import UNKNOWN
from firmware.core.state import ASK, GAME_OVER, SHOWN, TOLD
from firmware.ui import text
from firmware.ui.entries import PLAYERS, Again, Counting, Dealer, Rest, Starter, suited
from firmware.ui.hand import Hand

_WRONG_TRACK = 2  # rules: Wrong track: points


class Table:
    def __init__(self, game, journal, board):
        # `journal.turn(game)` is called before an action, `journal.add(action)` after.
        # `board` is the board file: what can be played and set depends on it.
        self.game = game
        self.journal = journal
        self.board = board
        self.names = [name for row in board.KEYMAP for name in row]
        self.has_cards = "A" in self.names  # six buttons key no cards
        self.now = self.touched = 0
        self.ghosts = ()  # (side, points) of what UNDO took back, until another key
        self.offer = None  # (side, points) that OK pegs: points were on a wrong track
        self._taken = None  # the action that UNDO took back, if it can go elsewhere
        self.line = self.parts = ""  # the last thing scored
        self.said = ""  # the last refusal
        self.refusals = 0
        self.version = 0  # goes up when anything to be seen may have changed
        self.close()

    # Keys.

    def press(self, k, now):
        """A key by name, at `now` ms. UNDO, and what can be held, comes when let go."""
        self._see(now)
        if k == "UNDO":
            return self._undo()
        taken, offer = self._taken, self.offer
        self._forget_taken()
        if taken and k in PLAYERS and PLAYERS[k] < self.game.seats:
            self._refuse(self._peg_instead(taken, PLAYERS[k]))
        elif offer and k == "OK":
            self._refuse(self.commit(actions.AMENDS, *offer))
        else:
            self._refuse(self.key(k))

    def key(self, k):
        """A key for what is open, which keeps it if it stays open. None or the refusal."""
        entry = self.entry
        refusal = entry.key(self, k)
        if refusal is None and self.entry is entry:
            entry.keys.append(k)
        return refusal

    def hold(self, k, now):
        """A key held down that has a meaning of its own then."""
        self._see(now)
        if k == "UNDO":
            self._refuse(self._redo())
        elif k == "GO" and isinstance(self.entry, Counting):
            self._refuse(self.play(actions.GO, NOBODY))
        elif k == "OK":
            self._refuse(self.key("MENU"))
        else:
            self._refuse(self.key(k))

    def _undo(self):
        """The last key of what is open is taken off, else the last action back."""
        entry, keys = self.entry, self.entry.keys
        if not keys and not entry.opened:
            self._refuse(self._take_back())
        elif entry.undo_leaves or not keys or (len(keys) == 1 and not entry.opened):
            self.close()
            if entry.then is not None and entry.then.keys:
                self.entry = entry.then
        else:
            entry.reset(self)
            entry.keys = []
            for k in keys[:-1]:
                self.key(k)

    def tick(self, now):
        """Time goes by, in ms."""
        self.now = now
        self.entry.tick(self)

    def say(self, what):
        """Put something on the row of refusals, without refusing anything."""
        self.said = what
        self.version += 1

    def _see(self, now):
        self.now = self.touched = now
        self.said = ""
        self.version += 1

    def _refuse(self, refusal):
        if refusal is not None:
            self.said = refusal
            self.refusals += 1

    # What is open.

    def open(self, entry):
        """Make `entry` the open one."""
        self.line = self.parts = ""
        if not entry.keys:
            entry.reset(self)
        self.entry = entry

    def close(self):
        """Close what is open; nothing is pegged."""
        line, parts = self.line, self.parts
        if self.game.told == ASK:
            self.open(Dealer())
        else:
            self.open(Counting() if self.game.playing() else Rest())
            self.line, self.parts = line, parts

    def close_with(self, *action, then=None):
        """Close what is open by an action, and open `then`. None or a refusal."""
        refusal = self.commit(*action)
        if refusal is not None:
            return refusal
        self.close()
        return self.open(then) if then is not None else None

    def close_cards(self, *action):
        """Close what is open by an action with cards, which stay on the screen."""
        line, parts = self.entry.line(self), self.entry.parts(self)
        refusal = self.close_with(*action)
        if refusal is None:
            self.line, self.parts = line, self._false_go(action) or parts
        return refusal

    def open_hand(self, seat):
        """Open a seat's hand, or the crib of the dealer whose hand has been shown."""
        game = self.game
        if seat >= game.seats:
            return "no P%d here" % (seat + 1)
        if not self.has_cards:
            return "points first"
        if game.starter == NOBODY:
            return GAME_OVER if game.won else self.open(Starter(seat))
        if not game.shown >> seat & 1:
            return self.open(Hand(seat))
        if seat == game.dealer and game.told == TOLD:
            return self.open(Hand(CRIB))
        return SHOWN

    def open_menu(self):
        # Imported when it is wanted: 3 KB of heap.
        from firmware.ui.menu import Menu

        self.open(Menu())

    def next_step(self):
        """The next step of the deal, whatever the play has come to: (in words, its entry)."""
        game = self.game
        if game.won:
            words = "next game" if game.match_winner() is None else "next match"
            return words, Again(actions.NEW, words)
        if not self.has_cards:
            return "next deal", Again(actions.DEAL, "next deal")
        if game.starter == NOBODY:
            return "starter", Starter()
        seat = game.next_shown(game.last_shown)
        return "crib" if seat == CRIB else "P%d's hand" % (seat + 1), Hand(seat)

    def next_deal(self, entry):
        """OK on an empty step: the next deal, asked once more when the show is half done."""
        if self.game.won:
            return self.close()
        if self.game.shown and not entry.sure:
            entry.sure = True
            return "OK again: deal"
        return self.close_with(actions.DEAL)

    # The counted play.

    def play(self, *action):
        """A move of the play, and what it earned. None or a refusal."""
        refusal = self.commit(*action)
        if refusal is None:
            self.parts = text.earned(self.game.earned)
            self.close()
        return refusal

    def suit_played(self, k):
        """The suit of the card played last."""
        played = self.game.played
        card, refusal = suited(played[-1] if played else NOBODY, k, self.game.seen())
        if played and played[-1] >= UNKNOWN + 13:
            refusal = "rank first"  # it was a go
        self._recall()
        refusal = refusal or self.commit(actions.SUIT, card)
        return refusal or self.close()

    def _false_go(self, action):
        """What to say of a hand whose seat said go and could have played, or nothing."""
        if action[0] == actions.STARTER or action[1] == CRIB:
            return ""
        held = self.game.false_go(action[1], self.game.hands[action[1]])
        return "false go %d card%s" % (held, "" if held == 1 else "s") if held else ""

    # Actions.

    def commit(self, *action):
        """Have the game take an action, and the journal write it. None or a refusal."""
        action = bytes(action)
        self.journal.turn(self.game)
        at = self.game.log.at
        refusal = self.game.apply(action)
        if refusal is None:
            if action[0] == actions.REDO:
                action = bytes((actions.REDO, self.game.log.at - at))
            self.journal.add(action)
        return refusal

    def _recall(self):
        """Have the journal read older pieces, until there is something to undo."""
        self.journal.turn(self.game)  # which may leave all that can be undone to the pieces
        while not (self.game.log.at or self.journal.whole):
            self.journal.load(self.game, back=2 * self.journal.back)

    def _redo(self):
        """What was undone is done again, as far as it is legal."""
        if self.entry.keys or self.entry.opened:
            return "close this first"
        self._forget_taken()
        if not self.journal.whole:
            self.journal.load(self.game, True)
        self.line = self.parts = ""
        refusal = stopped = self.commit(actions.REDO, actions.MOST_REDONE)
        while stopped is None and self.game.log.at < len(self.game.log):
            stopped = self.commit(actions.REDO, actions.MOST_REDONE)
        self.close()
        return refusal

    def _forget_taken(self):
        self.ghosts = ()
        self.offer = self._taken = None

    def _take_back(self):
        game = self.game
        self._recall()
        log = game.log
        action = log[log.at - 1] if log.at else b""
        after = bytes(game.front)
        refusal = self.commit(actions.UNDO)
        self._forget_taken()
        self.line = self.parts = ""
        self.close()
        if refusal is not None:
            return refusal
        for side in range(game.sides):
            if after[side] > game.front[side]:
                self.ghosts = ((side, after[side] - game.front[side]),)
        if action[0] == actions.PEG or (action[0] == actions.HAND and action[1] != CRIB):
            self._taken = action
            self.parts = "P1.. pegs it"
        if action[0] == actions.HAND:
            self.line = text.hand(action[1], action[2:])
        return None

    def _peg_instead(self, taken, seat):
        """What was taken back goes to this seat, its hand and cards with it."""
        game = self.game
        pegs = taken[0] == actions.PEG
        to = game.side(seat) if pegs else seat
        refusal = self.commit(taken[0], to, *taken[2:])
        if refusal is not None:
            return refusal
        self.line = self.parts = ""
        if not pegs:
            self.line = text.hand(seat, taken[2:])
            self.parts = text.parts(show.explain(taken[2:], game.starter))
        self.close()
        if pegs and game.settings[settings.WRONG_TRACK] and to != taken[1] and not game.won:
            wronged = to if game.settings[settings.LOW_BALL] else taken[1]
            self.offer = (wronged, _WRONG_TRACK)
            self.ghosts = (self.offer,)
        return None
