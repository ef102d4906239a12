"""The key grammar, key by key, through the whole loop to lights and screen."""

from tests.playing import Player
from tests.telling import tell


def same(found, expected, of):
    assert found == expected, "%s: %r, not %r" % (of, found, expected)


# Points, then player.


def test_points_add_up_and_a_players_key_pegs_them():
    player = Player().keys("10 2 P1 5 P2")
    same(player.fronts(), [12, 5], "fronts")
    same(player.keys("2 2 2 P1").fronts(), [18, 5], "fronts after 2 2 2")
    same(player.rears(), [12, 0], "rears")


def test_a_ghost_shows_where_each_track_would_land():
    player = Player().keys("4 P1 K")
    same(player.ghosts(), [17, 13], "ghosts")
    same(player.fronts(), [4, 0], "fronts")


def test_points_left_alone_are_dropped_and_never_pegged():
    player = Player().keys("4 WAIT:18000")
    same(player.ghosts(), [4, 4], "ghosts within 20 s")
    player.keys("WAIT:3000")
    same(player.ghosts(), [None, None], "ghosts after 20 s")
    player.keys("P1")
    same(player.fronts(), [0, 0], "fronts")


def test_a_player_without_a_seat_is_refused_and_nothing_moves():
    player = Player().keys("4 P3")
    same(player.panel()["buzz"], 1, "buzzes")
    same(player.ghosts(), [4, 4], "ghosts: the points are still there")
    same(player.said()[1], "no P3 here", "said")


def test_more_than_99_points_are_refused():
    player = Player().keys("K K K K K K K 8 A")
    same(player.panel()["buzz"], 1, "buzzes")
    same(player.said()[0], "+99", "line")


# Hands and crib.


def test_a_hand_with_suits_shows_its_parts_then_pegs():
    player = Player().keys("OK 5 C OK P1 5 H 5 D 5 S J C")
    same(player.said(), ["P1 5H 5D 5S JC", "15s16pr12J1=29", "OK: pegs 29"], "complete")
    same(player.ghosts(), [29, None], "ghosts")
    same(player.keys("OK").fronts(), [29, 0], "fronts")
    same(player.said()[:2], ["P1 5H 5D 5S JC", "15s16pr12J1=29"], "stays")


def test_the_same_players_key_pegs_as_ok_does():
    same(Player().keys("OK 5 C OK P1 5 H 5 D 5 S J C P1").fronts(), [29, 0], "fronts")


def test_another_players_key_moves_the_hand_to_that_seat():
    player = Player().keys("OK 5 C OK P1 5 H 5 D 5 S J C P2")
    same(player.ghosts(), [None, 29], "ghosts")
    same(player.fronts(), [0, 0], "fronts")
    same(player.keys("P2").fronts(), [0, 29], "fronts")


def test_a_crib_is_too_many_cards_for_a_hand_of_three():
    player = Player(game="five-card").keys("OK 5 C OK P1 P1 2 3 4 6 P2")
    same(player.said(), ["crib 2 3 4 6", "3 cards only", "suit, or OK: no"], "said")


def test_an_incomplete_hand_is_not_closed_and_says_what_is_missing():
    player = Player().keys("OK 4 C OK P1 5 P1")
    same(player.said()[1], "5 then P1 pegs 5", "said")
    same(player.keys("6 OK").said()[1], "2 cards missing", "said")
    same(player.keys("7 OK").said()[1], "1 card missing", "said")
    same(player.panel()["buzz"], 3, "buzzes")
    same(player.fronts(), [0, 0], "fronts")


def test_a_card_seen_in_this_deal_is_refused():
    player = Player().keys("OK 5 C OK P2 5 C")
    same(player.said()[1], "5C is out", "said")
    player.keys("H 6 H 7 H 8 H OK OK 6 H")
    same(player.said()[1], "6H is out", "said")
    same(player.panel()["buzz"], 2, "buzzes")


def test_a_fifth_of_a_rank_is_refused():
    player = Player().keys("OK 5 C OK P2 5 5 5 5")
    same(player.said()[1], "a fifth 5", "said")


def test_without_suits_only_what_matters_is_asked():
    player = Player().keys("OK 5 C OK P2 5 6 6 7")  # a pair is no flush, no jack
    same(player.said()[1:], ["pr4 run12 =16", "OK: pegs 16"], "nothing to ask")
    player = Player().keys("OK 5 C OK P2 2 4 6 8")
    same(player.said()[1], "all one suit?", "flush")
    same(player.keys("OK").said()[1], "15s4 run3 =7", "no")
    same(player.keys("UNDO").said()[1], "all one suit?", "asked again")
    same(player.keys("H").said()[1], "15s4run3fl4=11", "yes")


def test_the_jack_of_the_starters_suit_is_asked_for():
    player = Player().keys("OK 5 C OK P2 2 2 9 J")
    same(player.said()[1], "JC?", "nobs")
    same(player.keys("C").said()[1], "15s2 pr2 J1 =5", "yes")
    player = Player().keys("OK 5 C OK P2 2 2 9 J OK")
    same(player.said()[1], "15s2 pr2 =4", "no")


def test_in_the_crib_only_a_flush_with_the_starter_is_asked_for():
    player = Player().keys("OK 5 C OK P1 P1 2 4 6 8")
    same(player.said()[1], "all C?", "crib flush")
    same(player.keys("C").said()[1], "15s4run3fl5=12", "yes")
    player = Player().keys("OK 5 C OK P1 P1 2 H 4 6 8")
    same(player.said()[1], "15s4 run3 =7", "a heart in it: nothing to ask")


def test_a_suit_that_cannot_be_all_of_them_is_the_last_cards():
    player = Player().keys("OK 5 C OK P2 2 H 4 H 6 H 8 S")
    same(player.said()[0], "P2 2H 4H 6H 8S", "line")
    same(player.said()[1], "15s4 run3 =7", "parts")


# The steps of a deal.


def test_ok_goes_from_step_to_step_and_the_last_row_names_the_next():
    player = Player()
    same(player.said()[2], "OK: starter", "first")
    player.keys("OK 5 C OK")
    same(player.said()[2], "OK: P2's hand", "after the starter")
    player.keys("OK 2 4 6 6 OK")
    same(player.said()[2], "OK: P1's hand", "after the pone")
    player.keys("OK 9 9 Q K OK")
    same(player.said()[2], "OK: crib", "after the dealer")
    player.keys("OK A 2 3 7 OK OK")
    same(player.rows()[4], "P2 deals", "a pegged crib ends the deal")
    same(player.panel()["tracks"][1]["crib"], True, "crib light")


def test_ok_ok_deals_again_for_those_who_only_peg():
    player = Player().keys("4 P1 OK OK")
    same([track["crib"] for track in player.panel()["tracks"]], [False, True], "crib light")
    same(player.keys("OK OK").panel()["tracks"][0]["crib"], True, "crib light")


def test_a_half_shown_deal_is_asked_about_once_more():
    player = Player().keys("OK 5 C OK OK 2 4 6 6 OK OK OK")
    same(player.said()[1], "OK again: deal", "said")
    same(player.keys("OK").rows()[4], "P2 deals", "then")


def test_an_incomplete_step_is_refused_by_ok():
    player = Player().keys("OK 5 OK")
    same(player.said()[1], "its suit?", "said")
    same(player.panel()["buzz"], 1, "buzzes")


def test_a_hand_waits_for_the_starter():
    player = Player().keys("P2")
    same(player.said()[0], "starter, then P2", "line")
    same(player.keys("5 C OK").said()[0], "P2", "then the hand")


def test_a_jack_as_starter_gives_the_dealer_two():
    player = Player().keys("OK J C")
    same(player.ghosts(), [2, None], "ghosts")
    same(player.keys("OK").fronts(), [2, 0], "OK pegs it")
    same(Player().keys("OK J C GO").fronts(), [0, 0], "GO leaves it out")


def test_a_hand_that_wins_before_one_that_counts_first_wants_ok():
    player = Player(target=61).keys("K K K K 5 P1 OK 5 C OK P1 5 5 6 6 P1")
    same(player.fronts(), [57, 0], "not pegged")
    same(player.said()[1], "P2 counts first", "said")
    player.keys("OK")
    same(player.fronts(), [61, 0], "OK")


def test_the_crib_of_another_player_asks_whether_the_dealer_was_wrong():
    player = Player().keys("OK 5 C OK P2 P2")
    same(player.said()[0], "P2 deals?", "asked")
    player.keys("OK 2 3 4 6 OK OK")
    same(player.fronts(), [0, 9], "the crib is player 2's")
    same(player.panel()["tracks"][0]["crib"], True, "and the deal passes on from there")


# Undo.


def test_undo_in_an_entry_takes_the_last_key_off():
    player = Player().keys("5 K UNDO")
    same(player.ghosts(), [5, 5], "ghosts")
    player.keys("UNDO")
    same(player.ghosts(), [None, None], "ghosts")
    same(player.said()[2], "OK: starter", "nothing open")
    player = Player().keys("OK 5 C UNDO")
    same(player.said()[0], "starter 5", "line")
    player.keys("UNDO UNDO")
    same(player.said()[2], "OK: starter", "nothing open")


def test_undo_takes_back_the_last_action_whoevers_and_a_ghost_stays():
    player = Player().keys("3 P1 7 P1 5 P2 UNDO")
    same(
        (player.fronts(), player.rears(), player.ghosts()), ([10, 0], [3, 0], [None, 5]), "one"
    )
    player.keys("UNDO")
    same(
        (player.fronts(), player.rears(), player.ghosts()), ([3, 0], [0, 0], [10, None]), "two"
    )
    player.keys("9")
    same(player.ghosts(), [12, 9], "a rank starts anew")


def test_a_players_key_pegs_what_was_taken_back_there():
    player = Player().keys("10 2 P1 5 P2 UNDO P1")
    same((player.fronts(), player.rears()), ([17, 0], [12, 0]), "pegs")


def test_a_hand_taken_back_goes_to_another_seat_with_its_cards():
    player = Player().keys("OK 5 C OK P1 5 H 5 D 5 S J C OK UNDO")
    same(player.ghosts(), [29, None], "ghost")
    player.keys("P2")
    same(player.fronts(), [0, 29], "fronts")
    same(player.said()[0], "P2 5H 5D 5S JC", "line")


def test_undo_held_does_all_of_it_again():
    player = Player().keys("3 P1 7 P1 5 P2 UNDO UNDO UNDO HOLD:UNDO")
    same((player.fronts(), player.rears()), ([10, 5], [3, 0]), "pegs")
    same(player.keys("HOLD:UNDO").panel()["buzz"], 1, "nothing more")


def mended(what, wrong, mending, right, **options):
    """All is as after the right keys; how many presses the mending took is told."""
    found, wanted = (Player(**options).keys(k) for k in ("%s %s" % (wrong, mending), right))
    same(found.panel()["tracks"], wanted.panel()["tracks"], what)
    rows = [player.rows() for player in (found, wanted)]
    for row in (0, 3, 4, 5, 7):  # 6 tells what was keyed last: done again, it is not said again
        same(rows[0][row], rows[1][row], "%s, row %d" % (what, row + 1))
    same(found.game.pack(), wanted.game.pack(), what)
    tell("mended: %s, %d presses" % (what, len(mending.split())))


def test_a_slip_far_back_is_mended_and_the_rest_kept():
    mended(
        "points, three scores since",
        "7 P1 5 P2 2 P1 4 P2",
        "UNDO UNDO UNDO UNDO 8 P1 HOLD:UNDO",
        "8 P1 5 P2 2 P1 4 P2",
    )
    mended(
        "points on the wrong track, two scores since",
        "3 P1 7 P1 5 P2 2 P1",
        "UNDO UNDO UNDO P2 HOLD:UNDO",
        "3 P1 7 P2 5 P2 2 P1",
    )
    mended(
        "a card of the play, two cards since",
        "OK A C OK 7 7 6 5",
        "UNDO UNDO UNDO 8 HOLD:UNDO",
        "OK A C OK 7 8 6 5",
        count=1,
    )
    mended(
        "a card of the play, three cards since",
        "OK A C OK 7 C 7 D 6 H 5 D 4 S",
        "UNDO UNDO UNDO UNDO 8 D HOLD:UNDO",
        "OK A C OK 7 C 8 D 6 H 5 D 4 S",
        count=1,
    )


def test_a_wrong_card_is_mended_and_what_follows_is_scored_anew():
    player = Player().keys("OK 4 C OK OK 5 H 5 D 5 S J C OK")
    same(player.fronts(), [0, 15], "with a four")
    player.keys("UNDO UNDO OK 5 C OK HOLD:UNDO")
    same(player.fronts(), [0, 29], "with a five")


def test_another_kind_of_action_forgets_what_was_undone():
    player = Player().keys("3 P1 7 P1 UNDO OK OK HOLD:UNDO")
    same(player.fronts(), [3, 0], "fronts")
    same(player.panel()["buzz"], 1, "nothing to redo")


# A new game, a won game.


def test_a_new_game_asks_who_deals():
    player = Player(deals=None)
    same(player.said(), ["P1 deals?", "", "OK, P1.. or pts"], "asked")
    player.keys("P2 OK")
    same([track["crib"] for track in player.panel()["tracks"]], [False, True], "crib light")


def test_points_skip_the_question_and_a_jack_asks_again():
    player = Player(deals=None).keys("4 P1")
    same([track["crib"] for track in player.panel()["tracks"]], [False, False], "no crib light")
    player.keys("OK J C OK")
    same(player.said()[0], "P1 deals?", "asked")
    same(player.keys("P2 OK OK").fronts(), [4, 2], "heels")


def test_a_win_stops_the_peg_and_moves_the_match_peg():
    player = Player().keys("K K K K K K K P1 K K 5 P1 8 P2")
    panel = player.panel()
    same([t["front"] for t in panel["tracks"]], [121, 0], "points after it are refused")
    same([t["match"] for t in panel["tracks"]], [3, 0], "a double skunk")
    same(player.rows()[4], "P1 double skunk", "told")


def test_ok_ok_after_a_win_is_the_next_game_and_the_loser_deals():
    player = Player(target=61).keys("K K K K 9 P1 OK OK")
    same(player.fronts(), [0, 0], "fronts")
    same(player.said()[0], "P2 deals?", "the loser")
    same(player.panel()["tracks"][0]["match"], 2, "the match goes on")
    same(player.keys("HOLD:UNDO UNDO UNDO").fronts(), [0, 0], "past the win")


def test_hands_can_be_shown_after_a_win_and_are_not_pegged():
    player = Player(target=61).keys("OK 5 C OK K K K K 9 P1 P2 5 H 5 D 5 S J C")
    same(player.said()[1], "15s16pr12J1=29", "shown")
    same(player.keys("OK").fronts(), [61, 0], "fronts")


# The menu.


def test_the_menu_sets_players_and_target():
    player = Player().keys("MENU MENU 3 OK")
    same(len(player.panel()["tracks"]), 3, "tracks")
    player.keys("MENU MENU MENU A OK")  # the first: the game's own
    player.keys("MENU MENU MENU 2 OK K K K K 9 P2")
    same(player.fronts()[1], 61, "target 61")


def test_a_new_game_from_the_menu_wants_a_second_key():
    player = Player().keys("4 P1 " + "MENU " * 14 + "OK")
    same(player.fronts(), [4, 0], "OK does not begin it")
    same(player.keys("GO").fronts(), [0, 0], "GO does")
    same(player.keys("UNDO").fronts(), [4, 0], "and UNDO takes it back")


def test_players_and_target_wait_for_the_next_game_once_points_are_pegged():
    player = Player().keys("4 P1 MENU MENU 3")
    same(player.said()[1], "from next game", "said")
    player.keys("OK")
    same(len(player.panel()["tracks"]), 2, "tracks")


def test_partners_peg_on_one_track():
    player = Player(game="four-handed").keys("4 P1 3 P3 5 P4")
    same((player.fronts(), player.rears()), ([7, 5], [4, 0]), "pegs")


# No accidents.


def test_no_single_key_changes_a_score_undo_apart():
    keys = "A 2 3 4 5 6 7 8 9 10 J Q K GO MENU C D H S P1 P2 P3 P4 OK HOLD:UNDO HOLD:GO HOLD:OK"
    for key in keys.split():
        player = Player().keys("4 P1 7 P2").keys(key)
        same(player.game.front[:2], b"\x04\x07", key)


def test_after_a_win_without_a_starter_a_hand_cannot_be_shown():
    player = Player(target=61).keys("K K K K 9 P1 P2")
    assert player.said()[1:] == ["the game is won", "OK: next game"], player.said()
    player.keys("OK OK")
    assert player.fronts() == [0, 0], player.said()
