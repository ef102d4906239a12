"""The screen's memory back to text.

No font is kept here. Letters come out of MicroPython's own framebuf, suits and tall figures
out of the screen driver, both run on the unix port.
"""

import functools

from host_tools import unix

from .oled import Oled

CELLS = (7, 11, 15)  # characters a band of tall figures may have
UNKNOWN = "\ufffd"

_FONT = """
import framebuf, json
cell = bytearray(8)
fb = framebuf.FrameBuffer(cell, 8, 8, framebuf.MONO_VLSB)
def draw(c):
    fb.fill(0)
    fb.text(c, 0, 0)
    return list(cell)
print(json.dumps({c: draw(c) for c in map(chr, range(32, 127))}))
"""

# Asks the driver for suits, then for each figure in the first cell of each width.
_DRIVER = """
import json
from firmware.drivers import ssd1306
class Wire:
    def __init__(self):
        self.sent = []
    def writeto(self, address, data, stop=True):
        self.sent.append(list(data))
        return len(data)
    def writevto(self, address, parts, stop=True):
        self.sent.append([byte for part in parts for byte in part])
        return len(self.sent[-1])
wire = Wire()
screen = ssd1306.Screen(wire, 0x3C)
done = []
for row, text, tall in jobs:
    screen.write(row, text, tall)
    done.append(wire.sent[:])
    wire.sent.clear()
print(json.dumps(done))
"""


@functools.cache
def letters():
    """{8 bytes: character} of framebuf's font."""
    return {bytes(columns): character for character, columns in unix.run("-c", _FONT).items()}


@functools.cache
def figures():
    """What the driver draws: ({8 bytes: suit}, {cells: {24-high columns: figure}})."""
    suits = "\x01\x02\x03\x04"
    jobs = [(0, suits, -1)]
    jobs += [
        (third, figure + " " * (cells - 1), third)
        for cells in CELLS
        for figure in "0123456789"
        for third in (0, 1, 2)
    ]
    screen = Oled()
    drawn = []
    answers = unix.run("-c", f"jobs = {jobs}\n{_DRIVER}")
    for (row, _, _), sent in zip(jobs, answers, strict=True):
        for data in sent:
            screen.transfer(bytes(data))
        drawn.append(bytes(screen.pages[row]))
    found = {drawn[0][8 * i : 8 * i + 8]: suit for i, suit in enumerate(suits)}
    tall = {}
    thirds = iter(drawn[1:])
    for cells in CELLS:
        width = 128 // cells
        tall[cells] = {bytes(3 * width): " "}
        for figure in "0123456789":
            tall[cells][b"".join(next(thirds)[:width] for _ in range(3))] = figure
    return found, tall


def row(page, known):
    return "".join(known.get(bytes(page[i : i + 8]), UNKNOWN) for i in range(0, 128, 8))


def rows(pages):
    """8 rows of text from 8 pages of 128 columns.

    A band of tall figures in rows 0 to 2 is given as its text in row 0, rows 1 and 2 empty.
    Trailing spaces are kept off; what is no character becomes U+FFFD.
    """
    known = letters()
    plain = [row(page, known) for page in pages]
    if any(UNKNOWN in text for text in plain):
        suits, tall = figures()
        known = known | suits
        plain = [row(page, known) for page in pages]
        if UNKNOWN in plain[0]:
            for cells, shapes in tall.items():
                width = 128 // cells
                text = "".join(
                    shapes.get(b"".join(bytes(p[x : x + width]) for p in pages[:3]), UNKNOWN)
                    for x in range(0, cells * width, width)
                )
                if UNKNOWN not in text:
                    plain[:3] = text, "", ""
                    break
    return [text.rstrip() for text in plain]
