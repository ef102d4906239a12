"""A key matrix read pin by pin, for chips without PIO. A press made while a flash
erase holds up the loop is lost here."""

from time import ticks_diff

from machine import Pin
from micropython import const

from firmware.drivers.debounce import SCAN_US, Debounce

_SPACING_MS = const(2)  # from one reading to the next, at least
_MOST = const(4)  # scans that one reading can stand for


class Matrix:
    """As matrix_pio.Matrix, but `rows` and `columns` may be any GPIO numbers."""

    def __init__(self, rows, columns):
        self._rows = [Pin(pin, Pin.OUT, value=1) for pin in rows] or [lambda level: None]
        self._columns = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in columns]
        self._keys = Debounce()
        self._read_at = 0

    def poll(self, now_ms):
        """The next event: row * columns + column, | 0x80 for a release; -1 if none."""
        passed = ticks_diff(now_ms, self._read_at)
        if 0 <= passed < _SPACING_MS:
            return -1
        self._read_at = now_ms
        scan = self._scan()
        if scan != self._keys.quiet:
            for _ in range(min(max(passed * 1000 // SCAN_US, 1), _MOST)):
                event = self._keys.feed(scan)
                if event >= 0:
                    return event
        return -1

    def _scan(self):
        scan = 0
        key = 1
        for row in self._rows:
            row(0)
            for column in self._columns:
                if not column():
                    scan |= key
                key <<= 1
            row(1)
        return scan
