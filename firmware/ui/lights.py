"""What the strands show: pegs, ghosts, crib light, match pegs, marks, the sweep."""

# A frame is composed only when something in it changes, and then only where: the
# LEDs of the last frame go back to their marks, the new ones are put over them.
# `update` allocates nothing.

from array import array

from micropython import const

from firmware.core import settings
from firmware.core.state import TOLD
from firmware.ui import palette

AWAKE, DIM, DARK = range(3)  # the three stages of a board nobody touches

_LIT = const(40)  # LEDs of a frame over the marks, most
_BREATH_SHIFT = const(7)  # a step of the rear peg's breathing is 128 ms
_BLINK_SHIFT = const(8)  # the ghost is on for 256 ms, off for 256 ms
_WINK_SHIFT = const(6)  # a front peg on a later lap is dark for 64 ms, twice a second
_WINK_SLOTS = const(7)  # a mask of the slots of 64 ms
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
        self._score = bytearray(leds.tracks)
        self._left = bytearray(leds.tracks)  # the rear peg's score
        self._from = bytearray(leds.tracks)  # the hole that the sweep left
        # The LED of each peg; 0, the crib light's, where there is none.
        self._front = bytearray(leds.tracks)
        self._rear = bytearray(leds.tracks)
        self._ghost = bytearray(leds.tracks)
        self._pointer = bytearray(leds.tracks)
        self._lap = bytearray(leds.tracks)  # rounds the front peg has behind it
        self._alone = False  # the pointers stand without pegs: the menu
        self._since = 0
        self._sweeping = False
        self._won = 0
        self._latest = 0  # the track that last won holes
        self._running = False
        self._looks = None
        self._phase = self._slow = -1
        self._shift = _BREATH_SHIFT
        self._game = None

    def update(self, now):
        """Compose and send what is to be seen at `now` (ms) and is not yet. True if sent."""
        phase = 0
        if self.stage == AWAKE:
            phase = now >> (_SWEEP_SHIFT if self._sweeping else self._shift)
        if phase == self._phase:
            return False
        first = self._phase == -1
        self._phase = phase
        slow, self._slow = self._slow, now >> self._shift
        sent = False
        game, tracks = self._game, self._leds.tracks
        # A new peg's track goes first: the others are composed while it is on the wire.
        for i in range(self._latest, self._latest + tracks):
            track = i % tracks
            moves = self._running or self._from[track] < self._score[track]
            if not moves and slow != self._slow:
                moves = self._ghost[track] or self._rear[track] or self._lap[track]
            if first or moves:
                self._compose(game, track, now)
                self._leds.show(1 << track)
                sent = True
        if self._sweeping and self._swept(game, now):
            self._sweeping = False
            self._phase = -1  # one more frame, without it
        return sent

    def sleep(self, stage):
        """Another stage of rest: AWAKE, DIM (pegs only) or DARK (no power)."""
        if DARK in (stage, self.stage):
            self._leds.power(stage != DARK)
        self.stage = stage
        self._looks = None

    def led(self, game, track, score):
        """The LED of a score; a track shorter than the target goes round again."""
        board = self._board
        if score == game.target and (score - 1) % board.HOLES == 0:
            led = board.GAME
        else:
            led = board.START + ((score - 1) % board.HOLES + 1 if score else 0)
        if track == 1 and board.ENDS and game.settings[settings.ENDS]:
            led = board.START + board.GAME - led
        return led

    def take(self, game, now, ghosts=(), pointers=(), alone=False):
        """Something may have changed: ghosts are (side, points), pointers (track, hole)."""
        # Pointers are for what is no score; `alone` hides the pegs.
        self._game = game
        self._phase = -1
        self._alone = alone
        looks = bytes(game.settings), game.target, game.sides
        if looks != self._looks:
            self._looks = looks
            self._mix(game)
            self._left[:] = b"\xff" * self._leds.tracks  # all pegs are to be taken anew
        self._shift = _BREATH_SHIFT
        if sum(game.front) > sum(self._score):
            self._from[:] = self._score  # a sweep still under way would begin again
        for track in range(self._leds.tracks):
            self._ghost[track] = self._pointer[track] = 0
            score, rear = game.front[track], game.rear[track]
            if score != self._score[track] or rear != self._left[track]:
                self._take_pegs(game, track, now)
            if self._lap[track]:
                self._shift = _WINK_SHIFT
        for side, points in ghosts:
            score = min(game.front[side] + points, game.target)
            self._ghost[side] = self.led(game, side, score)
        for track, hole in pointers:
            self._pointer[track] = self._board.START + hole
        if game.won and not self._won:
            self._since = now
            self._sweeping = self._running = True
        self._won = game.won
        self._running = self._running and bool(game.won)
        if self.stage != AWAKE:
            self._sweeping = self._running = False

    def _take_pegs(self, game, track, now):
        score, rear = game.front[track], game.rear[track]
        if score > self._score[track]:
            self._from[track] = self._score[track]
            self._since = now
            self._sweeping = True
            self._latest = track
        elif score < self._score[track]:
            self._from[track] = score
        self._score[track] = score
        self._front[track] = self.led(game, track, score)
        self._rear[track] = self.led(game, track, rear) if rear != score else 0
        finished = score == game.target and (score - 1) % self._board.HOLES == 0
        self._lap[track] = max(score - 1 - finished, 0) // self._board.HOLES
        self._left[track] = rear

    # When the brightness, the palette or the game is another one.

    def _mix(self, game):
        """The words of every colour at each of 17 levels, and the marks."""
        level = self._level(game)
        hues = palette.TRACKS[game.settings[settings.PALETTE]][: self._leds.tracks]
        self._words = [self._shades(hue, level) for hue in hues]
        self._crib = self._shades(palette.CRIB, level)[palette.LIGHT]
        self._match = self._shades(palette.MATCH, level)[palette.LIGHT]
        for track, base in enumerate(self._base):
            for i in range(len(base)):
                base[i] = 0
            if self.stage == AWAKE and track < game.sides:
                self._mark(game, track, base)
            self._leds.pixels[track][:] = base
            self._count[track] = 0

    def _shades(self, hue, level):
        pack = self._leds.pack
        r, g, b = (part * level // 255 for part in hue)
        return array("I", [pack(r * i // 16, g * i // 16, b * i // 16) for i in range(17)])

    def _mark(self, game, track, base):
        board = self._board
        mark = self._leds.pack(palette.MARK, palette.MARK, palette.MARK)
        for hole in range(_FIFTH, min(board.HOLES, game.target) + 1, _FIFTH):
            base[self.led(game, track, hole)] = mark
        f = palette.FINISH
        base[self.led(game, track, game.target)] = self._leds.pack(f, f, f)

    def _level(self, game):
        """Brightness, 0 to 255: the setting's, or what the fullest frame may draw."""
        if self.stage == DIM:
            return palette.BRIGHTNESS[1]
        board = self._board
        moving = max(_TRAIL, _RUNNING) * palette.SWEEP
        pegs = palette.STEADY + palette.GHOST + max(palette.REAR) + moving + palette.LIGHT
        full = 0  # of 255ths of a channel
        for hue in palette.TRACKS[game.settings[settings.PALETTE]][: self._leds.tracks]:
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
        if self.stage == DARK:
            return
        words = self._words[track]
        if self._pointer[track]:
            self._put(track, self._pointer[track], words[palette.LIGHT])
        if self._alone or track >= game.sides:
            return
        if self.stage == AWAKE:
            self._put_lamps(game, track)
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
        slot = now >> _WINK_SHIFT & _WINK_SLOTS
        if self.stage == DIM or slot & 1 or slot >= 2 * self._lap[track]:
            self._put(track, self._front[track], words[palette.STEADY])

    def _put(self, track, led, word):
        self._leds.pixels[track][led] = word
        self._lit[track][self._count[track]] = led
        self._count[track] += 1

    def _put_lamps(self, game, track):
        """The crib light and the match pegs."""
        board = self._board
        if game.told == TOLD and track == game.side(game.dealer):
            self._put(track, board.CRIB, self._crib)
        for i in range(min(game.match[track], board.MATCHES)):
            self._put(track, board.MATCH + i, self._match)

    def _put_sweep(self, game, track, now):
        """The holes just won, once: a short trail that runs up to the front peg."""
        if self._from[track] >= self._score[track]:
            return
        head = self._from[track] + self._run(now)
        for score in range(max(head - _TRAIL, self._from[track]) + 1, head + 1):
            if score < self._score[track]:
                word = self._words[track][palette.SWEEP]
                self._put(track, self.led(game, track, score), word)

    def _put_run(self, game, track, now):
        """A won track runs: lights go along it, at one distance from each other."""
        if game.won >> track & 1:
            hole = self._run(now) % _RUN_GAP + 1
            while hole <= self._board.HOLES:
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
        for track in range(self._leds.tracks):
            if run < self._score[track] - self._from[track] + _TRAIL:
                return False
        for track in range(self._leds.tracks):
            self._from[track] = self._score[track]
        return True
