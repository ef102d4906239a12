"""The screen's memory back to text."""

# No font is kept here. Letters come out of MicroPython's own framebuf, suits and tall figures
# out of the screen driver, both run on the unix port.

import functools

from host_tools import unix

SUITS = "\x01\x02\x03\x04"
CELLS = (7, 11, 15)  # characters a band of tall figures may have
UNKNOWN = "\ufffd"

_DRAW = """
import framebuf, json
from firmware.drivers import ssd1306
cell = bytearray(8)
fb = framebuf.FrameBuffer(cell, 8, 8, framebuf.MONO_VLSB)
def letter(c):
    fb.fill(0)
    fb.text(c, 0, 0)
    return list(cell)
class Wire:  # keeps a row, of which the driver sends what is new, from a column on
    row, at = bytearray(128), 0
    def writeto(self, address, data):
        if data[0] == 0x40:
            self.row[self.at : self.at + len(data) - 1] = data[1:]
        elif len(data) == 4:
            self.at = data[2] & 15 | (data[3] & 7) << 4
wire = Wire()
screen = ssd1306.Screen(wire, 0x3C)
def columns(text, third=-1):
    screen.write(0, text, third)
    return list(wire.row)
def figures(cells):
    texts = [figure + " " * (cells - 1) for figure in "0123456789"]
    return [[columns(text, third) for third in range(3)] for text in texts]
letters = {c: letter(c) for c in map(chr, range(32, 127))}
print(json.dumps([letters, columns(suits), [figures(cells) for cells in widths]]))
"""


@functools.cache
def shapes():
    """What is drawn: ({8 columns: character}, {cells: {24-high columns: figure}})."""
    asked = f"suits, widths = {SUITS!r}, {CELLS}\n"
    letters, suits, figures = unix.run("-c", asked + _DRAW)
    known = {bytes(columns): character for character, columns in letters.items()}
    known |= {bytes(suits[8 * i : 8 * i + 8]): suit for i, suit in enumerate(SUITS)}
    tall = {}
    for cells, drawn in zip(CELLS, figures, strict=True):
        width = 128 // cells
        tall[cells] = {bytes(3 * width): " "}
        for figure, thirds in enumerate(drawn):
            tall[cells][b"".join(bytes(third[:width]) for third in thirds)] = str(figure)
    return known, tall


def _text(pages, width, known):
    """What `known` has for each cell, of so many columns, of a band of pages."""
    cells = range(0, 128 - width + 1, width)
    found = (b"".join(page[x : x + width] for page in pages) for x in cells)
    return "".join(known.get(columns, UNKNOWN) for columns in found)


def rows(pages):
    """8 rows of text from 8 pages of 128 columns.

    A band of tall figures in rows 0 to 2 is given as its text in row 0, rows 1 and 2 empty.
    Trailing spaces are kept off; what is no character becomes U+FFFD.
    """
    known, tall = shapes()
    plain = [_text([page], 8, known) for page in pages]
    if UNKNOWN in plain[0]:
        for cells, figures in tall.items():
            band = _text(pages[:3], 128 // cells, figures)
            if UNKNOWN not in band:
                plain[:3] = band, "", ""
                break
    return [text.rstrip() for text in plain]
