"""The play: points, turns, go and last."""

import random

from firmware.core import cards, play


def all_of(text):
    return [cards.parse(name + ("" if name[-1] in "CDHS" else "S")) for name in text.split()]


def refusal(do, *args):
    """The reason `do` is refused for, or None."""
    try:
        do(*args)
    except play.Refused as refused:
        return refused.reason
    return None


def state(round_):
    return round_.turn, round_.count, list(round_.stack), list(round_.left)


def test_points():
    for stack, right in (
        ("5", []),
        ("10 5", [("15", 2)]),
        ("5 5 5", [("15", 2), ("pair", 6)]),
        ("7 2 2 2 2", [("15", 2), ("pair", 12)]),
        ("4 4", [("pair", 2)]),
        ("J Q", []),
        ("K J Q", [("run", 3)]),
        ("Q K A", []),
        ("7 6 5 4 2 3 A", [("run", 7)]),
        ("4 5 6 4", [("run", 3)]),
        ("4 5 6 6", [("pair", 2)]),
        ("6 2 4 5 3", [("run", 5)]),
        ("9 10 J A A", [("31", 2), ("pair", 2)]),
        ("10 9 2 7 3", [("31", 2)]),
        ("7 9 8 7", [("31", 2), ("run", 3)]),
    ):
        found = play.points(all_of(stack))
        assert found == right, f"{stack}: {found}, not {right}"
    unknown = [cards.UNKNOWN + 4] * 3
    assert play.points(unknown) == [("15", 2), ("pair", 6)], "suits do not matter"
    ace = [cards.UNKNOWN]
    assert play.points(all_of("3 2") + ace) == [("run", 3)], "an ace of unknown suit is low too"


def longest_run(ranks):
    """By the words of the rules: the most last cards that form a run in any order."""
    for size in range(len(ranks), 2, -1):
        last = sorted(ranks[-size:])
        if last == list(range(last[0], last[0] + size)):
            return size
    return 0


def test_points_of_random_counts():
    random.seed(31)
    for _ in range(400):
        pack = list(range(52))
        stack = []
        high = random.randrange(4, 14)
        while pack:
            card = pack.pop(random.randrange(len(pack)))
            if cards.rank(card) >= high:
                continue
            if sum([cards.pips(c) for c in stack]) + cards.pips(card) > 31:
                break
            stack.append(card)
            ranks = [card // 4 for card in stack]
            same = 1
            while same < len(ranks) and ranks[-1 - same] == ranks[-1]:
                same += 1
            right = same * (same - 1) + longest_run(ranks)
            right += 2 if sum([cards.pips(c) for c in stack]) in (15, 31) else 0
            found = play.points(stack)
            assert sum([n for _, n in found]) == right, f"{stack}: {found}, not {right}"


def test_refusals_change_nothing():
    round_ = play.Round([4, 4], 1)
    for card in all_of("10 J Q"):
        round_.play(round_.turn, card)
    before = state(round_)
    assert before == (0, 30, all_of("10 J Q"), [3, 2]), before
    assert refusal(round_.play, 1, cards.parse("AS")) == play.TURN
    assert refusal(round_.play, 0, cards.parse("2S")) == play.OVER
    assert refusal(round_.go, 1) == play.TURN
    assert state(round_) == before, state(round_)
    assert round_.go(0) == []
    before = state(round_)
    assert refusal(round_.go, 0) == play.TURN, "a seat that said go is not asked again"
    assert refusal(round_.play, 0, cards.parse("AS")) == play.TURN
    assert state(round_) == before, state(round_)


def test_no_go_while_any_card_can_be_played():
    round_ = play.Round([4, 4], 0)
    assert refusal(round_.go, 0) == play.CAN_PLAY, "before the first card"
    round_.play(0, cards.parse("10S"))
    round_.play(1, cards.parse("JS"))
    assert refusal(round_.go, 0) == play.CAN_PLAY, "at 20"
    round_.play(0, cards.parse("AS"))
    assert refusal(round_.go, 1) == play.CAN_PLAY, "at 21"
    round_.play(1, cards.parse("AC"))
    assert refusal(round_.go, 0) is None, "at 22"


def test_go_and_the_next_lead():
    round_ = play.Round([4, 4], 1)
    for card in all_of("10 J 9"):
        round_.play(round_.turn, card)
    assert round_.go(0) == []
    assert round_.play(1, cards.parse("AS")) == []
    assert round_.turn == 1, "the other plays on alone"
    assert round_.go(1) == [(1, 1, "go")]
    assert state(round_) == (0, 0, [], [3, 1]), state(round_)


def test_thirty_one_has_no_go_point():
    round_ = play.Round([4, 4], 1)
    for card in all_of("10 J 9"):
        round_.play(round_.turn, card)
    round_.go(0)
    assert round_.play(1, cards.parse("2S")) == [(1, 2, "31")]
    assert state(round_) == (0, 0, [], [3, 1]), state(round_)


def test_last_card():
    round_ = play.Round([1, 1], 0)
    assert round_.play(0, cards.parse("10S")) == []
    assert round_.play(1, cards.parse("5S")) == [(1, 2, "15"), (1, 1, "last")]
    assert round_.turn is None and round_.left == [0, 0]
    assert refusal(round_.play, 0, cards.parse("5S")) == play.TURN
    assert refusal(round_.go, 0) == play.TURN
    round_ = play.Round([2, 2], 0)
    for card in all_of("10 J A"):
        assert round_.play(round_.turn, card) == []
    assert round_.play(1, cards.parse("10C")) == [(1, 2, "31")], "31 on the last card is 2"
    assert round_.turn is None


def test_a_seat_without_cards_is_passed_over():
    round_ = play.Round([1, 3, 0], 2)
    assert round_.turn == 0, "the leader holds none"
    round_.play(0, cards.parse("2S"))
    assert round_.turn == 1
    for name in ("3S", "4S"):
        round_.play(1, cards.parse(name))
    assert round_.play(1, cards.parse("9S")) == [(1, 1, "last")]
    assert play.Round([0, 0], 0).turn is None


def test_one_count_ends_the_play():
    round_ = play.Round([3, 3], 1, one_count=True)
    for card in all_of("10 J 8"):
        round_.play(round_.turn, card)
    assert round_.go(0) == []
    assert round_.go(1) == [(1, 1, "go")]
    assert round_.turn is None and round_.count == 28 and round_.left == [2, 1]
    round_ = play.Round([3, 3], 1, one_count=True)
    for card in all_of("10 J 8"):
        round_.play(round_.turn, card)
    assert round_.play(0, cards.parse("3S")) == [(0, 2, "31")]
    assert round_.turn is None and round_.left == [1, 1]
    round_ = play.Round([1, 1], 1, one_count=True)
    round_.play(1, cards.parse("2S"))
    assert round_.play(0, cards.parse("3S")) == [(0, 1, "last")]


def test_go_among_six():
    round_ = play.Round([5] * 6, 2)
    for card in all_of("10 9 6"):
        round_.play(round_.turn, card)
    assert round_.turn == 5
    for seat in (5, 0, 1, 2):
        assert round_.go(seat) == [], seat
    assert round_.play(3, cards.parse("3S")) == []
    assert round_.turn == 4, "those who said go are not asked again"
    assert round_.go(4) == []
    assert round_.turn == 3, "who played last is asked too"
    assert round_.go(3) == [(3, 1, "go")]
    assert round_.turn == 4 and round_.count == 0, "the next lead is to the left"


def test_a_go_breaks_no_pair_royal():
    round_ = play.Round([4, 4], 0)
    for card in all_of("8 7 4 4"):
        round_.play(round_.turn, card)
    assert round_.go(0) == []
    assert round_.play(1, cards.parse("4H")) == [(1, 6, "pair")]


def test_random_deals_of_every_size():
    """Whole deals among 2 to 6 seats against what the rules say of each step."""
    random.seed(6)
    for n in range(300):
        seats = 2 + n % 5
        size = random.randrange(3, 6)
        pack = list(range(52))
        hands = [
            [pack.pop(random.randrange(len(pack))) for _ in range(size)] for _ in range(seats)
        ]
        leader = random.randrange(seats)
        one_count = n % 3 == 0
        round_ = play.Round([size] * seats, leader, one_count)
        stack, gone, last, turn = [], set(), None, leader
        while turn is not None:
            told = f"deal {n}: {hands}, turn {turn}, stack {stack}, {state(round_)}"
            count = sum([cards.pips(card) for card in stack])
            assert round_.turn == turn and round_.count == count, told
            fits = [card for card in hands[turn] if count + cards.pips(card) <= 31]
            right = []
            if fits:
                card = fits[random.randrange(len(fits))]
                hands[turn].remove(card)
                stack.append(card)
                count += cards.pips(card)
                last = turn
                right = [(turn, points, kind) for kind, points in play.points(stack)]
                events = round_.play(turn, card)
            else:
                gone.add(turn)
                events = round_.go(turn)
            able = [seat for seat in range(seats) if hands[seat] and seat not in gone]
            lead = turn + 1
            if count == 31 or not able:
                if count < 31:
                    right.append((last, 1, "go" if any(hands) else "last"))
                able = [seat for seat in range(seats) if hands[seat] and not one_count]
                stack, gone, lead = [], set(), last + 1
            assert events == right, f"{told}: {events}, not {right}"
            after = [(lead + i) % seats for i in range(seats)]
            turn = ([seat for seat in after if seat in able] + [None])[0]
        assert round_.turn is None, state(round_)
        assert round_.left == [len(hand) for hand in hands], state(round_)
