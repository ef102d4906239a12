"""The journal over years of games: it stays small, and power cuts and faults cost no more."""

import gc
import os
from binascii import crc32

from firmware.core import actions
from firmware.core.game import Game
from firmware.core.state import ASK
from firmware.journal import Journal
from tests.dealing import Dealing, Luck, press
from tests.playing import Player, directory

FULL = hasattr(os, "getenv") and os.getenv("SPILIKIN_FULL") == "1"
GAMES = 10000 if FULL else 300
MOST_SINGLE = 10  # pieces: two to ten
MOST_GROUPS = 20  # and one more until the oldest is removed
MOST_BYTES = MOST_SINGLE * 512 + (MOST_GROUPS + 1) * 4096
MOST_ACTIONS = 5000  # in memory: after an UNDO that has all pieces read


def act(game, journal, *action):
    """One action, as the table does it."""
    if action[0] == actions.UNDO:
        assert undo(game, journal) is None
        return
    journal.turn(game)
    assert game.apply(bytes(action)) is None, action
    journal.add(bytes(action))
    journal.write()


def undo(game, journal):
    journal.turn(game)
    while not (game.log.at or journal.whole):
        journal.load(game, back=2 * journal.back)
    refusal = game.apply(bytes((actions.UNDO,)))
    if refusal is None:
        journal.add(bytes((actions.UNDO,)))
        journal.write()
    return refusal


def opened(at, whole=False):
    game, journal = Game(), Journal(at)
    journal.load(game, whole)
    return game, journal


def play(game, journal, luck):
    """One game, by points alone, some of them taken back."""
    act(game, journal, actions.DEALER, luck.below(2))
    while not game.won:
        act(game, journal, actions.PEG, luck.below(2), 1 + luck.below(12))
        if luck.below(10) == 0:
            act(game, journal, actions.UNDO)
    act(game, journal, actions.NEW)


def comes_back(at, whole, state):
    gc.collect()
    game, journal = opened(at, whole)
    assert game.pack() == state
    assert not journal.faults


def sizes(at):
    return [os.stat(at + "/" + name)[6] for name in os.listdir(at)]


def single(at):
    """The numbers of the pieces that are files of their own, in order."""
    return sorted([int(name) for name in os.listdir(at) if name.isdigit()])


def groups(at):
    """Those of the groups that are put away."""
    return sorted([int(name[:-4]) for name in os.listdir(at) if name.endswith(".old")])


def small(at):
    """Holds the journal to what it may take."""
    assert len(single(at)) <= MOST_SINGLE and len(groups(at)) <= MOST_GROUPS + 1, os.listdir(at)
    assert sorted(os.listdir(at)) == sorted(
        ["%d" % n for n in single(at)] + ["%d.old" % n for n in groups(at)]
    )
    assert sum(sizes(at)) <= MOST_BYTES, sizes(at)
    for n in single(at):
        size = os.stat("%s/%d" % (at, n))[6]
        assert size <= 510, "no longer kept inside its directory, nor in its place in a group"


def begin_piece(game, journal, luck):
    """Play until another piece is begun."""
    before = single(journal._dir)[-1:]
    while single(journal._dir)[-1:] == before:
        play_on(game, journal, luck)


def play_on(game, journal, luck):
    """One action of one game after another."""
    if game.won:
        act(game, journal, actions.NEW)
    elif game.told == ASK:
        act(game, journal, actions.DEALER, luck.below(2))
    else:
        act(game, journal, actions.PEG, luck.below(2), 1 + luck.below(3))


def test_the_journal_stays_small_over_years_of_games():
    at = directory()
    game, journal = opened(at)
    luck = Luck(1)
    longest = 0
    for n in range(GAMES):
        play(game, journal, luck)
        longest = max(longest, len(game.log))
        if n % 20 == 0:
            small(at)
            for whole in (False, True):  # however the oldest piece begins
                comes_back(at, whole, game.pack())
    assert longest <= MOST_ACTIONS, longest
    assert longest > 1000, "a match is to be undone"
    assert len(groups(at)) == MOST_GROUPS


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def test_what_a_cut_leaves_while_a_group_is_put_away_goes_with_the_next_piece():
    at = directory()
    game, journal = opened(at)
    luck = Luck(1)
    while len(groups(at)) < MOST_GROUPS or single(at)[-1] % 8:
        begin_piece(game, journal, luck)
    last, oldest = single(at)[-1], groups(at)[0]
    going = single(at)[:-1]
    found = {"%d" % n: read("%s/%d" % (at, n)) for n in going}
    undoable = len(opened(at, True)[0].log)
    old = read("%s/%d.old" % (at, oldest))
    begin_piece(game, journal, luck)
    assert single(at)[0] < last
    for _ in range(10):
        play_on(game, journal, luck)
    assert single(at) == [last, last + 1] and groups(at)[0] > oldest
    for n in single(at):
        found["%d" % n] = read("%s/%d" % (at, n))
    names = ["%d.old" % oldest, "%d.old" % (last // 8 - 1)]
    new = read(at + "/" + names[1])
    for cut in range(12):  # nothing done; half the group; all of it; pieces gone; the oldest
        lay(at, found, [name for name in os.listdir(at) if name[:-4].isdigit()])
        if cut < 11:
            write(at + "/" + names[0], old)
        if cut == 1:
            write(at + "/" + names[1] + ".new", new[:2000])
        if cut > 1:
            write(at + "/" + names[1], new)
        elif names[1] in os.listdir(at):
            os.remove(at + "/" + names[1])
        for number in going[: max(0, cut - 2)]:
            os.remove("%s/%d" % (at, number))
        game, journal = opened(at)
        comes_back(at, True, game.pack())
        before = lasting(at)
        assert len(before) >= undoable - (8 * 40 if cut == 11 else 0), cut
        begin_piece(game, journal, luck)
        small(at)
        comes_back(at, True, game.pack())
        after = lasting(at)
        most = 0 if cut == 11 else 8 * 40  # the oldest group goes
        assert len(after) >= len(before) - most, cut
        assert [n for n in range(60) if after[-1000 - n : len(after) - n] == before[-1000:]], (
            cut
        )
        assert [n for n in single(at) if n > last] and single(at)[0] > going[-1]


def lasting(at):
    """What the log of the whole journal says, a byte an action."""
    gc.collect()
    log = opened(at, True)[0].log
    said = bytearray(len(log))
    for i in range(len(log)):
        said[i] = crc32(log[i]) & 255
    return said


def test_a_damaged_group_costs_steps_of_undo_and_no_score():
    at = directory()
    game, journal = opened(at)
    luck = Luck(1)
    states = {crc32(game.pack())}
    while len(groups(at)) < 2 or single(at)[-1] % 8 != 3:
        play_on(game, journal, luck)
        states.add(crc32(game.pack()))
    found = {name: read(at + "/" + name) for name in os.listdir(at)}
    name = "%d.old" % groups(at)[-1]
    data = found[name]
    long = b"\xff\xff" + data[2:512] + b"\x00\x06" + data[514:]
    undone = []
    for damaged in (data, long, data[:1000], b"", bytes(4096), b"\xff" * 4096, data[3:]):
        lay(at, found)
        write(at + "/" + name, damaged)
        for whole in (False, True):
            comes_back(at, whole, game.pack())
        undone.append(walked_back(at, states))
        comes_back(at, False, game.pack())
        small(at)
    assert undone[0] == len(states) - 1, "not to the first action"
    assert undone[1] < undone[0] and min(undone) > 50, undone


def lay(at, found, but=()):
    for name in os.listdir(at):
        if name not in but:
            os.remove(at + "/" + name)
    for name in found:
        write(at + "/" + name, found[name])


def walked_back(at, states):
    """UNDO as far as it goes, then done again. How many were undone."""
    game, journal = opened(at)
    before, n = game.pack(), 0
    while undo(game, journal) is None:
        assert crc32(game.pack()) in states, n
        n += 1
    journal.load(game, True)
    for _ in range(n):
        journal.turn(game)
        assert game.apply(bytes((actions.REDO, 1))) is None
        assert crc32(game.pack()) in states, n
        journal.add(bytes((actions.REDO, 1)))
        journal.write()
    assert game.pack() == before
    return n


def test_the_pieces_of_an_older_journal_are_put_away_with_all_that_can_be_undone():
    at = directory()
    luck = Luck(1)
    game = Game()
    flat(at, game, luck, range(61, 101))
    before, _ = opened(at, True)
    assert before.pack() == game.pack() and len(before.log) > 1000
    game, journal = opened(at)
    begin_piece(game, journal, luck)
    while groups(at) != [7, 8, 9, 10, 11] or single(at)[0] < 96:
        play_on(game, journal, luck)
        assert len(single(at)) <= 41
        comes_back(at, False, game.pack())
    assert single(at)[-1] <= 103
    found, journal = opened(at, True)
    assert found.pack() == game.pack() and not journal.faults
    for i in range(len(before.log)):
        assert found.log[i] == before.log[i]
    while found.pack() != before.pack():
        act(found, journal, actions.UNDO)
    comes_back(at, True, before.pack())


def flat(at, game, luck, numbers):
    """Pieces as version 2 wrote them, full at 360 bytes, each a file."""
    taken = Taken(at)
    for number in numbers:
        state = game.pack()
        data = b"SPK\2" + bytes((len(state),)) + state
        data += checked(data, 0)
        check = crc32(data)
        while len(data) < 360:
            play_on(game, taken, luck)
            record = bytes((len(taken.action),)) + taken.action
            data += record + checked(record, check)
            check = crc32(record, check)
        write("%s/%d" % (at, number), data)


def checked(data, check):
    check = crc32(data, check)
    return bytes((check & 255, check >> 8 & 255))


class Taken:
    """Stands for a journal: it only has the last action."""

    whole = True

    def __init__(self, at):
        self._dir = at

    def turn(self, game):
        pass

    def add(self, action):
        self.action = action

    def write(self):
        pass


def test_a_piece_begun_as_power_went_is_begun_anew():
    at = directory()
    game, journal = opened(at)
    luck = Luck(1)
    while single(at)[-1:] != [3]:
        begin_piece(game, journal, luck)
    os.remove(at + "/3")
    before = len(opened(at, True)[0].log)
    with open(at + "/3", "wb"):
        pass
    game, journal = opened(at)
    act(game, journal, actions.DEALER, 0)
    whole, _ = opened(at, True)
    assert len(whole.log) == before + 1, "what came before the cut cannot be undone"
    assert whole.pack() == game.pack()
    assert opened(at)[1].faults == 0


def test_the_longest_match_counted_card_by_card_is_walked_back_to_its_first_cut():
    """Nine games, their slips mended; each UNDO is written behind them, and power goes."""
    at = directory()
    game, journal = opened(at)
    luck = Luck(1)
    while len(groups(at)) < MOST_GROUPS or any(game.match):
        play(game, journal, luck)  # what lies before it
    player = Player(at=at, deals=None, count=1)
    first = player.game.pack()
    keyed(player, Dealing(0, 4, count=1, slips=True))
    assert sum(player.game.match[:2]) == 9, player.rows()
    won, undone = player.game.pack(), 0
    player.board = None
    gc.collect()
    player.power()
    table = player.board.app.table
    while table.game.pack() != first:
        press(player.board, "UNDO")
        undone += 1
        assert not table.refusals, (undone, table.said)
    assert undone > 1600, undone
    player.board = table = None  # else its memory is taken in pieces around the old one
    gc.collect()
    player.power()
    player.keys("HOLD:UNDO")
    assert player.game.pack() == won


def keyed(player, dealing):
    """A match, from its first cut."""
    line = dealing.cut()
    while line:
        for word in line.split():
            press(player.board, word)
        while not dealing.won():
            for line in dealing.deal():
                for word in line.split():
                    press(player.board, word)
        player.board.run(2500)  # the won track runs
        line = "" if max(dealing.match) >= 5 else dealing.next()


def test_undo_goes_on_where_memory_leaves_the_older_actions_to_the_pieces():
    player = Player()
    table = player.board.app.table
    game, journal = player.game, table.journal

    def peg():
        if table.commit(actions.PEG, 0, 2) is not None:
            assert table.commit(actions.NEW) is None
        journal.write()

    while len(game.log) < 1505:
        peg()
    for _ in range(200):
        before = game.pack()
        peg()
        table.press("UNDO", 0)
        journal.write()
        assert game.pack() == before


def test_as_many_pieces_are_read_as_are_referred_to():
    at = directory()
    game, journal = opened(at)
    luck = Luck(1)
    while single(at)[-1:] != [22]:
        begin_piece(game, journal, luck)
    begin_piece(game, journal, luck)
    act(game, journal, actions.UNDO)
    act(game, journal, actions.UNDO)
    found, journal = opened(at)
    assert journal.back == 2
    undone = 0
    while found.log.at or not journal.whole:
        assert found.pack() == game.pack(), undone
        act(found, journal, actions.UNDO)
        game.apply(bytes((actions.UNDO,)))
        undone += 1
    assert undone > 300


def test_nothing_is_believed_after_a_record_that_is_missing():
    at = directory()
    game, journal = opened(at)
    states, ends = [], []
    for points in (1, 2, 3, 4):
        act(game, journal, actions.PEG, 0, points)
        states.append(game.pack())
        ends.append(sizes(at)[0])
    with open(at + "/1", "rb") as piece:
        data = piece.read()
    with open(at + "/1", "wb") as piece:
        piece.write(data[: ends[0]] + data[ends[1] :])  # each record sound by itself
    found, journal = opened(at)
    assert found.pack() == states[0]
    assert journal.faults
