"""Power cuts: from a recording of flash commands, the flash as each cut leaves it.

A recording is taken from the emulated Pico, or made here: the firmware's own journal over
littlefs as MicroPython sets it up, on a flash that counts.
"""

import contextlib
import errno
import random
from collections import namedtuple

import littlefs

from firmware import guard
from firmware import journal as saved
from firmware.core import actions, settings
from firmware.core.game import Game
from host_tools.pico import image

DIRECTORY = "journal"
ERASED = 0xFF
_LAST = 50  # actions looked at, undone ones among them
PIECES = 5  # that hold at least so many

# `data`: what is programmed at `address` of the filesystem; b"": its sector is erased.
# `before`, `after`: which state the game is in until the action it belongs to, and from then.
Command = namedtuple("Command", "address data before after")
# `start`: the filesystem's image before the first command. `points`: what was to be had back
# after each action, from 0 for none, as point() gives it. `commands` in the order of time.
Recording = namedtuple("Recording", "start points commands")
# `at`: the command it falls on. `torn`: in the middle of it. `points`: what may come back.
Cut = namedtuple("Cut", "at torn flash points")


def superblock(commands):
    """{place: command} of those in its two blocks, which are the root directory's too."""
    end = 2 * image.layout().fs_blocksize
    return {n: command for n, command in enumerate(commands) if command.address < end}


class Chip:
    """A flash chip as littlefs sees it: a program only clears bits. .commands has
    (address, data), .erases how often each sector was erased."""

    def __init__(self, flash):
        place = image.layout()
        self.flash = bytearray(flash)
        self.sector = place.fs_blocksize
        self.erases = [0] * place.fs_blockcount
        self.commands = []

    def read(self, config, block, offset, size):
        start = block * self.sector + offset
        return self.flash[start : start + size]

    def prog(self, config, block, offset, data):
        address = block * self.sector + offset
        self.commands.append((address, bytes(data)))
        program(self.flash, address, data)
        return 0

    def erase(self, config, block):
        self.commands.append((block * self.sector, b""))
        self.erases[block] += 1
        program(self.flash, block * self.sector, b"")
        return 0

    def sync(self, config):
        return 0

    def files(self, cycles=100):
        """The filesystem on it, mounted with MicroPython's own settings (vfs_lfsx.c).

        `cycles`: erases after which a block of a directory moves; fewer, to see it move.
        """
        fs = littlefs.LittleFS(
            self,
            mount=False,
            block_size=self.sector,
            block_count=len(self.erases),
            read_size=32,
            prog_size=256,
            cache_size=1024,
            lookahead_size=32,
            block_cycles=cycles,
        )
        fs.mount()
        return fs


def program(flash, address, data):
    """One command done to the end."""
    if data:
        end = address + len(data)
        flash[address:end] = bytes(a & b for a, b in zip(flash[address:end], data))
    else:
        end = address + image.layout().fs_blocksize
        flash[address:end] = bytes([ERASED]) * (end - address)


def torn(old, new, rng):
    """Bytes on their way from `old` to `new`: a part of them done, or of their bits."""
    how = rng.randrange(4)
    if how == 0:
        done = rng.randrange(1, len(new))
        return new[:done] + torn_bits(old[done:], new[done:], rng, 64) + old[done + 64 :]
    if how == 1 and new.count(ERASED) == len(new):
        # An erase begins by clearing all bits, so that they wear alike.
        return torn_bits(old, bytes(len(old)), rng, len(old))
    return torn_bits(old, new, rng, len(old))


def torn_bits(old, new, rng, length):
    """Some of the bits that differ in the first `length` bytes, from few to nearly all."""
    old, new = old[:length], new[:length]
    bits = 8 * len(old)
    mask = rng.getrandbits(bits) if bits else 0
    for _ in range(rng.randrange(6)):
        mask = (
            mask & rng.getrandbits(bits) if rng.random() < 0.5 else mask | rng.getrandbits(bits)
        )
    was = int.from_bytes(old, "big")
    return (was ^ (was ^ int.from_bytes(new, "big")) & mask).to_bytes(len(old), "big")


def cuts(recording, tears, seed=1):
    """Every cut: before each command, and `tears` times at random in the middle of it.

    The flash of a cut is good until the next one is asked for.
    """
    rng = random.Random(seed)
    flash = bytearray(recording.start)
    points = recording.points
    begun = 0  # the last action of which something is on flash
    for n, command in enumerate(recording.commands):
        either = [points[command.before], points[command.after]]
        yield Cut(n, False, flash, either if begun == command.after else either[:1])
        begun = command.after
        start = command.address
        end = start + (len(command.data) or image.layout().fs_blocksize)
        old = bytes(flash[start:end])
        program(flash, start, command.data)
        new = bytes(flash[start:end])
        for _ in range(tears if old != new else 0):
            flash[start:end] = torn(old, new, rng)
            yield Cut(n, True, flash, either)
            flash[start:end] = new
    yield Cut(len(recording.commands), False, flash, points[-1:])


def recorded(start, log, cycles=100):
    """The recording of these actions, played here; an error among them is written down."""
    chip = Chip(start)
    points, commands = [], []

    def collect(before):
        commands.extend(Command(*done, before, len(points) - 1) for done in chip.commands)
        chip.commands.clear()

    with journal_on(chip.files(cycles)):
        game, journal = opened()
        model, _ = opened(back=PIECES)
        points.append(point(model))
        collect(0)
        for action in log:
            before = len(points) - 1
            if isinstance(action, Exception):
                guard.write_down(action)
            elif act(game, journal, action) is None:
                model.apply(action)
                points.append(point(model))
            collect(before)
    return Recording(bytes(start), points, commands)


# The journal over such a filesystem.


class _Os:
    def __init__(self, fs):
        self._fs = fs
        self.listdir, self.rename = fs.listdir, fs.rename

    # What littlefs-python raises says no number.

    def open(self, path, mode):
        try:
            return self._fs.open(path, mode)
        except FileNotFoundError as error:
            raise OSError(errno.ENOENT, path) from error

    def mkdir(self, path):
        try:
            self._fs.mkdir(path)
        except FileExistsError as error:
            raise OSError(errno.EEXIST, path) from error

    def remove(self, path):
        try:
            self._fs.remove(path)
        except FileNotFoundError as error:
            raise OSError(errno.ENOENT, path) from error


@contextlib.contextmanager
def journal_on(fs):
    """Inside, firmware/journal.py and guard.py have their files there."""
    saved.os, files = _Os(fs), saved.os
    saved.open = guard.open = saved.os.open
    try:
        yield
    finally:
        saved.os = files
        del saved.open, guard.open


def opened(back=1):
    """(game, journal) as after power-up, with what so many pieces hold to undo."""
    game, journal = Game(), saved.Journal(DIRECTORY)
    journal.load(game, back=back)
    return game, journal


def act(game, journal, action):
    """One action, as the table does it, on flash when this returns. None or its refusal."""
    journal.turn(game)
    refusal = game.apply(action)
    if refusal is None:
        journal.add(action)
        journal.write()
    return refusal


def point(game):
    """What has to come back: the state, the last actions, and how many of them are undone."""
    log = game.log
    last = [log[i] for i in range(max(0, len(log) - _LAST), len(log))]
    return game.pack(), last, len(log) - log.at


def recovered(flash):
    """(point, faults) that a board with this flash comes back to.

    It goes on too: one more action is taken and must be there after the next power-up.
    """
    chip = Chip(flash)
    fs = chip.files()
    with journal_on(fs):
        game, journal = opened()
        longer, _ = opened(back=PIECES)
        if longer.pack() != game.pack():
            raise AssertionError("one piece says this, some pieces say that")
        found, faults = point(longer), journal.faults
        action = bytes((actions.SET, settings.SOUND, 1 - game.settings[settings.SOUND]))
        for taken in act(game, journal, action), longer.apply(action):
            if taken is not None:
                raise AssertionError(taken)
    with journal_on(Chip(chip.flash).files()):
        if opened()[0].pack() != game.pack():
            raise AssertionError("the action after the cut is lost")
        if point(opened(back=PIECES)[0]) != point(longer):
            raise AssertionError("with the action after the cut, some to undo are lost")
    return found, faults
