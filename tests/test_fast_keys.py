"""Keys as hands press them: bounce, chatter, stuck, together, fast, and while lights move.

No press counts twice, and none is lost at 15 a second. From contacts that open and close,
scanned and freed of bounce as on the board, through the whole firmware to the pegs.

Alone: python3 -m pytest tests/test_fast_keys.py, or on MicroPython
micropython -X heapsize=237wK -m tests.on_micropython test_fast_keys
SPILIKIN_FULL=1 presses ten times as many keys.
"""

from firmware.boards import continuous3
from firmware.drivers.debounce import SCAN_US, Debounce
from tests import damage
from tests.dealing import Luck
from tests.playing import Player

PEGS = 60
SEEDS = 10 if damage.FULL else 1
NAMES = [name for row in continuous3.KEYMAP for name in row]


class Contacts:
    """In the place of the key matrix: contacts that change at given ms, scanned as it does."""

    def __init__(self):
        self.changes = []  # (us, key), in the order of time; each turns that contact over
        self._keys = Debounce()
        self._scan = 0
        self._next = 0

    def poll(self, now_ms):
        while self._next <= now_ms * 1000:
            while self.changes and self.changes[0][0] <= self._next:
                self._scan ^= 1 << self.changes.pop(0)[1]
            self._next += SCAN_US
            if self._scan != self._keys.quiet:
                event = self._keys.feed(self._scan)
                if event >= 0:
                    return event
        return -1

    def add(self, changes):
        """Changes of (ms, name) that come later."""
        self.changes += [(int(ms * 1000), NAMES.index(name)) for ms, name in changes]
        self.changes.sort()


def bounced(luck, ms, name, bounce):
    """One edge of a contact at `ms`, and what follows within `bounce` ms."""
    changes = [ms]
    while luck is not None:
        ms += (luck.below(1500) + 50) / 1000
        if ms >= changes[0] + bounce:
            break
        changes.append(ms)
    if len(changes) % 2 == 0:
        changes.pop()
    return [(ms, name) for ms in changes]


def press(luck, ms, name, held=40, bounce=0):
    noisy = luck if bounce else None
    return bounced(noisy, ms, name, bounce) + bounced(noisy, ms + held, name, bounce)


class Hands(Player):
    """A player at a board with contacts."""

    def __init__(self, **wanted):
        super().__init__(at=damage.place("keys"), **wanted)

    def power(self):
        super().power()
        self.board.keys = self.board.app._keys = self.contacts = Contacts()
        self.board.run(40)
        return self

    @property
    def now(self):
        return self.board.leds.now

    def act(self, changes, rest=200):
        """These changes of contacts happen, and some time after."""
        changes = list(changes)
        self.contacts.add(changes)
        self.board.run(int(max([ms for ms, _ in changes]) - self.now) + rest)
        return self

    def key(self, name):
        return self.act(press(None, self.now + 5, name))

    def actions(self):
        return len(self.game.log)


def test_bounce_of_20_ms_pegs_once():
    for seed in range(10):
        hands = Hands()
        luck = Luck(seed)
        for _ in range(3):
            for name in ("A", "P1"):
                hands.act(press(luck, hands.now + 10, name, held=60, bounce=20))
        assert (hands.fronts(), hands.actions()) == ([3, 0], 4), seed


def test_chatter_while_held_pegs_once():
    for gap in (2, 5, 10, 15, 20):
        hands = Hands()
        for name in ("2", "P1"):
            at = hands.now + 10
            chatter = []
            for n in range(20):
                chatter += press(None, at + 60 * n, name, held=60 - gap)
            hands.act(chatter)
        assert (hands.fronts(), hands.actions()) == ([2, 0], 2), gap


def test_a_stuck_key_counts_once_and_keeps_no_other_from_counting():
    for stuck in ("P2", "K", "OK", "GO"):
        hands = Hands().key("3").key("P1")
        hands.act([(hands.now, stuck)], 2000)
        hands.key("UNDO")  # what it opened or keyed
        hands.board.run(61000)
        before = hands.fronts()
        hands.key("4").key("P3").key("P1")
        assert hands.fronts() == [before[0] + 4, before[1]], (stuck, before, hands.fronts())
        assert before[1] == 0, before
        hands.act([(hands.now, stuck)])
        assert hands.fronts() == [before[0] + 4, 0], stuck


def test_undo_stuck_redoes_once_and_no_more():
    hands = Hands().key("3").key("P1").key("4").key("P1").key("UNDO")
    assert hands.fronts() == [3, 0]
    hands.act([(hands.now, "UNDO")], 5000)
    assert hands.fronts() == [7, 0]
    hands.key("5").key("P2")
    hands.act([(hands.now, "UNDO")], 1000)
    assert hands.fronts() == [7, 5]


def test_three_keys_at_once_are_three_keys_in_the_order_of_the_panel():
    hands = Hands()
    hands.act([(hands.now + 10, name) for name in ("P1", "A", "2")])
    hands.act([(hands.now + 10, name) for name in ("P1", "A", "2")])
    assert (hands.fronts(), hands.actions()) == ([3, 0], 2), hands.fronts()
    hands.key("4")
    hands.act([(hands.now + 10, name) for name in ("P1", "P2", "P3")])
    hands.act([(hands.now + 10, name) for name in ("P1", "P2", "P3")])
    assert (hands.fronts(), hands.actions()) == ([7, 0], 3), hands.fronts()


def test_a_key_held_as_power_comes_on_changes_no_score():
    for name in NAMES:
        hands = Hands().key("3").key("P1").key("5").key("P2")
        hands.board.keys = hands.board.app._keys = hands.contacts = Contacts()
        hands.contacts.changes = [(0, NAMES.index(name))]
        hands.board.run(3000)
        assert hands.fronts() == [3, 5], name
        hands.act([(hands.now, name)])
        assert hands.fronts() == [3, 5], name


def test_none_is_lost_at_fifteen_a_second():
    for seed in range(SEEDS):
        luck = Luck(seed)
        hands = Hands()
        before = hands.actions()
        at, wanted = hands.now + 20, [0, 0]
        for _ in range(PEGS):
            changes = []
            side, points = wanted.index(min(wanted)), luck.below(3) + 1
            for name in (("A", "2", "3")[points - 1], "P%d" % (side + 1)):
                at += 1000 / 15
                changes += press(luck, at, name, held=12 + luck.below(20), bounce=8)
            wanted[side] += points
            hands.act(changes, 0)
        hands.board.run(1000)
        assert list(hands.game.front[:2]) == wanted, (seed, hands.game.front, wanted)
        assert hands.actions() == before + PEGS, (seed, hands.actions())


def test_one_key_fifteen_times_a_second():
    luck = Luck(16)
    hands = Hands()
    at = hands.now + 10
    changes = []
    for _ in range(13):
        changes += press(luck, at, "A", held=25, bounce=6)
        at += 1000 / 15
    hands.act(changes).key("P1")
    assert hands.fronts() == [13, 0], hands.fronts()


def test_at_thirty_a_second_none_counts_twice():
    for clean in (True, False):
        luck = Luck(30)
        hands = Hands()
        at = hands.now + 10
        changes = []
        for n in range(40):
            name = ("A", "P1", "A", "P2")[n % 4]
            changes += press(luck, at, name, held=8, bounce=0 if clean else 4)
            at += 1000 / 30
        hands.act(changes, 1000)
        assert hands.fronts() == [10, 10], (clean, hands.fronts())
        assert hands.actions() == 21, hands.actions()


def sweep(hands):
    hands.key("9")
    hands.act(press(None, hands.now + 5, "P1"), 0)
    return [9, 0]


def ghost(hands):
    hands.key("9").key("P1").key("UNDO")
    return [0, 0]


def breathing(hands):
    hands.key("9").key("P1").key("4").key("P1")
    hands.board.run(1000)
    return [13, 0]


def dim(hands):
    hands.key("9").key("P1")
    for _ in range(3):
        hands.board.tick(hands.now + 299000)
    hands.contacts._next = hands.now * 1000
    assert hands.board.app._lights.stage == 1
    return [9, 0]


def test_a_press_while_the_lights_move_counts_once():
    for moving in (sweep, ghost, breathing, dim):
        for wait in range(0, 260, 52):
            hands = Hands()
            fronts = moving(hands)
            hands.board.run(wait)
            hands.act(press(Luck(wait), hands.now + 5, "2", bounce=5), 0)
            hands.act(press(Luck(wait), hands.now + 5, "P2", bounce=5))
            fronts[1] += 2
            assert hands.fronts() == fronts, (moving, wait, hands.fronts())


def test_a_press_while_a_win_runs_counts_once():
    for wait in range(0, 2400, 400):
        hands = Hands(target=61)
        for name in ("K", "K", "K", "K", "9", "P1"):
            hands.key(name)
        hands.board.run(wait)
        hands.key("2").key("P2")  # refused, and shows a hand
        assert hands.fronts() == [61, 0], wait
        hands.key("UNDO").key("UNDO")
        assert hands.fronts()[0] in (0, 61), wait
        assert hands.panel()["buzz"] >= 1


def test_the_press_that_wakes_a_dark_board_counts_not_and_the_next_counts_once():
    hands = Hands().key("9").key("P1")
    for _ in range(8):
        hands.board.tick(hands.now + 299000)
    hands.contacts._next = hands.now * 1000
    assert not hands.board.leds.powered
    at = hands.now + 10
    changes = []
    for n, name in enumerate(("2", "2", "P2", "3", "P1")):
        changes += press(Luck(n), at + n * 1000 / 15, name, held=30, bounce=6)
    hands.act(changes, 500)
    assert hands.board.leds.powered and hands.fronts() == [12, 2], hands.fronts()
