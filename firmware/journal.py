"""The saved game: every action, appended to small files on flash.

A piece is a file named by a rising number: a head (magic, version, the state
it starts from), then records (length, action, check). The checks run on
through the piece, so that nothing after a fault is believed.
Power-up reads the last piece; the others are read when UNDO wants them.
"""

# A piece stays below the size that the filesystem keeps inside its directory, which makes
# an append one small write and rarely an erase.

import os
from binascii import crc32
from errno import EEXIST

from micropython import const

from firmware.core.actions import PLAY, SUIT
from firmware.core.cards import UNKNOWN
from firmware.core.log import Log

_MAGIC = b"SPK"
_VERSION = const(3)
_OLDER = const(2)  # in which the suit of a card was that card played again
_HEAD = const(5)  # magic, version, length of the state
_CHECK = const(2)
_FULL = const(360)  # bytes in a piece
_LOST = const(9999)  # in place of a size: the last write failed
_KEPT = const(80)  # pieces: nine games counted card by card, and UNDO back through them
_LONG = const(1500)  # actions in memory before the older ones are left to the pieces
_ASIDE = ".bad"
_SOUND = ".new"


class Journal:
    def __init__(self, directory):
        """`directory` is made if it is not there; `faults` says what could not be read."""
        self._dir = directory
        self.faults = 0
        self.whole = False  # all that the pieces hold is in memory
        self.back = 1  # pieces read
        self._numbers = []
        try:
            os.mkdir(directory)
        except OSError as error:
            # Another fault: what follows will not be saved, and `write` says so.
            self.faults = int(error.errno != EEXIST)
        self._size = _FULL  # bytes in the last piece; a full one is left alone
        self._check = 0
        self._state = None  # what the next piece starts from
        self._records = []  # actions not yet written

    def rest(self):
        """Called between what may take long: many pieces to read, one erase after another."""

    # Reading.

    def load(self, game, whole=False, back=1):
        """Bring `game` to where the journal left it.

        It can be undone as far as the last `back` pieces go, or more where these refer to
        earlier ones; `whole`: as far as all of them go.
        """
        if self._records or self._size == _LOST:
            self.whole = True  # memory has what the pieces have not
            return
        self.back = back
        self._numbers = self._names()
        pieces = []
        for number in self._numbers[::-1]:
            self.rest()
            data = self._read(number)
            if data and _head_end(data):
                pieces.insert(0, (number, data))
                if not whole and len(pieces) == back:
                    break
            elif data != b"":
                self._set_aside(number)
            elif number == self._numbers[-1]:
                # Begun as power went, and to be begun anew: a gap would end the undos.
                self._numbers.pop()
        self.whole = whole or back >= len(self._numbers)
        before = None
        for i, (number, data) in enumerate(pieces):
            self.rest()
            end = _head_end(data)
            state = data[_HEAD : end - _CHECK]
            last = i == len(pieces) - 1
            if number - 1 != before:  # nothing whole leads up to this piece
                game.log = Log(state)
            game.log.marks[game.log.at] = state
            if last:
                game.unpack(state)
            at = self._replay(data, end, game.apply if last else game.note)
            if at is None:  # it goes back beyond the first of them
                return self.load(game, back=2 * back)
            # A short one lost its end, but where a newer version began another.
            whole_one = at == len(data) and (at >= _FULL or data[3] == _OLDER)
            before = number if whole_one else None
            if last and at < len(data):
                at = self._set_aside(number, data, at)
            if last and number == self._numbers[-1] and data[3] == _VERSION:
                self._size = at

    def _names(self):
        try:
            names = os.listdir(self._dir)
        except OSError:
            return []
        return sorted(int(n) for n in names if all(c in "0123456789" for c in n))

    def _replay(self, data, at, do):
        """Hand each sound record from `at` on to `do`; where the sound ones end.

        None where one is refused: what it refers to lies in an earlier piece, to be read.
        """
        self._check = crc32(data[:at])
        while at < len(data):
            end = at + 1 + data[at]
            check = crc32(data[at:end], self._check)
            if data[end : end + _CHECK] != _two(check):
                break
            action = data[at + 1 : end]
            suits = data[3] == _OLDER and action[:1] == bytes((PLAY,)) and len(action) == 3
            if suits and action[2] < UNKNOWN:
                action = bytes((SUIT, action[2]))
            if do(action) is not None:
                return at if self.whole else None
            self._check = check
            at = end + _CHECK
        return at

    def _read(self, number):
        try:
            with open(self._path(number), "rb") as piece:
                return piece.read()
        except OSError:  # a directory, or what cannot be read
            return None

    def _set_aside(self, number, data=b"", at=0):
        """Keep what cannot be believed under another name. Where the piece ends then."""
        self.faults += 1
        path = self._path(number)
        try:
            if not at:
                os.rename(path, path + _ASIDE)
                return self._numbers.remove(number)
            for name, part in ((path + _ASIDE, data[at:]), (path + _SOUND, data[:at])):
                with open(name, "wb") as piece:
                    piece.write(part)
            os.rename(path + _SOUND, path)
            return at
        except OSError:  # a full or read-only filesystem: it stays where it is
            return _FULL

    # Writing.

    def turn(self, game):
        """Before an action: a new piece, if one is due, starts from the state as it is now."""
        if self._state is None and self._size >= _FULL:
            self._state = game.pack()
            if len(game.log) > _LONG and game.log.at == len(game.log):
                game.log = Log(self._state)
                self.whole = False
                self.back = 1

    def add(self, action):
        """An action the game has taken, to be written by the next `write`."""
        self._records.append(action)

    def pending(self):
        """Is there anything to write?"""
        return bool(self._records)

    def write(self):
        """Have everything added on flash when this returns. OSError if that fails."""
        # Then the next write starts a new piece, from the state as it will be, so that
        # only steps of undo are lost: what leads up to it is not in the pieces, so its
        # number does not follow on theirs.
        records, self._records = self._records, []
        size, self._size = self._size, _LOST
        head, number = b"", self._numbers[-1] if self._numbers else 0
        if self._state is not None:
            head = _MAGIC + bytes((_VERSION, len(self._state))) + self._state
            head += _two(crc32(head))
            number += 2 if size == _LOST else 1
            self._state = None
            size = 0
        check = crc32(head) if head else self._check
        data = bytearray(head)
        for action in records:
            record = bytes((len(action),)) + action
            check = crc32(record, check)
            data.extend(record + _two(check))
        with open(self._path(number), "wb" if head else "ab") as piece:
            self.rest()
            piece.write(data)
        self._size = size + len(data)
        self._check = check
        if head:
            self._numbers.append(number)
            while len(self._numbers) > _KEPT:  # two, where power went in between
                self.rest()
                os.remove(self._path(self._numbers.pop(0)))

    def _path(self, number):
        return "%s/%d" % (self._dir, number)


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
