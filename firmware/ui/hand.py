"""A seat's hand or the crib, as it is keyed: keys, points 2, 5 and 6."""

from firmware.core import actions, cards, settings, show
from firmware.core.actions import CRIB, LATE, NOBODY
from firmware.core.state import SHOWN, TOLD
from firmware.ui import text
from firmware.ui.entries import MOST_POINTS, PLAYERS, RANKS, SUITS, Dealer, Entry, suited

_FLUSH, _NOBS = "a", "J"  # how the two questions begin
TIME_IS_UP = "LATE"  # comes as a key, so that UNDO can take it back


class Hand(Entry):
    """Ranks, each with its suit or without; where claims are made, a number first."""

    def __init__(self, seat):
        super().__init__()
        self.first = seat
        self._opened = None  # ms
        self._left = None  # seconds, as the screen has them

    def reset(self, table):
        game = table.game
        if self._opened is None:
            self._opened = table.now
        self.cards = []
        self.claims = game.settings[settings.CLAIMS] if not game.won else 0
        self.claim = None if self.claims else 0
        self.claiming = bool(self.claims)
        self.caller = NOBODY
        self.all_answered = False  # "all of one suit?" has had its no
        self.nobs_answered = False
        self.sure = False  # it may be pegged before a hand that counts first
        self._move(table, self.first)

    def _move(self, table, seat):
        """To another seat: the cards keyed go along, those that were played do not."""
        self.seat = seat
        self.sure = False
        if table.game.round is not None:
            self.cards = table.game.cards_of(seat)

    def key(self, table, k):
        if self.claiming:
            return self._claim_key(table, k)
        if k in RANKS:
            return self._rank(table, RANKS[k])
        if k in SUITS:
            return self._suit(table, k)
        if k in PLAYERS:
            if PLAYERS[k] >= table.game.seats:
                return "no %s here" % k
            return self._player(table, PLAYERS[k])
        if k == "OK":
            return self._ok(table)
        return "OK or UNDO"

    # The claim.

    def _claim_key(self, table, k):
        if k in RANKS:
            claim = (self.claim or 0) + RANKS[k] + 1
            if claim > MOST_POINTS:
                return "too many points"
            self.claim = claim
        elif k == TIME_IS_UP:
            self.claim, self.caller, self.claiming = 0, LATE, False
        elif k == "GO" and self.claim is None:
            self.claim, self.claiming = 0, False
        elif k == "OK" and self.claim is None:
            return table.next_deal(self)
        elif k == "OK":
            self.claiming = False
        elif k in PLAYERS and self.claim is None and PLAYERS[k] < table.game.seats:
            return self._other(table, PLAYERS[k])
        else:
            return "claim, then OK"
        return None

    def tick(self, table):
        left = self.seconds(table)
        if left != self._left:
            self._left = left
            table.version += 1
            if left == 0:
                table.key(TIME_IS_UP)

    def seconds(self, table):
        """Seconds left for the claim, or None where no clock runs."""
        clock = table.game.settings[settings.CLOCK]
        if not clock or not self.claiming:
            return None
        return max(clock - ((table.now - self._opened) & 0x3FFFFFFF) // 1000, 0)

    # Cards.

    def _rank(self, table, rank):
        if len(self.cards) == table.game.size(self.seat):
            return self._missing(table) or "%d cards only" % len(self.cards)
        card = cards.UNKNOWN + rank
        if not cards.may_be(card, self._out(table)):
            return "a fifth %s" % cards.RANKS[rank]
        self.cards.append(card)
        return None

    def _suit(self, table, k):
        if not self.cards:
            return "rank first"
        suit = SUITS[k]
        asked = self._missing(table)[:1]
        if asked == _FLUSH and suit in self._flush_suits(table):
            for i in range(len(self.cards)):
                self._set(i, suit)
            return None
        if asked == _NOBS and suit == cards.suit(table.game.starter):
            self._set(self._jack(), suit)
            return None
        self.cards[-1], refusal = suited(self.cards[-1], k, self._out(table))
        return refusal

    def _set(self, i, suit):
        self.cards[i] = cards.rank(self.cards[i]) * 4 + suit

    def _player(self, table, seat):
        game = table.game
        owner = game.owner(self.seat)
        if self.claims:
            if game.side(seat) == game.side(owner):
                return self._ok(table) if seat == owner else "OK or UNDO"
            if self.claims == settings.WORD or self.cards or self.caller != NOBODY:
                return "OK or UNDO"
            self.caller = seat
            return None
        if owner == seat and self.cards:
            missing = self._missing(table)
            return (self._meant_points(table) or missing) if missing else self._ok(table)
        return self._other(table, seat)

    def _other(self, table, seat):
        """A player's key that does not peg: the hand is that seat's, or it is its crib."""
        game = table.game
        if self.seat != seat or self.cards:
            if game.shown >> seat & 1:
                return SHOWN
            if len(self.cards) > game.size(seat):
                return "%d cards only" % game.size(seat)
            self._move(table, seat)
            return None
        if game.told != TOLD or game.dealer != seat:
            return table.open(Dealer(Hand(CRIB), seat))
        self._move(table, CRIB)
        return None

    def _ok(self, table):
        game = table.game
        if not self.cards and not self.claims:
            return table.next_deal(self)
        believed = self.claims and not self.cards and self.caller == NOBODY
        missing = "" if believed else self._missing(table)
        if missing.endswith("?"):
            self.all_answered = True
            self.nobs_answered = missing[0] == _NOBS
            return None
        if missing:
            return missing
        if game.won:
            return table.close()
        if self.seat == CRIB and game.told != TOLD:
            return table.open(Dealer(self))
        before = game.counts_before(self.seat)
        wins = game.short(game.side(game.owner(self.seat))) <= self._pegs(table)
        if wins and before is not None and not self.sure:
            self.sure = True
            return "P%d counts first" % (before + 1)
        if self.claims:
            kind = (actions.CLAIM, self.seat, self.claim, self.caller)
            return table.close_cards(*kind, *self.cards)
        return table.close_cards(actions.HAND, self.seat, *self.cards)

    def _pegs(self, table):
        """Points that the owner will peg."""
        game = table.game
        if not self.claims:
            return game.value(self.seat, self.cards)
        value = game.value(self.seat, self.cards) if self.cards else self.claim
        short = game.short(game.side(game.owner(self.seat)))
        return game.split(value, self.claim, self.caller, short)[0]

    # The suits left out.

    def _out(self, table):
        return table.game.seen(self.seat) + self.cards

    def _missing(self, table):
        """What keeps it open: cards, a question of suits that can matter, or ""."""
        left = table.game.size(self.seat) - len(self.cards)
        if left:
            return "%d card%s missing" % (left, "" if left == 1 else "s")
        suits = () if self.all_answered else self._flush_suits(table)
        if suits:
            return "all %s?" % (text.SUITS[suits[0]] if len(suits) == 1 else "one suit")
        suit = cards.suit(table.game.starter)
        known = self.nobs_answered or cards.JACK * 4 + suit in self._out(table)
        return "" if known or self._jack() is None else "J%s?" % text.SUITS[suit]

    def _flush_suits(self, table):
        """The suits that all of the cards can be of, while some have none."""
        ranks = [cards.rank(card) for card in self.cards]
        if max(self.cards) < cards.UNKNOWN or len(set(ranks)) < len(ranks):
            return ()
        starter = cards.suit(table.game.starter)
        seen = table.game.seen(self.seat)
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

    def _meant_points(self, table):
        """What to key instead of `P1 5 P1`, which looks like five points, or None."""
        if len(self.cards) > 1 or self.cards[0] < cards.UNKNOWN:
            return None
        rank, owner = cards.rank(self.cards[0]), table.game.owner(self.seat)
        row = "%s then P%d pegs %d" % (cards.RANKS[rank], owner + 1, rank + 1)
        return row if len(row) <= text.COLUMNS else row.replace(" then", ",")

    # What the screen says.

    def line(self, table):
        if self.claiming or (self.claims and not self.cards):
            if self.caller == LATE:
                return "%s: time is up" % text.owner(self.seat)
            claim = "?" if self.claim is None else str(self.claim)
            return "%s claims %s" % (text.owner(self.seat), claim)
        return text.hand(self.seat, self.cards)

    def parts(self, table):
        left = self.seconds(table)
        if left is not None:
            return "%d seconds" % left
        if not self._missing(table):
            crib = self.seat == CRIB
            return text.parts(show.explain(self.cards, table.game.starter, crib))
        if self.caller < table.game.seats and not self.cards:
            return "P%d: muggins" % (self.caller + 1)
        if self.claiming or (self.claims and not self.cards and self.caller == NOBODY):
            return ""
        return self._missing(table)

    def prompt(self, table):
        if self.claiming:
            return "claim, OK: deal" if self.claim is None else "OK: claims %d" % self.claim
        if not self._missing(table):
            game = table.game
            short = game.short(game.side(game.owner(self.seat)))
            return "OK: close" if game.won else "OK: pegs %d" % min(self._pegs(table), short)
        if self._missing(table).endswith("?"):
            return "suit, or OK: no"
        if self.claims and not self.cards and self.caller == NOBODY:
            return "cards, OK: %d" % self.claim
        return "cards" if self.cards or self.claims else "cards, OK: deal"

    def ghosts(self, table):
        game = table.game
        if game.won or self.claiming or self._missing(table):
            return ()
        return ((game.side(game.owner(self.seat)), self._pegs(table)),)

    def pointers(self, table):
        left = self.seconds(table)
        return () if left is None else ((table.game.side(table.game.owner(self.seat)), left),)
