"""The journal over years of games: it stays small, and power cuts and faults cost no more."""

import gc
import os

from firmware import journal
from firmware.core import actions, settings
from firmware.core.game import Game
from firmware.journal import Journal
from tests import saved
from tests.dealing import Dealing, Luck, press
from tests.playing import Player, directory

FULL = hasattr(os, "getenv") and os.getenv("SPILIKIN_FULL") == "1"
GAMES = 10000 if FULL else 300
MOST_PIECES = 170 + 3  # the last ones are by themselves
INLINE = 512  # bytes of a file that the filesystem keeps inside its directory, at most
MOST_ACTIONS = 5000  # in memory: after an UNDO that has all pieces read


def act(game, journal, *action):
    """One action, as the table does it."""
    journal.turn(game)
    if action[0] == actions.UNDO:
        undoable(game, journal)
    assert game.apply(bytes(action)) is None, action
    journal.add(bytes(action))
    journal.write()


def undoable(game, journal):
    """Is there anything to undo, in older pieces if need be?"""
    while not (game.log.at or journal.whole):
        journal.load(game, back=2 * journal.back)
    return game.log.at


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


def test_the_journal_stays_small_over_years_of_games():
    at = directory()
    game, journal = opened(at)
    luck = Luck(1)
    longest = 0
    for n in range(GAMES):
        play(game, journal, luck)
        longest = max(longest, len(game.log))
        if n % 20 == 0:
            found = saved.sizes(at)
            assert len(found) <= MOST_PIECES, found
            near = {name: found[name] for name in found if name[:4] != "old/"}
            assert len(near) <= 3, "power-up looks through more"
            assert max(near.values()) <= INLINE, "no longer kept inside its directory"
            away = {name: found[name] for name in found if name not in near}
            assert not away or min(away.values()) > INLINE, "still inside their directory"
            assert sum(found.values()) <= MOST_PIECES * 2 * INLINE, found
            for whole in (False, True):  # however the oldest piece begins
                comes_back(at, whole, game.pack())
            assert not [name for name in found if name.endswith(".bad")]
    assert longest <= MOST_ACTIONS, longest
    assert longest > 1000, "a match is to be undone"
    assert len(saved.sizes(at)) >= MOST_PIECES - 1


def test_pieces_that_could_not_be_put_away_are_after_power_comes_again():
    at = directory()
    game, saving = opened(at)
    luck = Luck(1)
    journal.os = saved.Stuck
    try:
        while "5" not in saved.names(at):
            play(game, saving, luck)
    finally:
        journal.os = os
    comes_back(at, True, game.pack())
    long = len(opened(at, True)[0].log)
    game, saving = opened(at)
    for _ in range(5):
        act(game, saving, actions.SET, settings.SOUND, 1)
    assert "old/4" in saved.names(at) and "1" not in saved.names(at), saved.names(at)
    whole, _ = opened(at, True)
    assert whole.pack() == game.pack()
    assert len(whole.log) == long + 5, "what came before cannot be undone"


def test_a_piece_begun_as_power_went_is_begun_anew():
    at = directory()
    game, journal = opened(at)
    luck = Luck(1)
    while "3" not in saved.names(at):
        play(game, journal, luck)
    os.remove(saved.path(at, "3"))
    before = len(opened(at, True)[0].log)
    with open(saved.path(at, "3"), "wb"):
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
    while len(saved.names(at)) < MOST_PIECES or any(game.match):
        play(game, journal, luck)  # what lies before it
    player = Player(at=at, deals=None, count=1)
    first = player.game.pack()
    keyed(player, Dealing(0, 4, count=1, slips=True))
    assert sum(player.game.match[:2]) == 9, player.rows()
    won, undone = player.game.pack(), 0
    player.power()
    table = player.board.app.table
    while table.game.pack() != first:
        press(player.board, "UNDO")
        undone += 1
        assert not table.refusals, (undone, table.said)
    assert undone > 1600, undone
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
    while len(saved.names(at)) < 12:
        play(game, journal, luck)
    act(game, journal, actions.DEALER, 0)
    while len(saved.names(at)) < 13:
        act(game, journal, actions.PEG, 0, 1)
    act(game, journal, actions.UNDO)
    act(game, journal, actions.UNDO)
    found, journal = opened(at)
    assert journal.back == 2
    undone = 0
    while undoable(found, journal):
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
        ends.append(saved.sizes(at)["1"])
    with open(saved.path(at, "1"), "rb") as piece:
        data = piece.read()
    with open(saved.path(at, "1"), "wb") as piece:
        piece.write(data[: ends[0]] + data[ends[1] :])  # each record sound by itself
    found, journal = opened(at)
    assert found.pack() == states[0]
    assert journal.faults


def test_however_far_undo_goes_no_score_is_lost():
    """UNDO is written too, and pushes out the pieces that hold what is to be done again."""
    if not hasattr(journal, "_KEPT"):
        return  # MicroPython keeps no constants; there are too many pieces to fill them here
    kept, journal._KEPT = journal._KEPT, 6
    try:
        lost = sum([to_and_fro(Luck(seed)) for seed in range(200 if FULL else 20)])
    finally:
        journal._KEPT = kept
    assert lost, "UNDO always went as far back as the scores: nothing was tried"


def to_and_fro(luck):
    """Scores, UNDO, held UNDO, power cuts, at random. How often UNDO was refused too soon."""
    player, refused = Player(deals=None), 0
    states, at = [player.game.pack()], 0

    def key(do):
        table = player.board.app.table
        said = table.refusals
        do(table)
        if table.journal.pending():
            table.journal.write()
        return table.refusals == said

    def hold(table):
        table.hold("UNDO", 0)

    for _ in range(60):
        chance = luck.below(10)
        if chance < 4:
            for _ in range(luck.below(60)):
                front = player.game.front
                score = (actions.PEG, luck.below(2), 1)
                if at < len(states) - 1:  # nothing that was undone is kept
                    score = (
                        actions.SET,
                        settings.SOUND,
                        1 - player.game.settings[settings.SOUND],
                    )
                elif max(front) > 115:
                    score = (actions.NEW,)
                key(lambda table, score=score: table.commit(*score))
                del states[at + 1 :]
                states.append(player.game.pack())
                at += 1
        elif chance < 8:
            for _ in range(luck.below((30, 200)[chance & 1])):
                if not key(lambda table: table.press("UNDO", 0)):
                    refused += at > 0
                    break
                at -= 1
                assert player.game.pack() == states[at]
        elif chance < 9:
            if key(hold):
                at = len(states) - 1
            else:
                del states[at + 1 :]
        else:
            player.power()
        assert player.game.pack() == states[at]
        comes_back(player.at, False, states[at])
    return refused
