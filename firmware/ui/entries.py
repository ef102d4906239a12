"""What is being keyed: one class for each thing a player can have open.

An entry takes keys one at a time through `key(table, k)`, which returns None or
the refusal. It is a function of its keys alone: UNDO takes the last one off
and keys the rest again. `line`, `parts` and `prompt` are rows of the screen,
`ghosts(table)` gives (side, points) for the ghost pegs.
"""

from firmware.core import actions, cards, settings
from firmware.core.actions import NOBODY
from firmware.core.state import NO_DEALER, TOLD
from firmware.ui import text

RANKS = {rank: i for i, rank in enumerate(cards.RANKS)}
SUITS = {suit: i for i, suit in enumerate(cards.SUITS)}
PLAYERS = {"P%d" % (i + 1): i for i in range(6)}
STEPS = {"+1": 1, "+5": 5}
MOST_POINTS = 99


class Entry:
    """The start of every entry: it knows the keys pressed since it was opened."""

    opened_by_key = True  # UNDO on an empty one closes it
    undo_leaves = False  # UNDO closes it however many keys it has had
    then = None  # the entry that waits for this one

    def __init__(self):
        self.keys = []

    def reset(self, table):
        """Back to where it was opened, before its first key."""

    def parts(self, table):
        return ""

    def ghosts(self, table):
        return ()

    def pointers(self, table):
        """(track, hole) of lights that are no scores."""
        return ()


class Points(Entry):
    """Rank keys add up; a player's key pegs the sum (keys, point 1)."""

    opened_by_key = False

    def reset(self, table):
        self.points = 0

    def key(self, table, k):
        more = RANKS[k] + 1 if k in RANKS else STEPS.get(k)
        if more:
            if self.points + more > MOST_POINTS:
                return "too many points"
            self.points += more
            return None
        if k not in PLAYERS:
            return "whose %d?" % self.points
        seat = PLAYERS[k]
        if seat >= table.game.seats:
            return "no %s here" % k
        return table.close_with(actions.PEG, table.game.side(seat), self.points)

    def line(self, table):
        return "+%d" % self.points

    def prompt(self, table):
        return "P1.. pegs %d" % self.points

    def ghosts(self, table):
        return [(side, self.points) for side in range(table.game.sides)]


class Aside(Points):
    """In the counted play, where a rank is a card: OK, then points, or OK for the show."""

    opened_by_key = True

    def key(self, table, k):
        if self.points:
            return super().key(table, k)
        if k == "OK":
            table.show()
            return None
        return super().key(table, k) if k in RANKS else "points, or OK"

    def prompt(self, table):
        return super().prompt(table) if self.points else "pts, OK: show"

    def ghosts(self, table):
        return super().ghosts(table) if self.points else ()


class Dealer(Entry):
    """Who deals? The answer is filled in: OK takes it, a player's key changes it.

    `then` is the entry that had to know; without one the question stands at
    the start of a game, and points skip it (keys, point 7).
    """

    def __init__(self, then=None, seat=None):
        super().__init__()
        self.then = then
        self.first = seat
        self.opened_by_key = then is not None

    def reset(self, table):
        self.seat = self.first

    def key(self, table, k):
        if k in PLAYERS:
            if PLAYERS[k] >= table.game.seats:
                return "no %s here" % k
            self.seat = PLAYERS[k]
            return None
        if k == "OK":
            return table.close_with(actions.DEALER, self._answer(table), then=self.then)
        if self.then:
            return NO_DEALER
        if k == "MENU" or k in RANKS or k in STEPS:
            return table.open_with(k)
        return NO_DEALER

    def _answer(self, table):
        return table.game.dealer if self.seat is None else self.seat

    def line(self, table):
        return "P%d deals?" % (self._answer(table) + 1)

    def prompt(self, table):
        return "OK or P1.." if self.then else "OK, P1.. or pts"


class Starter(Entry):
    """A rank and a suit; OK takes it, and on an empty one the next deal (keys, point 3).

    `seat` is the one whose hand had to wait for it, or None.
    """

    def __init__(self, seat=None):
        super().__init__()
        self.first = seat

    def reset(self, table):
        self.seat = self.first
        self.card = NOBODY

    def key(self, table, k):
        if k in RANKS:
            if self.card != NOBODY:
                return "one card only"
            self.card = cards.UNKNOWN + RANKS[k]
            return None
        if k in SUITS:
            if self.card == NOBODY:
                return "rank first"
            if self.card < cards.UNKNOWN:
                return "it has a suit"
            card = cards.rank(self.card) * 4 + SUITS[k]
            if card in table.game.seen():
                return "%s is out" % text.card(card)
            self.card = card
            return None
        if self.card == NOBODY:
            if k == "OK":
                return table.next_deal(self)
            if k in PLAYERS and PLAYERS[k] < table.game.seats:
                self.seat = PLAYERS[k]
                return None
            return "starter first"
        if self.card >= cards.UNKNOWN:
            return "its suit?"
        if k == "OK" or (k == "GO" and self._is_jack()):
            game = table.game
            heels = k == "OK" and self._is_jack()
            if (heels or game.settings[settings.COUNT]) and game.told != TOLD:
                table.open(Dealer(self))
                return None
            refusal = table.close_with(actions.STARTER, self.card, int(heels))
            if refusal is None and self.seat is not None and not game.playing():
                table.open_hand(self.seat)
            return refusal
        return "OK takes it"

    def _is_jack(self):
        return cards.rank(self.card) == cards.JACK

    def line(self, table):
        return "starter " + ("?" if self.card == NOBODY else text.card(self.card))

    def parts(self, table):
        return "2 for his heels" if self.card != NOBODY and self._is_jack() else ""

    def prompt(self, table):
        if self.card == NOBODY:
            return "card, OK: deal"
        if self.card >= cards.UNKNOWN:
            return "suit"
        return "OK: 2, GO: none" if self._is_jack() else "OK: starter"

    def ghosts(self, table):
        game = table.game
        if self.card != NOBODY and self._is_jack() and game.told == TOLD:
            return ((game.side(game.dealer), 2),)
        return ()


class NextDeal(Entry):
    """On six buttons, where no cards are keyed: OK once more deals (keys, point 9)."""

    def key(self, table, k):
        if k == "OK":
            return table.close_with(actions.DEAL)
        return "OK or UNDO"

    def line(self, table):
        return "next deal"

    def prompt(self, table):
        return "OK: deal"


class NextGame(Entry):
    """After a win: OK once more begins the next game (keys, point 8)."""

    def key(self, table, k):
        if k == "OK":
            return table.close_with(actions.NEW)
        if k in PLAYERS:
            return table.open_with(k)
        return "OK or UNDO"

    def line(self, table):
        return "next match" if table.game.match_winner() is not None else "next game"

    def prompt(self, table):
        return "OK: begin"
