"""The show: what a hand or a crib is worth with the starter, and why."""

import micropython

from firmware.core.cards import pips, rank, suit


def score(hand, starter, crib=False):
    """Points of a hand (any sequence of 3, 4 or 5 cards) or crib with the starter.

    A card of unknown suit makes neither a flush nor nobs.
    """
    return _score(hand, len(hand), starter, crib)


# Viper, so in machine words. Ranks are sets of bits: those seen once, twice ...
# p and q hold, in two bits for each sum 0 to 15, in how many ways the first
# three cards and the others (three at most) make it. 52 is the first unknown suit.
@micropython.viper
def _score(hand, size: int, starter: int, crib) -> int:
    once = 0
    twice = 0
    thrice = 0
    four = 0
    p = 1
    q = 1
    jack = -1
    if starter < 52:
        jack = 40 + (starter & 3)
    of = int(hand[0]) & 3
    flush = size
    if starter < 52 and starter & 3 == of:
        flush += 1
    elif crib:
        flush = 0
    points = 0
    i = 0
    while i <= size:
        card = starter
        if i < size:
            card = int(hand[i])
            if card >= 52 or card & 3 != of:
                flush = 0
            if card == jack:
                points = 1
        rank = card >> 2
        if card >= 52:
            rank = card - 52
        bit = 1 << rank
        four |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
        if rank > 9:
            rank = 9
        if i < 3:
            p += p << 2 * rank + 2
        else:
            q += q << 2 * rank + 2
        i += 1
    points += flush

    length = 0
    runs = 1
    i = 0
    while i < 16:
        points += 2 * (p >> 2 * i & 3) * (q >> 30 - 2 * i & 3)
        if once >> i & 1:
            length += 1
            same = 1 + (twice >> i & 1) + (thrice >> i & 1) + (four >> i & 1)
            points += same * (same - 1)
            runs *= same
        else:
            if length > 2:
                points += length * runs
            length = 0
            runs = 1
        i += 1
    return points


def explain(hand, starter, crib=False):
    """The parts of score() as a list of (kind, cards, points), in the order one counts aloud.

    Kinds are fifteen, pair, run, flush and nobs; cards is a tuple. Three or four of a
    rank are one "pair" of 6 or 12; every run is an entry of its own.
    """
    hand = tuple(hand)
    ranks = [()] * 14  # one more than there are, so that a run up to the king ends
    for card in hand + (starter,):
        ranks[rank(card)] += (card,)

    parts = []
    sums = [((), 0)]
    for same in ranks:
        for card in same:
            for cards, count in sums[:]:
                cards += (card,)
                count += pips(card)
                if count == 15:
                    parts.append(("fifteen", cards, 2))
                elif count < 15:
                    sums.append((cards, count))

    found = []
    runs = [()]
    for same in ranks:
        if len(same) > 1:
            parts.append(("pair", same, len(same) * (len(same) - 1)))
        if same:
            runs = [run + (card,) for run in runs for card in same]
        else:
            if len(runs[0]) > 2:
                found += [("run", run, len(run)) for run in runs]
            runs = [()]
    parts += found

    suits = {suit(card) for card in hand}
    turned = suit(starter)
    if len(suits) == 1 and 4 not in suits:
        if turned in suits:
            parts.append(("flush", hand + (starter,), len(hand) + 1))
        elif not crib:
            parts.append(("flush", hand, len(hand)))
    if turned < 4 and 40 + turned in hand:
        parts.append(("nobs", (40 + turned,), 1))
    return parts
