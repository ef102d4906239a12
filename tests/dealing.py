"""A table of players that deals real cards and keys them: whole games from a seed.

It keeps the score by itself, so that what the board shows can be held to it.
"""

from firmware.core import cards, play, show, variants

STEP_MS = 16  # one turn of the loop, coarser than the board's own
_TURNS = 3  # for a key pressed, and for one let go
_HOLD_MS = 720
_MUGGINS = 2  # of settings.CLAIMS


class Luck:
    """Random numbers from a seed, the same on every runtime."""

    def __init__(self, seed):
        self._n = seed % 2147483646 + 1
        for _ in range(5):
            self.below(1)

    def below(self, n):
        """0 to n - 1."""
        self._n = self._n * 16807 % 2147483647
        return (self._n >> 5) % n


def points(n):
    """The keys for n points, as counted aloud: kings while they fit, then the rest."""
    return ("K " * (n // 13) + (cards.RANKS[n % 13 - 1] if n % 13 else "")).strip()


def named(card):
    """The keys of a card: its rank, its suit."""
    return "%s %s" % (cards.RANKS[card >> 2], cards.SUITS[card & 3])


def turn(board, ms=STEP_MS):
    """One turn of a board's loop, `ms` after the last."""
    board.tick(board.leds.now + ms)


def press(board, word):
    """A key, or HOLD: and one, as Board.press has it but in few turns of the loop."""
    kind, _, name = word.rpartition(":")
    board.down(name)
    for i in range(_TURNS + 1):
        turn(board, _HOLD_MS if kind and i == _TURNS else STEP_MS)
    board.up(name)
    for _ in range(_TURNS):
        turn(board)


class Dealing:
    """One game after another of the variant in that row, from a seed.

    `count`: the play is keyed card by card. `claims`: hands are claimed, and the
    opponents call muggins. `slips`: some keys are wrong and mended, suits left out.
    """

    def __init__(self, row, seed, target=0, count=0, claims=0, slips=False):
        game = variants.GAMES[row]
        self.seats, self.sides = game[variants.SEATS], game[variants.SIDES]
        self.hand, self.crib = game[variants.HAND], game[variants.CRIB]
        self.target = target or game[variants.TARGET]
        self.one_count, self.for_last = game[variants.ONE_COUNT], game[variants.FOR_LAST]
        self.count, self.muggins, self.slips = count, claims == _MUGGINS, slips
        self.luck = Luck(seed)
        self.dealer = 0
        self.match = [0] * self.sides
        self.begin()

    def begin(self):
        self.fronts = [0] * self.sides
        self.rears = [0] * self.sides
        self.score(self.dealer + 1, self.for_last)

    def cut(self):
        """Another first dealer: the keys that answer who deals."""
        self.dealer = self.luck.below(self.seats)
        self.begin()
        return "P%d OK" % (self.dealer + 1) if self.dealer else "OK"

    def won(self):
        return max(self.fronts) == self.target

    def score(self, seat, n):
        side = seat % self.sides
        if n and not self.won():
            self.rears[side] = self.fronts[side]
            self.fronts[side] = min(self.fronts[side] + n, self.target)
            if self.won():
                self.match[side] += 1 + self._skunk(side)

    def _skunk(self, winner):
        short = self.target - max(self.fronts[:winner] + self.fronts[winner + 1 :])
        return (short >= 31) + (short >= 61 and self.target >= 91)

    def deal(self):
        """The key lines of one deal, up to a win; the score goes along."""
        lines = self._lines()
        for line in lines:
            wrong = self._wrong(line) if self.slips else None
            if wrong is None:
                yield line
                continue
            right = [line]
            for later in lines:
                right.append(later)
                if len(right) == 3:
                    break
            if self._goes_on(right):  # found out late: back, mended, and all again
                slip = [wrong] + right[1:] + ["UNDO"] * len(right)
                yield " ".join(slip + [line, "HOLD:UNDO"])
            else:
                yield " ".join(right)

    def next(self):
        """The key line that begins the next game: the filled-in dealer, taken by OK."""
        winner = self.fronts.index(self.target)
        self.dealer = (self.dealer + 1) % self.seats
        while self.sides == 2 and self.dealer % 2 == winner:
            self.dealer = (self.dealer + 1) % self.seats
        self.begin()
        return "OK OK OK"

    # A deal.

    def _lines(self):
        pack = list(range(52))
        hands = []
        for size in [self.hand] * self.seats + [self.crib, 1]:
            hands.append([pack.pop(self.luck.below(len(pack))) for _ in range(size)])
        crib, (starter,) = hands[-2:]
        if cards.rank(starter) == cards.JACK:
            self.score(self.dealer, 2)
        yield "OK %s OK" % named(starter)
        self.bare = [self._bare(hand) for hand in hands[:-1]]
        self.played = []
        yield from self._play(hands)
        for turn in range(self.seats + 1):
            if self.won():
                return
            seat = (self.dealer + 1 + turn) % self.seats
            place = self.seats if turn == self.seats else seat
            owner = self.dealer if turn == self.seats else seat
            value = show.score(hands[place], starter, hands[place] is crib)
            keyed = [self._keyed(c, place) for c in hands[place] if c not in self.played]
            if self.muggins:
                yield self._claimed(owner, value, keyed)
            else:
                self.score(owner, value)
                yield self._shown(seat, turn, keyed)
        if not self.won():
            self.dealer = (self.dealer + 1) % self.seats

    def _play(self, hands):
        """The play, any card that can be played; what it earns is pegged as points."""
        left = [list(hand) for hand in hands[: self.seats]]
        leader = (self.dealer + 1) % self.seats
        self.table = table = play.Round([self.hand] * self.seats, leader, self.one_count)
        while table.turn is not None and not self.won():
            seat = table.turn
            able = [c for c in left[seat] if table.count + cards.pips(c) <= 31]
            keys = "GO"
            if able:
                card = able[self.luck.below(len(able))]
                left[seat].remove(card)
                keys = self._keyed(card, seat)
                if self.count:
                    self.played.append(card)
                earned = table.play(seat, card)
            else:
                earned = table.go(seat)
            sums = {}
            for who, n, _ in earned:
                sums[who] = sums.get(who, 0) + n
            if self.count:
                for who in sums:
                    self.score(who, sums[who])
                yield keys
                continue
            for who in sorted(sums):
                if sums[who] and not self.won():
                    self.score(who, sums[who])
                    yield self._pegged(who, sums[who])

    def _keyed(self, card, place):
        return named(card).split()[0] if card == self.bare[place] else named(card)

    def _bare(self, hand):
        """A card whose suit may be left out without a question: no jack, and no flush near."""
        card = hand[self.luck.below(len(hand))]
        others = [c & 3 for c in hand if c != card]
        if not self.slips or cards.rank(card) == cards.JACK or min(others) == max(others):
            return None
        return card

    def _claimed(self, owner, value, keyed):
        """A hand claimed, rightly or not, and muggins called, rightly or not."""
        claim = max(value + (0, 0, 0, -2, -1, 3)[self.luck.below(6)], 0)
        own, missed = min(claim, value), value - min(claim, value)
        keys = "OK %s OK" % points(claim) if claim else "OK GO"
        if self.luck.below(10) < (7 if missed else 1):
            caller = (owner + 1) % self.seats
            keys += " P%d" % (caller + 1)
            own += 0 if missed else 2
            short = self.target - self.fronts[owner % self.sides] - own
            self.score(owner, own)
            self.score(caller, min(missed, max(short, 0)))
        else:
            self.score(owner, own)
            if claim == value and self.luck.below(4) == 0:
                return keys + " OK"  # believed
        return " ".join([keys] + keyed + ["OK"])

    # Slips, each mended in its line.

    def _pegged(self, who, n):
        keys = "%s P%d" % (points(n), who + 1)
        slip = self.luck.below(20) if self.slips else 0
        other = (who + 1) % self.seats
        if slip == 1 and n > 1:
            return "A P%d UNDO %s" % (who + 1, keys)
        if slip == 2 and not self.won() and self.fronts[other % self.sides] + n < self.target:
            return "%s P%d UNDO P%d" % (points(n), other + 1, who + 1)
        return keys

    def _shown(self, seat, turn, keyed):
        keys = " ".join(["OK"] + keyed + ["OK"])
        slip = self.luck.below(20) if self.slips and keyed else 0
        if slip == 1:
            first = keyed[0] + " UNDO" * len(keyed[0].split())
            return " ".join(["OK", first] + keyed + ["OK"])
        if slip == 2 and not self.count and turn + 1 < self.seats:
            other = (seat + 1) % self.seats
            return "P%d %s P%d OK" % (other + 1, " ".join(keyed), seat + 1)
        return keys

    def _wrong(self, line):
        """What was keyed instead of this line, or None: it was right."""
        words = line.split()
        if self.luck.below(12) or words[0] not in cards.RANKS or "UNDO" in words:
            return None
        if self.count:
            rank = cards.RANKS.index(words[0])
            return cards.RANKS[rank - 1] if rank else None
        return "A " + words[-1] if len(words) == 2 and words[0] != "A" else None

    def _goes_on(self, right):
        """Can all lines after the first be keyed when that one was less? Then it is kept."""
        if not self.count:
            return True
        follow = [line for line in right if line.split()[0] in cards.RANKS]
        return len(follow) == 3 <= len(self.table.stack) and not self.won()
