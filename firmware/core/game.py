"""The state of a match, changed by actions only.

`apply(action)` does what the action says and returns None, or returns why not,
one of the reasons below, with nothing changed.
"""

from firmware.core import cards, settings, show, variants
from firmware.core.actions import (
    CRIB,
    DEAL,
    DEALER,
    HAND,
    NEW,
    NOBODY,
    PEG,
    REDO,
    SET,
    STARTER,
    UNDO,
)
from firmware.core.log import Log

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
NOTHING_DONE = "nothing to undo"
NOTHING_UNDONE = "nothing to redo"
NO_ACTION = "not an action"

# Whether the board has been told who deals.
ASK, TOLD, UNTOLD = range(3)

MOST_SEATS = 6
_LOSER_SHORT = 31  # rules: Winning: skunk, double skunk, where double skunks count
_LOSER_FAR_SHORT = 61
_DOUBLE_FROM = 91


class Game:
    def __init__(self):
        self.settings = bytearray(row[2] for row in settings.ROWS)
        self.match = bytearray(MOST_SEATS)  # match pegs of each side
        self.front = bytearray(MOST_SEATS)  # scores, holes
        self.rear = bytearray(MOST_SEATS)
        self.hands = [b""] * (CRIB + 1)  # the cards shown this deal
        self.won = 0  # a bit for each side that has won this game
        self.dealer = 0
        self.row = 0
        self._name()
        self._begin()
        self.log = Log(self.pack())

    # What the log is made of.

    def pack(self):
        """The whole state but the log, as bytes."""
        fixed = bytes(
            (
                self.told,
                self.dealer,
                self.won,
                self.starter,
                self.last_shown,
                self.row,
                self.target,
            )
        )
        state = bytearray(fixed)
        for part in (self.settings, self.match, self.front, self.rear):
            state.extend(part)
        for hand in self.hands:
            state.append(len(hand))
            state.extend(hand)
        return bytes(state)

    def unpack(self, state):
        """Take on a state made by `pack`."""
        (
            self.told,
            self.dealer,
            self.won,
            self.starter,
            self.last_shown,
            self.row,
            self.target,
        ) = state[:7]
        at = 7
        for part in (self.settings, self.match, self.front, self.rear):
            part[:] = state[at : at + len(part)]
            at += len(part)
        for i in range(CRIB + 1):
            end = at + 1 + state[at]
            self.hands[i] = bytes(state[at + 1 : end])
            at = end
        self._name()

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

    def size(self, seat):
        """Cards in a seat's hand, or in the crib."""
        return variants.GAMES[self.row][variants.CRIB if seat == CRIB else variants.HAND]

    def seen(self):
        """The cards known to be out this deal, those without a suit included."""
        out = [] if self.starter == NOBODY else [self.starter]
        for hand in self.hands:
            out.extend(hand)
        return out

    def next_shown(self):
        """The seat whose hand is counted next, CRIB after the dealer's (rules: The show)."""
        for turn in range(self.last_shown, self.seats):
            seat = self.dealer_of(turn + 1)
            if not self.hands[seat]:
                return seat
        return CRIB

    def counts_before(self, seat):
        """A seat that counts before this one (or CRIB) and has not yet, or None."""
        for turn in range(self.seats):
            earlier = self.dealer_of(turn + 1)
            if earlier == seat:
                return None
            if not self.hands[earlier]:
                return earlier
        return None

    def value(self, seat, hand, starter=None):
        """Points of a hand (or of the crib) with the starter."""
        return show.score(hand, self.starter if starter is None else starter, seat == CRIB)

    def short(self, side):
        """Holes a side is short of the target."""
        return self.target - self.front[side]

    def skunk(self):
        """0, 1 or 2: none, a skunk, a double skunk (rules: Winning); low ball has none."""
        if not self.won or self.settings[settings.LOW_BALL]:
            return 0
        nearest = min(self.short(s) for s in range(self.sides) if not self.won & 1 << s)
        if nearest >= _LOSER_FAR_SHORT and self.target >= _DOUBLE_FROM:
            return 2
        return 1 if nearest >= _LOSER_SHORT else 0

    def match_winner(self):
        """The side that has the match, or None."""
        goal = self.settings[settings.MATCH]
        for side in range(self.sides):
            if goal and self.match[side] >= goal:
                return side
        return None

    # Changing it.

    def apply(self, action):
        """Do one action. None, or the reason it is refused, with nothing changed."""
        kind = action[0] if action else REDO + 1
        if kind == UNDO:
            return self._undo()
        if kind == REDO and len(action) == 2:
            return self._redo(action[1])
        refusal = self._do(action)
        if refusal is None:
            self._write(action)
            self.log.mark(self.pack)
        return refusal

    def _write(self, action):
        log = self.log
        log.write(action, log.at < len(log) and _alike(log[log.at], action))

    def _undo(self):
        log = self.log
        if not log.at:
            return NOTHING_DONE
        goal = log.at - 1
        log.at = log.nearest(goal)
        self.unpack(log.marks[log.at])
        while log.at < goal:
            self._step()
        return None

    def _redo(self, most):
        log = self.log
        if log.at == len(log):
            return NOTHING_UNDONE
        goal = min(log.at + most, len(log))
        refusal = self._step()
        if refusal is None:
            while log.at < goal and self._step() is None:
                pass
        return refusal

    def note(self, action):
        """Write an action that is known to be legal in the log, the state left as it is.

        For a start from a state further on: what lies before it is needed only to go back.
        """
        log = self.log
        kind = action[0]
        if kind == UNDO:
            log.at -= 1
        elif kind == REDO:
            log.at += action[1]
        else:
            self._write(action)

    def _step(self):
        """Do the next action of the log again."""
        log = self.log
        refusal = self._do(log[log.at])
        if refusal is None:
            log.at += 1
            log.mark(self.pack)
        return refusal

    def _do(self, action):
        kind = action[0]
        if kind == PEG and len(action) == 3:
            return self._do_peg(action[1], action[2])
        if kind == HAND and len(action) > 2:
            return self._do_hand(action[1], action[2:])
        if kind == STARTER and len(action) == 3:
            return self._do_starter(action[1], action[2])
        if kind == DEAL and len(action) == 1:
            return self._do_deal()
        if kind == DEALER and len(action) == 2:
            return self._do_dealer(action[1])
        if kind == SET and len(action) == 3:
            return self._do_set(action[1], action[2])
        if kind == NEW and len(action) == 1:
            return self._begin()
        return NO_ACTION

    def _begin(self):
        """The next game: the loser deals, or it goes to the left (rules: First deal)."""
        if self.match_winner() is not None:
            self.match[:] = bytes(MOST_SEATS)
        self.row = self.settings[settings.GAME]
        self._name()
        if self.won:
            self.dealer = self.dealer_of(1)
            while self.sides == 2 and self.won & 1 << self.side(self.dealer):
                self.dealer = self.dealer_of(1)
        self.dealer %= self.seats
        game = variants.GAMES[self.row]
        self.target = self.settings[settings.TARGET] or game[variants.TARGET]
        self.told = ASK
        self.won = 0
        self.front[:] = self.rear[:] = bytes(MOST_SEATS)
        self._clear_deal()

    def _clear_deal(self):
        self.starter = NOBODY
        self.last_shown = 0  # how far round from the dealer the show has gone
        for i in range(CRIB + 1):
            self.hands[i] = b""

    def _do_dealer(self, seat):
        if self.won:
            return GAME_OVER
        if seat == NOBODY:
            self.told = UNTOLD
        elif seat < self.seats:
            self.dealer = seat
            self.told = TOLD
        else:
            return NO_SUCH_SEAT
        return None

    def _do_peg(self, side, points):
        if self.won:
            return GAME_OVER
        if side >= self.sides:
            return NO_SUCH_SEAT
        if not points:
            return NO_POINTS
        if self.told == ASK:
            self.told = UNTOLD
        self._peg(side, points)
        return None

    def _do_starter(self, card, heels):
        if self.won:
            return GAME_OVER
        if self.starter != NOBODY:
            return HAS_STARTER
        if card >= cards.UNKNOWN:
            return NOT_A_CARD
        if card in self.seen():
            return SEEN
        jack = cards.rank(card) == cards.JACK
        if jack and heels and self.told != TOLD:
            return NO_DEALER
        self.starter = card
        if jack and heels:
            self._peg(self.side(self.dealer), 2)
        return None

    def _do_hand(self, seat, hand):
        if self.won:
            return GAME_OVER
        if seat != CRIB and seat >= self.seats:
            return NO_SUCH_SEAT
        if self.starter == NOBODY:
            return NO_STARTER
        if seat == CRIB and self.told != TOLD:
            return NO_DEALER
        if self.hands[seat]:
            return SHOWN
        if len(hand) != self.size(seat):
            return WRONG_CARDS
        seen = self.seen()
        for card in hand:
            if card >= cards.UNKNOWN + 13:
                return NOT_A_CARD
            if not cards.may_be(card, seen):
                return SEEN
            seen.append(card)
        self.hands[seat] = bytes(hand)
        owner = self.dealer if seat == CRIB else seat
        self._peg(self.side(owner), self.value(seat, hand))
        if seat != CRIB:
            self.last_shown = (seat - self.dealer - 1) % self.seats + 1
        elif not self.won:
            self._do_deal()
        return None

    def _do_deal(self):
        if self.won:
            return GAME_OVER
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
            if dealer < self.seats:
                self.told, self.dealer = told, dealer
        return None

    def _peg(self, side, points):
        """Leapfrog: the rear peg goes `points` holes beyond the front peg, or to the target."""
        if not points:
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


def _alike(undone, action):
    """May `action` take the place of `undone`, what was done after it kept?

    Points by others or on another track, a card by another: the same kind.
    """
    return undone[0] == action[0] and action[0] in (PEG, HAND, STARTER, DEALER)
