"""A key matrix scanned by PIO into memory: keys are kept while the processor stands still.

A state machine drives the rows low one at a time and reads the columns, and a
DMA channel lays each scan into a ring of 768 ms, through flash erases too. It
is the last state machine of the second PIO block: strands of lights take them
from the first one up, and this program of up to 15 instructions and theirs of
4 fit into one block's 32 should they ever meet there.
"""

# ruff: noqa: F821 - the names of PIO instructions

from array import array

import micropython
import rp2
import uctypes
from machine import Pin
from micropython import const

from firmware.drivers.debounce import MAX_KEYS, SCAN_US, Debounce

_MACHINE = const(7)
_FIFO = const(0x50300020 + 4 * 3)  # RXF3 of PIO1
_DREQ = const(15)  # DREQ_PIO1_RX3
_RING_BITS = const(11)  # of a ring in bytes
_RING = const(1 << 11)
_LAST = const((1 << 9) - 1)  # index of its last scan
_CYCLES = const(34)  # of a row


def _program(rows, columns):
    """The scan of `rows` by `columns` keys; `rows` 0: of plain buttons."""

    @rp2.asm_pio(
        set_init=(rp2.PIO.OUT_HIGH,) * rows or None,
        in_shiftdir=rp2.PIO.SHIFT_LEFT,
        autopush=True,
        push_thresh=max(rows, 1) * columns,
    )
    def scan():
        wrap_target()
        for row in range(max(rows, 1) - 1, -1, -1):
            if rows:
                set(pins, (1 << rows) - 1 ^ 1 << row)[31]
            else:
                nop()[31]
            mov(x, invert(pins))
            in_(x, columns)
        wrap()

    return scan


@micropython.viper
def _next(dma: ptr32, ring: ptr32, at: ptr32, quiet: int) -> int:
    """Take the next scan other than `quiet` from the ring, or -1."""
    if not (dma[3] >> 24) & 1:  # ran out, after 74 days
        dma[3] = dma[3]  # goes on
    end = (dma[1] >> 2) & _LAST
    i = at[0]
    word = quiet
    while i != end and word == quiet:
        word = ring[i]
        i = (i + 1) & _LAST
    at[0] = i
    if word == quiet:
        return -1
    return word


class Matrix:
    """Keys at the crossings of `rows` and `columns`, GPIO numbers that follow each other.

    A key joins its column to its row through a diode that points to the row.
    Without rows the columns are plain buttons to ground. At most 5 rows and
    30 keys.
    """

    def __init__(self, rows, columns):
        keys = max(len(rows), 1) * len(columns)
        for pins in (rows, columns):
            if list(pins) != [pins[0] + i for i in range(len(pins))]:
                raise ValueError("pins of a matrix must follow each other")
        if len(rows) > 5 or not 0 < keys <= MAX_KEYS:
            raise ValueError("a matrix has at most 5 rows and 30 keys")
        for pin in columns:
            Pin(pin, Pin.IN, Pin.PULL_UP)
        buffer = bytearray(2 * _RING)  # the ring must start at a multiple of its size
        start = -uctypes.addressof(buffer) % _RING
        self._ring = memoryview(buffer)[start : start + _RING]
        self._at = array("I", (0,))  # the scan to read next
        self._keys = Debounce()
        self._machine = rp2.StateMachine(
            _MACHINE,
            _program(len(rows), len(columns)),
            freq=max(len(rows), 1) * _CYCLES * 1000000 // SCAN_US,
            set_base=Pin(rows[0]) if rows else None,
            in_base=Pin(columns[0]),
        )
        self._dma = rp2.DMA()
        self._registers = self._dma.registers
        self._dma.config(
            read=_FIFO,
            write=self._ring,
            count=0xFFFFFFFF,
            ctrl=self._dma.pack_ctrl(
                inc_read=False, ring_sel=True, ring_size=_RING_BITS, treq_sel=_DREQ
            ),
            trigger=True,
        )
        self._machine.active(1)

    @micropython.native
    def poll(self, now_ms):
        """The next event: row * columns + column, | 0x80 for a release; -1 if none.

        `now_ms` is not needed here: scans keep their own time.
        """
        keys = self._keys
        event = keys.event()
        while event < 0:
            scan = _next(self._registers, self._ring, self._at, keys.quiet)
            if scan < 0:
                return -1
            keys.feed(scan)
            event = keys.event()
        return event
