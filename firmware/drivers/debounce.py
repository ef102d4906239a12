"""Scans of a keypad turned into key events. No pins and no clock."""

# Time is counted in scans, so that a backlog read late is judged as it happened.

import micropython
from micropython import const

SCAN_US = const(1350)  # the time from one scan to the next
RELEASE = const(0x80)  # set in the event of a release
MAX_KEYS = const(30)  # so that a scan is a small integer on the chip


class Debounce:
    """A press counts at its first closed scan, a release after 16 open in a row."""

    # Those 20 ms swallow the bounce of either edge, and a contact that chatters while
    # it is held. Each word below has a bit a key: all keys are counted at once, in
    # counts of four bits.

    def __init__(self):
        self.quiet = 0  # a scan that need not be fed; -1 if each must be
        self._down = self._pressed = self._released = 0
        self._ones = self._twos = self._fours = self._eights = 0

    @micropython.native
    def feed(self, scan):
        """Take a scan, a bit a closed key; give an event, index or index | RELEASE, or -1."""
        # When there are more, the next ones come with the scans that follow.
        down = self._down
        new = scan & ~down
        open_ = down & ~scan
        ones, twos, fours, eights = self._ones, self._twos, self._fours, self._eights
        threes = ones & twos
        sevens = threes & fours
        over = sevens & eights & open_  # fifteen before this one
        self._ones = open_ & ~ones
        self._twos = open_ & (twos ^ ones)
        self._fours = open_ & (fours ^ threes)
        self._eights = open_ & (eights ^ sevens)
        self._down = down = down ^ new ^ over
        pressed = self._pressed | new
        released = self._released | over
        event = -1
        if pressed:
            event = _lowest(pressed)
            pressed ^= 1 << event
        elif released:
            event = _lowest(released)
            released ^= 1 << event
            event |= RELEASE
        self._pressed = pressed
        self._released = released
        self.quiet = -1 if open_ ^ over or pressed or released else down
        return event


@micropython.native
def _lowest(keys):
    key = 0
    while not keys >> key & 1:
        key += 1
    return key
