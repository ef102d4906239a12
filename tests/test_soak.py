"""Long use: game after game, the board at rest for hours, time that runs round.

Alone: python3 -m pytest tests/test_soak.py, or on MicroPython
micropython -X heapsize=237wK -m tests.on_micropython test_soak
SPILIKIN_FULL=1 makes it 1,000 games, on MicroPython with the heap of a Pico.
"""

import gc

from firmware.core import variants
from tests import damage, saved
from tests.dealing import Dealing
from tests.playing import Player

GAMES = 1000 if damage.FULL else 3
BATCH = 25  # games after which the log in memory has come round
ROUND = 1 << 30  # where a board's ms run round
RHYTHM = 2048  # ms after which all rhythms of the lights are at their beginning


class Quick(Player):
    """A player whose board turns no oftener than it takes to see a key."""

    def keys(self, words):
        board = self.board
        for word in words.split():
            board.down(word)
            self._turn()
            board.up(word)
            self._turn()
        return self

    def _turn(self):
        for _ in range(3):
            self.board.tick(self.board.leds.now + 16)


def used():
    """Bytes of the heap in use; on CPython, which does not say, always none."""
    gc.collect()
    return gc.mem_alloc() if damage.CHIP else 0


def test_game_after_game_takes_no_more_memory():
    at = damage.place("soak")
    player = Quick(at=at)
    most = []
    for n in range(GAMES):
        table = Dealing(0, seed=n)
        if n:
            table.dealer = player.game.dealer
            table.begin()
        while not table.won():
            for line in table.deal():
                player.keys(line)
                assert list(player.game.front[:2]) == table.fronts, (n, line)
        player.keys("OK OK OK")  # the next game, the dealer filled in
        assert player.fronts() == [0, 0] if n % 50 == 0 else True, n
        if n % BATCH == 0:
            most.append(0)
        most[-1] = max(most[-1], used())
    print("%d games, bytes used in each %d: %s" % (GAMES, BATCH, most))
    assert max(most) <= 1.02 * max(most[: max(3, len(most) // 4)]), most
    before = player.game.pack()
    assert player.power().game.pack() == before
    saved.lay(at, {})


def test_power_again_and_again_takes_no_more_memory():
    at = damage.place("soak")
    player = Quick(at=at).keys("3 P1 4 P2")
    amounts = []
    for _ in range(12):
        player.power().keys("A P1 UNDO")
        amounts.append(used())
    assert max(amounts) <= min(amounts[:4]) + 4096, amounts
    saved.lay(at, {})


def rest(board, hours):
    """Nobody is there: a turn each five minutes, and a second turn by turn."""
    for _ in range(hours * 12):
        board.tick(board.leds.now + 300000)
    board.run(100)


def test_a_night_dark_and_awake_again_with_all_tracks():
    for row in range(len(variants.GAMES[:3])):
        name = variants.GAMES[row][variants.NAME]
        player = Player(at=damage.place("soak"), game=name).keys("9 P1 4 P1 5 P2")
        board = player.board
        board.run(700)  # the sweep is over
        before = [bytes(rgb) for rgb in board.leds.shown]
        rows = player.rows()
        for _ in range(3):
            heap = used()
            rest(board, 9)
            assert not board.leds.powered and board.oled.rows == [""] * 8
            assert not [1 for rgb in board.leds.shown if any(rgb)]
            assert used() <= heap + 2048, (heap, used())
            board.leds.shown = [b"" for _ in before]  # without power they forget
            player.keys("K")
            assert board.leds.powered
            board.run(100)
            for track, rgb in enumerate(board.leds.shown):
                lit = [i for i in range(0, len(rgb), 3) if any(rgb[i : i + 3])]
                was = [i for i in range(0, len(rgb), 3) if any(before[track][i : i + 3])]
                assert lit == was, (name, track)
            assert player.rows() == rows, player.rows()
    saved.lay(player.at, {})


# Time that runs round.


def turned(ahead, script):
    """What is seen, each change of it, when time runs round `ahead` ms after the start.

    0: it never does. Also the scores in the end.
    """
    player = Player(at=damage.place("soak"), claims=1, clock=15)
    board = player.board
    tick = board.app.tick
    start = ROUND - (ahead + board.leds.now) // RHYTHM * RHYTHM if ahead else 0
    seen = []

    def turning(now):
        tick((now + start) & ROUND - 1)
        leds = board.leds
        lights = tuple(leds.shown) if leds.powered else None
        sign = hash((lights, tuple(board.oled.rows), board.buzzer.hz))
        if not seen or seen[-1][1] != sign:
            seen.append((now, sign))

    board.app.tick = turning
    board.app._touched = None
    script(player)
    fronts = player.fronts()
    saved.lay(player.at, {})
    return seen, fronts


def same(script, moments):
    """The board is the same to the eye and the ear, wherever in it time runs round."""
    plain, fronts = turned(0, script)
    for ahead in moments:
        seen, found = turned(ahead, script)
        assert found == fronts, (ahead, found)
        for a, b in zip(plain, seen):
            assert a == b, "started %d ms before the round, it changes at %d" % (ahead, b[0])
        assert len(seen) == len(plain)


def wait(player, ms):
    """Until time may run round `ms` later."""
    while player.board.leds.now % RHYTHM != RHYTHM - ms:
        player.board.run(4)


def test_sweep_hold_sounds_and_refusals_across_the_round():
    def script(player):
        player.keys("9")
        wait(player, 60)
        player.keys("P1 K K")
        wait(player, 20)
        player.keys("P2 C")  # a refusal
        wait(player, 100)
        player.keys("C UNDO")
        wait(player, 500)
        player.keys("HOLD:UNDO 4 P1 P1 P1")

    same(script, range(RHYTHM, 6 * RHYTHM, RHYTHM))


def test_points_left_alone_are_dropped_after_20_s_across_the_round():
    def script(player):
        player.keys("9")
        player.board.run(19000)
        assert player.board.app.table.entry.keys, "dropped too early"
        player.board.run(1200)
        assert not player.board.app.table.entry.keys, "not dropped"

    same(script, (RHYTHM, 5 * RHYTHM, 9 * RHYTHM))


def test_the_clock_of_a_claim_across_the_round():
    def script(player):
        player.keys("OK 5 C OK P2")
        player.board.run(15500)
        player.keys("8 OK OK")

    same(script, (RHYTHM, 4 * RHYTHM))


def test_a_win_runs_as_long_across_the_round():
    def script(player):
        player.keys("K K K K K K K K 9 P1 8 P1")
        player.board.run(3000)

    same(script, (2 * RHYTHM, 3 * RHYTHM))


def test_dim_dark_and_awake_across_the_round():
    def script(player):
        player.keys("9 P1")
        stages = []
        for _ in range(130):
            player.board.tick(player.board.leds.now + 15000)
            stages.append(player.board.app._lights.stage)
        assert stages == [0] * 39 + [1] * 80 + [2] * 11, stages
        player.keys("K 4 P2")
        player.board.run(300)

    same(script, (RHYTHM, 599000, 900000, 1799000, 1951000))
