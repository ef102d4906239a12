"""The worked values of tests/cases/."""

import json

from firmware.core import cards, play, show

# MicroPython has no pathlib.
CASES = __file__[: -len("test_cases.py")] + "cases/"


def cases(name):
    """Of each line: its id and note for messages, its input, what is expected."""
    with open(CASES + name + ".jsonl") as file:
        for line in file:
            case = json.loads(line)
            yield f"{case['id']} {case.get('note', '')}", case["input"], case["expected"]


def all_of(names):
    return [cards.parse(name) for name in names]


def test_show():
    kinds = {
        "fifteen": "fifteens",
        "pair": "pairs",
        "run": "runs",
        "flush": "flush",
        "nobs": "nobs",
    }
    tried = 0
    for told, given, right in cases("show"):
        hand, starter = all_of(given["hand"]), cards.parse(given["starter"])
        total = show.score(hand, starter, given["crib"])
        assert total == right["total"], f"{told}: {total}, not {right['total']}"
        worth = {"fifteens": 0, "pairs": 0, "runs": 0, "flush": 0, "nobs": 0, "total": 0}
        for kind, _, points in show.explain(hand, starter, given["crib"]):
            worth[kinds[kind]] += points
            worth["total"] += points
        for kind in right:
            assert worth[kind] == right[kind], f"{told}: {worth}, not {right}"
        tried += 1
    assert tried >= 78, f"only {tried} cases"


def test_play():
    kinds = {"15": "fifteen", "31": "thirtyone", "pair": "pairs", "run": "run"}
    tried = 0
    for told, given, right in cases("play"):
        prior, card = all_of(given["prior"]), cards.parse(given["card"])
        # One seat plays them all: it is only the cards that matter.
        round_ = play.Round([len(prior) + 2], 0)
        for one in prior:
            round_.play(0, one)
        count = round_.count
        try:
            events = round_.play(0, card)
        except play.Refused as refusal:
            assert right.get("illegal"), f"{told}: refused as {refusal.reason}"
            assert refusal.reason == play.OVER, f"{told}: refused as {refusal.reason}"
            assert round_.count == count and round_.stack == prior, f"{told}: changed"
        else:
            assert not right.get("illegal"), f"{told}: not refused"
            worth = {}
            for _, points, kind in events:
                worth[kinds[kind]] = points
            total = sum(worth.values())
            assert total == right["points"], f"{told}: {events}, not {right}"
            assert events == [(0, n, kind) for kind, n in play.points(prior + [card])], told
            for part in kinds.values():
                if part in right:
                    assert worth.get(part, 0) == right[part], f"{told}: {events}, not {right}"
            if "count" in right:
                assert round_.count == right["count"], f"{told}: the count is {round_.count}"
        tried += 1
    assert tried >= 47, f"only {tried} cases"


def seats_of_prior(given):
    """Who played the cards that lie on the table: by turns, the last by last_player."""
    last, n = given.get("last_player", 0), len(given.get("prior", ()))
    return [(last - i) % given["players"] for i in range(n)][::-1]


def deal(given):
    """Plays a deal, every go said by the seat it is the turn of: (round, events)."""
    sizes = [len(hand) for hand in given["hands"]]
    prior = all_of(given.get("prior", ()))
    players = seats_of_prior(given)
    for seat in players:
        sizes[seat] += 1
    leader = players[0] if prior else given["seq"][0][0]
    round_ = play.Round(sizes, leader, given.get("one_count", False))
    for seat, card in zip(players, prior):  # noqa: B905 - MicroPython's zip has no strict
        round_.play(seat, card)
    events = []
    for seat, name in given["seq"]:
        card = cards.parse(name)
        while round_.turn != seat or round_.count + cards.pips(card) > 31:
            events += round_.go(round_.turn)
        events += round_.play(seat, card)
    while round_.turn is not None:
        events += round_.go(round_.turn)
    return round_, events


def test_deals():
    tried = 0
    for told, given, right in cases("deal"):
        round_, events = deal(given)
        totals = [0] * given["players"]
        for seat, points, _ in events:
            totals[seat] += points
        assert totals == right["totals"], f"{told}: {totals}, not {right['totals']}, {events}"
        if "events" in right:
            assert [list(event) for event in events] == right["events"], f"{told}: {events}"
        assert given.get("one_count") or not any(round_.left), f"{told}: {round_.left} left"
        tried += 1
    assert tried >= 24, f"only {tried} cases"
