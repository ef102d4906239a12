"""Pull the plug at any instant: the game is there. Every cut of a game played on the chip.

The cuts are mounted and recovered on the computer, a spread of them on the chip itself.
"""

import itertools
import os
import random
import signal

import pytest

pytest.importorskip("rp2040py")

from firmware.boards import continuous3 as board
from firmware.core import actions, settings
from firmware.journal import _FULL, _KEPT
from host_tools import virtual
from host_tools.pico import image
from host_tools.pico.rig import MS, Pico
from tests.pico import cuts

FULL = os.getenv("SPILIKIN_FULL") == "1"
KEY_MS = 25  # a key is down this long, and up before it is pressed again
QUIET_MS = 60  # without a flash command: an action is written, an older piece put away
ERASE_MS = 2  # cuts are placed by commands; how long these take does not matter
HANG_S = 600

# Who deals; a deal with its starter, hands and crib; points, slips and their mending; a win,
# undone and done again; the next game.
GAME = """
P1 OK 2 P2 A P1 3 P2 OK 5 C OK 2 P1 4 P2 A P2 6 P1
OK 5 H 5 D 5 S J C OK OK 2 C 3 D 4 H 4 S OK OK 7 C 8 D 9 H 9 S OK
7 P1 8 P2 UNDO 8 P1 2 P2 UNDO UNDO UNDO 3 P1 HOLD:UNDO
9 P2 5 P1 4 P2 3 P1 2 P2 6 P1 5 P2 A P1 10 P2 7 P1 3 P2 2 P1 4 P2 UNDO UNDO 9 P1
8 P2 6 P1 2 P2 A P1 J P2 4 P1 UNDO P2 Q P1
K K P2 UNDO UNDO HOLD:UNDO OK OK OK 3 P1 2 P2 UNDO
""".split()


@pytest.fixture(autouse=True)
def no_hang():
    """A filesystem that goes in a circle is a failure, not the end of all tests."""

    def hung(*_):
        raise TimeoutError(f"nothing came of it in {HANG_S} s")

    before = signal.signal(signal.SIGALRM, hung)
    signal.alarm(HANG_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def games(rng, count):
    """So many actions of a match of two, by points alone."""
    game, log = cuts.Game(), []

    def do(*action):
        if game.apply(bytes(action)) is None:
            log.append(bytes(action))

    while len(log) < count or not game.won:
        if game.won:
            do(actions.NEW)
            do(actions.DEALER, rng.randrange(2))
        do(actions.PEG, rng.randrange(2), rng.choice((1, 1, 2, 2, 3, 4, 8)))
        if rng.random() < 0.1:
            do(actions.UNDO)
    do(actions.NEW)
    return log


FIRST = 997 - _KEPT  # the last piece is the 999th: the next is first of all names


@pytest.fixture(scope="module")
def worn():
    """The flash of a board in long use: as many pieces as are kept, the last nearly full."""
    chip = cuts.Chip(image.build(image.firmware()))
    fs = chip.files()
    with cuts.journal_on(fs):
        game, journal = cuts.opened()
        journal._last = FIRST - 1
        for action in games(random.Random(1), 25 * _KEPT):
            assert cuts.act(game, journal, action) is None
        sound = bytes((actions.SET, settings.SOUND, 1))
        while journal._last < 999 or not _FULL - 60 < journal._size < _FULL - 20:
            assert cuts.act(game, journal, sound) is None
        assert journal._last == 999 and len(fs.listdir(f"{cuts.DIRECTORY}/old")) == _KEPT
    return bytes(chip.flash)


class Both:
    """The same keys on the chip and on a board without hardware, which knows what to expect."""

    def __init__(self, flash, folder):
        for name, data in image.read(flash).items():
            if name.startswith(cuts.DIRECTORY + "/"):
                path = folder / name.removeprefix(cuts.DIRECTORY + "/")
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(data)
        self.virtual = virtual.Board(board, str(folder))
        self.taken = []
        journal = self.virtual.app.table.journal
        self._add, journal.add = journal.add, self._take
        with cuts.journal_on(cuts.Chip(flash).files()):
            self.model, _ = cuts.opened(back=cuts.PIECES)
        self.points = [cuts.point(self.model)]
        self.commands = []
        self.pico = Pico(board, image=flash, erase_ms=ERASE_MS)
        assert self.pico.run_until(lambda pico: pico.rows()[7], 3000, 10)
        self._done = 0
        self._last = None
        self._collect(0)

    def _take(self, action):
        self._add(action)
        self.taken.append(action)

    def key(self, word):
        hold, _, name = word.rpartition(":")
        down = virtual.HOLD_MS - 200 if hold else KEY_MS
        self.taken.clear()
        self.virtual.press(word)
        if name == self._last:
            self.pico.run(KEY_MS)
        self._last = name
        self.pico.press(name, down)
        self.pico.run(down + 5)
        if not self.taken:
            self._collect(0)
            return
        for action in self.taken:
            assert self.model.apply(action) is None
        assert self.model.pack() == self.virtual.app.game.pack()
        self.points.append(cuts.point(self.model))
        assert self.pico.run_until(self._written, 5000, 5), (word, self.pico.rows())
        self._collect(1)

    def _written(self, pico):
        log = pico.flash.log
        return len(log) > self._done and pico.now_ns > log[-1][0] + QUIET_MS * MS

    def _collect(self, actions):
        flash, start = self.pico.flash, image.layout().fs_start
        after = len(self.points) - 1
        new = zip(flash.log[self._done :], flash.data[self._done :], strict=True)
        for (_, _, address), data in new:
            self.commands.append(cuts.Command(address - start, data, after - actions, after))
        self._done = len(flash.log)


@pytest.fixture(scope="module")
def played(worn, tmp_path_factory):
    """(the recording of a whole game, keyed, the Pico after it)."""
    both = Both(worn, tmp_path_factory.mktemp("journal"))
    for word in GAME:
        both.key(word)
    return cuts.Recording(worn, both.points, both.commands), both.pico


def survives(every, tell):
    """Tries these cuts. The number tried; tells it, and how many are lost."""
    tried, lost = 0, []
    for cut in every:
        tried += 1
        try:
            found, faults = cuts.recovered(cut.flash)
        except Exception as error:  # noqa: BLE001 - whatever it is, the game is lost
            lost.append((*cut[:2], repr(error)))
        else:
            if found not in cut.points or faults:
                states = [state for state, _, _ in cut.points]
                lost.append((*cut[:2], found[0] in states, faults))
    tell(f"{tried} cuts tried, {len(lost)} games lost")
    assert not lost, (len(lost), lost[:10])
    return tried


def pieces(flash):
    return {name for name in image.read(flash) if name.startswith(cuts.DIRECTORY + "/")}


def test_the_game_played_has_all_that_there_is(played):
    recording, pico = played
    kinds = {action[0] for _, last, _ in recording.points for action in last}
    assert {actions.DEALER, actions.PEG, actions.STARTER, actions.HAND, actions.NEW} <= kinds
    assert len(recording.points) > 50
    assert any(not command.data for command in recording.commands), "nothing was erased"
    before, after = pieces(recording.start), pieces(pico.flash_image())
    assert before - after, "no old piece was removed"
    assert after - before, "no new piece was begun"


def test_every_cut_of_a_game_on_the_chip(played, tell):
    tried = survives(cuts.cuts(played[0], 20 if FULL else 5), tell)
    assert tried >= 500, tried


def test_nothing_but_the_journal_is_touched(played, worn):
    before, after = (
        {n: data for n, data in image.read(flash).items() if not n.startswith(cuts.DIRECTORY)}
        for flash in (worn, played[1].flash_image())
    )
    assert before == after


# MicroPython's _boot.py formats a flash that it cannot mount, so the superblock matters most.


def test_a_game_leaves_the_superblock_alone(played):
    assert not cuts.superblock(played[0].commands)


@pytest.fixture(scope="module")
def begun():
    """A new board's first actions, and faults written down between them: all that writes it."""
    log = games(random.Random(3), 40)
    for n in range(40, 0, -1):
        log.insert(n, ValueError(f"fault {n}"))
    return cuts.recorded(image.build(image.firmware()), log)


def test_cuts_while_the_superblock_is_written_and_erased(begun, tell):
    told = cuts.superblock(begun.commands)
    assert begun.commands[min(told)].after == 0, "the journal's folder is not made first"
    erased = {command.address for command in told.values() if not command.data}
    assert erased == {0, image.layout().fs_blocksize}, "not each of its blocks"
    survives((cut for cut in cuts.cuts(begun, 60 if FULL else 12) if cut.at in told), tell)


@pytest.fixture(scope="module")
def longer(worn):
    """Games played here, directories moving on the flash, which the superblock is told."""
    return cuts.recorded(worn, games(random.Random(2), 2000 if FULL else 900), cycles=2)


def test_cuts_while_the_superblock_is_told_that_the_journal_moved(longer, tell):
    told = cuts.superblock(longer.commands)
    assert told, "it did not"
    survives((cut for cut in cuts.cuts(longer, 60) if cut.at in told), tell)


def test_cuts_of_games_on_the_computer(longer, tell):
    every = cuts.cuts(longer, 5 if FULL else 1)
    survives(itertools.islice(every, 0, None, 1 if FULL else 4), tell)


def boots(cut):
    """The scores on the screen of a chip with this flash; its front pegs are lit there."""
    pico = Pico(board, image=cut.flash)
    assert pico.run_until(lambda pico: pico.rows()[7], 3000, 10), pico.output.decode()
    scores = [int(word) for word in pico.rows()[0].split()]
    for track, front in enumerate(scores):
        led = board.START + front
        lit = pico.tracks()[track][3 * led : 3 * led + 3]
        assert max(lit) > 20, (cut.at, track, front)
    return scores


def spread(recording, count, among):
    """So many cuts, each in the middle of one of the commands `among` these."""
    among = sorted(among)
    step = max(1, len(among) // count)
    picked = set(among[step // 2 :: step])
    torn = (cut for cut in cuts.cuts(recording, 1) if cut.torn and cut.at in picked)
    return [cut._replace(flash=bytes(cut.flash)) for cut in torn]


def test_a_spread_of_cuts_on_the_chip(played, begun, tell):
    recording, pico = played
    picked = spread(recording, 50 if FULL else 4, range(len(recording.commands)))
    told = cuts.superblock(begun.commands)
    picked += spread(begun, 20 if FULL else 1, [n for n in told if told[n].data])
    picked += spread(begun, 2, [n for n in told if not told[n].data])
    found = pico.cases([lambda _, cut=cut: boots(cut) for cut in picked])
    for cut, scores in zip(picked, found, strict=True):
        allowed = []
        for state, _, _ in cut.points:
            game = cuts.Game()
            game.unpack(state)
            allowed.append(list(game.front[: game.sides]))
        assert scores in allowed, cut.at
    tell(f"{len(picked)} cuts booted on the chip, 0 games lost")
