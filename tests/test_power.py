"""Pull the plug: the game is there."""

from firmware.core import actions, cards, settings
from firmware.core.game import Game
from firmware.journal import Journal
from tests import saved
from tests.playing import Player, directory


def told(player):
    panel = player.panel()
    return panel["tracks"], panel["screen"][:5]


def test_pegs_rear_pegs_dealer_and_match_come_back_after_every_key():
    player = Player()
    words = "10 2 P1 5 P2 OK 5 C OK OK 2 4 6 6 OK P1 5 H 5 D 5 S J C OK UNDO P2 UNDO UNDO"
    for word in words.split():
        player.keys(word)
        if word in ("P1", "P2", "OK", "UNDO"):
            player.keys("4 UNDO")  # whatever is open gets a key, and loses it again
        before = player.game.pack()
        assert player.power().game.pack() == before, word


def test_what_is_seen_is_the_same():
    player = Player().keys("10 2 P1 5 P2 3 P1 OK 5 C OK")
    before = told(player)
    assert told(player.power()) == before


def test_the_entry_is_dropped():
    player = Player().keys("4 P1 K").power()
    assert player.ghosts() == [None, None]
    assert player.fronts() == [4, 0]


def test_undo_and_redo_go_on_after_power_comes_back():
    player = Player().keys("3 P1 7 P1 5 P2 UNDO").power().keys("UNDO").power()
    assert player.fronts() == [3, 0], player.fronts()
    assert player.keys("HOLD:UNDO").fronts() == [10, 5]
    assert player.power().keys("UNDO UNDO UNDO").fronts() == [0, 0]


def test_a_mended_slip_comes_back_mended():
    player = Player().keys("3 P1 7 P1 5 P2 UNDO UNDO 8 P1").power().keys("HOLD:UNDO").power()
    assert (player.fronts(), player.rears()) == ([11, 5], [3, 0]), player.panel()


def test_a_long_match_comes_back_over_many_pieces_with_all_its_undos():
    player = Player()
    for _ in range(70):
        player.keys("2 P1 A P2 OK OK")
    player.keys("K K K P1")
    states = []
    player.power()
    assert len(saved.names(player.at)) > 2, "one piece is no test"
    for _ in range(40):
        states.append(player.game.pack())
        player.keys("UNDO")
    player.power()
    before = player.game.pack()
    player.keys("HOLD:UNDO")
    assert player.game.pack() == states[0]
    for state in states[1:]:
        player.keys("UNDO")
        assert player.game.pack() == state
    player.keys("UNDO")
    assert player.game.pack() == before


def test_every_action_is_on_flash_before_the_next_key_is_taken():
    player = Player()
    board = player.board
    for key in "3 P1 4 P2".split():  # all at once, as after a long erase
        board.down(key)
        board.up(key)
    sizes = []
    for _ in range(40):
        board.tick(board.leds.now + 4)
        fronts = sum(player.game.front)
        sizes.append((fronts, sum(saved.sizes(player.at).values())))
    written = sorted(set(sizes))
    assert [fronts for fronts, _ in written] == [0, 3, 7], written


def test_a_piece_cut_short_keeps_what_was_whole():
    player = Player().keys("3 P1 7 P1 5 P2")
    data = saved.pieces(player.at)["1"]
    fronts = set()
    for cut in range(len(data)):
        at = directory()
        saved.lay(at, {"1": data[:cut]})
        player = Player(at=at, deals=None)
        fronts.add(tuple(player.game.front[:2]))
        player.keys("9 P2")
        front = tuple(player.game.front[:2])
        assert tuple(player.power().game.front[:2]) == front, cut
    assert fronts == {(0, 0), (3, 0), (10, 0)}, fronts


def at_the_end_of_a_piece(*last):
    """Journals of a counted game, the `last` actions at each place about a piece's end."""
    bare = cards.UNKNOWN + cards.rank(cards.parse("7D"))
    first = ((actions.SET, settings.COUNT, 1), (actions.DEALER, 0))
    first += ((actions.STARTER, cards.parse("AC"), 0),)
    begun = set()
    for pegs in range(15, 35):
        at = directory()
        game, journal = Game(), Journal(at)
        journal.load(game)
        for action in first + ((actions.PEG, 0, 1),) * pegs + ((actions.PLAY, 1, bare),) + last:
            do(game, journal, *action)
        begun.add(len(saved.names(at)))
        yield at, game
    assert len(begun) > 1, "they end in the same piece"


def do(game, journal, *action):
    journal.turn(game)
    assert game.apply(bytes(action)) is None, action
    journal.add(bytes(action))
    journal.write()


def test_a_suit_is_in_the_piece_of_its_card():
    """So power-up reads one piece, wherever in a counted play it comes."""
    for at, game in at_the_end_of_a_piece((actions.SUIT, cards.parse("7D"))):
        found, journal = Game(), Journal(at)
        journal.load(found)
        assert found.pack() == game.pack() and journal.back == 1
        do(found, journal, actions.UNDO)
        whole = Game()
        Journal(at).load(whole, True)
        assert found.pack() == whole.pack()


def test_what_is_done_again_in_one_piece_may_have_been_undone_in_the_piece_before():
    undone = ((actions.PEG, 1, 2), (actions.PEG, 1, 3), (actions.UNDO,), (actions.UNDO,))
    again = ((actions.PEG, 1, 4), (actions.UNDO,), (actions.REDO, 2))
    for at, game in at_the_end_of_a_piece(*undone + again):
        found = Game()
        Journal(at).load(found)
        assert found.front[1] == game.front[1] == 7


# To 61, three to the match: what each action is keyed by, from the first cut on.
WON_MATCH = "P2 OK|4 P1|OK 5 C OK|K K K K 9 P1|OK OK|OK|9 P1|K K K K K P1".split("|")


def looks(player):
    """Pegs, crib lights and the screen's scores and result; ghosts come and go with UNDO."""
    panel = player.panel()
    for track in panel["tracks"]:
        del track["ghost"]
    return panel["tracks"], panel["screen"][:5]


def test_undo_walks_back_from_a_won_match_to_the_first_cut_and_held_undo_returns():
    player = Player(deals=None, target=61, match=3)
    seen = [looks(player)]
    for keys in WON_MATCH:
        seen.append(looks(player.keys(keys)))
    assert seen[-1][1][4] == "P1 has the match", seen[-1]
    player.power()
    for step in reversed(seen[:-1]):
        assert looks(player.keys("UNDO")) == step
    assert player.said()[0] == "P1 deals?", player.said()
    assert looks(player.power().keys("HOLD:UNDO")) == seen[-1]


def test_no_key_is_taken_while_what_the_last_one_did_is_not_written():
    player = Player()
    busy = [True]  # the wire: what is seen comes before what is written
    player.board.leds.busy = lambda: busy[0]
    for key in ("5", "P1", "3", "P2"):
        player.board.down(key)
        player.board.up(key)
    player.board.run(200)
    assert player.game.front[0] == 5 and len(player.board.keys.events) == 5
    busy[0] = False
    player.board.run(200)
    assert tuple(player.game.front[:2]) == (5, 3)
    assert tuple(player.power().game.front[:2]) == (5, 3)
