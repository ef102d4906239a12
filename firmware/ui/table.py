"""The key grammar: what each key means, by what is open (keys, points 1 to 9).

Keys come in by name. What they change goes out as actions to the game, each
handed to the journal as it is taken.
"""

from micropython import const

from firmware.core import actions, cards, settings, show, variants
from firmware.core.actions import CRIB, NOBODY
from firmware.core.state import ASK, GAME_OVER, NO_CARDS, SHOWN, TOLD
from firmware.ui import text
from firmware.ui.entries import (
    PLAYERS,
    RANKS,
    STEPS,
    SUITS,
    Aside,
    Dealer,
    NextDeal,
    NextGame,
    Points,
    Starter,
)
from firmware.ui.hand import TIME_IS_UP, Hand
from firmware.ui.menu import Menu

_POINTS_KEPT_MS = const(20000)  # points left alone are dropped, never pegged
_WRONG_TRACK = const(2)  # rules: Wrong track


class Table:
    def __init__(self, game, journal, board):
        """`journal.turn(game)` is called before an action, `journal.add(action)` after.

        `board` is the board file: what can be played and set depends on it.
        """
        self.game = game
        self.journal = journal
        self.board = board
        self.names = [name for row in board.KEYMAP for name in row]
        self.now = 0
        self.entry = None
        self.ghost = None  # (side, points) of what UNDO took back, until another key
        self.offer = None  # (side, points) that OK pegs: points were on a wrong track
        self.mover = None  # the seat that a player's key gave the turn, in a counted play
        self._taken = None  # the action that UNDO took back, if it can go elsewhere
        self.line = self.parts = ""  # the last thing scored
        self.said = ""  # the last refusal
        self.refusals = 0
        self.version = 0  # goes up when anything to be seen may have changed
        self._touched = 0
        self._seconds = None
        self._rest()

    # Keys.

    def press(self, k, now):
        """A key but UNDO, by name, at `now` ms."""
        self._see(now)
        taken, offer = self._taken, self.offer
        self.ghost = self.offer = self._taken = None
        if taken and k in PLAYERS and PLAYERS[k] < self.game.seats:
            self._refuse(self._peg_instead(taken, PLAYERS[k]))
        elif offer and k == "OK":
            self._refuse(self._commit(actions.PEG, *offer))
        else:
            self._key(k)

    def _key(self, k):
        entry = self.entry
        if entry is None:
            self._refuse(self.open_with(k))
            return
        refusal = entry.key(self, k)
        if refusal is None and self.entry is entry:
            entry.keys.append(k)
        self._refuse(refusal)

    def hold(self, k, now):
        """A key held down that has a meaning of its own then."""
        self._see(now)
        if k == "UNDO":
            self._redo()
        elif k == "OK":
            self._refuse(self.open_with("MENU") if self.entry is None else "close this first")
        elif self.game.playing() and self.entry is None:
            self._refuse(self._commit(actions.GO, NOBODY))
            self._tell_play()
        else:
            self._key(k)

    def undo(self, now):
        """UNDO let go: the last key of an entry, else the last action."""
        self._see(now)
        entry = self.entry
        if entry is None or not (entry.keys or entry.opened_by_key):
            if self.mover is None:
                self._take_back()
            self.mover = None
            return
        keys = entry.keys[:-1]
        if entry.undo_leaves or not (entry.keys and (keys or entry.opened_by_key)):
            self.close()
            if entry.then is not None and entry.then.keys:
                self.entry = entry.then
            return
        entry.reset(self)
        for k in keys:
            entry.key(self, k)
        entry.keys = keys

    def _redo(self):
        """What was undone is done again, as far as it is legal."""
        if self.entry is not None and (self.entry.keys or self.entry.opened_by_key):
            self._refuse("close this first")
            return
        self.ghost = self.offer = self._taken = None
        refusal = self._commit(actions.REDO, actions.MOST_REDONE)
        while refusal is None and self.game.log.at < len(self.game.log):
            if self._commit(actions.REDO, actions.MOST_REDONE) is not None:
                break
        self._refuse(refusal)
        self._rest()

    def tick(self, now):
        """Let the points go that nobody has pegged, and the clock of a claim run."""
        self.now = now
        entry = self.entry
        if entry is None:
            return
        if isinstance(entry, Points):
            if (now - self._touched) & 0x3FFFFFFF >= _POINTS_KEPT_MS:
                self.close()
                self.say("points dropped")
        elif isinstance(entry, Hand) and entry.claiming:
            left = entry.seconds(self)
            if left != self._seconds:
                self._seconds = left
                self.version += 1
                if left == 0:
                    self._key(TIME_IS_UP)

    def say(self, what):
        """Put something on the row of refusals, without refusing anything."""
        self.said = what
        self.version += 1

    def _see(self, now):
        self.now = self._touched = now
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
        if k == "MENU":
            self.open(Menu())
        elif k in SUITS and game.round is not None and not game.shown:
            return self._suit_played(SUITS[k])
        elif game.playing() and k != "OK":
            return self._play_key(k)
        elif k in RANKS or k in STEPS:
            if game.won:
                return GAME_OVER
            points = Points()
            self.open(points)
            points.keys.append(k)
            return points.key(self, k)
        elif k in PLAYERS:
            return self.open_hand(PLAYERS[k])
        elif k == "OK":
            self.open(self._next())
        else:
            return "rank first"
        return None

    def open_hand(self, seat):
        """Open a seat's hand, or the crib of the dealer whose hand has been shown."""
        game = self.game
        if seat >= game.seats:
            return "no P%d here" % (seat + 1)
        if self.pegs_only():
            return "points first"
        if not game.shown >> seat & 1:
            self.open(self._hand(seat))
        elif seat == game.dealer and game.told == TOLD:
            self.open(Hand(CRIB))
        else:
            return SHOWN
        return None

    def show(self):
        """On to the show, whatever the counted play has come to."""
        self.open(Hand(self.game.next_shown()))

    def open(self, entry):
        """Make `entry` the open one."""
        self.line = self.parts = ""
        self._seconds = None
        if not entry.keys:
            entry.reset(self)
        self.entry = entry

    def close(self):
        """Close the open entry; nothing is pegged."""
        self.entry = None
        self._rest()

    def close_with(self, *action, then=None):
        """Close the open entry by an action, and open `then`. None or a refusal."""
        line, parts = self.entry.line(self), self.entry.parts(self)
        refusal = self._commit(*action)
        if refusal is not None:
            return refusal
        self.close()
        if then is not None:
            self.open(then)
        elif action[0] in (actions.HAND, actions.CLAIM, actions.STARTER):
            self.line, self.parts = line, parts
            self._tell_false_go(action)
        return None

    def next_deal(self, entry):
        """OK on an empty step: the next deal, asked once more when the show is half done."""
        game = self.game
        if game.won:
            self.close()
            return None
        if game.shown and not entry.sure:
            entry.sure = True
            return "OK again: deal"
        return self.close_with(actions.DEAL)

    # The counted play (keys, point 5).

    def _play_key(self, k):
        game = self.game
        seat = game.round.turn if self.mover is None else self.mover
        if k in RANKS:
            refusal = self._commit(actions.PLAY, seat, cards.UNKNOWN + RANKS[k])
        elif k == "GO":
            refusal = self._commit(actions.GO, seat)
        elif k in PLAYERS:
            seat = PLAYERS[k]
            if seat >= game.seats:
                return "no %s here" % k
            if not game.round.left[seat]:
                return NO_CARDS
            self.mover = seat
            return None
        else:
            refusal = "a card, GO, OK"
        if refusal is None:
            self.mover = None
            self._tell_play()
        return refusal

    def _suit_played(self, suit):
        """The suit of the card played last, or the refusal."""
        played = self.game.played
        if not played or not cards.UNKNOWN <= played[-1] < cards.UNKNOWN + 13:
            return "rank first"
        card = (played[-1] - cards.UNKNOWN) * 4 + suit
        earned = self.game.earned
        refusal = self._commit(actions.PLAY, played[-2], card)
        self.game.earned = earned
        return refusal

    def _tell_play(self):
        self.line = ""
        self.parts = text.earned(self.game.earned)

    def _tell_false_go(self, action):
        game = self.game
        if action[0] == actions.STARTER or action[1] == CRIB:
            return
        held = game.false_go(action[1], game.hands[action[1]])
        if held:
            self.parts = "false go, %d card%s" % (held, "" if held == 1 else "s")

    # The steps of a deal.

    def _rest(self):
        """Nothing is open but, at the start of a game, the question who deals."""
        self.entry = self.mover = None
        if self.game.told == ASK:
            self.open(Dealer())

    def pegs_only(self):
        """Six buttons: no cards can be keyed."""
        return "A" not in self.names

    def _hand(self, seat):
        return Starter(seat) if self.game.starter == NOBODY else Hand(seat)

    def _next(self):
        game = self.game
        if game.won:
            return NextGame()
        if self.pegs_only():
            return NextDeal()
        if game.starter == NOBODY:
            return Starter()
        if game.playing():
            return Aside()
        return Hand(game.next_shown())

    def prompt(self):
        """The last row: what OK, or the next key, will do."""
        game = self.game
        if self.entry is not None:
            return self.entry.prompt(self)
        if self.offer:
            return "OK: P%d +%d" % (self.offer[0] + 1, self.offer[1])
        if game.won:
            return "OK: next game"
        if game.starter == NOBODY:
            return "OK: starter"
        if game.playing():
            seat = game.round.turn if self.mover is None else self.mover
            return "P%d plays, or GO" % (seat + 1)
        seat = game.next_shown()
        return "OK: crib" if seat == CRIB else "OK: P%d's hand" % (seat + 1)

    def keyed(self):
        """Row 5: what is being keyed, the count, or what was scored last."""
        if self.entry is not None:
            return self.entry.line(self)
        if self.game.playing():
            return text.count(self.game.round)
        return self.line

    def told(self):
        """Row 6: a refusal, the parts of a score, or what to do before the starter."""
        if self.said:
            return self.said
        if self.entry is not None:
            return self.entry.parts(self)
        if self.game.starter == NOBODY and not self.parts and not self.game.won:
            return variants.GAMES[self.game.row][variants.PROMPT]
        return self.parts

    def pointers(self):
        """(track, hole) of lights that are no scores."""
        return self.entry.pointers(self) if self.entry is not None else ()

    def in_menu(self):
        return isinstance(self.entry, Menu)

    def ghosts(self):
        """(side, points) of each ghost peg."""
        ghosts = self.entry.ghosts(self) if self.entry is not None else ()
        if ghosts:
            return ghosts
        return tuple(ghost for ghost in (self.offer, self.ghost) if ghost)

    # Actions.

    def _commit(self, *action):
        """Have the game take an action, and the journal write it. None or a refusal."""
        action = bytes(action)
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
        refusal = self._commit(actions.UNDO)
        self._refuse(refusal)
        self.ghost = self.offer = self._taken = None
        self._rest()
        self.line = self.parts = ""
        if refusal is not None:
            return
        for side in range(game.sides):
            if after[side] > game.front[side]:
                self.ghost = (side, after[side] - game.front[side])
        if action[0] == actions.PEG or (action[0] == actions.HAND and action[1] != CRIB):
            self._taken = action
        if action[0] == actions.HAND:
            self.line = text.hand(action[1], action[2:])

    def _peg_instead(self, taken, seat):
        """What was taken back goes to this seat, its hand and cards with it."""
        game = self.game
        action = bytearray(taken)
        action[1] = game.side(seat) if taken[0] == actions.PEG else seat
        refusal = self._commit(*action)
        if refusal is not None:
            return refusal
        self._rest()
        if taken[0] == actions.HAND:
            self.line = text.hand(seat, action[2:])
            self.parts = text.parts(show.explain(action[2:], game.starter))
        elif game.settings[settings.WRONG_TRACK] and action[1] != taken[1] and not game.won:
            wronged = action[1] if game.settings[settings.LOW_BALL] else taken[1]
            self.offer = (wronged, _WRONG_TRACK)
        return None
