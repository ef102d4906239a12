"""A table of players that deals real cards and keys them: whole games from a seed.

It keeps the score by itself, so that what the board shows can be held to it.
"""

from firmware.core import cards, play, show, variants


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
    return "K " * (n // 13) + (cards.RANKS[n % 13 - 1] if n % 13 else "")


def named(card):
    """The keys of a card: its rank, its suit."""
    return "%s %s" % (cards.RANKS[card >> 2], cards.SUITS[card & 3])


class Dealing:
    """One game after another of the variant in that row, from a seed."""

    def __init__(self, row, seed):
        game = variants.GAMES[row]
        self.seats, self.sides = game[variants.SEATS], game[variants.SIDES]
        self.hand, self.crib = game[variants.HAND], game[variants.CRIB]
        self.target = game[variants.TARGET]
        self.one_count, self.for_last = game[variants.ONE_COUNT], game[variants.FOR_LAST]
        self.dealer = 0
        self.begin()
        self.luck = Luck(seed)

    def begin(self):
        self.fronts = [0] * self.sides
        self.rears = [0] * self.sides
        self.score(self.dealer + 1, self.for_last)

    def won(self):
        return max(self.fronts) == self.target

    def score(self, seat, n):
        side = seat % self.sides
        if n and not self.won():
            self.rears[side] = self.fronts[side]
            self.fronts[side] = min(self.fronts[side] + n, self.target)

    def deal(self):
        """The key lines of one deal, up to a win; the score goes along."""
        pack = list(range(52))
        hands = []
        for size in [self.hand] * self.seats + [self.crib, 1]:
            hands.append([pack.pop(self.luck.below(len(pack))) for _ in range(size)])
        crib, (starter,) = hands[-2:]
        if cards.rank(starter) == cards.JACK:
            self.score(self.dealer, 2)
        yield "OK %s OK" % named(starter)
        yield from self._play(hands)
        for turn in range(self.seats + 1):
            if self.won():
                return
            seat = (self.dealer + 1 + turn) % self.seats
            hand = crib if turn == self.seats else hands[seat]
            owner = self.dealer if turn == self.seats else seat
            self.score(owner, show.score(hand, starter, hand is crib))
            yield "OK %s OK" % " ".join(named(card) for card in hand)
        self.dealer = (self.dealer + 1) % self.seats

    def _play(self, hands):
        """The play, any card that can be played; what it earns is pegged as points."""
        left = [list(hand) for hand in hands[: self.seats]]
        leader = (self.dealer + 1) % self.seats
        table = play.Round([self.hand] * self.seats, leader, self.one_count)
        while table.turn is not None and not self.won():
            seat = table.turn
            able = [c for c in left[seat] if table.count + cards.pips(c) <= 31]
            if able:
                card = able[self.luck.below(len(able))]
                left[seat].remove(card)
                earned = table.play(seat, card)
            else:
                earned = table.go(seat)
            sums = {}
            for who, n, _ in earned:
                sums[who] = sums.get(who, 0) + n
            for who in sorted(sums):
                if sums[who] and not self.won():
                    self.score(who, sums[who])
                    yield "%s P%d" % (points(sums[who]), who + 1)

    def next(self):
        """The key line that begins the next game: the filled-in dealer, taken by OK."""
        winner = self.fronts.index(self.target)
        self.dealer = (self.dealer + 1) % self.seats
        while self.sides == 2 and self.dealer % 2 == winner:
            self.dealer = (self.dealer + 1) % self.seats
        self.begin()
        return "OK OK OK"
