"""What can be open on the table: one class for each, and each key goes to the open one."""

# `key(table, k)` takes a key by name and returns None or the refusal. An entry
# is a function of its keys alone: UNDO takes the last one off and keys the rest
# again. `line`, `parts` and `prompt` are rows 5 to 7 of the screen; `ghosts`
# gives (side, points) of the ghost pegs, `pointers` (track, hole) of other lights.

from micropython import const

from firmware.core import actions, cards, settings, variants
from firmware.core.actions import NOBODY
from firmware.core.state import GAME_OVER, NO_DEALER, TOLD
from firmware.ui import text

RANKS = {rank: i for i, rank in enumerate(cards.RANKS)}
SUITS = {suit: i for i, suit in enumerate(cards.SUITS)}
PLAYERS = {"P%d" % (i + 1): i for i in range(6)}
STEPS = {"+1": 1, "+5": 5}
MOST_POINTS = 99

_KEPT_MS = const(20000)  # points left alone are dropped, never pegged


def suited(card, k, out):
    """(card with the suit of key `k`, None), or (card, refusal); `out` are cards seen."""
    if card == NOBODY:
        return card, "rank first"
    if card < cards.UNKNOWN:
        return card, "it has a suit"
    whole = cards.rank(card) * 4 + SUITS[k]
    return (card, "%s is out" % text.card(whole)) if whole in out else (whole, None)


class Entry:
    """The start of every entry: it knows the keys pressed since it was opened."""

    opened = True  # by a key of its own: UNDO closes it when it has no other
    undo_leaves = False  # UNDO closes it however many keys it has had
    then = None  # the entry that waits for this one

    def __init__(self):
        self.keys = []

    def reset(self, table):
        """Back to where it was opened, before its first key."""

    def tick(self, table):
        """Time goes by: table.now, in ms."""

    def line(self, table):
        return table.line

    def parts(self, table):
        return table.parts

    def ghosts(self, table):
        return table.ghosts

    def pointers(self, table):
        return ()


class Points(Entry):
    """Rank keys add up; a player's key pegs the sum (keys, point 1)."""

    # `aside`: in the counted play, where a rank is a card, OK opens it and OK again goes
    # on to the show.

    def __init__(self, aside=False):
        super().__init__()
        self.opened = aside

    def reset(self, table):
        self.points = 0

    def tick(self, table):
        if (table.now - table.touched) & 0x3FFFFFFF >= _KEPT_MS:
            table.close()
            table.say("points dropped")

    def key(self, table, k):
        more = RANKS[k] + 1 if k in RANKS else STEPS.get(k)
        if more:
            if self.points + more > MOST_POINTS:
                return "too many points"
            self.points += more
            return None
        if not self.points:
            return table.open(table.next_step()[1]) if k == "OK" else "points, or OK"
        if k not in PLAYERS:
            return "whose %d?" % self.points
        seat = PLAYERS[k]
        if seat >= table.game.seats:
            return "no %s here" % k
        return table.close_with(actions.PEG, table.game.side(seat), self.points)

    def line(self, table):
        return "+%d" % self.points

    def prompt(self, table):
        return "P1.. pegs %d" % self.points if self.points else "pts, OK: show"

    def ghosts(self, table):
        return [(side, self.points) for side in range(table.game.sides) if self.points]


class Dealer(Entry):
    """Who deals? The answer is filled in: OK takes it, a player's key changes it."""

    # `then` is the entry that had to know; without one the question stands at the start
    # of a game, and points skip it (keys, point 7).

    def __init__(self, then=None, seat=None):
        super().__init__()
        self.then = then
        self.first = seat
        self.opened = then is not None

    def reset(self, table):
        self.seat = table.game.dealer if self.first is None else self.first

    def key(self, table, k):
        if k in PLAYERS:
            if PLAYERS[k] >= table.game.seats:
                return "no %s here" % k
            self.seat = PLAYERS[k]
            return None
        if k == "OK":
            return table.close_with(actions.DEALER, self.seat, then=self.then)
        if not self.then and (k == "MENU" or k in RANKS or k in STEPS):
            return Rest().key(table, k)
        return NO_DEALER

    def line(self, table):
        return "P%d deals?" % (self.seat + 1)

    def prompt(self, table):
        return "OK or P1.." if self.then else "OK, P1.. or pts"


class Starter(Entry):
    """A rank and a suit; OK takes it, and on an empty one the next deal (keys, point 3)."""

    # `seat` is the one whose hand had to wait for it, or None.

    def __init__(self, seat=None):
        super().__init__()
        self.first = seat

    def reset(self, table):
        self.seat = self.first
        self.card = NOBODY
        self.sure = False

    def key(self, table, k):
        if k in RANKS:
            if self.card != NOBODY:
                return "one card only"
            self.card = cards.UNKNOWN + RANKS[k]
            return None
        if k in SUITS:
            self.card, refusal = suited(self.card, k, table.game.seen())
            return refusal
        if self.card == NOBODY:
            if k == "OK":
                return table.next_deal(self)
            if k in PLAYERS and PLAYERS[k] < table.game.seats:
                self.seat = PLAYERS[k]
                return None
            return "starter first"
        if self.card >= cards.UNKNOWN:
            return "its suit?"
        if k != "OK" and not (k == "GO" and self._is_jack()):
            return "OK takes it"
        game = table.game
        heels = k == "OK" and self._is_jack()
        if (heels or game.settings[settings.COUNT]) and game.told != TOLD:
            return table.open(Dealer(self))
        refusal = table.close_cards(actions.STARTER, self.card, int(heels))
        if refusal is None and self.seat is not None and not game.playing():
            table.open_hand(self.seat)
        return refusal

    def _is_jack(self):
        return self.card != NOBODY and cards.rank(self.card) == cards.JACK

    def line(self, table):
        if self.card == NOBODY:
            return "starter ?" if self.seat is None else "starter, then P%d" % (self.seat + 1)
        return "starter " + text.card(self.card)

    def parts(self, table):
        return "2 for his heels" if self._is_jack() else ""

    def prompt(self, table):
        if self.card == NOBODY:
            return "card, OK: deal"
        if self.card >= cards.UNKNOWN:
            return "suit"
        return "OK: 2, GO: none" if self._is_jack() else "OK: starter"

    def ghosts(self, table):
        game = table.game
        return ((game.side(game.dealer), 2),) if self._is_jack() and game.told == TOLD else ()


class Again(Entry):
    """OK once more does it: the next game after a win, the next deal on six buttons."""

    def __init__(self, action, line):
        super().__init__()
        self._action = action
        self._line = line

    def key(self, table, k):
        if k == "OK":
            return table.close_with(self._action)
        return table.open_hand(PLAYERS[k]) if k in PLAYERS else "OK or UNDO"

    def line(self, table):
        return self._line

    def prompt(self, table):
        return "OK: begin"


class Rest(Entry):
    """Nothing is open: keys open something, OK the next step of the deal (keys, point 3)."""

    opened = False

    def key(self, table, k):
        if k in RANKS or k in STEPS:
            if table.game.won:
                return GAME_OVER
            table.open(Points())
            return table.key(k)
        if k in PLAYERS:
            return table.open_hand(PLAYERS[k])
        if k in SUITS and table.game.counted and not table.game.shown:
            return table.suit_played(k)
        if k == "OK":
            return table.open(table.next_step()[1])
        if k == "MENU":
            return table.open_menu()
        return "no play now" if k == "GO" else "rank first"

    def parts(self, table):
        game = table.game
        waits = game.starter == NOBODY and not game.won
        return table.parts or (variants.GAMES[game.row][variants.PROMPT] if waits else "")

    def prompt(self, table):
        if table.offer:
            return "OK: P%d +%d" % (table.offer[0] + 1, table.offer[1])
        return "OK: " + table.next_step()[0]


class Counting(Entry):
    """The play, counted card by card (keys, point 5)."""

    opened = False

    def reset(self, table):
        self.seat = table.game.round.turn

    def key(self, table, k):
        game = table.game
        if k in RANKS:
            return table.play(actions.PLAY, self.seat, cards.UNKNOWN + RANKS[k])
        if k in SUITS:
            return table.suit_played(k)
        if k == "GO":
            return table.play(actions.GO, self.seat)
        if k == "OK":
            return table.open(Points(aside=True))
        if k == "MENU":
            return table.open_menu()
        seat = PLAYERS.get(k, NOBODY)
        if seat >= game.seats or not game.round.left[seat]:
            return "a card, GO, OK"
        self.seat = seat
        return None

    def line(self, table):
        return text.count(table.game.round)

    def prompt(self, table):
        can = "or GO" if table.game.round.may_go() else "plays"
        return "P%d %s OK: pts" % (self.seat + 1, can)
