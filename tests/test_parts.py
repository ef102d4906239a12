"""Parts that fail or are not there: play goes on, what can be seen is right.

Alone: python3 -m pytest tests/test_parts.py, or on MicroPython
micropython -X heapsize=237wK -m tests.on_micropython test_parts
"""

from firmware.drivers import null
from tests.playing import Player

WORDS = "3 P1 5 P2 K K P1 OK 5 C OK"
FAILURES = 3  # in a row, after which the driver gives a screen up


def test_a_row_that_was_not_sent_is_sent_again():
    whole = Player().keys(WORDS).rows()
    for every in (2, 3, 7):
        player = Player()
        screen, calls = player.board.oled, [0]
        write = screen.write

        def failing(row, text, tall=-1, write=write, calls=calls, every=every):
            calls[0] += 1
            return calls[0] % every != 0 and write(row, text, tall)

        screen.write = failing
        assert player.keys(WORDS).rows() == whole, every


def test_a_screen_given_up_costs_nothing_and_stops_nothing():
    player = Player().keys("3 P1")
    screen, calls = player.board.oled, [0]

    def gone(row, text, tall=-1):
        calls[0] += 1
        screen.ok = calls[0] < FAILURES
        return False

    screen.write = gone
    player.keys("5 P2 K")
    after = calls[0]
    player.board.run(1000)
    assert calls[0] == after, "rows sent to a screen that is gone"
    assert player.keys("P1").fronts() == [16, 5]


def test_without_screen_and_sound():
    player = Player()
    app = player.board.app
    app._screen._oled = null.Screen()
    app._sounds._buzzer = null.Buzzer()
    assert player.keys("3 P1 5 P2 P3 5 P1").fronts() == [8, 5]
    assert player.power().fronts() == [8, 5]
