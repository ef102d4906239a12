"""Claims, muggins, the clock, low ball, wrong tracks, laps, six buttons: all at the keys."""

from firmware.boards import classic2, club6
from firmware.core import settings
from firmware.core.game import Game
from tests.playing import Player

START = "OK 5 C OK"
EIGHT = "5 D 9 C 4 S A H"  # what they are worth with that starter
TWELVE = "K H 5 D K S 3 C"


def test_the_hands_below_are_worth_what_they_are_called():
    for keys, value in ((EIGHT, 8), (TWELVE, 12)):
        assert Player().keys("%s P2 %s OK" % (START, keys)).fronts() == [0, value]


def test_without_muggins_a_low_claim_stands_and_a_high_one_is_cut():
    for claim, pegged in (("7", 7), ("8", 8), ("J", 8)):
        player = Player(claims=settings.WORD).keys("%s P2 %s OK %s OK" % (START, claim, EIGHT))
        assert player.fronts() == [0, pegged], (claim, player.fronts())


def test_ok_alone_believes_the_claim_and_go_is_nought():
    player = Player(claims=settings.WORD).keys(START + " P2 6 OK OK")
    assert player.fronts() == [0, 6]
    assert player.said()[2] == "OK: P1's hand", player.said()
    player.keys("OK GO OK")
    assert player.fronts() == [0, 6]
    assert player.said()[2] == "OK: crib", player.said()


def test_muggins_takes_what_was_missed():
    player = Player(claims=settings.MUGGINS).keys("%s P2 5 OK P1 %s OK" % (START, EIGHT))
    assert player.fronts() == [3, 5], player.fronts()


def test_a_wrong_call_gives_the_owner_two():
    player = Player(claims=settings.MUGGINS).keys("%s P2 8 OK P1 %s OK" % (START, EIGHT))
    assert player.fronts() == [0, 10], player.fronts()


def test_nothing_pegs_before_the_close():
    player = Player(claims=settings.MUGGINS).keys("%s P2 5 OK P1 %s" % (START, EIGHT))
    assert player.fronts() == [0, 0]


def test_muggins_never_gives_more_than_could_have_been_pegged():
    player = Player(claims=settings.MUGGINS)
    player.keys("K K K K K P1 K K K K A P1 %s P1 2 OK P2 %s OK OK" % (START, TWELVE))
    assert player.fronts() == [120, 1], player.fronts()


def test_strict_claims_give_what_was_claimed_too_much_too():
    for claim, fronts in (("4", [4, 4]), ("Q", [4, 8])):
        player = Player(claims=settings.STRICT).keys(
            "%s P2 %s OK %s OK" % (START, claim, EIGHT)
        )
        assert player.fronts() == fronts, (claim, player.fronts())


def test_the_rules_own_examples_of_strict_claims_and_the_clock():
    game = Game()
    game.settings[settings.CLAIMS] = settings.STRICT
    assert game.split(15, 11, 255, 121) == (11, 4)
    assert game.split(11, 15, 255, 121) == (11, 4)
    assert game.split(7, 0, 254, 121) == (4, 3)
    game.settings[settings.CLAIMS] = settings.MUGGINS
    assert game.split(12, 2, 1, 3) == (2, 1)


def test_at_low_ball_the_penalty_goes_to_the_offender():
    game = Game()
    game.settings[settings.LOW_BALL] = 1
    game.settings[settings.CLAIMS] = settings.STRICT
    assert game.split(15, 11, 255, 121) == (15, 0)
    assert game.split(11, 15, 255, 121) == (15, 0)
    game.settings[settings.CLAIMS] = settings.MUGGINS
    assert game.split(11, 11, 1, 121) == (11, 2)


def test_the_clock_runs_out_and_half_the_hand_goes_over():
    player = Player(claims=settings.WORD, clock=15).keys(START + " P2")
    assert player.said()[1] == "15 seconds", player.said()
    player.keys("WAIT:5100 4")
    assert player.said()[1] in ("10 seconds", "9 seconds"), player.said()
    lit = player.board.leds.shown[1]
    led = player.board_file.START + int(player.said()[1].split()[0])
    assert any(lit[3 * led : 3 * led + 3]), player.said()
    player.keys("WAIT:11000 5 D 4 D 7 S 8 S OK")
    value = player.game.value(1, player.game.hands[1])
    assert player.fronts() == [value // 2, value - value // 2], (value, player.fronts())


def test_a_claim_made_in_time_stops_the_clock():
    player = Player(claims=settings.WORD, clock=15).keys(START + " P2 8 OK WAIT:20000")
    player.keys(EIGHT + " OK")
    assert player.fronts() == [0, 8]


def test_points_moved_off_a_wrong_track_offer_two():
    player = Player(wrongtrack=1).keys("5 P1 UNDO P2")
    assert (player.fronts(), player.ghosts()) == ([0, 5], [2, None]), player.panel()
    assert player.keys("OK").fronts() == [2, 5]
    player = Player(wrongtrack=1).keys("5 P1 UNDO P2 4 P1")
    assert player.fronts() == [4, 5], "any other key leaves it"
    player = Player(wrongtrack=1).keys("5 P1 UNDO 6 P1")
    assert player.ghosts() == [None, None], "the amount corrected costs nothing"


def test_the_two_for_a_wrong_track_far_back_come_before_what_is_done_again():
    player = Player(wrongtrack=1).keys("5 P1 3 P2 4 P1 UNDO UNDO UNDO P2 OK HOLD:UNDO")
    assert player.fronts() == [6, 8], player.panel()
    assert player.power().keys("UNDO UNDO UNDO").fronts() == [0, 5], player.panel()
    assert player.keys("HOLD:UNDO").fronts() == [6, 8], player.panel()


def test_at_low_ball_a_tie_for_the_lowest_track_is_won_by_both():
    player = Player(game="three-handed", lowball=1, target=61).keys("3 P2 3 P3 K K K K 9 P1")
    assert player.rows()[4] == "P2,3 win", player.rows()
    assert [t["match"] for t in player.panel()["tracks"]] == [0, 1, 1]


def test_low_ball_is_lost_by_who_gets_there():
    player = Player(lowball=1, target=61).keys("3 P2 K K K K 9 P1")
    assert player.rows()[4] == "P2 wins", player.rows()
    assert [t["match"] for t in player.panel()["tracks"]] == [0, 1]


def test_the_lights_of_a_won_track_pass_the_finish_and_no_peg_stands_there():
    player = Player(lowball=1, target=61).keys("9 P2 A P2 K K K K 9 P1")
    assert player.rears() == [0, 9], player.panel()


def test_the_stink_hole_is_told():
    player = Player(target=61).keys("K K K K 8 P2 K K K K 9 P1")
    assert "stink" in player.rows()[4], player.rows()


def test_scores_go_round_on_every_target_and_board():
    for board in (club6, classic2):
        for target in (61, 91, 121, 151, 181, 241):
            player = Player(board=board, target=target)
            game = player.game
            front = 0
            key = "+5 +5 +5 +5 +5 +1 P1" if board is classic2 else "K K P1"
            for _ in range(20):
                rear = front
                player.keys(key)
                front = min(front + 26, target)
                panel = player.panel()["tracks"][0]
                assert (panel["front"], panel["rear"]) == (front, rear), (target, panel)
                if game.won:
                    break
            assert game.won, target


def test_opposite_ends_turn_the_second_track_round():
    player = Player(board=classic2, ends=1, target=121).keys("+5 P1 +5 +1 P2")
    player.board.run(500)
    lit = player.board.leds.shown
    assert max(lit[0][3 * 6 : 3 * 6 + 3]) > 20, "hole 5 from the first end"
    assert max(lit[1][3 * (62 - 6) : 3 * (62 - 6) + 3]) > 20, "hole 6 from the other"


def test_six_buttons_peg_deal_and_undo():
    player = Player(board=classic2).keys("+5 +1 P1 +1 P2 OK OK")
    assert player.fronts() == [6, 1]
    assert [t["crib"] for t in player.panel()["tracks"]] == [False, True]
    assert player.keys("UNDO UNDO").fronts() == [6, 0]
    assert player.keys("HOLD:UNDO").fronts() == [6, 1]
    assert player.keys("P1").panel()["buzz"] == 1, "hands are not keyed here"


def test_the_menu_on_six_buttons_is_shown_along_the_tracks():
    player = Player(board=classic2).keys("HOLD:OK +5 +5")  # target
    lit = player.board.leds.shown
    start = classic2.START
    assert [max(rgb[3 * (start + n) : 3 * (start + n) + 3]) > 5 for rgb, n in zip(lit, (3, 1))]
    player.keys("+1 OK")  # 61
    player.keys("+5 " * 12 + "+1 P1")
    assert player.game.won, "to 61"


def test_the_menu_offers_only_what_the_board_can_play():
    seen = set()
    for key in "A 2 3 4 5 6 7 8 9 10 J Q".split():
        seen.add(Player().keys("MENU " + key).said()[0])
    assert "six-handed" not in seen and "three-handed" in seen, seen
    assert Player(board=club6).keys("MENU 9").said()[0] == "six-handed"


def test_the_exchange_is_prompted_before_the_starter():
    player = Player(game="exchange")
    assert player.said()[1] == "pass a card over"
    assert player.keys(START).said()[1] != "pass a card over"


def test_seven_card_scores_46():
    player = Player(game="seven-card").keys("OK 6 C OK P2 4 C 4 D 5 D 5 S 6 S OK")
    assert player.fronts() == [0, 46]


def test_every_row_of_the_screen_fits_in_every_item_of_the_menu():
    player = Player(board=club6)
    for _ in range(16):
        player.keys("MENU")
        for key in "A 2 3 4 5 6 7 8 9 10 J".split():
            rows = player.keys(key).rows()
            assert all(len(row) <= 16 for row in rows), rows
