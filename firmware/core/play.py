"""The play: what each card scores, whose turn it is, go and last."""

import micropython

from firmware.core.cards import pips

# Why a card or a go is refused.
TURN = "turn"
OVER = "over 31"
CAN_PLAY = "can play"


class Refused(ValueError):
    """Against the rules, and nothing has changed. `reason` is TURN, OVER or CAN_PLAY."""

    @property
    def reason(self):
        return self.args[0]


def points(stack):
    """What the last card of one count scores: a list of (kind, points).

    Kinds, in this order: "15", "31", "pair" (of 2, 6 or 12), "run".
    """
    parts = []
    found = _last(stack, len(stack))
    count = found & 63
    same = found >> 6 & 7
    run = found >> 9
    if count == 15 or count == 31:
        parts.append((str(count), 2))
    if same > 1:
        parts.append(("pair", same * (same - 1)))
    elif run > 2:
        parts.append(("run", run))
    return parts


# Viper, for an undo plays a deal's cards again. The count in six bits; in three, how
# many last cards are of one rank; above, the longest run of last cards.
@micropython.viper
def _last(stack, size: int) -> int:
    count = 0
    same = 0
    run = 0
    seen = 0
    last = 0
    low = 0
    high = 0
    n = 0
    while n < size:
        n += 1
        card = int(stack[size - n])
        rank = card >> 2
        if card >= 52:
            rank = card - 52
        count += rank + 1 if rank < 9 else 10
        if n == 1:
            last = low = high = rank
        if rank == last and same == n - 1:
            same = n
        if seen >> rank & 1:
            seen = -1  # a rank met before ends every run
        seen |= 1 << rank
        if rank < low:
            low = rank
        if rank > high:
            high = rank
        if seen > 0 and high - low == n - 1:
            run = n
    return count | same << 6 | run << 9


class Round:
    """The play of one deal: seats are numbered to the left, cards in hand are but counted."""

    # turn   the seat to play or to say go; None when the play is over
    # count  0 to 31; stays at its end when the play is over
    # stack  the cards of this count
    # left   cards left, by seat

    Refused = Refused

    def __init__(self, hand_sizes, leader, one_count=False):
        self.left = list(hand_sizes)
        self.one_count = one_count
        self._last = None  # the seat that played the last card
        self._lead(leader)

    def play(self, seat, card):
        """Plays a card: a list of (seat, points, kind). Kinds of points(), and "go", "last"."""
        if seat != self.turn:
            raise Refused(TURN)
        count = self.count + pips(card)
        if count > 31:
            raise Refused(OVER)
        self.count = count
        self.stack.append(card)
        self.left[seat] -= 1
        self._last = seat
        events = [(seat, n, kind) for kind, n in points(self.stack)]
        return events + self._move_on(seat)

    def may_go(self):
        """Is the count so high that some card cannot be played?"""
        return self.count > 21

    def go(self, seat):
        """Says go: a list of (seat, points, kind), empty while others may still play."""
        if seat != self.turn:
            raise Refused(TURN)
        if not self.may_go():
            raise Refused(CAN_PLAY)
        self._gone |= 1 << seat
        return self._move_on(seat)

    def _lead(self, seat):
        self.count = 0
        self.stack = []
        self._gone = 0  # a bit for each seat that has said go
        self.turn = self._next(seat)

    def _next(self, seat):
        """The first from `seat` round that holds cards and has not said go, or None."""
        for i in range(len(self.left)):
            i = (seat + i) % len(self.left)
            if self.left[i] and not self._gone >> i & 1:
                return i
        return None

    def _move_on(self, seat):
        """Passes the turn on from `seat`, or ends the count: the points for go or last."""
        self.turn = None if self.count == 31 else self._next(seat + 1)
        if self.turn is not None:
            return []
        events = []
        if self.count < 31:
            events.append((self._last, 1, "go" if any(self.left) else "last"))
        if any(self.left) and not self.one_count:
            self._lead(self._last + 1)
        return events
