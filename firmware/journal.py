"""The saved game: every action, appended to small files on flash."""

# A piece is a file named by a rising number: a head (magic, version, the state
# it starts from), then records (length, action, check). The checks run on
# through the piece, so that nothing after a fault is believed.
# Power-up reads the last piece; the others are read when UNDO wants them, those
# of older groups of eight out of one file a group. A group is put away a step a write: its
# file, made whole under another name; its pieces removed; the oldest file removed. Where
# power goes in between, the file is made again of what there is of both.
#
# A piece stays below the size that the filesystem keeps inside its directory, which makes
# an append one small write and rarely an erase. But power-up scans the directory: so it has
# one or two groups of pieces, and files for the others, which are not scanned.

import gc
import os
from binascii import crc32
from errno import EEXIST

from micropython import const

from firmware.core.actions import PLAY, REDO, SUIT, UNDO
from firmware.core.cards import UNKNOWN
from firmware.core.log import Log

_MAGIC = b"SPK"
_VERSION = const(3)
_OLDER = const(2)  # in which the suit of a card was that card played again
_HEAD = const(5)  # magic, version, length of the state
_CHECK = const(2)
_FULL = const(150)  # bytes of records in a piece: 25 actions to be done again at power-up
_LOST = const(9999)  # in place of a size: the last write failed
_GROUP = const(8)  # pieces
_KEPT = const(20)  # files of a group: a match counted card by card, and UNDO back through it
_SLOT = const(512)  # bytes a piece there: its length, itself, nothing; eight are a sector
_LONG = const(1500)  # actions in memory before the older ones are left to the pieces
_ASIDE = ".bad"
_SOUND = ".new"
_OLD = ".old"


class Journal:
    def __init__(self, directory):
        """`directory` is made if it is not there; `faults` says what could not be read."""
        self._dir = directory
        self.faults = 0
        self.whole = False  # all that the pieces hold is in memory
        self.back = 1  # pieces read
        self._single = []  # the numbers of the pieces that are files of their own
        self._groups = []  # and of the groups in one
        self._away = None  # the one whose pieces may go
        try:
            os.mkdir(directory)
        except OSError as error:
            # Another fault: what follows will not be saved, and `write` says so.
            self.faults = int(error.errno != EEXIST)
        self._size = _FULL  # bytes in the last piece; a full one is left alone
        self._check = 0
        self._state = None  # what the next piece starts from
        self._game = None  # that is written
        self._torn = False  # does memory have more to undo than the pieces?
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
        self._torn = False
        self._look()
        pieces, newest = [], b""
        for number in self._down():
            self.rest()
            data = self._read(number)
            if data and _head_end(data):
                # Many would not fit into memory, and are read again below.
                newest = newest or data
                pieces.insert(0, number)
                if not whole and len(pieces) == back:
                    break
            elif number in self._single:
                if data != b"":
                    self._set_aside(number)
                elif self._single[-1] == number:
                    # Begun as power went, and to be begun anew: a gap would end the undos.
                    self._single.pop()
        self.whole = whole or back >= len(self._single) + _GROUP * len(self._groups)
        before = None
        for i, number in enumerate(pieces):
            self.rest()
            if i & 7 == 7:
                gc.collect()  # so that what stays is not scattered
            last = i == len(pieces) - 1
            data = newest if last else self._read(number)
            end = _head_end(data)
            state = data[_HEAD : end - _CHECK]
            if number - 1 != before:  # nothing whole leads up to this piece
                game.log = Log(state)
            if (len(pieces) - i) & 1:  # each other piece will do, and the last
                game.log.marks[game.log.at] = state
            if last:
                game.unpack(state)
            at = self._replay(data, end, game.apply if last else game.note)
            if at is None:  # it goes back beyond the first of them
                return self.load(game, back=2 * back)
            # A short one lost its end, but where a newer version began another.
            whole_one = at == len(data) and (at - end >= _FULL or data[3] == _OLDER)
            before = number if whole_one else None
            if last and at < len(data):
                at = self._set_aside(number, data, at)
            if last and self._single[-1:] == [number] and data[3] == _VERSION:
                self._size = at - end

    def _look(self):
        try:
            names = os.listdir(self._dir)
        except OSError:
            names = []
        self._away = None
        self._single, self._groups = _numbers(names, ""), _numbers(names, _OLD)

    def _down(self):
        """The numbers of all the pieces there may be, the last one first."""
        yield from self._single[::-1]
        for group in self._groups[::-1]:
            for number in range((group + 1) * _GROUP - 1, group * _GROUP - 1, -1):
                if not self._single or number < self._single[0]:
                    yield number

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
        """A piece; b"" of one that is not there, None of what cannot be read."""
        try:
            if number in self._single:
                with open(self._path(number), "rb") as piece:
                    return piece.read()
            with open(self._old(number // _GROUP), "rb") as old:
                old.seek(number % _GROUP * _SLOT)
                return old.read(int.from_bytes(old.read(2), "little") & _SLOT - 1)
        except OSError:  # a directory, or what cannot be read
            return None

    def _set_aside(self, number, data=b"", at=0):
        """Keep what cannot be believed under another name. Where the piece ends then."""
        self.faults += 1
        path = self._path(number)
        try:
            if not at:
                self._single.remove(number)
                return os.rename(path, path + _ASIDE)
            for name, part in ((path + _ASIDE, data[at:]), (path + _SOUND, data[:at])):
                with open(name, "wb") as piece:
                    piece.write(part)
            os.rename(path + _SOUND, path)
            return at
        except OSError:  # a full or read-only filesystem: it stays where it is
            return len(data) + _FULL

    # Writing.

    def turn(self, game):
        """Before an action: a new piece, if one is due, starts from the state as it is now."""
        self._game = game
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
        head, number = b"", next(self._down(), 0)
        self._torn = self._torn or size == _LOST
        if (self._torn or not self._single) and [
            r for r in records if r[0] in (UNDO, REDO, SUIT)
        ]:
            # It may refer to what is not in the pieces: they get what came of it.
            self._state, records, size = self._game.pack(), (), _LOST
        # What begins a piece refers to none before it, where that can be helped.
        if self._state is not None and (size == _LOST or records[0][0] != SUIT):
            head = _MAGIC + bytes((_VERSION, len(self._state))) + self._state
            head += _two(crc32(head))
            number += 2 if size == _LOST else 1
            size = 0
        self._state = None
        check = crc32(head) if head else self._check
        data = bytearray(head)
        for action in records:
            record = bytes((len(action),)) + action
            check = crc32(record, check)
            data.extend(record + _two(check))
        with open(self._path(number), "wb" if head else "ab") as piece:
            self.rest()
            piece.write(data)
        self._size = size + len(data) - len(head)
        self._check = check
        if head:
            self._single.append(number)
        self._tidy(self._single[0] // _GROUP)

    def _tidy(self, group):
        """A step of many, for all at once would take long: a group goes into one file."""
        if group == self._away:
            os.remove(self._path(self._single.pop(0)))
        elif len(self._groups) > _KEPT:
            os.remove(self._old(self._groups.pop(0)))
        elif (group + 1) * _GROUP < self._single[-1]:
            path = self._old(group)
            with open(path + _SOUND, "wb") as old:
                for number in range(group * _GROUP, (group + 1) * _GROUP):
                    piece = self._read(number) or b""
                    old.write((_two(len(piece)) + piece + bytes(_SLOT))[:_SLOT])
                self.rest()
            os.rename(path + _SOUND, path)
            self._away = group
            if group not in self._groups:
                self._groups.append(group)

    def _old(self, group):
        return "%s/%d%s" % (self._dir, group, _OLD)

    def _path(self, number):
        return "%s/%d" % (self._dir, number)


def _numbers(names, kind):
    """The numbers that names of this kind have before it, in order."""
    names = [name[: len(name) - len(kind)] for name in names if name.endswith(kind)]
    return sorted([int(name) for name in names if name.encode().isdigit()])


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
