"""Golden games: the keys give the actions, and the actions give the pegs."""

from firmware.core import actions, settings
from firmware.core.game import Game
from host_tools.lines import from_text
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
                deals = wanted.pop("deals")
                wanted["game"] = row(wanted["game"])
                for setting, value in wanted.items():
                    game.apply(bytes((actions.SET, settings.named(setting), value)))
                game.apply(bytes((actions.DEALER, deals)))
            elif line[0] == "=":
                assert golden_games.state(game) == line[2:], "%s: %r" % (name, line)
            elif line[0] != ">":
                assert game.apply(from_text(line)) is None, "%s: %s" % (name, line)
