"""The lights: rhythm and brightness of each role, the current, the board at rest."""

from firmware.boards import continuous3
from tests.playing import Player


def level(board, track, led):
    return sum(board.leds.shown[track][3 * led : 3 * led + 3])


def levels(player, track, led, ms):
    """The brightness of a LED over time, every 4 ms."""
    found = []
    for _ in range(ms // 4):
        player.board.run(4)
        found.append(level(player.board, track, led))
    return found


def led(score):
    return continuous3.START + score


def milliamps(board):
    """What the frame draws that is shown now, by the board file's own figures."""
    lit = sum(sum(rgb) for rgb in board.leds.shown)
    leds = continuous3.LEDS * len(board.leds.shown)
    light = lit * continuous3.CHANNEL_UA // 255
    return continuous3.BASE_MA + (leds * continuous3.IDLE_UA + light) // 1000


def test_the_front_peg_is_steady_the_rear_peg_breathes_below_it_the_ghost_blinks():
    for brightness in (1, 2, 3, 4, 5):
        player = Player(brightness=brightness).keys("10 P1 6 P1 4")
        player.board.run(1500)
        front = levels(player, 0, led(16), 2100)
        rear = levels(player, 0, led(10), 2100)
        ghost = levels(player, 0, led(20), 2100)
        assert min(front) == max(front), "front at %d" % brightness
        assert 0 < min(rear) < max(rear) < front[0] // 2, "rear at %d" % brightness
        changes = sum(1 for i in range(1, len(ghost)) if ghost[i] != ghost[i - 1])
        assert 7 <= changes <= 9, "ghost at %d changes %d times" % (brightness, changes)
        assert max(ghost) < front[0]


def test_brightness_goes_up_with_the_setting():
    fronts = []
    for brightness in (1, 2, 3, 4, 5):
        player = Player(brightness=brightness)
        player.board.run(100)
        fronts.append(level(player.board, 0, led(0)))
    assert fronts == sorted(set(fronts)), fronts


def test_the_holes_just_won_are_swept_once():
    player = Player().keys("10")
    player.board.down("P1")
    seen = [set() for _ in range(2)]
    for part in range(2):
        for _ in range(100):
            player.board.run(4)
            for hole in range(1, 10):
                if level(player.board, 0, led(hole)) > 30:
                    seen[part].add(hole)
    assert seen == [set(range(1, 10)), set()], seen


def test_no_frame_of_a_game_draws_more_than_the_board_may():
    for game in ("six-card", "three-handed", "four-handed"):
        player = Player(brightness=5, game=game, target=61)
        most = 0
        for word in "K 9 P1 K K P2 K K K P1 8 P1 OK OK P2 OK K K K K P2 9 P2 5".split():
            player.keys(word)
            for _ in range(40):
                player.board.run(16)
                most = max(most, milliamps(player.board))
        assert most <= continuous3.LIMIT_MA, "%d mA" % most
        assert most > continuous3.LIMIT_MA // 2, "%d mA: this cannot be right" % most


def test_untouched_for_ten_minutes_pegs_only_for_thirty_dark_and_without_power():
    player = Player().keys("10 P1 6 P1")
    board = player.board
    awake = milliamps(board)
    for _ in range(3):
        board.tick(board.leds.now + 299000)
        board.run(100)
    lit = [i for i in range(continuous3.LEDS) if level(board, 0, i)]
    assert lit == [led(10), led(16)], lit
    assert milliamps(board) < awake
    for _ in range(5):
        board.tick(board.leds.now + 299000)
        board.run(100)
    assert not board.leds.powered
    assert not any(any(rgb) for rgb in board.leds.shown)
    assert board.oled.rows == [""] * 8, board.oled.rows


def test_any_key_wakes_a_dark_board_and_does_nothing_else():
    for key in ("UNDO", "P1", "5", "MENU"):
        player = Player().keys("10 P1 6 P1")
        for _ in range(12):
            player.board.tick(player.board.leds.now + 299000)
            player.board.run(100)
        assert not player.board.leds.powered
        player.keys(key)
        assert player.board.leds.powered
        assert (player.fronts(), player.rears()) == ([16, 0], [10, 0]), key
        assert player.said()[2] == "OK: starter", key


def test_a_won_track_runs_and_comes_to_rest():
    player = Player(target=61).keys("K K K K 8 P1 A P1")
    player.board.run(200)
    seen = set()
    for _ in range(50):
        player.board.run(16)
        seen.update(h for h in range(1, 59) if level(player.board, 0, led(h)) > 30)
    assert len(seen) > 30, seen  # it goes on a hole and a half a frame
    player.board.run(2000)
    assert [h for h in range(1, 60) if level(player.board, 0, led(h)) > 30] == []


def test_the_pegs_are_told_apart_at_any_brightness_in_any_moment():
    for brightness in (1, 2, 3, 4, 5):
        for palette in (0, 1):
            player = Player(game="three-handed", brightness=brightness, palette=palette)
            player.keys("10 P1 6 P1 10 P2 6 P2 10 P3 6 P3 4")
            for _ in range(9):
                player.board.run(236)
                assert player.rears() == [10, 10, 10], (brightness, player.rears())
                player.keys("UNDO 4")
                assert player.ghosts() == [20, 20, 20], (brightness, player.ghosts())
                assert player.fronts() == [16, 16, 16], (brightness, player.fronts())
