"""Whole games with real cards, keyed from cut to win: the lights keep the same score."""

from firmware.boards import club6
from firmware.core import variants
from tests.dealing import Dealing
from tests.playing import Player


def test_a_game_of_each_kind_is_keyed_from_first_deal_to_win():
    for row, game in enumerate(variants.GAMES):
        table = Dealing(row, seed=121 + row)
        player = Player(game=game[variants.NAME], board=club6)
        deals = 0
        while not table.won():
            for line in table.deal():
                player.keys(line)
                found = list(player.game.front[: table.sides])
                assert found == table.fronts, "%s: %s gave %r, not %r" % (
                    game[variants.NAME],
                    line,
                    found,
                    table.fronts,
                )
            deals += 1
        panel = player.panel()
        assert [t["front"] for t in panel["tracks"]] == table.fronts, game[variants.NAME]
        assert [t["rear"] for t in panel["tracks"]] == table.rears, game[variants.NAME]
        assert panel["buzz"] == 0, game[variants.NAME]
        assert 2 < deals < 25, deals
