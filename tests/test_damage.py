"""A damaged journal: the board starts, keeps what is sound, says what is wrong, plays on.

Alone: python3 -m pytest tests/test_damage.py, or on MicroPython
micropython -X heapsize=237wK -m tests.on_micropython test_damage
SPILIKIN_FULL=1 makes it 10,000 damaged journals on CPython, 1,000 on MicroPython.
"""

import os
from binascii import crc32, unhexlify

from firmware import journal
from firmware.boards import continuous3
from firmware.core import actions, settings
from tests import damage, saved
from tests.dealing import Luck
from tests.playing import Player

CASES = (1000, 10000) if damage.FULL else (100, 400)
CASES = CASES[not damage.CHIP]

LENGTHS = (25, 130) if damage.CHIP else (25, 200, 450)
BACK = 25  # actions taken back in each


def on(at, story, what):
    """Play on from a damaged journal: what is pegged is kept, what can be undone once was."""
    game, journal = damage.load(at)
    faults = journal.faults
    states = story.states
    assert damage.sign(game) in states, what + ": a state that never was"
    new = {damage.sign(game)}
    for points in (1, 2, 3):
        if game.won:
            damage.do(game, journal, actions.NEW)
            new.add(damage.sign(game))
        assert damage.do(game, journal, actions.PEG, points & 1, points) is None, what
        new.add(damage.sign(game))
    found, again = damage.load(at)
    assert found.pack() == game.pack(), what + ": not kept"
    assert again.faults <= faults, what + ": damaged anew"
    found, journal = damage.load(at, True)
    assert found.pack() == game.pack(), what + ": not kept with all pieces"
    back = 0
    while back < BACK and damage.do(found, journal, actions.UNDO) is None:
        back += 1
        state = damage.sign(found)
        assert state in new or state in states, what + ": UNDO %d to what never was" % back
    while damage.do(found, journal, actions.REDO, 1) is None:
        state = damage.sign(found)
        assert state in new or state in states, what + ": REDO to what never was"
    assert damage.load(at)[0].pack() == found.pack(), what + ": not kept after UNDO"
    return journal


def test_what_is_left_of_a_damaged_journal_is_a_game_that_was_and_goes_on():
    luck = Luck(2)
    at = damage.place("damage")
    stories = [damage.Story(luck, at, n, counted) for n in LENGTHS for counted in (False, True)]
    for case in range(CASES):
        story = stories[luck.below(len(stories))]
        found, did = damage.damaged(luck, story.pieces)
        what = "case %d, %s" % (case, ", ".join(did))
        saved.lay(at, found)
        on(at, story, what)
    print("%d damaged journals" % CASES)
    saved.lay(at, {})


# What the table sees of it.

MENDED = "journal mended"


class Found(Player):
    """On a board that has never seen this journal before: as it is, nothing is laid."""

    def __init__(self, at):
        self.at, self.board_file = at, continuous3
        self.power()


def started(found):
    """A board that has found these pieces, {name: bytes}, in its journal."""
    at = damage.place("table")
    saved.lay(at, found)
    return Found(at)


def kept(player, fronts):
    """What is pegged from now on is there after the plug was pulled; then all is cleared up."""
    assert player.fronts() == fronts, player.fronts()
    player.keys("3 P1 4 P2 3 P1")
    after = [fronts[0] + 6, fronts[1] + 4]
    assert player.fronts() == after, player.fronts()
    assert player.power().fronts() == after, player.fronts()
    assert player.keys("UNDO").power().fronts() == [after[0] - 3, after[1]], player.fronts()
    saved.lay(player.at, {})


def journal_of(words):
    """The pieces of a game of which these keys were pressed."""
    at = damage.place("table")
    Player(at=at).keys(words)
    return saved.pieces(at)


def three_pieces():
    """(their pieces, what is pegged in the end, and where the second one ends)."""
    player = Player(at=damage.place("table"))
    fronts = {}
    while "old/1" not in saved.names(player.at):
        fronts[len(saved.names(player.at))] = list(player.game.front[:2])
        player.keys("A P1 UNDO A P1 OK OK" if player.game.front[0] < 60 else "OK OK A P2 UNDO")
    found = saved.pieces(player.at)
    return {name: found[name] for name in ("old/1", "2", "3")}, fronts


def unclosed(piece):
    """A piece as it was before it was put away."""
    return piece[: piece.rindex(journal._END)] if len(piece) > 512 else piece


def sealed(piece, head, state):
    """A piece with another head and state, its checks right; the records are left out."""
    state = state[: piece[4]]
    head = head[:4] + bytes((len(state),)) + state
    check = crc32(head)
    return head + bytes((check & 255, check >> 8 & 255))


def aside(player):
    return sorted([name for name in saved.names(player.at) if saved.number(name) is None])


def test_what_is_damaged_is_set_aside_and_said():
    for damaged in (b"no journal of ours", b"SPK", bytes(480), b"\xff" * 4096, None):
        player = started({"1": damaged})
        assert player.rows()[6] == MENDED, player.rows()
        assert player.rows()[7] == "OK, P1.. or pts", player.rows()
        assert aside(player) == ["1.bad"], aside(player)
        kept(player, [0, 0])


def test_a_sound_journal_says_nothing():
    player = started(journal_of("3 P1"))
    assert player.rows()[6] != MENDED and not aside(player), player.rows()
    kept(player, [3, 0])


def test_a_damaged_last_piece_leaves_the_one_before_it():
    found, fronts = three_pieces()
    for damaged in (b"what is this", None, found["3"][:20], bytes(len(found["3"]))):
        player = started({"old/1": found["old/1"], "2": found["2"], "3": damaged})
        assert player.rows()[6] == MENDED, player.rows()
        kept(player, fronts[2])


def test_a_piece_missing_or_damaged_in_the_middle_changes_no_score():
    found, fronts = three_pieces()
    for middle in ({}, {"2": b""}, {"2": None}, {"2": found["2"][:100]}):
        pieces = {"old/1": found["old/1"], "3": found["3"]}
        pieces.update(middle)
        player = started(pieces)
        before = player.fronts()
        assert before >= fronts[2], before
        assert player.keys("HOLD:UNDO").fronts() == before, player.fronts()
        kept(player, before)


def test_what_cannot_be_said_after_a_lost_piece_is_not_guessed():
    """UNDO of what was done in a piece that is lost: the game stops before it."""
    at = damage.place("table")
    player = Player(at=at)
    while "2" not in saved.names(at):
        player.keys("A P1" if player.game.front[0] < 60 else "A P2")
    had = []
    for word in "UNDO UNDO UNDO UNDO 5 P1".split():
        had.append(player.fronts())
        player.keys(word)
    found = saved.pieces(at)
    del found["1"]
    player = started(found)
    assert player.rows()[6] == MENDED, player.rows()
    assert player.fronts() in had, player.fronts()
    kept(player, player.fronts())


def test_a_piece_begun_when_the_power_went_takes_nothing_that_follows():
    """The one before it may be short: a write had failed."""
    found = journal_of("3 P1 4 P2")
    for begun in (b"", b"SPK\2", found["1"][:30]):
        player = started({"1": found["1"], "2": begun})
        kept(player, [3, 4])


def said_once(player, keys):
    """It says that it is mended, once; what is keyed next is there after power again."""
    assert player.rows()[6] == MENDED, player.rows()
    before = player.game.pack()
    assert player.power().rows()[6] != MENDED, "said again"
    assert player.game.pack() == before
    for key in keys:
        after = player.keys(key).fronts()
        assert player.power().fronts() == after, "not kept: " + key
        assert player.rows()[6] != MENDED, "said after " + key


def test_a_damaged_end_is_said_once_and_what_is_keyed_next_is_kept():
    found = journal_of("3 P1 4 P2 5 P1 6 P2")["1"]
    for damaged in (found[:-1], found[:-8], found[:-4] + bytes(4), found + b"more"):
        for key in ("UNDO", "HOLD:UNDO", "2 P2"):
            player = started({"1": damaged})
            assert aside(player) == ["1.bad"], aside(player)
            said_once(player, (key, "UNDO", "UNDO", "HOLD:UNDO"))
    saved.lay(player.at, {})


def test_a_damaged_end_that_later_pieces_refer_to_is_said_once():
    at = damage.place("table")
    game, journal = damage.load(at)
    damage.do(game, journal, actions.DEALER, 0)
    while len(saved.names(at)) < 5:
        damage.do(game, journal, actions.PEG, 0, 1)
        damage.do(game, journal, actions.SET, settings.SOUND, len(saved.names(at)) & 1)
    for _ in range(130):
        damage.do(game, journal, actions.UNDO)
    found = saved.pieces(at)
    said = 0
    for name in sorted(found, key=saved.number)[:-1]:
        short = dict(found)
        short[name] = unclosed(found[name])[:-4]
        player = started(short)
        if player.rows()[6] == MENDED:
            said += 1
            said_once(player, ("UNDO", "A P2", "UNDO", "HOLD:UNDO"))
    assert said > 2, said
    saved.lay(at, {})


def test_what_other_rules_allowed_is_set_aside_and_what_came_before_it_kept():
    at = damage.place("table")
    game, saving = damage.load(at)
    for points in (3, 5):
        damage.do(game, saving, actions.PEG, 0, points)
    for action in ((actions.PEG, 7, 1), (actions.PEG, 0, 4), (actions.UNDO,), (99,)):
        saving.add(bytes(action))
    saving.write()
    player = Found(at)
    assert player.fronts() == [8, 0] and aside(player) == ["1.bad"], player.fronts()
    said_once(player, ("UNDO", "A P2", "UNDO", "HOLD:UNDO"))
    saved.lay(at, {})


def test_what_cannot_be_set_aside_takes_nothing_that_follows():
    found = journal_of("3 P1 4 P2")
    at = damage.place("table")
    saved.lay(at, {"1": found["1"], "2": b"what is this"})
    journal.os = saved.Stuck
    try:
        player = Found(at)
    finally:
        journal.os = os
    kept(player, [3, 4])


def to_the_end_of_a_piece(player):
    """Scores until the next one begins another piece; all states there were."""
    had = []
    while not had or os.stat(player.at + "/new/1")[6] < 240:
        player.keys("A P1")
        had.append(list(player.game.front[:2]))
    return had


def walked(player):
    """All scores that UNDO comes to, and then held UNDO."""
    seen = []
    for _ in range(30):
        player.keys("UNDO")
        seen.append(list(player.game.front[:2]))
    for _ in range(30):
        if damage.do(player.game, player.board.app._journal, actions.REDO, 1):
            break
        seen.append(list(player.game.front[:2]))
    return seen


def test_a_piece_that_lost_its_last_records_leads_up_to_none():
    player = Player(at=damage.place("table"))
    had = to_the_end_of_a_piece(player) + [[0, 0]]
    for _ in range(5):
        player.keys("A P2")
        had.append(list(player.game.front[:2]))
    found = saved.pieces(player.at)
    for records in (1, 3):
        player = started({"1": found["1"][: -6 * records], "2": found["2"]})
        assert player.fronts() == had[-1]
        for scores in walked(player):
            assert scores in had, (scores, records)
    saved.lay(player.at, {})


def test_a_score_that_was_not_saved_at_the_start_of_a_piece_leaves_a_gap():
    player = Player(at=damage.place("table"))
    had = to_the_end_of_a_piece(player) + [[0, 0]]
    while_full(player, 0, "9 P2")
    for _ in range(3):
        player.keys("A P2")
        had.append(list(player.game.front[:2]))
    had.append([had[-1][0], 9])
    player.power()
    for scores in walked(player):
        assert scores in had, scores
    saved.lay(player.at, {})


def test_a_newer_journal_is_set_aside():
    found = journal_of("3 P1 4 P2")
    magic, version, rest = found["1"][:3], found["1"][3], found["1"][4:]
    newer = sealed(found["1"], magic + bytes((version + 1,)) + rest[:1], rest[1:])
    player = started({"1": newer})
    assert player.rows()[6] == MENDED, player.rows()
    with open(player.at + "/new/1.bad", "rb") as file:
        assert file.read() == newer
    kept(player, [0, 0])


# As the first firmware wrote it, of another state.
FIRST = (
    "53504b0126000000ff000079000005000301000000000000000000000000000000000000000000000000"
    "00c1ec020100b26803020005d34803020107cf6f030604024ef903020003cd16"
)


def test_the_first_version_is_set_aside():
    player = started({"1": unhexlify(FIRST)})
    assert player.rows()[6] == MENDED, player.rows()
    assert aside(player) == ["1.bad"]
    kept(player, [0, 0])


# As the firmware before wrote it: 25 in a counted play, K♥ 7♦ 8, then 3 pegged aside.
OLDER = (
    "53504b0234000000ff00000079000d00000500000000000003010000060000000000000600000000000006"
    "0000000000000000000000000000133103060401581e020100722d030310004ac703090140924c03090132"
    "95330309003ad8a90309001900280309013b18a503020003b730"
)


def test_the_version_before_is_read_and_goes_on():
    player = started({"/1": unhexlify(OLDER)})
    assert player.rows()[6] != MENDED and not aside(player), player.rows()
    assert player.rows()[5] == "25: KH 7D 8", player.rows()
    player.keys("S").power()
    assert player.rows()[5] == "25: KH 7D 8S", player.rows()
    player.keys("UNDO UNDO UNDO")
    assert player.rows()[5] == "17: KH 7D", player.rows()
    assert player.keys("HOLD:UNDO").fronts() == [3, 0], player.rows()


def test_a_state_with_fewer_settings_leaves_the_others_as_they_are():
    found = journal_of("3 P1 4 P2")["1"]
    at = 5 + 9  # a head and the plain bytes of a state; then the settings, their number first
    settings = found[at]
    state = found[5:at] + bytes((settings - 2,)) + found[at + 1 : at + settings - 1]
    state += found[at + 1 + settings : 5 + found[4]]
    player = started({"1": sealed(found, found[:4], state)})
    assert player.rows()[6] != MENDED, player.rows()
    assert not player.game.settings[-1] and len(player.game.settings) == settings
    kept(player, [0, 0])


# A filesystem that takes no more.


class Full:
    """Stands in for `open`: a file takes `room` bytes, then there is no space."""

    def __init__(self, room):
        self.room = room

    def __call__(self, path, mode):
        if mode == "rb":
            return open(path, mode)
        return Torn(path, mode, self.room)


class Torn:
    def __init__(self, path, mode, room):
        self._file = open(path, mode)  # noqa: SIM115 - closed as what it stands for
        self._room = room

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._file.close()

    def write(self, data):
        self._file.write(data[: self._room])
        raise OSError(28, "no space")


def while_full(player, room, keys):
    journal.open = Full(room)
    try:
        player.keys(keys)
    finally:
        del journal.open


def test_a_full_filesystem_is_said_play_goes_on_and_is_saved_when_there_is_room_again():
    for room in (0, 1, 7, 60):
        for before in ("3 P1", "3 P1 " + "A P2 UNDO " * 40):
            player = Player(at=damage.place("table")).keys(before)
            while_full(player, room, "5 P2 4 P1")
            assert player.rows()[6] == "not saved: 28", player.rows()
            while_full(player, room, "UNDO UNDO HOLD:UNDO")
            assert player.fronts() == [7, 5], player.fronts()
            assert player.keys("A P2").fronts() == [7, 6]
            assert player.rows()[6] != "not saved: 28"
            kept(player.power(), [7, 6])


def test_what_refers_to_a_score_that_was_not_saved_is_kept_and_all_that_follows():
    """UNDO, what is done again, and a card's suit, as the first or a later action saved."""
    for lost, then in (
        ("5 P2", "UNDO"),
        ("5 P2", "A P1 UNDO UNDO"),
        ("5 P2", "A P1 UNDO UNDO UNDO"),
        ("5 P2 UNDO", "HOLD:UNDO"),
        ("5 P2 UNDO UNDO", "A P1 HOLD:UNDO"),
        ("UNDO", "UNDO A P1 HOLD:UNDO"),
    ):
        player = Player(at=damage.place("table")).keys("3 P1 2 P2")
        while_full(player, 0, lost)
        for key in then.split() + ["4", "P1", "UNDO", "6", "P2", "UNDO", "HOLD:UNDO"]:
            player.keys(key)
        before = player.game.pack()
        assert player.power().game.pack() == before, (lost, then)
        assert player.rows()[6] != MENDED, (lost, then)
        kept(player, player.fronts())
    player = Player(at=damage.place("table"), count=1).keys("OK A C OK")
    while_full(player, 0, "7")
    before = player.keys("D 9 5").game.pack()
    assert player.power().game.pack() == before
    assert player.rows()[5] == "21: 7D 9 5", player.rows()
    saved.lay(player.at, {})


def test_what_could_not_be_saved_is_not_forgotten_while_the_power_is_on():
    """Held UNDO has older pieces read: they know less than the board does."""
    found, fronts = three_pieces()
    player = started(found)
    one, two = player.fronts()
    while_full(player, 0, "5 P2 4 P1 HOLD:UNDO")
    assert player.fronts() == [one + 4, two + 5], player.fronts()
    assert player.keys("HOLD:UNDO A P1").fronts() == [one + 5, two + 5], player.fronts()
    kept(player.power(), [one + 5, two + 5])


def test_undo_over_a_score_that_was_not_saved_comes_to_scores_that_were():
    player = Player(at=damage.place("table")).keys("3 P1 5 P1")
    while_full(player, 0, "7 P1")
    player.keys("A P1 A P1").power()
    assert player.fronts() == [17, 0]
    seen = []
    while player.fronts()[0] and len(seen) < 6:
        player.keys("UNDO")
        seen.append(player.fronts()[0])
    assert seen[:2] == [16, 15] and not [n for n in seen if n not in (16, 15, 8, 3, 0)], seen
    assert player.keys("HOLD:UNDO").fronts()[0] == 17
    saved.lay(player.at, {})


def test_a_file_where_the_journal_should_be():
    at = damage.place("table")
    saved.lay(at, {"/journal": b"a file"})
    player = Found(at + "/journal").keys("OK 3 P1")
    assert player.fronts() == [3, 0]
    assert player.rows()[6][:11] == "not saved: ", player.rows()
    assert player.keys("4 P2 UNDO").fronts() == [3, 0]
    saved.lay(at, {})


class Ram:
    """A block device for a real littlefs; on MicroPython only."""

    SIZE = 512

    def __init__(self, blocks):
        self._data = bytearray(self.SIZE * blocks)

    def readblocks(self, n, buf, offset=0):
        start = n * self.SIZE + offset
        buf[:] = memoryview(self._data)[start : start + len(buf)]

    def writeblocks(self, n, buf, offset=0):
        start = n * self.SIZE + offset
        self._data[start : start + len(buf)] = buf

    def ioctl(self, op, arg):
        return {4: len(self._data) // self.SIZE, 5: self.SIZE}.get(op, 0)


def on_littlefs(test):
    if not hasattr(os, "VfsLfs2"):
        return
    ram = Ram(24)
    os.VfsLfs2.mkfs(ram)
    os.mount(os.VfsLfs2(ram), "/ram")
    try:
        test(ram)
    finally:
        os.umount("/ram")


def test_a_littlefs_that_is_full():
    def test(ram):
        player = Player(at="/ram/journal").keys("3 P1")
        filler = 0
        try:
            while True:
                filler += 1
                with open("/ram/filler%d" % filler, "wb") as file:
                    file.write(bytes(512))
        except OSError:
            pass
        said = 0
        for _ in range(150):
            player.keys("A P2 UNDO")
            said += player.rows()[6] == "not saved: 28"
        assert said > 20, said
        player.keys("5 P2")
        assert player.fronts() == [3, 5]
        os.remove("/ram/filler1")
        os.remove("/ram/filler2")
        player.keys("A P1")
        assert player.rows()[6] != "not saved: 28", player.rows()
        assert player.power().fronts() == [4, 5]

    on_littlefs(test)


def test_a_littlefs_that_can_only_be_read():
    def test(ram):
        Player(at="/ram/journal").keys("3 P1")
        os.umount("/ram")
        os.mount(os.VfsLfs2(ram), "/ram", readonly=True)
        player = Player(at="/ram/journal", deals=None).keys("4 P2")
        assert player.rows()[6][:11] == "not saved: ", player.rows()
        assert player.keys("UNDO 5 P2").fronts() == [3, 5]
        assert player.power().fronts() == [3, 0]

    on_littlefs(test)
