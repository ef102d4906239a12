"""The state of a match, and what each action does to it.

`do(action)` takes an action and returns None, or returns why not, one of the
reasons below, with nothing changed.
"""

from firmware.core import cards, settings, show, variants
from firmware.core.actions import (
    CLAIM,
    CRIB,
    DEAL,
    DEALER,
    GO,
    HAND,
    LATE,
    NEW,
    NOBODY,
    PEG,
    PLAY,
    SET,
    STARTER,
)
from firmware.core.play import OVER, Refused, Round

# Why an action is refused, as the screen says it.
GAME_OVER = "the game is won"
NO_SUCH_SEAT = "no such player"
NO_POINTS = "no points"
NOT_A_CARD = "not a card"
SEEN = "already seen"
NO_STARTER = "no starter yet"
HAS_STARTER = "starter is known"
NO_DEALER = "who deals?"
SHOWN = "already shown"
WRONG_CARDS = "cards are missing"
NO_SETTING = "no such setting"
NO_ACTION = "not an action"
NO_PLAY = "no play now"
NO_CARDS = "no cards left"

# Whether the board has been told who deals.
ASK, TOLD, UNTOLD = range(3)

MOST_SEATS = 6
_SHORT = 31  # rules: Winning: skunk, double skunk, and where double skunks count
_FAR_SHORT = 61
_DOUBLE_FROM = 91
_GONE = 255  # instead of a card played: go


class State:
    def __init__(self):
        self.settings = bytearray(row[2] for row in settings.ROWS)
        self.match = bytearray(MOST_SEATS)  # match pegs of each side
        self.front = bytearray(MOST_SEATS)  # scores, holes
        self.rear = bytearray(MOST_SEATS)
        self.hands = [b""] * (CRIB + 1)  # the cards shown this deal
        self.played = bytearray()  # seat, card (or _GONE) of the counted play
        self.round = None  # the counted play, where there is one
        self.earned = ()  # (seat, points, kind) of its last move; no part of the state
        self.won = 0  # a bit for each side that has won this game
        self.row = self.dealer = 0
        self._name()
        self._begin()

    def pack(self):
        """The whole state, as bytes."""
        state = bytearray(
            (self.told, self.dealer, self.won, self.starter, self.shown, self.last_shown)
        )
        state.extend(bytes((self.row, self.target, self.round is not None)))
        for part in (self.settings, self.match, self.front, self.rear):
            state.extend(part)
        for part in self.hands + [self.played]:
            state.append(len(part))
            state.extend(part)
        return bytes(state)

    def unpack(self, state):
        """Take on a state made by `pack`."""
        self.told, self.dealer, self.won, self.starter, self.shown, self.last_shown = state[:6]
        self.row, self.target, counted = state[6:9]
        at = 9
        for part in (self.settings, self.match, self.front, self.rear):
            part[:] = state[at : at + len(part)]
            at += len(part)
        for i in range(CRIB + 2):
            end = at + 1 + state[at]
            part = state[at + 1 : end]
            if i > CRIB:
                self.played = bytearray(part)
            else:
                self.hands[i] = bytes(part)
            at = end
        self._name()
        self.round = self._replay() if counted else None

    def _name(self):
        """What follows from the game's row."""
        game = variants.GAMES[self.row]
        self.seats = game[variants.SEATS]
        self.sides = game[variants.SIDES]

    # What follows from the state.

    def side(self, seat):
        """The side a seat pegs for (rules: Partners)."""
        return seat % self.sides

    def dealer_of(self, turns):
        """The seat `turns` places to the left of the dealer."""
        return (self.dealer + turns) % self.seats

    def owner(self, seat):
        """The seat itself; the dealer for CRIB."""
        return self.dealer if seat == CRIB else seat

    def size(self, seat):
        """Cards in a seat's hand, or in the crib."""
        return variants.GAMES[self.row][variants.CRIB if seat == CRIB else variants.HAND]

    def cards_of(self, seat):
        """The cards a seat has played, in order."""
        played = self.played
        return [
            played[i + 1]
            for i in range(0, len(played), 2)
            if played[i] == seat and played[i + 1] != _GONE
        ]

    def seen(self, but=NOBODY):
        """The cards known to be out this deal, but for those of one seat."""
        out = [] if self.starter == NOBODY else [self.starter]
        for seat in range(CRIB + 1):
            if seat != but:
                out.extend(self.hands[seat] or self.cards_of(seat))
        return out

    def playing(self):
        """Is the play being counted, and not over?"""
        table = self.round
        return table is not None and table.turn is not None and not (self.won or self.shown)

    def next_shown(self):
        """The seat whose hand is counted next, CRIB after the dealer's (rules: The show)."""
        for turn in range(self.last_shown, self.seats):
            seat = self.dealer_of(turn + 1)
            if not self.shown >> seat & 1:
                return seat
        return CRIB

    def counts_before(self, seat):
        """A seat that counts before this one (or CRIB) and has not yet, or None."""
        for turn in range(self.seats):
            earlier = self.dealer_of(turn + 1)
            if earlier == seat:
                return None
            if not self.shown >> earlier & 1:
                return earlier
        return None

    def value(self, seat, hand):
        """Points of a hand (or of the crib) with the starter."""
        return show.score(hand, self.starter, seat == CRIB)

    def short(self, side):
        """Holes a side is short of the target."""
        return self.target - self.front[side]

    def skunk(self):
        """0, 1 or 2: none, a skunk, a double skunk (rules: Winning); low ball has none."""
        if not self.won or self.settings[settings.LOW_BALL]:
            return 0
        nearest = min(self.short(s) for s in range(self.sides) if not self.won >> s & 1)
        if nearest >= _FAR_SHORT and self.target >= _DOUBLE_FROM:
            return 2
        return int(nearest >= _SHORT)

    def match_winner(self):
        """The side that has the match, or None."""
        goal = self.settings[settings.MATCH]
        for side in range(self.sides):
            if goal and self.match[side] >= goal:
                return side
        return None

    def false_go(self, seat, hand):
        """The cards of `hand` its seat could have played when it said go (rules: Renege)."""
        if self.round is None:
            return 0
        left, could = list(hand), 0
        table = self._start()
        for i in range(0, len(self.played), 2):
            who, card = self.played[i], self.played[i + 1]
            if who == seat and card == _GONE:
                fits = [c for c in left if cards.pips(c) + table.count <= 31]
                could = max(could, len(fits))
            elif who == seat:
                same = [c for c in left if cards.rank(c) == cards.rank(card)]
                if same:
                    left.remove(same[0])
            _move(table, who, card)
        return could

    # Changing it.

    def do(self, action):
        """Do one action. None, or the reason it is refused, with nothing changed."""
        kind, n = action[0], len(action)
        if kind == SET and n == 3:
            return self._do_set(action[1], action[2])
        if kind == NEW and n == 1:
            return self._begin()
        if self.won:
            return GAME_OVER
        if kind == PEG and n == 3:
            return self._do_peg(action[1], action[2])
        if kind == PLAY and n == 3:
            return self._do_play(action[1], action[2])
        if kind == GO and n == 2:
            return self._do_go(action[1])
        if kind == HAND and n > 2:
            return self._do_hand(action[1], action[2:])
        if kind == CLAIM and n > 3:
            return self._do_hand(action[1], action[4:], action[2], action[3])
        if kind == STARTER and n == 3:
            return self._do_starter(action[1], action[2])
        if kind == DEAL and n == 1:
            return self._do_deal()
        if kind == DEALER and n == 2:
            return self._do_dealer(action[1])
        return NO_ACTION

    def _begin(self):
        """The next game: the loser deals, or it goes to the left (rules: First deal)."""
        low = self.settings[settings.LOW_BALL]
        if self.match_winner() is not None:
            self.match[:] = bytes(MOST_SEATS)
        if self.won:
            self.dealer = self.dealer_of(1)
            while self.sides == 2 and not low and self.won >> self.side(self.dealer) & 1:
                self.dealer = self.dealer_of(1)
        self.row = self.settings[settings.GAME]
        self._name()
        self.dealer %= self.seats
        game = variants.GAMES[self.row]
        self.target = self.settings[settings.TARGET] or game[variants.TARGET]
        self.told = ASK
        self.won = 0
        self.front[:] = self.rear[:] = bytes(MOST_SEATS)
        self._clear_deal()

    def _clear_deal(self):
        self.starter = NOBODY
        self.shown = 0  # a bit for each seat whose hand has been counted
        self.last_shown = 0  # how far round from the dealer the show has gone
        self.hands[:] = [b""] * (CRIB + 1)
        self.played = bytearray()
        self.round = None

    def _do_dealer(self, seat):
        if seat == NOBODY:
            self.told = UNTOLD
        elif seat < self.seats:
            fresh = self.told == ASK and not any(self.front)
            self.dealer = seat
            self.told = TOLD
            if fresh:  # rules: First deal: three for last
                self._peg(self.side(seat + 1), variants.GAMES[self.row][variants.FOR_LAST])
        else:
            return NO_SUCH_SEAT
        return None

    def _do_peg(self, side, points):
        if side >= self.sides:
            return NO_SUCH_SEAT
        if not points:
            return NO_POINTS
        if self.told == ASK:
            self.told = UNTOLD
        self._peg(side, points)
        return None

    def _do_starter(self, card, heels):
        if self.starter != NOBODY:
            return HAS_STARTER
        if card >= cards.UNKNOWN:
            return NOT_A_CARD
        if card in self.seen():
            return SEEN
        heels = heels and cards.rank(card) == cards.JACK
        if (heels or self.settings[settings.COUNT]) and self.told != TOLD:
            return NO_DEALER
        self.starter = card
        if heels:
            self._peg(self.side(self.dealer), 2)
        if self.settings[settings.COUNT] and not self.won:
            self.round = self._start()
        return None

    def _start(self):
        """A new play (rules: The play): the dealer's left leads."""
        game = variants.GAMES[self.row]
        sizes = [game[variants.HAND]] * self.seats
        return Round(sizes, self.dealer_of(1), game[variants.ONE_COUNT])

    def _replay(self):
        table = self._start()
        for i in range(0, len(self.played), 2):
            _move(table, self.played[i], self.played[i + 1])
        return table

    def suit(self, card):
        """The card played last, now with its suit. None, or SEEN."""
        if card in self.seen():
            return SEEN
        self.played[-1] = card
        if self.round.stack:
            self.round.stack[-1] = card
        return None

    def _do_play(self, seat, card):
        table = self.round
        if table is None or table.turn is None:
            return NO_PLAY
        if seat >= self.seats or not table.left[seat]:
            return NO_CARDS
        if card >= cards.UNKNOWN + 13:
            return NOT_A_CARD
        if not cards.may_be(card, self.seen()):
            return SEEN
        if table.count + cards.pips(card) > 31:
            return OVER
        self.played.extend(bytes((seat, card)))
        self._earn(_move(table, seat, card))
        return None

    def _do_go(self, seat):
        table = self.round
        if table is None or table.turn is None:
            return NO_PLAY
        every = seat == NOBODY
        seat = table.turn if every else seat
        if seat >= self.seats or not table.left[seat]:
            return NO_CARDS
        earned = []
        try:
            while not earned:
                earned = _move(table, seat, _GONE)
                self.played.extend(bytes((seat, _GONE)))
                if not every:
                    break
                seat = table.turn
        except Refused as refused:
            return refused.reason
        self._earn(earned)
        return None

    def _earn(self, earned):
        """Peg what a move earns, all of one seat's as one leapfrog."""
        self.earned = earned
        sums = {}
        for seat, points, _ in earned:
            sums[seat] = sums.get(seat, 0) + points
        for seat, points in sums.items():
            self._peg(self.side(seat), points)

    def whole(self, seat, hand):
        """The hand as it counts: what was played, with the suits keyed at the show."""
        played = self.cards_of(seat)
        return [
            played[i] if i < len(played) and cards.rank(played[i]) != cards.rank(card) else card
            for i, card in enumerate(hand)
        ]

    def _do_hand(self, seat, hand, claim=None, caller=NOBODY):
        if seat != CRIB and seat >= self.seats:
            return NO_SUCH_SEAT
        if self.starter == NOBODY:
            return NO_STARTER
        if seat == CRIB and self.told != TOLD:
            return NO_DEALER
        if self.shown >> seat & 1:
            return SHOWN
        believed = claim is not None and not hand
        if not believed and len(hand) != self.size(seat):
            return WRONG_CARDS
        hand = self.whole(seat, hand)
        seen = self.seen(seat)
        for card in hand:
            if card >= cards.UNKNOWN + 13:
                return NOT_A_CARD
            if not cards.may_be(card, seen):
                return SEEN
            seen.append(card)
        self.hands[seat] = bytes(hand)
        self.shown |= 1 << seat
        self._peg_shown(
            seat, hand, claim if believed else self.value(seat, hand), claim, caller
        )
        if seat != CRIB:
            self.last_shown = (seat - self.dealer - 1) % self.seats + 1
        elif not self.won:
            self._do_deal()
        return None

    def _peg_shown(self, seat, hand, value, claim, caller):
        """The owner first, then the opponents, stopping at a win (rules: Claims)."""
        owner = self.side(self.owner(seat))
        other = self.side(caller) if caller < self.seats else self.side(self.owner(seat) + 1)
        own, theirs = value, 0
        if claim is not None:
            own, theirs = self.split(value, claim, caller, self.short(owner))
        self._peg(owner, own)
        if not self.won:
            self._peg(other, theirs)
        if self.settings[settings.RENEGE] and seat != CRIB and not self.won:
            away = owner if self.settings[settings.LOW_BALL] else self.side(seat + 1)
            self._peg(away, 2 * self.false_go(seat, hand))

    def split(self, value, claim, caller, short):
        """(points of the owner, of the opponents) for a claim (rules: Claims, Clock).

        `short` is how many holes the owner is short of the target: nobody gets
        more of a hand than could have been pegged.
        """
        low = self.settings[settings.LOW_BALL]
        strict = self.settings[settings.CLAIMS] == settings.STRICT
        called = caller < self.seats
        if caller == LATE:
            return (value, 0) if low else (value - value // 2, value // 2)
        over = claim - value if strict and claim > value else 0
        own = value if low else min(claim, value)
        missed = value - min(claim, value)
        wrong = 2 if called and not missed else 0
        if low:  # the offender is given the points
            return own + over, wrong
        if not called and not strict:
            missed = 0
        return own + wrong, min(missed, max(short - own, 0)) + over

    def _do_deal(self):
        self.dealer = self.dealer_of(1)
        if self.told == ASK:
            self.told = UNTOLD
        self._clear_deal()
        return None

    def _do_set(self, setting, value):
        if setting >= len(settings.ROWS) or value not in settings.ROWS[setting][1]:
            return NO_SETTING
        self.settings[setting] = value
        # Another game or target holds from the next game, or from now on
        # where nothing has been pegged in this one.
        if setting in (settings.GAME, settings.TARGET) and not any(self.front) and not self.won:
            told, dealer = self.told, self.dealer
            self._begin()
            if dealer < self.seats and not variants.GAMES[self.row][variants.FOR_LAST]:
                self.told, self.dealer = told, dealer
        return None

    def _peg(self, side, points):
        """Leapfrog: the rear peg goes `points` holes beyond the front peg, or to the target."""
        if not points or self.won:
            return
        self.rear[side] = self.front[side]
        self.front[side] = min(self.front[side] + points, self.target)
        if self.front[side] == self.target:
            self._win(side)

    def _win(self, side):
        """The game ends: rules: Winning, Match; at low ball the lowest track has won."""
        self.won = 1 << side
        if self.settings[settings.LOW_BALL]:
            lowest = min(self.front[: self.sides])
            self.won = 0
            for s in range(self.sides):
                self.won |= (self.front[s] == lowest) << s
        if self.settings[settings.MATCH]:
            for s in range(self.sides):
                if self.won >> s & 1:
                    self.match[s] = min(self.match[s] + 1 + self.skunk(), 255)


def _move(table, seat, card):
    """One move of the play, by a seat that may have been out of turn; what it earns."""
    turn = table.turn
    table.turn = seat
    try:
        return table.go(seat) if card == _GONE else table.play(seat, card)
    except Refused:
        table.turn = turn
        raise
