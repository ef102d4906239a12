"""What is being keyed: one class for each thing a player can have open.

An entry takes keys one at a time through `key(table, k)`, which returns None or
the refusal. It is a function of its keys alone: UNDO takes the last one off
and keys the rest again. `line`, `parts` and `prompt` are rows of the screen,
`ghosts(table)` gives (side, points) for the ghost pegs.
"""

from firmware.core import actions, cards, show
from firmware.core.actions import CRIB, NOBODY
from firmware.core.game import NO_DEALER, TOLD
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

    def parts(self, table):
        return ""

    def ghosts(self, table):
        return ()


class Points(Entry):
    """Rank keys add up; a player's key pegs the sum (keys, point 1)."""

    opened_by_key = False

    def reset(self):
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

    def reset(self):
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

    def reset(self):
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
            heels = k == "OK" and self._is_jack()
            if heels and table.game.told != TOLD:
                table.open(Dealer(self))
                return None
            then = None if self.seat is None else Hand(self.seat)
            return table.close_with(actions.STARTER, self.card, int(heels), then=then)
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


class Hand(Entry):
    """A seat's hand or the crib: ranks, each with its suit or without (keys, point 2)."""

    def __init__(self, seat):
        super().__init__()
        self.first = seat

    def reset(self):
        self.seat = self.first
        self.cards = []
        self.answered = False  # "all of one suit?" has had its no
        self.nobs_answered = False
        self.sure = False  # it may be pegged before a hand that counts first

    def key(self, table, k):
        if k in RANKS:
            return self._rank(table, RANKS[k])
        if k in SUITS:
            return self._suit(table, SUITS[k])
        if k in PLAYERS:
            if PLAYERS[k] >= table.game.seats:
                return "no %s here" % k
            return self._player(table, PLAYERS[k])
        if k == "OK":
            return self._ok(table)
        return "OK or UNDO"

    def _rank(self, table, rank):
        if len(self.cards) == table.game.size(self.seat):
            return self._question_text(table) or "%d cards only" % len(self.cards)
        card = cards.UNKNOWN + rank
        if not cards.may_be(card, self._out(table)):
            return "a fifth %s" % cards.RANKS[rank]
        self.cards.append(card)
        return None

    def _suit(self, table, suit):
        if not self.cards:
            return "rank first"
        asked = self._question(table)
        if asked == "flush" and suit in self._flush_suits(table):
            for i, card in enumerate(self.cards):
                self.cards[i] = cards.rank(card) * 4 + suit
            return None
        if asked == "nobs" and suit == cards.suit(table.game.starter):
            self._set(self._jack(), suit)
            return None
        if self.cards[-1] < cards.UNKNOWN:
            return "it has a suit"
        card = cards.rank(self.cards[-1]) * 4 + suit
        if card in self._out(table):
            return "%s is out" % text.card(card)
        self._set(len(self.cards) - 1, suit)
        return None

    def _player(self, table, seat):
        game = table.game
        if self._owner(table) == seat and self.cards:
            if self.complete(table):
                return self._ok(table)
            return self._meant_points() or self._missing(table)
        if self.cards:
            self._move(seat)
            return None
        if self.seat == seat:
            if game.told != TOLD or game.dealer != seat:
                table.open(Dealer(Hand(CRIB), seat))
                return None
            self._move(CRIB)
            return None
        self._move(seat)
        return None

    def _move(self, seat):
        self.seat = seat
        self.sure = False

    def _ok(self, table):
        game = table.game
        if not self.cards:
            return table.next_deal(self)
        question = self._question(table)
        if question == "flush":
            self.answered = True
            return None
        if question == "nobs":
            self.nobs_answered = True
            return None
        if len(self.cards) < game.size(self.seat):
            return self._missing(table)
        if game.won:
            table.close()
            return None
        if self.seat == CRIB and game.told != TOLD:
            table.open(Dealer(self))
            return None
        before = game.counts_before(self.seat)
        side = game.side(self._owner(table))
        wins = game.short(side) <= game.value(self.seat, self.cards)
        if wins and before is not None and not self.sure:
            self.sure = True
            return "P%d counts first" % (before + 1)
        return table.close_with(actions.HAND, self.seat, *self.cards)

    # The suits left out.

    def _set(self, i, suit):
        self.cards[i] = cards.rank(self.cards[i]) * 4 + suit

    def _out(self, table):
        return table.game.seen() + self.cards

    def _question(self, table):
        """What the suits left out can still matter for: "flush", "nobs" or None."""
        if len(self.cards) < table.game.size(self.seat):
            return None
        if not self.answered and self._flush_suits(table):
            return "flush"
        if not self.nobs_answered and self._jack() is not None:
            starter = table.game.starter
            nobs = cards.JACK * 4 + cards.suit(starter)
            if nobs not in self._out(table):
                return "nobs"
        return None

    def _flush_suits(self, table):
        """The suits that all of the cards can be of, while some have none."""
        ranks = [cards.rank(card) for card in self.cards]
        if max(self.cards) < cards.UNKNOWN or len(set(ranks)) < len(ranks):
            return ()
        starter = cards.suit(table.game.starter)
        seen = table.game.seen()
        return [
            suit
            for suit in range(4)
            if (self.seat != CRIB or suit == starter)
            and all(card >= cards.UNKNOWN or card & 3 == suit for card in self.cards)
            and not any(rank * 4 + suit in seen for rank in ranks)
        ]

    def _jack(self):
        """The place of a jack without a suit, or None."""
        jack = cards.UNKNOWN + cards.JACK
        return self.cards.index(jack) if jack in self.cards else None

    def _question_text(self, table):
        question = self._question(table)
        if question == "flush":
            suits = self._flush_suits(table)
            return "all %s?" % (text.SUITS[suits[0]] if len(suits) == 1 else "one suit")
        if question == "nobs":
            return "J%s?" % text.SUITS[cards.suit(table.game.starter)]
        return None

    def _meant_points(self):
        """What to key instead of `P1 5 P1`, which looks like five points, or None."""
        if len(self.cards) > 1 or self.cards[0] < cards.UNKNOWN:
            return None
        rank = cards.rank(self.cards[0])
        return "%s then P%d pegs %d" % (cards.RANKS[rank], self.seat + 1, rank + 1)

    # What the screen says.

    def complete(self, table):
        full = len(self.cards) == table.game.size(self.seat)
        return full and self._question(table) is None

    def _owner(self, table):
        return table.game.dealer if self.seat == CRIB else self.seat

    def _missing(self, table):
        question = self._question_text(table)
        if question:
            return question
        left = table.game.size(self.seat) - len(self.cards)
        return "%d card%s missing" % (left, "" if left == 1 else "s")

    def line(self, table):
        return text.hand(self.seat, self.cards)

    def parts(self, table):
        if self.complete(table):
            return text.parts(show.explain(self.cards, table.game.starter, self.seat == CRIB))
        if len(self.cards) == table.game.size(self.seat):
            return self._question_text(table)
        return self._missing(table)

    def prompt(self, table):
        if self.complete(table):
            if table.game.won:
                return "OK: close"
            return "OK: pegs %d" % table.game.value(self.seat, self.cards)
        if self._question(table):
            return "suit, or OK: no"
        return "cards" if self.cards else "cards, OK: deal"

    def ghosts(self, table):
        game = table.game
        if game.won or not self.complete(table):
            return ()
        return ((game.side(self._owner(table)), game.value(self.seat, self.cards)),)


class NextGame(Entry):
    """After a win: OK once more begins the next game (keys, point 8)."""

    def reset(self):
        pass

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
