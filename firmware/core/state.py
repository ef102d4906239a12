"""The state of a match, and what each action does to it."""

# `do(action)` takes an action and returns None, or returns why not, one of the
# reasons below, with nothing changed.

from firmware.core import actions, cards, settings, show, variants
from firmware.core.actions import CRIB, NOBODY

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
WRONG_CARDS = "wrong cards"
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


# What `pack` keeps of a state: these, then the parts.
_BYTES = "told dealer won starter shown last_shown row target counted".split()


class State:
    def __init__(self):
        parts = [bytearray(row[2] for row in settings.ROWS)]
        parts += [bytearray(MOST_SEATS) for _ in range(3)] + [bytearray() for _ in range(8)]
        self._parts = parts
        # The match pegs and scores (holes) of each side; seat, card (or _GONE) of the play.
        self.settings, self.match, self.front, self.rear, self.played = parts[:5]
        self.hands = parts[5:]  # the cards shown this deal, by seat, and the crib's
        self.round = None  # the counted play, where there is one
        self.earned = ()  # (seat, points, kind) of its last move; no part of the state
        self.won = 0  # a bit for each side that has won this game
        self.row = self.dealer = self.counted = 0
        self._name()
        self._begin()

    def pack(self):
        """The whole state, as bytes."""
        state = bytearray(getattr(self, name) for name in _BYTES)
        for part in self._parts:
            state.append(len(part))
            state.extend(part)
        return bytes(state)

    def unpack(self, state):
        """Take on a state made by `pack`."""
        at = len(_BYTES)
        for name, value in zip(_BYTES, state):
            setattr(self, name, value)
        for part in self._parts:
            end = at + 1 + state[at]
            # An older state has fewer settings: those it lacks stay as they are.
            part[: state[at] if part is self.settings else len(part)] = state[at + 1 : end]
            at = end
        self._name()
        self.round = self._table() if self.counted else None

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
        for seat, hand in enumerate(self.hands):
            if seat != but:
                out.extend(hand)
                if self.played and not hand:
                    out.extend(self.cards_of(seat))
        return out

    def playing(self):
        """Is the play being counted, and not over?"""
        table = self.round
        return table is not None and table.turn is not None and not (self.won or self.shown)

    def turn_of(self, seat):
        """How far round from the dealer's left a seat counts its hand; the crib is last."""
        return self.seats if seat == CRIB else (seat - self.dealer - 1) % self.seats

    def next_shown(self, first):
        """The seat that counts next, from that turn on; CRIB after all (rules: The show)."""
        for turn in range(first, self.seats):
            seat = self.dealer_of(turn + 1)
            if not self.shown >> seat & 1:
                return seat
        return CRIB

    def counts_before(self, seat):
        """A seat that counts before this one (or CRIB) and has not yet, or None."""
        first = self.next_shown(0)
        return first if self.turn_of(first) < self.turn_of(seat) else None

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
        could = 0
        played = self.played if self.counted else b""
        left = [cards.rank(card) for card in hand]
        for i in range(0, len(played), 2):
            if played[i] != seat:
                continue
            if played[i + 1] == _GONE:
                room = 31 - self._table(i).count
                could = max(could, sum(1 for rank in left if min(rank + 1, 10) <= room))
            elif cards.rank(played[i + 1]) in left:
                left.remove(cards.rank(played[i + 1]))
        return could

    # Changing it.

    def do(self, action):
        """Do one action. None, or the reason it is refused, with nothing changed."""
        kind, args = action[0], action[1:]
        if self.won and kind not in (actions.SET, actions.NEW):
            return GAME_OVER
        if kind == actions.HAND and len(args) > 1:
            return self._do_hand(args[0], args[1:])
        if kind == actions.CLAIM and len(args) > 2:
            return self._do_hand(args[0], args[3:], args[1], args[2])
        does, n = _DOES.get(kind, (None, 0))
        return does(self, *args) if does and len(args) == n else NO_ACTION

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
        self._aim()
        self.told = ASK
        self.won = 0
        self.front[:] = self.rear[:] = bytes(MOST_SEATS)
        self._clear_deal()

    def _aim(self):
        game = variants.GAMES[self.row]
        self.target = self.settings[settings.TARGET] or game[variants.TARGET]

    def _clear_deal(self):
        self.starter = NOBODY
        self.shown = 0  # a bit for each seat whose hand has been counted
        self.last_shown = 0  # how far round from the dealer the show has gone
        for part in [self.played] + self.hands:
            part[:] = b""
        self.counted = 0
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
            self.counted = 1
            self.round = self._table()
        return None

    def _table(self, moves=None):
        """The play (rules: The play), the dealer's left leading, after all or some of it."""
        # Imported here: a board that does not count the play starts 16 ms sooner.
        from firmware.core.play import Round

        game = variants.GAMES[self.row]
        sizes = [game[variants.HAND]] * self.seats
        table = Round(sizes, self.dealer_of(1), game[variants.ONE_COUNT])
        for i in range(0, len(self.played) if moves is None else moves, 2):
            _moved(table, self.played[i], self.played[i + 1])
        return table

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
        return self._move(seat, card)

    def _do_suit(self, card):
        if self.shown or self.played[-1:] != bytes((cards.UNKNOWN + cards.rank(card),)):
            return NOT_A_CARD
        if card in self.seen():
            return SEEN
        self.played[-1] = card
        if self.round.stack:
            self.round.stack[-1] = card
        return None

    def _do_go(self, seat):
        table = self.round
        if table is None or table.turn is None:
            return NO_PLAY
        every = seat == NOBODY
        seat = table.turn if every else seat
        if seat >= self.seats or not table.left[seat]:
            return NO_CARDS
        refusal = self._move(seat, _GONE)
        while every and refusal is None and not self.earned:
            refusal = self._move(table.turn, _GONE)
        return refusal

    def _move(self, seat, card):
        """A move of the play, what it earns pegged, all of one seat's as one leapfrog."""
        table, turn = self.round, self.round.turn
        try:
            self.earned = _moved(table, seat, card)
        except table.Refused as refused:
            table.turn = turn
            return refused.reason
        self.played.extend(bytes((seat, card)))
        sums = {}
        for seat, points, _ in self.earned:
            sums[seat] = sums.get(seat, 0) + points
        for seat, points in sums.items():
            self._peg(self.side(seat), points)
        return None

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
        self.hands[seat][:] = bytes(hand)
        self.shown |= 1 << seat
        self._peg_shown(
            seat, hand, claim if believed else self.value(seat, hand), claim, caller
        )
        if seat != CRIB:
            self.last_shown = self.turn_of(seat) + 1
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
        if caller == actions.LATE:
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
        if not any(self.front):
            if setting == settings.GAME:
                self._begin()
            elif setting == settings.TARGET:
                self._aim()
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


def _moved(table, seat, card):
    """One move of the play, by a seat that may have been out of turn; what it earns."""
    table.turn = seat
    return table.go(seat) if card == _GONE else table.play(seat, card)


# What each kind of action does, and how many arguments it has.
_DOES = {
    actions.NEW: (State._begin, 0),
    actions.DEALER: (State._do_dealer, 1),
    actions.PEG: (State._do_peg, 2),
    actions.STARTER: (State._do_starter, 2),
    actions.DEAL: (State._do_deal, 0),
    actions.SET: (State._do_set, 2),
    actions.PLAY: (State._do_play, 2),
    actions.GO: (State._do_go, 1),
    actions.SUIT: (State._do_suit, 1),
    actions.AMENDS: (State._do_peg, 2),
}
