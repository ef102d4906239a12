"""A key matrix scanned by PIO into memory: keys are kept while the processor stands still."""

# A state machine drives the rows low one at a time and reads the columns, and a
# DMA channel lays each scan into a ring of 1.5 s, through flash erases too.
#
# It is the last state machine of the second PIO block: strands of lights take them from
# the first one up, and this program of up to 15 instructions and theirs of 4 fit into one
# block's 32 should they ever meet there.

# ruff: noqa: F821 - the names of PIO instructions

from array import array

import micropython
import rp2
from machine import Pin
from micropython import const
from uctypes import addressof

from firmware.drivers.debounce import MAX_KEYS, SCAN_US, Debounce

_MACHINE = const(7)
_FIFO = const(0x50300020 + 4 * 3)  # RXF3 of PIO1
_DREQ = const(15)  # DREQ_PIO1_RX3
_RING_BITS = const(12)  # of a ring in bytes
_RING = const(1 << 12)
_LAST = const((1 << 10) - 1)  # index of its last scan
_CYCLES = const(34)  # of a row

# What `_next` works on: addresses of the DMA registers and of the ring, the
# index of the scan to read next, and the scan that says nothing new.
_DMA = const(0)
_SCANS = const(1)
_AT = const(2)
_QUIET = const(3)


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
def _next(state: ptr32) -> int:
    """The next scan in the ring that counts, or -1."""
    dma = ptr32(state[_DMA])
    ring = ptr32(state[_SCANS])
    at = state[_AT]
    quiet = state[_QUIET]
    if not (dma[3] >> 24) & 1:  # its count ran out, after 74 days
        dma[3] = dma[3]  # starts it again
    end = (dma[1] >> 2) & _LAST
    scan = quiet
    while at != end and scan == quiet:
        scan = ring[at]
        at = (at + 1) & _LAST
    state[_AT] = at
    if scan == quiet:
        return -1
    return scan


class Matrix:
    """Keys at the crossings of `rows` and `columns`, GPIO numbers that follow each other."""

    # A key joins its column to its row through a diode that points to the row.
    # Without rows the columns are plain buttons to ground. At most 5 rows and
    # 30 keys.

    def __init__(self, rows, columns):
        keys = max(len(rows), 1) * len(columns)
        for pins in (rows, columns):
            if list(pins) != [pins[0] + i for i in range(len(pins))]:
                raise ValueError("pins of a matrix must follow each other")
        if len(rows) > 5 or not 0 < keys <= MAX_KEYS:
            raise ValueError("a matrix has at most 5 rows and 30 keys")
        for pin in columns:
            Pin(pin, Pin.IN, Pin.PULL_UP)
        self._buffer = bytearray(2 * _RING)
        ring = addressof(self._buffer)
        ring += -ring % _RING  # a ring must start at a multiple of its size
        self._keys = Debounce()
        self._machine = rp2.StateMachine(
            _MACHINE,
            _program(len(rows), len(columns)),
            freq=max(len(rows), 1) * _CYCLES * 1000000 // SCAN_US,
            set_base=Pin(rows[0]) if rows else None,
            in_base=Pin(columns[0]),
        )
        self._dma = rp2.DMA()
        ctrl = self._dma.pack_ctrl(
            inc_read=False, ring_sel=True, ring_size=_RING_BITS, treq_sel=_DREQ
        )
        self._dma.config(read=_FIFO, write=ring, count=0xFFFFFFFF, ctrl=ctrl, trigger=True)
        self._state = array("i", (addressof(self._dma.registers), ring, 0, 0))
        self._machine.active(1)
        self._gathered = []

    def gather(self):
        """Take what the ring holds before it comes round: between two erases of one write."""
        event = self._scan()
        while event >= 0:
            self._gathered.append(event)
            event = self._scan()

    @micropython.native
    def poll(self, now_ms):
        """The next event: row * columns + column, | 0x80 for a release; -1 if none."""
        # `now_ms` is not needed: scans keep their own time.
        if self._gathered:
            return self._gathered.pop(0)
        return self._scan()

    @micropython.native
    def _scan(self):
        state = self._state
        event = -1
        while event < 0:
            scan = _next(state)
            if scan < 0:
                return -1
            event = self._keys.feed(scan)
            state[_QUIET] = self._keys.quiet
        return event
