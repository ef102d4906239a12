"""Journals of games that were played, and what can happen to them.

All from a seed, and the same on CPython and MicroPython.
"""

import os
import sys
from binascii import crc32

from firmware.core import actions, settings, variants
from firmware.core.actions import CRIB
from firmware.core.game import Game
from firmware.core.state import ASK
from firmware.journal import Journal
from tests import saved

FULL = os.getenv("SPILIKIN_FULL") == "1"
CHIP = sys.implementation.name == "micropython"  # as slow, and with as little memory
BITS = 8


def place(name):
    """An empty directory for a journal, of this runtime and process: others may run beside."""
    at = "build"
    mine = "%s-%s" % (sys.implementation.name, os.getpid() if hasattr(os, "getpid") else name)
    for part in ("", "/tests", "/" + mine):
        parent, _, leaf = (at + part).rpartition("/")
        if leaf not in os.listdir(parent or "."):
            os.mkdir(at + part)
        at += part
    saved.lay(at, {})
    return at


def load(at, whole=False):
    """(game, journal) as they are after power came on."""
    game, journal = Game(), Journal(at)
    journal.load(game, whole)
    return game, journal


def sign(game):
    """What stands for the game's state, in less memory."""
    return crc32(game.pack())


def do(game, journal, *action):
    """As the table does it. None or the refusal; what the game takes is on flash then."""
    journal.turn(game)
    at = game.log.at
    refusal = game.apply(bytes(action))
    if refusal is None:
        if action[0] == actions.REDO:
            action = actions.REDO, game.log.at - at
        journal.add(bytes(action))
        journal.write()
    return refusal


class Story:
    """So many actions of a match, counted or not, kept in `pieces`.

    `states` are the signs of all states that it had.
    """

    def __init__(self, luck, at, length, counted):
        self.luck = luck
        saved.lay(at, {})
        self.game, self.journal = load(at)
        self.states = {sign(self.game)}
        self.taken = 0
        if counted:
            self._do(actions.SET, settings.COUNT, 1)
        while self.taken < length:
            self._next()
        self.pieces = saved.pieces(at)
        self.game = self.journal = None

    def _do(self, *action):
        if do(self.game, self.journal, *action) is None:
            self.taken += 1
            self.states.add(sign(self.game))

    def _next(self):
        luck, game = self.luck, self.game
        chance = luck.below(100)
        if chance < 8:
            for _ in range(luck.below(4) + 1):
                self._do(actions.UNDO)
        elif chance < 14:
            self._redo(luck.below(3) + 1)
        elif chance < 17:
            self._do(actions.SET, settings.BRIGHTNESS, luck.below(5) + 1)
        elif game.won:
            self._do(actions.NEW)
        elif game.told == ASK:
            self._do(actions.DEALER, luck.below(game.seats))
        elif chance > 60:
            self._do(actions.PEG, luck.below(game.sides), luck.below(4) + 1)
        elif game.playing():
            card = luck.below(52)
            self._do(actions.PLAY, game.round.turn, 52 + (card >> 2))
            if chance & 1:
                self._do(actions.SUIT, card)
            self._do(actions.GO, game.round.turn if game.playing() else 0)
        else:
            self._show()

    def _show(self):
        luck, game = self.luck, self.game
        pack = [card for card in range(52) if card not in game.seen()]
        seat = game.next_shown(game.last_shown)
        n = variants.GAMES[game.row][variants.CRIB if seat == CRIB else variants.HAND]
        hand = [pack.pop(luck.below(len(pack))) for _ in range(n)]
        played = [] if seat == CRIB else game.cards_of(seat)
        hand[: len(played)] = played
        self._do(actions.STARTER, pack[0], 1)
        self._do(actions.HAND, seat, *hand)

    def _redo(self, n):
        """Redo `n` actions at once; the states on the way are states that it had, too."""
        game = self.game
        steps = 0
        while steps < n and game.apply(bytes((actions.REDO, 1))) is None:
            self.states.add(sign(game))
            steps += 1
        for _ in range(steps):
            game.apply(bytes((actions.UNDO,)))
        self._do(actions.REDO, n)


# What happens to the pieces. Each takes a dict and changes it.


def _some(luck, found):
    """A piece that has something in it, or None; the last one as often as all others."""
    names = sorted([name for name in found if found[name]], key=saved.number)
    if not names:
        return None
    return names[-1] if luck.below(2) else names[luck.below(len(names))]


def _span(luck, data):
    start = luck.below(len(data))
    return start, start + luck.below(len(data) - start) + 1


def _cut(luck, found, name):
    found[name] = found[name][: luck.below(len(found[name]))]


def _flip(luck, found, name):
    data = bytearray(found[name])
    for _ in range(luck.below(BITS) + 1):
        data[luck.below(len(data))] ^= 1 << luck.below(8)
    found[name] = bytes(data)


def _blank(luck, found, name):
    start, end = _span(luck, found[name])
    blank = bytes((luck.below(2) * 255,)) * (end - start)
    found[name] = found[name][:start] + blank + found[name][end:]


def _shuffle(luck, found, name):
    data = bytearray(found[name])
    start, end = _span(luck, data)
    for i in range(start, end):
        j = start + luck.below(end - start)
        data[i], data[j] = data[j], data[i]
    found[name] = bytes(data)


def _move(luck, found, name):
    start, end = _span(luck, found[name])
    data = found[name][:start] + found[name][end:]
    at = luck.below(len(data) + 1)
    found[name] = data[:at] + found[name][start:end] + data[at:]


def _double(luck, found, name):
    start, end = _span(luck, found[name])
    found[name] = found[name][:end] + found[name][start:]


def _foreign(luck, found, name):
    data = bytes([luck.below(256) for _ in range(luck.below(600) + 1)])
    found[name] = (b"", b"SPK", b"SPK\x02")[luck.below(3)] + data


def _newer(luck, found, name):
    data = found[name]
    found[name] = data[:3] + bytes((3 + luck.below(9),)) + data[4:]


def _lose(luck, found, name):
    del found[name]


def _empty(luck, found, name):
    found[name] = b""


def _replace(luck, found, name):
    found[name] = None  # by a directory


def _begin(luck, found, name):
    """The next piece, begun when the power went."""
    number = "%d" % (max([saved.number(name) for name in found]) + 1)
    found[number] = found[name][: luck.below(40)]


def _stranger(luck, found, name):
    found[("readme", "9x", "1.tmp", "-1")[luck.below(4)]] = found[name]


KINDS = (_cut, _flip, _blank, _shuffle, _move, _double, _foreign, _newer)
KINDS += (_lose, _empty, _replace, _begin, _stranger)


def damaged(luck, found):
    """(damaged copy of {name: bytes}, the names of what was done to it)."""
    found = dict(found)
    did = []
    for _ in range(luck.below(3) + 1):
        numbered = {name: found[name] for name in found if saved.number(name) is not None}
        name = _some(luck, numbered)
        if name is None:
            break
        kind = KINDS[luck.below(len(KINDS))]
        others = {other: found[other] for other in found if other not in numbered}
        kind(luck, numbered, name)
        numbered.update(others)
        found = numbered
        did.append(kind.__name__ + " " + name)
    return found, did
