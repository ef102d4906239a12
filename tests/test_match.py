"""Pegs, the target, skunks and low ball: all of cases/match.jsonl, as actions."""

import json

from firmware.core import actions, settings
from firmware.core.game import Game
from firmware.core.state import GAME_OVER
from tests.playing import row


def at(target, low_ball, fronts, rears):
    """A game for two with the pegs where they are asked for."""
    game = Game()
    do(game, actions.SET, settings.TARGET, target)
    do(game, actions.SET, settings.LOW_BALL, low_ball)
    for side, (front, rear) in enumerate(zip(fronts, rears)):
        for points in (rear, front - rear):
            if points:
                do(game, actions.PEG, side, points)
    return game


def do(game, *action):
    refusal = game.apply(bytes(action))
    assert refusal is None, "%r: %s" % (action, refusal)


def cases():
    with open("tests/cases/match.jsonl") as file:
        for line in file:
            yield json.loads(line)


def test_every_case_of_pegs_and_wins():
    for case in cases():
        given, expected = case["input"], case["expected"]
        game = at(
            given["target"],
            given.get("lowball", False),
            given.get("start", [0, 0]),
            given.get("rear", [0, 0]),
        )
        ignored = 0
        for seat, points in given["events"]:
            if not points:
                continue  # a hand of nothing: no key is pressed
            refusal = game.apply(bytes((actions.PEG, seat, points)))
            assert refusal in (None, GAME_OVER), refusal
            ignored += refusal is not None
        losers = [s for s in range(2) if not game.won >> s & 1] if game.won else []
        found = {
            "front": list(game.front[:2]),
            "rear": list(game.rear[:2]),
            "winner": {0: None, 1: 0, 2: 1}[game.won],
            "ignored": ignored,
            "skunked": losers if game.skunk() else [],
            "double_skunked": losers if game.skunk() == 2 else [],
        }
        for name, value in expected.items():
            message = "%s: %s is %r, not %r" % (case["id"], name, found[name], value)
            assert found[name] == value, message


def test_a_win_moves_the_match_peg_by_what_it_is_worth():
    for loser, pegs in ((91, 1), (90, 2), (61, 2), (60, 3)):
        game = at(121, 0, [0, loser], [0, 0])
        for points in (60, 61):
            do(game, actions.PEG, 0, points)
        assert list(game.match[:2]) == [pegs, 0], "loser on %d: %r" % (loser, game.match)


def test_every_loser_of_three_must_be_short_for_a_skunk():
    for third, skunk in ((90, 1), (91, 0)):
        game = Game()
        do(game, actions.SET, settings.GAME, row("three-handed"))
        for side, points in ((1, 80), (2, third), (0, 121)):
            do(game, actions.PEG, side, points)
        assert game.skunk() == skunk, "third on %d" % third


def test_the_next_match_begins_with_empty_match_holes():
    game = Game()
    for _ in range(2):
        do(game, actions.PEG, 0, 121)  # a double skunk: three pegs
        do(game, actions.NEW)
        won = list(game.match[:2])
    assert won == [0, 0], won


def test_a_tie_for_the_lowest_track_wins_for_both_at_low_ball():
    game = Game()
    do(game, actions.SET, settings.GAME, row("three-handed"))
    do(game, actions.SET, settings.LOW_BALL, 1)
    for side, points in ((1, 80), (2, 80), (0, 121)):
        do(game, actions.PEG, side, points)
    assert game.won == 0b110, game.won
