"""The show against an oracle that only follows the words of the rules."""

import os
import random
from array import array

from firmware.core import cards, show

FULL = os.getenv("SPILIKIN_FULL") == "1"

# Of all 12,994,800 deals of four cards and a starter, those worth each score.
DEALS = {
    0: 1009008,
    1: 99792,
    2: 2813796,
    3: 505008,
    4: 2855676,
    5: 697508,
    6: 1800268,
    7: 751324,
    8: 1137236,
    9: 361224,
    10: 388740,
    11: 51680,
    12: 317340,
    13: 19656,
    14: 90100,
    15: 9168,
    16: 58248,
    17: 11196,
    18: 2708,
    20: 8068,
    21: 2496,
    22: 444,
    23: 356,
    24: 3680,
    28: 76,
    29: 4,
}


def hand_of(text):
    return [cards.parse(name) for name in text.split()]


def names(dealt):
    return " ".join([cards.name(card) for card in dealt])


def subsets(dealt):
    found = [()]
    for card in dealt:
        found += [some + (card,) for some in found]
    return found


def is_run(some):
    ranks = sorted([card // 4 for card in some])
    return len(some) >= 3 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def oracle(hand, starter, crib):
    """Points by kind, from every set of the cards."""
    dealt = list(hand) + [starter]
    worth = {"fifteen": 0, "pair": 0, "run": 0, "flush": 0, "nobs": 0}
    runs = []
    for some in subsets(dealt):
        if sum([min(card // 4 + 1, 10) for card in some]) == 15:
            worth["fifteen"] += 2
        if len(some) == 2 and some[0] // 4 == some[1] // 4:
            worth["pair"] += 2
        if is_run(some):
            runs.append(some)
    for run in runs:
        if not any(len(other) > len(run) and set(run) <= set(other) for other in runs):
            worth["run"] += len(run)
    of_hand = {card % 4 for card in hand}
    if len(of_hand) == 1:
        if starter % 4 in of_hand:
            worth["flush"] = len(hand) + 1
        elif not crib:
            worth["flush"] = len(hand)
    for card in hand:
        if card // 4 == 10 and card % 4 == starter % 4:
            worth["nobs"] = 1
    return worth


def by_kind(parts):
    worth = {"fifteen": 0, "pair": 0, "run": 0, "flush": 0, "nobs": 0}
    for kind, _, points in parts:
        worth[kind] += points
    return worth


def check(hand, starter, crib):
    told = f"{names(hand)}, starter {cards.name(starter)}, crib {crib}"
    right = oracle(hand, starter, crib)
    parts = show.explain(hand, starter, crib)
    assert by_kind(parts) == right, f"{told}: {parts}, not {right}"
    total = show.score(hand, starter, crib)
    assert total == sum(right.values()), f"{told}: {total}, not {right}"


def test_random_hands_of_every_size():
    random.seed(20)
    for n in range(1500 if not FULL else 30000):
        dealt = []
        # Every other time from a few ranks or two suits, where runs, pairs and flushes live.
        few = random.randrange(4)
        low = random.randrange(9)
        while len(dealt) < 4 + n % 3:
            card = random.randrange(52)
            if few == 1:
                card = (low + random.randrange(4)) * 4 + card % 4
            elif few == 2:
                card = card // 4 * 4 + card % 2 // (1 + n % 2)
            if card not in dealt:
                dealt.append(card)
        check(dealt[:-1], dealt[-1], crib=n % 7 < 3)


def test_any_sequence_of_cards():
    hand, starter = hand_of("5H 5D 5S JC"), cards.parse("5C")
    for same in (hand, tuple(hand), bytes(hand), bytearray(hand)):
        assert show.score(same, starter) == 29, type(same)
        assert sum([part[2] for part in show.explain(same, starter)]) == 29, type(same)
    assert hand == hand_of("5H 5D 5S JC"), "the hand was changed"


def test_parts_as_a_player_counts_them():
    parts = show.explain(hand_of("4C 5D 5S 6H"), cards.parse("6C"))
    assert [(kind, points) for kind, _, points in parts] == (
        [("fifteen", 2)] * 4 + [("pair", 2)] * 2 + [("run", 3)] * 4
    ), parts
    assert sorted([names(sorted(some)) for kind, some, _ in parts if kind == "run"]) == [
        "4C 5D 6C",
        "4C 5D 6H",
        "4C 5S 6C",
        "4C 5S 6H",
    ], parts
    parts = show.explain(hand_of("5H 5D 5S JC"), cards.parse("5C"))
    assert [part[2] for part in parts if part[0] == "pair"] == [12], parts
    assert parts[-1] == ("nobs", (cards.parse("JC"),), 1), parts
    parts = show.explain(hand_of("7H 7D 7S KC"), cards.parse("2C"))
    assert parts == [("pair", tuple(hand_of("7H 7D 7S")), 6)], parts


def test_an_unknown_suit_makes_no_flush_and_no_nobs():
    unknown = cards.UNKNOWN
    for hand, starter, in_hand, in_crib in (
        (hand_of("2H 4H 6H") + [unknown + 7], cards.parse("KH"), 0, 0),
        (hand_of("10C QC KC") + [unknown], cards.parse("9H"), 0, 0),
        ([unknown + 1, unknown + 3, unknown + 5, unknown + 7], unknown + 12, 0, 0),
        (hand_of("2H 4H 6H 8H"), unknown + 12, 4, 0),
        ([unknown + 10] + hand_of("2H 4H 6D"), cards.parse("8H"), 0, 0),
        (hand_of("JC JD JH JS"), unknown + 1, 12, 12),
        ([unknown + 4] * 3 + hand_of("JC"), unknown + 4, 28, 28),
        ([unknown + 4] * 3 + hand_of("JC"), cards.parse("5C"), 29, 29),
        (hand_of("QC 2H 4H 6D"), unknown + 7, 0, 0),
    ):
        for crib, right in ((False, in_hand), (True, in_crib)):
            told = (names(hand), cards.name(starter), crib)
            assert show.score(hand, starter, crib) == right, told
            assert sum([part[2] for part in show.explain(hand, starter, crib)]) == right, told


def classes(shape):
    """How the suits of a hand can matter, a starter of clubs given.

    shape: for each card of a hand in order of rank, (of the rank before, of the starter's
    rank, a jack). Returns, one after another for each class of flush and nobs, suits (two
    bits a card) and in how many ways they can be chosen; suits of equal ranks ascend.
    """
    found = {}
    for n in range(4 ** len(shape)):
        suits = [n >> 2 * i & 3 for i in range(len(shape))]
        nobs = False
        fits = True
        for i, (again, as_starter, jack) in enumerate(shape):
            fits = fits and not (again and suits[i] <= suits[i - 1])
            fits = fits and not (as_starter and suits[i] == 0)
            nobs = nobs or (jack and suits[i] == 0)
        if fits:
            of = 5 if len(set(suits)) > 1 else min(suits[0], 1)
            kept, ways = found.get((of, nobs), (n, 0))
            found[(of, nobs)] = (kept, ways + 1)
    return sum(found.values(), ())


def rank_sets(size, low=0):
    """Every ascending list of `size` ranks."""
    if size == 0:
        yield []
        return
    for rank in range(low, 13):
        for rest in rank_sets(size - 1, rank):
            yield [rank] + rest


def deals(size):
    """Every hand of `size` with a club for a starter, by ranks: (hand, starter, ways)."""
    known = {}
    for starter in range(13):
        for ranks in rank_sets(size):
            if (ranks + [starter]).count(ranks[size // 2]) > 4:
                continue
            shape = []
            before = None
            for rank in ranks:
                shape.append((rank == before, rank == starter, rank == 10))
                before = rank
            key = bytes([again + 2 * shared + 4 * jack for again, shared, jack in shape])
            if key not in known:
                known[key] = array("I", classes(shape))  # half of a list
            for i in range(0, len(known[key]), 2):
                suits, ways = known[key][i : i + 2]
                hand = [rank * 4 + (suits >> 2 * j & 3) for j, rank in enumerate(ranks)]
                yield hand, starter * 4, ways


def test_all_deals_of_four_and_a_starter():
    table = {}
    for hand, starter, ways in deals(4):
        total = show.score(hand, starter)
        table[total] = table.get(total, 0) + 4 * ways
    assert sum(table.values()) == 12994800, sum(table.values())
    for total in range(max(list(table) + [29]) + 1):
        found, right = table.get(total), DEALS.get(total)
        assert found == right, f"worth {total}: {found} deals, not {right}"


def test_deals_one_by_one():
    """Nothing taken together: with one starter; with a club of every rank on request."""
    for starter in range(0, 52, 4) if FULL else (4 * random.randrange(13),):
        table = {}
        pack = [card for card in range(52) if card != starter]
        for a in range(51):
            for b in range(a):
                for c in range(b):
                    for d in range(c):
                        hand = (pack[a], pack[b], pack[c], pack[d])
                        total = show.score(hand, starter)
                        table[total] = table.get(total, 0) + 1
        for hand, turned, ways in deals(4):
            if turned == starter:
                table[show.score(hand, starter)] -= ways
        told = f"starter {cards.name(starter)}: deals too many (or too few) by score {table}"
        assert not any(table.values()), told


def test_the_highest_of_five_and_a_starter():
    best = 0
    hands = set()
    for hand, starter, _ in deals(5):
        total = show.score(hand, starter)
        if total >= best:
            if total > best:
                hands = set()
            best = total
            hands.add(tuple(sorted([card // 4 for card in hand + [starter]])))
    assert best == 46 and hands == {(3, 3, 4, 4, 5, 5)}, (best, hands)
