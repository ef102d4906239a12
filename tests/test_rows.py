"""No row of the screen is longer than its 16 characters, and each says what is meant."""

from firmware.boards import club6
from firmware.core import cards, settings, show
from firmware.ui import text
from tests.playing import Player


def of(words):
    return [cards.parse(word) for word in words.split()]


def parts(hand, starter):
    return text.parts(show.explain(of(hand), cards.parse(starter)))


def test_parts_of_a_hand_are_shortened_until_they_fit():
    assert parts("2H 4D 6S 8C", "5C") == "15s4 run3 =7"
    assert parts("5H 5D 5S JC", "5C") == "15s16pr12J1=29"
    assert parts("KH JC 5S QC JD", "10C") == "15s10pr2r8J1=21"


def test_a_hand_of_five_with_four_tens_fits():
    assert text.hand(0, of("10C 10D 10H 10S 9C")) == "P1 T\1T\2T\3T\x049\1"
    assert text.hand(0, of("10C 10D 10H 10S")) == "P1 10\x0110\x0210\x0310\4"


def test_what_one_card_earned_is_told_whole_or_as_a_sum():
    assert text.earned([(1, 2, "15"), (1, 2, "pair")]) == "P2 15 2 pair 2"
    assert text.earned([(0, 2, "15"), (0, 3, "run"), (0, 1, "last")]) == "P1 +6"


def test_scores_of_five_fit_two_in_a_row():
    player = Player(board=club6, game="five-handed")
    player.keys("K K K K K K K K A P2 Q P2 4 P1 6 P1")
    assert player.rows()[0] == "1:10+6  2:104+12", player.rows()
    player.keys("K K K K K K K P1 Q P1")
    assert player.rows()[0] == "P1 113  P2 104", player.rows()


def test_what_is_said_of_one_card_fits_and_names_the_crib_by_its_dealer():
    player = Player().keys("OK 5 C OK P2 Q P2")
    assert player.said()[1] == "Q, P2 pegs 12"
    player = Player().keys("OK 5 C OK P1 2 2 3 3 OK P1 5 P1")
    assert player.said()[1] == "5 then P1 pegs 5", player.said()


def test_time_that_is_up_over_the_crib_fits():
    player = Player(claims=settings.WORD, clock=15).keys("OK 5 C OK P1 P1 WAIT:16000")
    assert player.said()[0] == "crib: time is up", player.said()
