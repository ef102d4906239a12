"""The play counted card by card, and what goes wrong at a table."""

from firmware.boards import club6
from tests.playing import Player

# A deal of each, player 1 dealing: its starter, its play, its crib, the tracks after it.
# What each card and hand earns was worked out by other means than the board's.
DEALS = (
    (
        "three-handed",
        "7 S",
        "5 C 8 H 2 C 8 S 7 C GO GO GO K C 8 C 4 D 3 C 2 S GO GO J D 10 C",
        "2 H Q D A D J H",
        [11, 14, 7],
    ),
    (
        "four-handed",
        "4 H",
        "5 C 8 H A D 10 C 2 S 4 D GO GO GO GO J H 3 C 8 S J D 2 H K C 8 C 7 C GO 2 C Q D",
        "7 S A C Q C 5 D",
        [25, 12],
    ),
    (
        "five-handed",
        "3 H",
        "5 C 8 H A D 7 S K C 8 S J D 2 H 5 D 3 C 2 S GO GO A C 2 C 8 C 4 D Q D GO GO"
        " 7 C J H Q C 10 C",
        "4 H 5 H A S 9 D",
        [25, 6, 6, 8, 9],
    ),
    (
        "six-handed",
        "Q S",
        "8 C 4 D A C 4 H 9 H 3 C 2 S 7 C J H 9 D GO 5 C J D A D 7 S A S 9 C 2 C GO GO GO GO"
        " GO GO 8 H Q D Q C 3 H 7 D 10 C 8 S 2 H GO GO GO GO 5 D 5 H 6 C K C GO 7 H",
        "K H 4 C 10 S J C 6 D",
        [25, 8, 7, 10, 13, 9],
    ),
)


def test_whole_deals_of_three_to_six_are_counted_from_starter_to_crib():
    for game, starter, play, crib, fronts in DEALS:
        player = Player(board=club6, game=game, count=1)
        player.keys("OK %s OK %s" % (starter, play))
        player.keys("OK OK " * player.game.seats)  # each hand opens with all it played
        panel = player.keys("OK %s OK" % crib).panel()
        assert [track["front"] for track in panel["tracks"]] == fronts, panel
        assert panel["screen"][4] == "P2 deals" and not panel["buzz"], panel


def test_one_card_earns_one_leapfrog():
    player = Player(count=1).keys("OK K C OK 4 4 4 3")  # a pair royal, then a fifteen
    assert player.fronts() == [2 + 2, 6], player.fronts()
    player = Player(count=1).keys("OK K C OK 7 7 A")  # a pair for two, then a fifteen
    assert (player.fronts(), player.rears()) == ([2, 2], [0, 0]), player.panel()
    player = Player(count=1).keys("OK K C OK 5 6 4")  # fifteen and a run
    assert (player.fronts(), player.rears()) == ([0, 5], [0, 0]), player.panel()


def test_the_screen_says_whose_turn_it_is_the_count_and_what_was_earned():
    player = Player(count=1).keys("OK K C OK")
    assert player.said()[2] == "P2 plays OK: pts"
    player.keys("7 D 8 S")
    assert player.said() == ["15: 7D 8S", "P1 15 2", "P2 plays OK: pts"], player.said()


def test_a_card_over_31_a_fifth_of_a_rank_and_a_card_seen_are_refused():
    player = Player(count=1).keys("OK K C OK K Q J")
    assert player.keys("2").said()[1] == "over 31"
    player = Player(count=1).keys("OK A C OK A A A A")
    assert player.said()[1] == "already seen", player.said()
    player = Player(count=1).keys("OK A C OK A C")
    assert player.said()[1] == "AC is out", player.said()
    assert player.panel()["buzz"] == 1


def test_a_go_is_refused_while_any_card_can_be_played():
    assert Player(count=1).keys("OK A C OK K GO").panel()["buzz"] == 1


def test_go_held_says_that_nobody_can_play():
    player = Player(count=1, game="three-handed").keys("OK A C OK K Q 9 HOLD:GO")
    assert player.fronts() == [1, 0, 0], player.fronts()
    assert player.game.round.count == 0 and player.game.round.turn == 1


def test_a_players_key_moves_the_turn():
    player = Player(count=1).keys("OK A C OK 7 P2 8")
    assert player.fronts() == [0, 2]
    assert player.said()[2] == "P1 plays OK: pts"


def test_points_can_be_pegged_in_the_middle_of_the_play():
    player = Player(count=1).keys("OK A C OK 7 OK 2 P1 8")
    assert (player.fronts(), player.rears()) == ([4, 0], [2, 0]), player.panel()


def test_a_suit_after_points_is_still_that_of_the_last_card():
    player = Player(count=1).keys("OK A C OK 7 OK 2 P1 D")
    assert player.said()[0] == "7: 7D", player.said()
    before = player.game.pack()
    assert player.keys("UNDO").said()[0] == "7: 7", player.said()
    assert player.keys("HOLD:UNDO").game.pack() == before
    assert player.power().game.pack() == before


def test_undo_goes_back_card_by_card_suits_and_all():
    player = Player(count=1).keys("OK A C OK 7 D 8 S 9 H UNDO")
    assert player.said()[0] == "15: 7D 8S", player.said()
    assert player.fronts() == [2, 0]
    player.keys("UNDO")
    assert (player.said()[0], player.fronts()) == ("7: 7D", [0, 0])


def test_a_mended_card_keeps_the_suits_of_those_after_it():
    player = Player(count=1).keys("OK A C OK 7 C 7 D 6 S 5 H UNDO UNDO UNDO 8 D HOLD:UNDO")
    assert player.said()[0] == "26: 7C 8D 6S 5H", player.said()


def test_what_follows_a_mended_card_stops_where_it_is_not_legal():
    player = Player(count=1).keys("OK A C OK 2 K K 9 UNDO UNDO UNDO UNDO 3 HOLD:UNDO")
    assert player.said()[0] == "23: 3 K K", player.said()


def test_at_the_show_each_hand_opens_with_what_was_played():
    player = Player(count=1).keys("OK 5 C OK 5 H 5 D 10 S J C GO GO")
    player.keys("7 S 8 S 5 S 9 S OK")
    assert player.said()[0] == "P2 5H 10S 7S 5S", player.said()
    player.keys("OK OK")
    assert player.said()[0] == "P1 5D JC 8S 9S", player.said()


def test_at_the_show_only_suits_that_matter_are_asked_for():
    player = Player(count=1).keys("OK 5 C OK 5 6 9 J GO GO 4 8 J 2 OK")
    assert player.said()[1] == "all one suit?", player.said()
    player.keys("OK")
    assert player.said()[1] == "JC?", player.said()


def test_the_left_over_cards_of_the_five_card_game_are_keyed_at_the_show():
    player = Player(count=1, game="five-card").keys("OK 5 C OK K J Q GO GO")
    assert player.said()[2] == "OK: P2's hand", player.said()
    player.keys("OK")
    assert player.said()[:2] == ["P2 K Q", "1 card missing"], player.said()


def test_five_card_gives_three_for_last_and_one_count_only():
    player = Player(game="five-card")
    assert player.fronts() == [0, 3]
    player = Player(count=1, game="five-card").keys("OK 5 C OK K J A K")  # 31
    assert (player.fronts(), player.game.playing()) == ([2, 3], False)


def test_a_false_go_is_shown_and_with_the_option_scored():
    for option, penalty in ((0, 0), (1, 2)):
        player = Player(count=1, renege=option).keys("OK A C OK K D J H 8 S GO GO")
        player.keys("3 D 9 D 9 S 6 D GO GO 6 S OK OK OK")  # player 1 had the 3 at 28
        before = list(player.game.front[:2])
        player.keys("OK")
        gained = [player.game.front[s] - before[s] for s in range(2)]
        assert gained == [player.game.value(0, player.game.hands[0]), penalty], gained
        assert player.said()[1] == "false go 1 card", player.said()


def test_a_false_go_with_two_cards_in_hand_fits_the_row():
    player = Player(count=1).keys("OK A C OK K D J H 8 S GO GO 3 D 9 D 2 D 6 D 9 S")
    player.keys("OK OK OK OK")
    assert player.said()[1] == "false go 2 cards", player.said()


def test_counting_asks_who_deals_when_it_was_not_told():
    player = Player(count=1, deals=None).keys("4 P1 OK 5 C OK")
    assert player.said()[0] == "P1 deals?", player.said()
    player.keys("P2 OK OK")
    assert player.said()[2] == "P1 plays OK: pts"


def test_a_counted_deal_survives_the_plug_at_every_card():
    player = Player(count=1)
    for key in "OK 5 C OK 5 H 6 D 9 S J C GO GO 4 4 7 K".split():
        player.keys(key)
        if key not in ("OK", "5", "C") or player.game.playing():
            before = player.game.pack()
            player.power()
            assert player.game.pack() == before, key
    assert player.said()[2] == "OK: P2's hand", player.said()
