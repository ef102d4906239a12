"""A 128x64 screen with an SSD1306, written a row of 8 pixels at a time over I2C."""

import framebuf
from machine import I2C, Pin

_WIDTH = 128
_FAILURES = 3  # in a row, then it is left alone

# 128x64, written page by page, the connector at the top, charge pump on.
_INIT = (
    b"\x00\xae\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xa1\xc8\xda\x12"
    b"\x81\xcf\xd9\xf1\xdb\x40\xa4\xa6\xaf"
)

# "\1" to "\4": club, diamond, heart, spade. A byte a column, its low bit on top.
_SUITS = (
    b"\x18\x18\x5b\x7f\x5b\x18\x18\x00",
    b"\x08\x1c\x3e\x7f\x3e\x1c\x08\x00",
    b"\x0e\x1f\x3f\x7e\x3f\x1f\x0e\x00",
    b"\x18\x1c\x5e\x7f\x5e\x1c\x18\x00",
)

# Tall figures: 23 pixels high, in strokes of 3. A segment is (right, y, height),
# `right` None for a bar across; a figure has a bit a segment, the first lowest.
_SEGMENTS = (
    (None, 0, 3),
    (True, 0, 13),
    (True, 10, 13),
    (None, 20, 3),
    (False, 10, 13),
    (False, 0, 13),
    (None, 10, 3),
)
_FIGURES = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"
_THIRDS = b"\x23\x76\x1c"  # the segments that touch each third


def bus(number, sda, scl):
    """The I2C bus `number` on GPIOs `sda` and `scl`, as fast as the screen goes.

    5 ms are enough for a row; MicroPython's own limit would stop the loop for 50.
    """
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
        self._data = bytearray(1 + _WIDTH)
        self._data[0] = 0x40  # data follow
        self._row = framebuf.FrameBuffer(
            memoryview(self._data)[1:], _WIDTH, 8, framebuf.MONO_VLSB
        )
        self._suits = [
            (chr(1 + i), framebuf.FrameBuffer(bytearray(suit), 8, 8, framebuf.MONO_VLSB))
            for i, suit in enumerate(_SUITS)
        ]
        self._send(_INIT, None)
        for row in range(8):
            self.write(row, "")

    def write(self, row, text, tall=-1):
        """Draw `text` into `row` (0 to 7) and send it. True if it was sent.

        Up to 16 characters of ASCII and "\\1" to "\\4" for the suits; with `tall`
        0, 1 or 2 that third of a band of figures 24 pixels high, which share the
        width evenly (digits and spaces only). Blocks for 3 ms, 5 at worst.
        """
        if not self.ok:
            return False
        self._row.fill(0)
        if tall >= 0:
            self._figures(text, tall)
        else:
            self._row.text(text, 0, 0)
            for name, picture in self._suits:
                at = text.find(name)
                while at >= 0:
                    self._row.blit(picture, 8 * at, 0)
                    at = text.find(name, at + 1)
        self._page[1] = 0xB0 | row
        return self._send(self._page, self._data)

    def _figures(self, text, third):
        cell = _WIDTH // max(len(text), 1)
        top = -8 * third
        x = 0
        for figure in text:
            lit = 0 if figure == " " else _FIGURES[ord(figure) - 48] & _THIRDS[third]
            for right, y, height in _SEGMENTS:
                if lit & 1:
                    if right is None:
                        self._row.fill_rect(x, top + y, cell - 2, height, 1)
                    else:
                        left = x + cell - 5 if right else x
                        self._row.fill_rect(left, top + y, 3, height, 1)
                lit >>= 1
            x += cell

    def _send(self, commands, data):
        try:
            self._i2c.writeto(self._address, commands)
            if data:
                self._i2c.writeto(self._address, data)
        except OSError:
            self._failures += 1
            self.ok = self._failures < _FAILURES
            return False
        self._failures = 0
        return True
