"""The worked values of tests/cases/: each is keyed as at a table and read off the panel."""

from firmware.boards import club6
from firmware.core import cards, variants
from firmware.ui.entries import MOST_POINTS
from tests.dealing import named, points
from tests.playing import Player
from tests.test_cases import all_of, cases, seats_of_prior

MOST_GOES = 12  # in a row


def game_for(seats, fits):
    """The first row of a game for so many, each alone, that fits."""
    for row in variants.GAMES:
        if row[variants.SEATS] == row[variants.SIDES] == seats and fits(row):
            return row


def starter(used):
    """The keys of a starter that is not among these cards, and no jack."""
    for card in range(52):
        if cards.rank(card) != cards.JACK and card not in used:
            return "OK %s OK" % named(card)


# The show.

PARTS = (("15s", "fifteens"), ("pr", "pairs"), ("r", "runs"), ("fl", "flush"), ("J", "nobs"))


def opened(given):
    """(a board with the hand or the crib of a case open, whose it is, its cards)."""
    hand, column = all_of(given["hand"]), variants.CRIB if given["crib"] else variants.HAND
    row = game_for(2, lambda row: row[column] == len(hand))
    player = Player(game=row[variants.NAME])
    player.keys("OK %s OK" % named(cards.parse(given["starter"])))
    player.keys("P1 P1" if given["crib"] else "P2")
    return player, 0 if given["crib"] else 1, hand


def parts(player):
    """What is said of a complete hand, as short as can be."""
    return player.said()[1].replace(" ", "").replace("run", "r")


def right_parts(right):
    words = [word + str(right[kind]) for word, kind in PARTS if right[kind]]
    return "".join(words or ["nothing"]) + "=%d" % right["total"]


def test_each_hand_says_why_shows_its_ghost_and_pegs():
    keyed = 0
    for told, given, right in cases("show"):
        player, side, hand = opened(given)
        fronts = player.fronts()  # a jack turned up and three for last are pegged already
        for card in hand:
            player.keys(named(card))
        assert parts(player) == right_parts(right), "%s: %r" % (told, player.said())
        ghosts = [None, None]
        if right["total"]:
            ghosts[side] = fronts[side] + right["total"]
        assert player.ghosts() == ghosts, "%s: %r" % (told, player.panel())
        fronts[side] += right["total"]
        assert player.keys("OK").fronts() == fronts, "%s: %r" % (told, player.panel())
        keyed += 1
    assert keyed >= 78, "only %d cases" % keyed


def test_each_hand_keyed_without_suits_is_worth_the_same_after_the_boards_questions():
    for told, given, right in cases("show"):
        player, side, hand = opened(given)
        fronts = player.fronts()
        player.keys(" ".join(cards.RANKS[cards.rank(card)] for card in hand))
        suits, turned = [name[-1] for name in given["hand"]], given["starter"][-1]
        if player.said()[1][:3] == "all":
            player.keys(suits[0] if len(set(suits)) == 1 else "OK")
        if player.said()[1] == "J%s?" % turned:
            player.keys(turned if "J" + turned in given["hand"] else "OK")
        assert parts(player) == right_parts(right), "%s: %r" % (told, player.said())
        fronts[side] += right["total"]
        assert player.keys("OK").fronts() == fronts, "%s: %r" % (told, player.panel())


# The play.

EARNED = {"fifteen": "15 %d", "thirtyone": "31 %d", "pairs": "pair %d", "run": "run %d"}


def test_each_card_of_the_play_pegs_one_leapfrog_or_is_refused():
    keyed = 0
    for told, given, right in cases("play"):
        prior, card = all_of(given["prior"]), cards.parse(given["card"])
        # Four play 16 cards, so that no case comes to the last one.
        player = Player(game="four-handed", count=1).keys(starter(prior + [card]))
        for one in prior:
            player.keys(named(one))
        count, fronts = player.said()[0], player.fronts()
        side = (1 + len(prior)) % 2  # of two, partners; the dealer's left led
        if right.get("illegal"):
            player.keys(cards.RANKS[cards.rank(card)])
            assert player.said()[:2] == [count, "over 31"], "%s: %r" % (told, player.said())
            assert player.panel()["buzz"] == 1, told
        else:
            said = player.keys(named(card)).said()
            if right["points"]:
                assert player.rears()[side] == fronts[side], "%s: %r" % (told, player.panel())
            for part in EARNED:
                if part in right:
                    earned = EARNED[part] % right[part] in said[1]
                    assert earned == (right[part] > 0), "%s: %r" % (told, said)
            if "count" in right:
                assert said[0].split(":")[0] == str(right["count"]), "%s: %r" % (told, said)
        fronts[side] += right["points"]
        assert player.fronts() == fronts, "%s: %r" % (told, player.panel())
        keyed += 1
    assert keyed >= 47, "only %d cases" % keyed


# Deals. Where a case begins in the middle of one, other cards are played before.


def begun(given):
    """A board that counts the play, at the place where the cards of a case begin."""
    held = [all_of(hand) for hand in given["hands"]]
    for seat, card in zip(seats_of_prior(given), all_of(given.get("prior", ()))):
        held[seat].append(card)
    used = sum(held, [])

    def missing(row):
        return [row[variants.HAND] - len(hand) for hand in held]

    def fits(row):
        # What is missing is a count of its own, which one or two cards cannot end.
        few = min(missing(row)) < 0 or sum(missing(row)) in (1, 2)
        return not few and row[variants.ONE_COUNT] == given.get("one_count", False)

    row = game_for(len(held), fits)
    player = Player(board=club6, game=row[variants.NAME], deals=given["dealer"], count=1)
    player.keys(starter(used))
    n = sum(missing(row))
    free = [c for c in range(51, -1, -1) if c not in used and cards.pips(c) * n <= 31]
    for seat, more in enumerate(missing(row)):
        for _ in range(more):
            player.keys("P%d %s" % (seat + 1, named(free.pop(0))))
    if n:
        first = (seats_of_prior(given) + [given["seq"][0][0]])[0]
        player.keys("HOLD:GO P%d" % (first + 1))
    return player


def count_of(player):
    return int(player.said()[0].split(":")[0])


def test_each_deal_pegs_all_that_its_play_earns():
    keyed = 0
    for told, given, right in cases("deal"):
        player = begun(given)
        for name in given.get("prior", ()):
            player.keys(named(cards.parse(name)))
        before = player.fronts()
        for seat, name in given["seq"]:
            card = cards.parse(name)
            turn = "P%d" % (seat + 1)
            for _ in range(MOST_GOES):
                if player.said()[2][:2] != turn or count_of(player) + cards.pips(card) > 31:
                    player.keys("GO")
            assert player.said()[2][:2] == turn, "%s, %s: %r" % (told, name, player.said())
            player.keys(named(card))
        for _ in range(MOST_GOES):
            if "or GO" in player.said()[2]:
                player.keys("GO")
        totals = [after - front for front, after in zip(before, player.fronts())]
        assert totals == right["totals"], "%s: %r" % (told, totals)
        keyed += 1
    assert keyed >= 24, "only %d cases" % keyed


# Pegs and wins.

HOW = ("", "wins", "wins, skunk", "double skunk")  # by how far the match peg moves


def peg(player, side, n):
    """Key n points for a side, in one score if it holds them."""
    while n:
        score = min(n, MOST_POINTS)
        player.keys("%s P%d" % (points(score), side + 1))
        n -= score


def test_each_game_is_pegged_and_won():
    keyed = 0
    for told, given, right in cases("match"):
        seats = given["players"]
        player = Player(
            game=game_for(seats, lambda row: True)[variants.NAME],
            target=given["target"],
            lowball=int(given.get("lowball", False)),
        )
        for side, front in enumerate(given.get("start", ())):
            peg(player, side, given["rear"][side])
            peg(player, side, front - given["rear"][side])
        ignored = 0
        for side, n in given["events"]:
            if n:  # a hand of nothing: no key is pressed
                refused = player.keys(points(n)).said()[1] == "the game is won"
                ignored += refused
                if not refused:
                    player.keys("P%d" % (side + 1))
        panel = player.panel()
        tracks = panel["tracks"]
        moved = [track["match"] for track in tracks]
        won, losers = max(moved), [side for side in range(seats) if not moved[side]]
        found = {
            "front": [track["front"] for track in tracks],
            "rear": [track["rear"] for track in tracks],
            "winner": moved.index(won) if won else None,
            "ignored": ignored,
            "skunked": losers if won > 1 else [],
            "double_skunked": losers if won > 2 else [],
        }
        for name in right:
            assert found[name] == right[name], "%s: %s: %r" % (told, name, panel)
        if won:
            row = "P%d %s" % (found["winner"] + 1, HOW[won])
            assert panel["screen"][4] == row, "%s: %r" % (told, panel)
        keyed += 1
    assert keyed >= 27, "only %d cases" % keyed
