"""Scans of a keypad turned into key events. No pins and no clock.

Time is counted in scans, so that a backlog read late is judged as it happened.
"""

import micropython
from micropython import const

SCAN_US = const(1500)  # the time from one scan to the next
RELEASE = const(0x80)  # set in the event of a release
MAX_KEYS = const(30)  # so that a scan is a small integer on the chip


class Debounce:
    """A press counts at its first closed scan, a release after 16 open in a row.

    Those 24 ms swallow the bounce of either edge and a contact that chatters
    while it is held. A count of four bits a key, all keys at once: bit `k` of
    each word below belongs to key `k`.
    """

    def __init__(self):
        self.quiet = 0  # a scan that would change nothing, or -1: each one counts
        self._down = self._pressed = self._released = 0
        self._ones = self._twos = self._fours = self._eights = 0

    @micropython.native
    def feed(self, scan):
        """Take one scan: a bit a key, set where the key is closed."""
        down = self._down
        new = scan & ~down
        open_ = down & ~scan
        ones, twos, fours, eights = self._ones, self._twos, self._fours, self._eights
        three = ones & twos
        seven = three & fours
        over = seven & eights & open_  # fifteen before this one
        self._ones = open_ & ~ones
        self._twos = open_ & (twos ^ ones)
        self._fours = open_ & (fours ^ three)
        self._eights = open_ & (eights ^ seven)
        self._pressed |= new
        self._released |= over
        self._down = down = down ^ new ^ over
        self.quiet = down if open_ == over else -1

    @micropython.native
    def event(self):
        """Take the next event: a key's index, with RELEASE for a release; -1 if none."""
        key = 0
        if self._pressed:
            while not self._pressed >> key & 1:
                key += 1
            self._pressed ^= 1 << key
            return key
        if self._released:
            while not self._released >> key & 1:
                key += 1
            self._released ^= 1 << key
            return key | RELEASE
        return -1
