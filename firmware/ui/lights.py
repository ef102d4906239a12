"""What the strands show: pegs, ghosts, crib light, match pegs, marks, the sweep.

A frame is composed only when something in it changes, and then only where: the
LEDs of the last frame go back to their marks, the new ones are put over them.
Nothing here allocates but a change of brightness, board or game.
"""

from array import array

from micropython import const

from firmware.core import settings
from firmware.core.game import TOLD
from firmware.ui import palette

AWAKE, DIM, DARK = range(3)  # the three stages of a board nobody touches

_LIT = const(40)  # LEDs of a frame over the marks, most
_BREATH_SHIFT = const(7)  # a step of the rear peg's breathing is 128 ms
_BLINK_SHIFT = const(8)  # the ghost is on for 256 ms, off for 256 ms
_SWEEP_SHIFT = const(4)  # the sweep has a frame every 16 ms
_TRAIL = const(3)
_RUN_MS = const(2000)  # a won track runs this long,
_RUN_GAP = const(24)  # a light to so many holes
_RUNNING = const(5)  # lights of it, most
_FIFTH = const(5)
_MARKS = const(26)  # marks on a track, most: every fifth hole and the finish


class Lights:
    def __init__(self, board, leds):
        self._board = board
        self._leds = leds
        self.stage = AWAKE
        tracks = range(leds.tracks)
        self._base = [array("I", bytes(4 * leds.n)) for _ in tracks]
        self._lit = [bytearray(_LIT) for _ in tracks]
        self._count = bytearray(leds.tracks)
        self._front = bytearray(leds.tracks)
        self._from = bytearray(leds.tracks)  # the hole that the sweep left
        self._ghost = bytearray(leds.tracks)  # the LED of the ghost, 0: none
        self._rear = bytearray(leds.tracks)  # the LED of the rear peg, 0: none
        self._since = 0
        self._sweeping = False
        self._won = 0
        self._running = False
        self._looks = None
        self._phase = -1
        self._game = None

    def update(self, now):
        """Compose what is to be seen at `now` (ms). The tracks that changed, a bit each."""
        phase = 0
        if self.stage == AWAKE:
            phase = now >> (_SWEEP_SHIFT if self._sweeping else _BREATH_SHIFT)
        if phase == self._phase:
            return 0
        first = self._phase == -1
        self._phase = phase
        mask = 0
        game = self._game
        for track in range(self._leds.tracks):
            if first or self._sweeping or self._ghost[track] or self._rear[track]:
                self._compose(game, track, now)
                mask |= 1 << track
        if self._sweeping and self._swept(game, now):
            self._sweeping = False
            self._phase = -1  # one more frame, without it
        return mask

    def sleep(self, stage):
        """Another stage of rest: AWAKE, DIM (pegs only) or DARK (no power)."""
        if DARK in (stage, self.stage):
            self._leds.power(stage != DARK)
        self.stage = stage
        self._looks = None

    def led(self, game, score):
        """The LED of a score; a track shorter than the target goes round again."""
        board = self._board
        if score == game.target == board.HOLES + 1:
            return board.GAME
        return board.START + ((score - 1) % board.HOLES + 1 if score else 0)

    def take(self, game, ghosts, now):
        """Something may have changed: the game, or the ghosts, (side, points) each."""
        self._game = game
        self._phase = -1
        looks = (game.settings[settings.BRIGHTNESS], game.target, game.sides)
        if looks != self._looks:
            self._looks = looks
            self._mix(game)
        for track in range(self._leds.tracks):
            front = game.front[track]
            if front > self._front[track]:
                self._from[track] = self._front[track]
                self._since = now
                self._sweeping = True
            elif front < self._front[track]:
                self._from[track] = front
            self._front[track] = front
            self._ghost[track] = 0
            rear = game.rear[track]
            self._rear[track] = self.led(game, rear) if rear != front else 0
        for side, points in ghosts:
            score = min(game.front[side] + points, game.target)
            self._ghost[side] = self.led(game, score)
        if game.won and not self._won:
            self._since = now
            self._sweeping = self._running = True
        self._won = game.won
        self._running = self._running and bool(game.won)
        if self.stage != AWAKE:
            self._sweeping = self._running = False

    def _mix(self, game):
        """The words of every colour at each of 17 levels, and the marks."""
        level = self._level(game)
        hues = palette.TRACKS[: self._leds.tracks]
        self._words = [self._shades(hue, level) for hue in hues]
        self._crib = self._shades(palette.CRIB, level)[palette.LIGHT]
        self._match = self._shades(palette.MATCH, level)[palette.LIGHT]
        for track, base in enumerate(self._base):
            for i in range(len(base)):
                base[i] = 0
            if self.stage == AWAKE and track < game.sides:
                self._mark(game, base)
            self._leds.pixels[track][:] = base
            self._count[track] = 0

    def _shades(self, hue, level):
        pack = self._leds.pack
        r, g, b = (part * level // 255 for part in hue)
        return array("I", [pack(r * i // 16, g * i // 16, b * i // 16) for i in range(17)])

    def _mark(self, game, base):
        board = self._board
        mark = self._leds.pack(palette.MARK, palette.MARK, palette.MARK)
        for hole in range(_FIFTH, min(board.HOLES, game.target) + 1, _FIFTH):
            base[board.START + hole] = mark
        f = palette.FINISH
        base[self.led(game, game.target)] = self._leds.pack(f, f, f)

    def _level(self, game):
        """Brightness, 0 to 255: the setting's, or what the fullest frame may draw."""
        if self.stage == DIM:
            return palette.BRIGHTNESS[1]
        board = self._board
        moving = max(_TRAIL, _RUNNING) * palette.SWEEP
        pegs = palette.STEADY + palette.GHOST + max(palette.REAR) + moving
        full = 0  # of 255ths of a channel
        for hue in palette.TRACKS[: self._leds.tracks]:
            lamps = sum(palette.CRIB) + board.MATCHES * sum(palette.MATCH)
            full += (sum(hue) * pegs + lamps * palette.LIGHT) // 16
        faint = self._leds.tracks * 3 * (palette.MARK * _MARKS + palette.FINISH)
        dark = board.BASE_MA * 1000 + self._leds.tracks * self._leds.n * board.IDLE_UA
        free = (board.LIMIT_MA * 1000 - dark) * 255 // board.CHANNEL_UA - faint
        return min(palette.BRIGHTNESS[game.settings[settings.BRIGHTNESS]], free * 255 // full)

    # A frame.

    def _compose(self, game, track, now):
        pixels, base, lit = self._leds.pixels[track], self._base[track], self._lit[track]
        for i in range(self._count[track]):
            pixels[lit[i]] = base[lit[i]]
        self._count[track] = 0
        if self.stage == DARK or track >= game.sides:
            return
        board = self._board
        words = self._words[track]
        if self.stage == AWAKE:
            if game.told == TOLD and track == game.side(game.dealer):
                self._put(track, board.CRIB, self._crib)
            for i in range(min(game.match[track], board.MATCHES)):
                self._put(track, board.MATCH + i, self._match)
            if self._running:
                self._put_run(game, track, now)
            elif self._sweeping:
                self._put_sweep(game, track, now)
            ghost = self._ghost[track]
            if ghost and not now >> _BLINK_SHIFT & 1:
                self._put(track, ghost, words[palette.GHOST])
        if self._rear[track]:
            breath = 0 if self.stage == DIM else now >> _BREATH_SHIFT & 15
            self._put(track, self._rear[track], words[palette.REAR[breath]])
        self._put(track, self.led(game, game.front[track]), words[palette.STEADY])

    def _put(self, track, led, word):
        self._leds.pixels[track][led] = word
        self._lit[track][self._count[track]] = led
        self._count[track] += 1

    def _put_sweep(self, game, track, now):
        """The holes just won, once: a short trail that runs up to the front peg."""
        if self._from[track] >= game.front[track]:
            return
        head = self._from[track] + self._run(now)
        for hole in range(max(head - _TRAIL, self._from[track]) + 1, head + 1):
            if hole < game.front[track]:
                word = self._words[track][palette.SWEEP]
                self._put(track, self.led(game, hole), word)

    def _put_run(self, game, track, now):
        """A won track runs: lights go along it, at one distance from each other."""
        if game.won >> track & 1:
            hole = self._run(now) % _RUN_GAP + 1
            while hole < game.front[track] and hole <= self._board.HOLES:
                self._put(track, self._board.START + hole, self._words[track][palette.SWEEP])
                hole += _RUN_GAP

    def _run(self, now):
        """Holes the sweep has gone by `now`: one in 11 ms."""
        return ((now - self._since) & 0x3FFFFFFF) * 3 >> 5

    def _swept(self, game, now):
        """Has the sweep gone all its way? Then it is not to be seen again."""
        run = self._run(now)
        if self._running:
            self._running = run < _RUN_MS * 3 >> 5
            return not self._running
        for track in range(game.sides):
            if run < self._front[track] - self._from[track] + _TRAIL:
                return False
        for track in range(game.sides):
            self._from[track] = self._front[track]
        return True
