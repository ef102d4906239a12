"""The saved game: every action, appended to small files on flash."""

# A piece is a file named by a rising number: a head (magic, version, the state
# it starts from), then records (length, action, check). The checks run on
# through the piece, so that nothing after a fault is believed.
# Power-up reads the last piece; the older ones, closed and put away in a folder
# of their own, are read when UNDO wants them.
#
# A new piece stays below the size that the filesystem keeps inside its directory, which
# makes an append one small write and rarely an erase. A closed one is made longer: it gets
# a block of its own, so that power-up has short directories to look through. The folder
# of the new ones is written most, and moves on the flash; that is told the folder it is
# in, and not the root, through which each file of the firmware is found.

import os
from binascii import crc32
from errno import EEXIST, ENOENT

from micropython import const

from firmware.core.actions import PLAY, REDO, SUIT, UNDO
from firmware.core.cards import UNKNOWN
from firmware.core.log import Log

_MAGIC = b"SPK"
_VERSION = const(3)
_OLDER = const(2)  # in which the suit of a card was that card played again
_HEAD = const(5)  # magic, version, length of the state
_CHECK = const(2)
_FULL = const(240)  # bytes in a piece
_LOST = const(9999)  # in place of a size: the last write failed
_INLINE = const(512)  # bytes of a file that stays within its directory, at most
_MORE = const(4)  # numbers that the oldest of them may be further back, some left out
_NEAR = const(2)  # pieces not put away, and while one more is begun three
_KEPT = const(170)  # put away: nine games counted card by card, and UNDO back through them
_LONG = const(1500)  # actions in memory before the older ones are left to the pieces
_NEW, _OLD = "/new", "/old"
_END = b"\0SPK"  # closes a piece; what comes after it says nothing
_STARTS = const(24)  # pieces of which it is known where they start
_ASIDE = ".bad"
_SOUND = ".new"


class Journal:
    def __init__(self, directory):
        """`directory` is made if it is not there; `faults` says what could not be read."""
        self._dir = directory
        self.faults = 0
        self.whole = False  # all that the pieces hold is in memory
        self.back = 1  # pieces read
        self._near = []  # the numbers of the pieces not put away
        self._last = 0  # the number of the last piece
        for folder in ("", _NEW, _OLD):
            try:
                os.mkdir(directory + folder)
            except OSError as error:
                # Another fault: what follows will not be saved, and `write` says so.
                self.faults = int(error.errno != EEXIST)
        try:
            for number in self._names(""):  # where the version before had them
                os.rename("%s/%d" % (directory, number), self._new(number))
        except OSError:
            self.faults += 1
        self._size = _INLINE  # bytes in the last piece; one as long is left alone
        self._check = 0
        self._state = None  # what the next piece starts from
        self._game = None  # whose actions are written
        self._torn = False  # has memory what was undone, and the pieces not?
        self._starts = []  # (number, place in the log) of pieces that nothing goes back beyond
        self._at = 0  # the place that the next piece starts from
        self._records = []  # actions not yet written

    def rest(self):
        """Called between what may take long: many pieces to read, one erase after another."""

    # Reading.

    def load(self, game, whole=False, back=1):
        """Bring `game` to where the journal left it, with `back` pieces to undo."""
        # More where these refer to earlier ones; `whole`: as far as all of them go.
        if self._records or self._torn or self._size == _LOST:
            self.whole = True  # memory has what the pieces have not
            return
        self.back = back
        self._game = game
        self._near = self._names(_NEW)
        self._last = 0
        self._size = _INLINE
        for top in self._down():
            newest = self._read(top)
            if newest and _head_end(newest):
                self._last = self._last or top
                break
            # An empty one was begun as power went, and is to be begun anew.
            if newest != b"" and self._set_aside(top):
                self._last = self._last or top
            elif top in self._near:
                self._near.remove(top)
        else:
            self.whole = True
            return
        oldest = max(top - _KEPT - _MORE, 0)
        first = oldest if whole else max(top - back + 1, oldest)
        self.whole = first == oldest
        before = None
        for number in range(first, top + 1):
            self.rest()
            last = number == top
            data = newest if last else self._read(number)
            end = data and _head_end(data)
            if not end:
                if data != b"":
                    self._set_aside(number)
                continue
            state = data[_HEAD : end - _CHECK]
            if number - 1 != before:  # nothing whole leads up to this piece
                game.log = Log(state)
                self._starts = []
            game.log.keep(state)
            self._start(number, _end(game.log))
            at = self._replay(data, end, game.note)
            if last and at is not None and not game.restore():
                # By other rules than these. It is kept as far as they allow.
                game.log = Log(state)
                game.unpack(state)
                self._starts = [(number, 0)]
                at = self._replay(data, end, game.apply)
            if at is None:  # it goes back beyond the first of them
                return self.load(game, back=2 * back)
            closed = data[at : at + len(_END)] == _END
            sound = closed or at == len(data)
            before = number if sound and at >= _FULL else None  # a short one lost its end
            if last and not sound:
                at = self._set_aside(number, data, at)
            if number == self._last and not closed:
                self._size = at

    def _down(self):
        """The numbers that pieces may have, the last one first."""
        near = self._near[::-1] or self._names(_OLD)[-1:]
        yield from near
        if near:
            yield from range(near[-1] - 1, max(near[-1] - _KEPT - _MORE, 0), -1)

    def _names(self, folder):
        try:
            names = os.listdir(self._dir + folder)
        except OSError:
            return []
        return sorted([int(name) for name in names if name.encode().isdigit()])

    def _replay(self, data, at, do):
        """Hand each sound record from `at` on to `do`; where the sound ones end."""
        # None where one is refused: what it refers to lies in an earlier piece, to be read.
        self._check = crc32(data[:at])
        while at < len(data) and data[at]:
            end = at + 1 + data[at]
            check = crc32(data[at:end], self._check)
            if data[end : end + _CHECK] != _two(check):
                break
            action = data[at + 1 : end]
            if data[3] == _OLDER and action[0] == PLAY and action[-1] < UNKNOWN:
                action = bytes((SUIT, action[-1]))
            if do(action) is not None:
                return at if self.whole else None
            self._back_to(self._game.log.at, action[0])
            self._check = check
            at = end + _CHECK
        return at

    def _read(self, number):
        """A piece; b"" where there is none, None of what cannot be read."""
        try:
            with open(self._path(number), "rb") as piece:
                return piece.read(_INLINE)
        except OSError as error:
            return b"" if error.errno == ENOENT else None

    def _set_aside(self, number, data=b"", at=0):
        """Keep what cannot be believed under another name. Where the piece ends then."""
        self.faults += 1
        path = self._path(number)
        try:
            if at:
                for name, part in ((path + _ASIDE, data[at:]), (path + _SOUND, data[:at])):
                    with open(name, "wb") as piece:
                        piece.write(part)
                os.rename(path + _SOUND, path)
            else:
                os.rename(path, path + _ASIDE)
                if number in self._near:
                    self._near.remove(number)
            return at
        except OSError:  # a full or read-only filesystem: it stays where it is
            return _INLINE

    # Writing.

    def turn(self, game):
        """Before an action: a new piece, if one is due, starts from the state as it is now."""
        if self._state is None and self._size >= _FULL:
            self._state = game.pack()
            if len(game.log) > _LONG and game.log.at == len(game.log):
                game.log = Log(self._state)
                self.whole = False
                self._starts = []
                self.back = 1
        if not self._records:
            self._at = _end(game.log)

    def add(self, action):
        """An action the game has taken, to be written by the next `write`."""
        self._records.append(action)

    def pending(self):
        """Is there anything to write?"""
        return bool(self._records)

    def write(self):
        """Have everything added on flash when this returns. OSError if that fails."""
        # After a failure the next write starts a new piece, from the state as it will be,
        # so that only steps of undo are lost: what leads up to it is not in the pieces, so
        # its number does not follow on theirs.
        records, self._records = self._records, []
        size, self._size = self._size, _LOST
        log = self._game.log
        if size == _LOST:
            self._starts = []
        while self._starts and self._starts[0][0] <= self._last - _KEPT:
            self._starts.pop(0)  # it is soon removed
        kind = records[0][0]
        self._back_to(log.at, kind)
        if kind in (UNDO, REDO, SUIT) and (self._torn or not self._starts):
            # It refers to what is not in the pieces: they get what came of it.
            self._state, self._at, records, size = self._game.pack(), _end(log), (), _LOST
        # What begins a piece refers to none before it, where that can be helped.
        begun = self._state is not None and (size >= _INLINE or kind != SUIT)
        number, data, check = self._last, bytearray(), self._check
        path = self._path(number)
        if begun:
            number += 2 if size == _LOST else 1
            data.extend(_MAGIC + bytes((_VERSION, len(self._state))) + self._state)
            data.extend(_two(crc32(data)))
            check = crc32(data)
            path = self._new(number)
        self._state = None
        for action in records:
            record = bytes((len(action),)) + action
            check = crc32(record, check)
            data.extend(record + _two(check))
        with open(path, "wb" if begun else "ab") as piece:
            self.rest()
            piece.write(data)
        if begun:
            if size == _LOST:
                self._starts = []
                self._torn = log.at < len(log)
            self._start(number, self._at)
            self._back_to(log.at, kind)
            self._last = number
            self._near.append(number)
            size = 0
        elif len(self._near) > _NEAR:
            try:  # noqa: SIM105 - MicroPython has no such thing
                self._put_away(self._near.pop(0))
            except OSError:
                pass  # nothing older to remove; or after power-up this is tried again
        self._size = size + len(data)
        self._check = check
        log.mark(self._game.pack)  # here, for no key waits for it

    # What is undone is undone again at power-up, for which the pieces have to hold it.

    def _start(self, number, at):
        """A piece starts at this place in the log."""
        if at >= 0:
            self._starts.append((number, at))
        if len(self._starts) > _STARTS:
            self._starts = self._starts[::2]

    def _back_to(self, at, kind):
        """The log is at this place after such an action: later starts lead there no more."""
        if kind == SUIT:
            at -= 1  # it takes the place of its card
        while self._starts and self._starts[-1][1] > at:
            self._starts.pop()

    def _put_away(self, number):
        """Close a piece, and move it to the older ones."""
        path = self._new(number)
        with open(path, "ab") as piece:
            piece.write(_END + bytes(_INLINE))
        self.rest()
        os.rename(path, self._path(number))
        self.rest()
        # The other is there where a number was left out, or power went before this.
        for gone in (number - _KEPT, number - _KEPT - 1):
            os.remove(self._path(gone))

    def _path(self, number):
        if number in self._near:
            return self._new(number)
        return "%s%s/%d" % (self._dir, _OLD, number)

    def _new(self, number):
        return "%s%s/%d" % (self._dir, _NEW, number)


def _end(log):
    """The place in the log, or -1 where something is undone, which a start would not have."""
    return log.at if log.at == len(log) else -1


def _two(check):
    return bytes((check & 255, check >> 8 & 255))


def _head_end(data):
    """Where the records begin, or 0 if the head is not a sound one that can be read."""
    if len(data) < _HEAD or data[:3] != _MAGIC or data[3] not in (_OLDER, _VERSION):
        return 0
    end = _HEAD + data[4] + _CHECK
    if data[end - _CHECK : end] != _two(crc32(data[: end - _CHECK])):
        return 0
    return end
