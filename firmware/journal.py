"""The saved game: every action, appended to small files on flash.

A piece is a file named by a rising number: a head (magic, version, the state
it starts from), then records (length, action, check). The checks run on
through the piece, so that nothing after a fault is believed. A piece stays
below the size that the filesystem keeps inside its directory, which makes an
append one small write and rarely an erase.
"""

import os
from binascii import crc32

from micropython import const

from firmware.core.log import Log

_MAGIC = b"SPK"
_VERSION = const(1)
_HEAD = const(5)  # magic, version, length of the state
_CHECK = const(2)
_FULL = const(480)  # bytes in a piece
_KEPT = const(40)  # pieces: what UNDO can walk back over after a power cut


class Journal:
    def __init__(self, directory):
        """`directory` is made if it is not there. OSError if it cannot be."""
        self._dir = directory
        try:
            os.mkdir(directory)
        except OSError:
            os.listdir(directory)  # it was there: else this says why
        self._numbers = sorted(int(n) for n in os.listdir(directory) if _is_number(n))
        self._size = _FULL  # bytes in the last piece; a full one is left alone
        self._check = 0
        self._state = None  # what the next piece starts from
        self._records = []  # actions not yet written

    # Reading.

    def load(self, game):
        """Bring a new `game` to where the journal left it."""
        heads = [(number, self._read(number)) for number in self._numbers]
        pieces = [(number, data) for number, data in heads if _head_end(data)]
        before = None
        for i, (number, data) in enumerate(pieces):
            end = _head_end(data)
            state = data[_HEAD : end - _CHECK]
            if number - 1 != before:  # nothing whole leads up to this piece
                game.log = Log(state)
            game.log.marks[game.log.at] = state
            last = i == len(pieces) - 1
            if last:
                game.unpack(state)
            whole = self._replay(data, end, game.apply if last else game.note)
            before = number if whole else None
            if last and whole:
                self._size = len(data)
        while self._numbers and not (pieces and self._numbers[-1] == pieces[-1][0]):
            self._numbers.pop()  # begun and never finished: its number is free

    def _replay(self, data, at, do):
        """Hand each sound record from `at` on to `do`. True if there was nothing else."""
        check = crc32(data[:at])
        while at < len(data):
            end = at + 1 + data[at]
            check = crc32(data[at:end], check)
            if len(data) < end + _CHECK or data[end : end + _CHECK] != _two(check):
                return False
            do(data[at + 1 : end])
            at = end + _CHECK
        self._check = check
        return True

    def _read(self, number):
        with open(self._path(number), "rb") as piece:
            return piece.read()

    # Writing.

    def turn(self, game):
        """Before an action: a new piece, if one is due, starts from the state as it is now."""
        if self._state is None and self._size >= _FULL:
            self._state = game.pack()

    def add(self, action):
        """An action the game has taken, to be written by the next `write`."""
        self._records.append(action)

    def pending(self):
        """Is there anything to write?"""
        return bool(self._records)

    def write(self):
        """Have everything added on flash when this returns. OSError if that fails."""
        head = b""
        number = self._numbers[-1] if self._numbers else 0
        if self._state is not None:
            head = _MAGIC + bytes((_VERSION, len(self._state))) + self._state
            head += _two(crc32(head))
            number += 1
        check = crc32(head) if head else self._check
        data = bytearray(head)
        for action in self._records:
            record = bytes((len(action),)) + action
            check = crc32(record, check)
            data.extend(record + _two(check))
        with open(self._path(number), "wb" if head else "ab") as piece:
            piece.write(data)
        if head:
            self._numbers.append(number)
            self._size = 0
            self._state = None
            if len(self._numbers) > _KEPT:
                os.remove(self._path(self._numbers.pop(0)))
        self._size += len(data)
        self._check = check
        self._records = []

    def _path(self, number):
        return "%s/%d" % (self._dir, number)


def _is_number(name):
    return all(c in "0123456789" for c in name)


def _two(check):
    return bytes((check & 255, check >> 8 & 255))


def _head_end(data):
    """Where the records begin, or 0 if the head is not a sound one of this version."""
    if len(data) < _HEAD or data[:4] != _MAGIC + bytes((_VERSION,)):
        return 0
    end = _HEAD + data[4] + _CHECK
    if data[end - _CHECK : end] != _two(crc32(data[: end - _CHECK])):
        return 0
    return end
