"""A new game of the table is one row: chosen in the menu, dealt card by card, won."""

import sys

# Three alone: six dealt, one each to the crib and two of the pack; two for last, and an
# auction before the starter.
ROW = ("auction", 3, 3, 5, 5, 91, False, 2, "bid for the crib")
PLACES = (("continuous3", "7"), ("club6", "Q"))  # the first that is free in their menus
OURS = ("firmware", "host_tools", "tests")


def forget():
    """Forgets all that was imported of ours: those modules, by name."""
    names = [name for name in sys.modules if name.split(".")[0] in OURS]
    return {name: sys.modules.pop(name) for name in names}


def test_a_game_added_as_one_row_is_chosen_in_the_menu_dealt_and_won():
    kept = forget()
    try:
        # As if its file had the row: it is there before anything else reads the games.
        from firmware.core import variants

        variants.GAMES += (ROW,)
        for board, key in PLACES:
            play(board, key, len(variants.GAMES) - 1)
    finally:
        forget()
        sys.modules.update(kept)


def play(board, key, row):
    from host_tools.virtual import load_board
    from tests.dealing import Dealing
    from tests.playing import Player

    player = Player(deals=None, board=load_board(board), count=1).keys("MENU " + key)
    assert player.said()[0] == "auction", player.said()
    table = Dealing(row, 91, count=1)
    player.keys("OK " + table.cut())
    assert player.said()[1] == "bid for the crib", player.said()
    while not table.won():
        for line in table.deal():
            player.keys(line)
            assert player.fronts() == table.fronts, "%s: %r" % (line, player.panel())
    assert player.rears() == table.rears, player.panel()
    winner = table.fronts.index(91)
    assert player.rows()[4][:7] == "P%d wins" % (winner + 1), player.rows()
