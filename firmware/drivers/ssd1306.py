"""A 128x64 screen with an SSD1306, written a row of 8 pixels at a time over I2C."""

# ruff: noqa: F821 - viper's types

import framebuf
import micropython
from micropython import const

_WIDTH = const(128)
_FAILURES = const(3)  # in a row, then it is left alone

# 128x64, written page by page, the connector at the top, charge pump on.
_INIT = (
    b"\x00\xae\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xa1\xc8\xda\x12"
    b"\x81\xcf\xd9\xf1\xdb\x40\xa4\xa6\xaf"
)

# "\1" to "\4": club, diamond, heart, spade. A byte a column, its low bit on top.
_SUITS = (
    b"\x1c\x1c\x4b\x7f\x4b\x1c\x1c\x00",
    b"\x08\x1c\x3e\x7f\x3e\x1c\x08\x00",
    b"\x0e\x1f\x3f\x7e\x3f\x1f\x0e\x00",
    b"\x18\x1c\x5e\x7f\x5e\x1c\x18\x00",
)

# Tall figures: seven segments, 23 pixels high in strokes of 3. What is lit of each
# figure, from the top bar clockwise to the middle one; and what a stroke leaves in
# a column of each third: top bar, upper sides, middle bar, lower sides, bottom bar.
_FIGURES = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"
_THIRDS = b"\x07\xff\x00\x00\x00", b"\x00\x1f\x1c\xfc\x00", b"\x00\x00\x00\x7f\x70"


@micropython.viper
def _draw(out: ptr8, text: ptr8, length: int, figures: ptr8, strokes: ptr8):
    """Draw that third of `text` into `out`, a byte a column."""
    cell = _WIDTH // length
    for i in range(length):
        if text[i] == 32:
            continue
        lit = figures[text[i] - 48]
        bar = strokes[0] * (lit & 1) | strokes[2] * (lit >> 6) | strokes[4] * (lit >> 3 & 1)
        right = bar | strokes[1] * (lit >> 1 & 1) | strokes[3] * (lit >> 2 & 1)
        left = bar | strokes[1] * (lit >> 5 & 1) | strokes[3] * (lit >> 4 & 1)
        x = cell * i
        end = x + cell - 2
        for column in range(x, end):
            if column < x + 3:
                out[column] = left
            elif column < end - 3:
                out[column] = bar
            else:
                out[column] = right


@micropython.viper
def _changed(now: ptr8, was: ptr8) -> int:
    """The first and the last column that differ, 8 bits each, or -1; `was` becomes `now`."""
    first = -1
    last = 0
    for x in range(_WIDTH):
        if now[x] != was[x]:
            was[x] = now[x]
            last = x
            if first < 0:
                first = x
    return first << 8 | last if first >= 0 else first


def bus(number, sda, scl):
    """The I2C bus `number` on GPIOs `sda` and `scl`, as fast as the screen goes."""
    # 5 ms are enough for a row; MicroPython's own limit would stop the loop for 50.
    from machine import I2C, Pin  # here, so that a host without pins can draw

    return I2C(number, sda=Pin(sda), scl=Pin(scl), freq=400000, timeout=5000)


def probe(i2c, address):
    """Whether something answers at `address`. By a write: a scan may not see it."""
    try:
        i2c.writeto(address, b"\x00\xe3")  # no operation
    except OSError:
        return False
    return True


class Screen:
    """The screen at `address` of `i2c`, cleared. `ok` is False once it is given up."""

    def __init__(self, i2c, address):
        self.ok = True
        self._i2c = i2c
        self._address = address
        self._failures = 0
        self._page = bytearray(b"\x00\xb0\x00\x10")  # commands: the row, column 0
        self._data = memoryview(bytearray(1 + _WIDTH))
        self._columns = self._data[1:]
        self._shown = [bytearray(_WIDTH) for _ in range(8)]
        self._known = 0  # a bit for each row that shows what `_shown` says
        self._row = framebuf.FrameBuffer(self._columns, _WIDTH, 8, framebuf.MONO_VLSB)
        self._suits = [
            (chr(1 + i), framebuf.FrameBuffer(bytearray(suit), 8, 8, framebuf.MONO_VLSB))
            for i, suit in enumerate(_SUITS)
        ]
        self._send(_INIT)
        for row in range(8):
            self.write(row, "")

    def write(self, row, text, tall=-1):
        """Draw `text` into `row` (0 to 7) and send what is new of it. True if it is there."""
        # Up to 16 characters of ASCII and "\1" to "\4" for the suits; with `tall`
        # 0, 1 or 2 that third of a band of figures 24 pixels high, which share the
        # width evenly (digits and spaces only). Blocks for 4 ms at most, 6 if it fails.
        if not self.ok:
            return False
        self._row.fill(0)
        if tall >= 0:
            _draw(self._columns, text, len(text), _FIGURES, _THIRDS[tall])
        else:
            self._row.text(text, 0, 0)
            for name, picture in self._suits:
                at = text.find(name)
                while at >= 0:
                    self._row.blit(picture, 8 * at, 0)
                    at = text.find(name, at + 1)
        changed = _changed(self._columns, self._shown[row])
        if not self._known >> row & 1:
            changed = _WIDTH - 1  # all of it
        if changed < 0:
            return True
        first = changed >> 8
        self._page[1:] = bytes((0xB0 | row, first & 15, 0x10 | first >> 4))
        self._data[first] = 0x40  # data follow
        sent = self._send(self._page, self._data[first : (changed & 255) + 2])
        self._known = self._known | 1 << row if sent else self._known & ~(1 << row)
        return sent

    def _send(self, *messages):
        try:
            for message in messages:
                self._i2c.writeto(self._address, message)
        except OSError:
            self._failures += 1
            self.ok = self._failures < _FAILURES
            return False
        self._failures = 0
        return True
