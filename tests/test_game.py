"""Actions: refused with nothing changed, undone and redone without a limit, as text."""

import random

from firmware.core import actions, cards, settings, variants
from firmware.core.actions import CRIB, NOBODY
from firmware.core.game import Game
from host_tools.lines import from_text, to_text
from tests.playing import Player, row


def random_action(game):
    """An action that may be legal or not."""
    kind = random.choice(
        (actions.PEG,) * 6
        + (actions.HAND,) * 4
        + (actions.STARTER, actions.DEAL, actions.DEALER, actions.NEW, actions.SET)
        + (actions.UNDO, actions.UNDO, actions.REDO)
        + (actions.PLAY, actions.PLAY, actions.SUIT, actions.SUIT, actions.GO) * game.playing()
    )
    if kind == actions.PLAY:
        return (kind, random.randrange(game.seats), 52 + random.randrange(13))
    if kind == actions.SUIT:
        rank = cards.rank(game.played[-1]) if game.played else 0
        return (kind, rank % 13 * 4 + random.randrange(4))
    if kind == actions.GO:
        return (kind, random.choice((0, 1, NOBODY)))
    if kind == actions.PEG:
        return (kind, random.randrange(4), random.randrange(30))
    if kind == actions.HAND:
        seat = random.choice((0, 1, 2, 3, CRIB))
        return (kind, seat) + tuple(random.randrange(66) for _ in range(game.size(seat)))
    if kind == actions.STARTER:
        return (kind, random.randrange(56), random.randrange(2))
    if kind == actions.DEALER:
        return (kind, random.choice((0, 1, 2, 3, NOBODY)))
    if kind == actions.SET:
        setting = random.randrange(len(settings.ROWS))
        return (kind, setting, random.choice(list(settings.ROWS[setting][1]) + [77]))
    return (kind, 255) if kind == actions.REDO else (kind,)


def check(game, action):
    for side in range(game.sides):
        front, rear = game.front[side], game.rear[side]
        assert rear <= front <= game.target, "%r: pegs %d %d" % (action, rear, front)


def test_what_is_refused_changes_nothing_and_what_is_taken_can_be_undone():
    random.seed(121)
    game = Game()
    for _ in range(3000):
        before, length, at = game.pack(), len(game.log), game.log.at
        action = bytes(random_action(game))
        refusal = game.apply(action)
        if refusal is not None:
            same = (game.pack(), len(game.log), game.log.at) == (before, length, at)
            assert same, "%r refused, and yet something changed" % action
            continue
        check(game, action)
        after = game.pack()
        if action[0] == actions.PLAY:
            without = before
        elif action[0] == actions.SUIT and len(game.log) == length:
            before = without  # the card and its suit are one step
        if action[0] not in (actions.UNDO, actions.REDO):
            assert game.apply(bytes((actions.UNDO,))) is None
            assert game.pack() == before, "undo of %r" % action
            assert game.apply(bytes((actions.REDO, 1))) is None
            assert game.pack() == after, "redo of %r" % action


def test_undo_walks_back_to_the_start_and_redo_forward_to_the_end():
    random.seed(61)
    game = Game()
    states = [game.pack()]
    while len(states) < 200:
        action = bytes(random_action(game))
        if action[0] not in (actions.UNDO, actions.REDO) and game.apply(action) is None:
            states.append(game.pack())
    for state in reversed(states[:-1]):
        assert game.apply(bytes((actions.UNDO,))) is None
        assert game.pack() == state
    assert game.apply(bytes((actions.UNDO,))) is not None
    while game.apply(bytes((actions.REDO, 255))) is None:
        pass
    assert game.pack() == states[-1]


def test_each_action_goes_to_text_and_back():
    random.seed(29)
    game = Game()
    for _ in range(500):
        action = bytes(random_action(game))
        line = to_text(action)
        assert from_text(line) == action, line


def test_the_loser_deals_the_next_game_of_two_sides():
    two, four = row("six-card"), row("four-handed")
    for kind, winner, dealt, deals in (
        (two, 0, 1, 1),
        (two, 0, 0, 1),
        (two, 1, 0, 0),
        (four, 0, 2, 3),
    ):
        game = Game()
        game.apply(bytes((actions.SET, settings.GAME, kind)))
        game.apply(bytes((actions.DEALER, dealt)))
        game.apply(bytes((actions.PEG, winner, 121)))
        game.apply(bytes((actions.NEW,)))
        name = variants.GAMES[kind][variants.NAME]
        assert game.dealer == deals, "%s: %d" % (name, game.dealer)


def test_with_three_sides_the_deal_goes_to_the_left():
    game = Game()
    game.apply(bytes((actions.SET, settings.GAME, row("three-handed"))))
    game.apply(bytes((actions.DEALER, 1)))
    game.apply(bytes((actions.PEG, 0, 121)))
    game.apply(bytes((actions.NEW,)))
    assert game.dealer == 2, game.dealer


def test_a_card_of_the_rank_played_last_is_one_of_its_own():
    player = Player(count=1).keys("OK 5 C OK 7 P2 7 C")
    assert player.said()[0] == "14: 7 7C", player.said()
    player.keys("UNDO HOLD:UNDO")
    assert player.said()[0] == "14: 7 7C", player.said()
    assert player.power().said()[0] == "14: 7 7C", player.said()
    assert player.keys("UNDO").said()[0] == "7: 7", player.said()
