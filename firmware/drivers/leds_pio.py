"""WS2812 strands, each sent by a PIO state machine that a DMA channel feeds."""

# Strand 0 has state machine 0 and so on, all in the first PIO block while there are no
# more than four; the matrix has the last one of the second block. All share one program.

# ruff: noqa: F821 - the names of PIO instructions

from array import array
from time import ticks_diff, ticks_us

import micropython
import rp2
from machine import Pin
from micropython import const
from uctypes import addressof

_WORD_US = const(30)  # 24 bits of 1.25 us
_LATCH_US = const(320)  # WS2812B show their colours after 280 us of silence
_SETTLE_US = const(10000)  # from power to a strand that listens
_START = const(15)  # DMA register: a read address written here starts the channel


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=24,
)
def _ws2812():
    # At 8 MHz: low 3 cycles, high 2; then 5 more, high for a one, low for a zero.
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


class Strands:
    """`n` LEDs on each of `pins` (GPIO numbers, one a track, at most 7)."""

    # `power_pin`, if any, is high while the LEDs have power; `order` is the order
    # of the colours on the wire. `pixels[track][i]` holds words made by `pack`.

    def __init__(self, pins, n, power_pin=None, order="GRB"):
        self.n = n
        self.tracks = len(pins)
        self.pixels = [array("I", bytes(4 * n)) for _ in pins]
        # The DMA turns each word round, so that its lowest byte leaves first.
        self._red, self._green, self._blue = [8 * order.index(colour) for colour in "RGB"]
        self._parts = []  # a track: (DMA registers, address of its words)
        self._kept = []  # from the garbage collector
        for track, pin in enumerate(pins):
            machine = rp2.StateMachine(track, _ws2812, freq=8000000, sideset_base=Pin(pin))
            dma = rp2.DMA()
            dreq = track + 4 * (track // 4)  # after 4 to send, a block has 4 to receive
            ctrl = dma.pack_ctrl(inc_write=False, bswap=True, treq_sel=dreq)
            dma.config(read=self.pixels[track], write=machine, count=n, ctrl=ctrl)
            machine.active(1)
            self._parts.append((dma.registers, addressof(self.pixels[track])))
            self._kept.append((machine, dma))
        self._power = None if power_pin is None else Pin(power_pin, Pin.OUT, value=1)
        self.power(True)

    @micropython.native
    def pack(self, r, g, b):
        """The word of a colour, 0 to 255 each."""
        return r << self._red | g << self._green | b << self._blue

    @micropython.native
    def show(self, mask):
        """Start sending the tracks whose bits are set in `mask`. Only while not busy."""
        for part in self._parts:
            if mask & 1:
                part[0][_START] = part[1]
            mask >>= 1
        self._wait(self.n * _WORD_US + _LATCH_US)

    def busy(self):
        """Whether a wire is in use, its latch gap included."""
        # Reckoned from the start: a DMA channel falls idle four words before its wire.
        # (When ticks come round, each 18 minutes, an idle one is busy once more.)
        return 0 <= ticks_diff(ticks_us(), self._since) < self._for_us

    def power(self, on):
        """Switch the LEDs' power; busy until they listen. They come back dark."""
        if self._power is not None:
            self._power(on)
        self._wait(_SETTLE_US if on else 0)

    def _wait(self, us):
        self._since = ticks_us()
        self._for_us = us
