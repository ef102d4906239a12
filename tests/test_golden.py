"""Golden games: the keys give the actions, the actions the pegs, and a score kept apart too."""

from firmware.core import actions, variants
from firmware.core.game import Game
from host_tools.lines import from_text, named
from tests import golden_games
from tests.playing import row


def test_keys_give_the_actions_and_the_pegs_of_each_golden_game():
    for name in golden_games.names():
        found = golden_games.play(golden_games.read(name))
        for i, line in enumerate(golden_games.read(name)):
            came = next(found, None)
            assert came == line, "%s, line %d: %r, not %r" % (name, i + 1, came, line)
        assert next(found, None) is None, name


def test_the_actions_alone_replay_to_the_same_pegs():
    for name in golden_games.names():
        game = Game()
        for line in golden_games.read(name):
            if line[0] == "#":
                wanted = golden_games.wanted(line)
                for setting, value in wanted.items():
                    if setting == "game":
                        value = row(value)
                    if setting not in ("board", "deals"):
                        game.apply(bytes((actions.SET, named(setting), value)))
            elif line[0] == "=":
                assert golden_games.state(game) == line[2:], "%s: %r" % (name, line)
            elif line[0] != ">":
                assert game.apply(from_text(line)) is None, "%s: %s" % (name, line)
        assert game.match_winner() is not None, name


def test_the_table_that_dealt_a_golden_game_kept_the_same_score():
    for name in golden_games.names():
        dealt = golden_games.deal(name)
        for line in golden_games.read(name):
            if line[0] == ">":
                keys, pegs = next(dealt)
                assert keys == line[2:], "%s: %r, not %r" % (name, line, keys)
            elif line[0] == "=":
                assert line[2:].startswith(pegs + " match"), "%s: %s, not %s" % (
                    name,
                    line,
                    pegs,
                )
        assert next(dealt, None) is None, name


def test_there_is_a_golden_game_of_every_game():
    played = set()
    for name in golden_games.names():
        first = next(golden_games.read(name))
        played.add(golden_games.wanted(first)["game"])
    assert played == {game[variants.NAME] for game in variants.GAMES}
