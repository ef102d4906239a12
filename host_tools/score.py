"""score: the parts and the total of a hand, in the way a player counts aloud."""

import json

from firmware.core import cards, show
from host_tools.arguments import Parser, refuse

SIZES = {"hand": (3, 4, 5), "crib": (4, 5)}
PAIRS = {2: "a pair", 6: "a pair royal", 12: "a double pair royal"}


def spoken(kind, some, points, total):
    """What a player says at a part; total: with this part."""
    if kind == "fifteen":
        return f"fifteen {total}"
    what = {
        "pair": PAIRS.get(points),
        "run": f"a run of {len(some)}",
        "flush": f"a flush of {len(some)}",
        "nobs": "one for his nob",
    }[kind]
    return f"{what} is {total}" if total == points else f"and {what} is {total}"


def main(argv):
    parser = Parser("score", description="The parts and the total of a hand or a crib.")
    parser.add_argument("cards", nargs="*", help="3, 4 or 5 cards, as 5H 10D QS")
    parser.add_argument("--starter", required=True, help="the card turned up")
    parser.add_argument("--crib", action="store_true", help="a crib, not a hand")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    given = parser.parse_intermixed_args(argv)
    try:
        hand = [cards.parse(text) for text in given.cards]
        starter = cards.parse(given.starter)
    except ValueError as error:
        return refuse("score", f"{error} (a rank and a suit, as 5H or 10C)")
    what = "crib" if given.crib else "hand"
    if len(hand) not in SIZES[what]:
        sizes = f"{SIZES[what][0]} to {SIZES[what][-1]}"
        return refuse("score", f"a {what} has {sizes} cards, not {len(hand)}")
    for card in hand:
        if (hand + [starter]).count(card) > 1:
            return refuse("score", f"{cards.name(card)} is there twice")

    parts = show.explain(hand, starter, given.crib)
    total = show.score(hand, starter, given.crib)
    if given.json:
        told = {
            "hand": [cards.name(card) for card in hand],
            "starter": cards.name(starter),
            "crib": given.crib,
            "parts": [
                {"kind": kind, "cards": [cards.name(card) for card in some], "points": points}
                for kind, some, points in parts
            ],
            "total": total,
        }
        print(json.dumps(told))
        return 0
    so_far = 0
    for kind, some, points in parts:
        so_far += points
        names = " ".join(cards.name(card) for card in some)
        print(f"{spoken(kind, some, points, so_far):32}{names}")
    print(f"total {total}")
    return 0
