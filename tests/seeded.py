"""A player from a seed: sensible deals with slips in them, and pure noise.

After every key it holds the board to what must always be so. Runs on CPython
and on MicroPython, and is the same on both.
"""

from firmware.boards import classic2, club6, continuous3
from firmware.core import actions, cards, settings, show, variants
from firmware.core.actions import CRIB, LATE, NOBODY
from firmware.core.game import Game
from firmware.core.state import ASK
from firmware.journal import Journal
from firmware.ui import menu
from host_tools import panel
from host_tools.lines import NAMES
from tests import saved
from tests.dealing import Luck, named, points, press, turn
from tests.playing import Player, directory

BOARDS = (continuous3, club6, classic2)
MOST_KEYS = 300  # for one deal
TABLE = 16  # deals on one board, most
REPLAY = 6  # the journal is read anew once in so many keys
LOOK = 400  # and the pegs are read off the lights once in so many


def state(game):
    """All that a game is, but for how far its log goes back."""
    table = game.round
    play = table and (table.turn, table.count, list(table.stack), list(table.left))
    return game.pack(), play, len(game.log) - game.log.at


class Seeded(Player):
    """A player at a board of its own, who checks it after every key.

    `seen` counts, by name, what the keys came to.
    """

    def __init__(self, luck, seen, at, board, **wanted):
        self.luck, self.seen = luck, seen
        self.last = ""  # the keys pressed last, for who reads of a failure
        self.ended = False  # has an action ended the deal?
        self.pressed = 0
        self.looking = False
        self.added, self.writes = [], 0
        self.names = [k for row in board.KEYMAP for k in row if k]
        self.hands = None
        self.wanted = wanted
        super().__init__(deals=None, at=at, board=board, **wanted)

    # The board, listened to.

    def power(self):
        super().power()
        board, table = self.board, self.board.app.table
        journal, show_, write_row = table.journal, board.leds.show, board.oled.write
        add, write = journal.add, journal.write
        light = [0] * board.leds.tracks

        def added(action):
            self.added.append(action)
            add(action)

        def written():
            self.writes += 1
            write()

        def shown(mask):
            for track in range(board.leds.tracks):
                if mask >> track & 1:
                    light[track] = sum(bytes(board.leds.pixels[track]))
            self.most = max(self.most, sum(light))
            if self.looking:
                show_(mask)

        def row_written(row, text, tall=-1):
            assert len(text) <= 16, self.tell("row %d is %r" % (row, text))
            assert all(32 <= ord(c) < 127 or 0 < ord(c) < 5 for c in text), self.tell(text)
            return write_row(row, text, tall)

        journal.add, journal.write = added, written
        board.leds.show, board.oled.write = shown, row_written
        self.show = show_
        self.most = 0
        return self

    @property
    def table(self):
        return self.board.app.table

    def tell(self, what):
        now = list(self.game.settings)
        return "%s; %s %r now %r: ...%s" % (
            what,
            self.board_file.NAME,
            self.wanted,
            now,
            self.last[-300:],
        )

    def at_rest(self):
        entry = self.table.entry
        return not entry.keys and not entry.opened and self.game.told != ASK

    # Keys.

    def press(self, word):
        """One key, as for Board.press, or POWER; then all that must be so."""
        self.last = self.last[-400:] + " " + word
        self.pressed += 1
        if word == "POWER":
            before = state(self.game)[:2]
            self.power()
            assert state(self.game)[:2] == before, self.tell("another game after a power cut")
            self.count("power cut")
            return
        kind, _, name = word.rpartition(":")
        before = state(self.game)[:2]
        fronts = bytes(self.game.front)
        refusals, buzzes = self.table.refusals, self.board.buzzes
        log = self.game.log
        length, at = len(log), log.at
        asleep = not self.board.leds.powered
        sound = self.game.settings[settings.SOUND]
        del self.added[:]
        self.writes = 0
        if kind == "WAIT":
            self._wait(int(name))
        else:
            press(self.board, word)
        refused = self.table.refusals - refusals
        if asleep and kind != "WAIT":
            assert self.board.leds.powered, self.tell("still dark")
            assert state(self.game)[:2] == before and not refused, self.tell("done asleep")
            self.count("woken")
        if refused:
            self.count("refused")
            assert not self.added, self.tell("done and refused")
            assert not sound or self.board.buzzes > buzzes, self.tell("no buzz")
        elif sound:
            assert self.board.buzzes == buzzes, self.tell("a buzz for nothing")
        if word != "HOLD:UNDO":
            assert len(self.added) <= 1, self.tell("%r of one key" % self.added)
        assert self.writes <= 1 and self.writes == bool(self.added), self.tell("writes")
        assert not self.table.journal.pending(), self.tell("not written")
        if not self.added:
            assert state(self.game)[:2] == before, self.tell("changed without an action")
            moved = self.game.log is log and (len(log), log.at) != (length, at)
            assert not moved, self.tell("the log")
        for action in self.added:
            self._count_action(action)
        self._hold(fronts)
        if self.luck.below(REPLAY) == 0:
            self._replay()
        if self.luck.below(LOOK) == 0 and kind != "WAIT":  # untouched, it may be dim
            self._look()

    def _wait(self, ms):
        while ms > 0:
            part = min(ms, 500 if ms < 60000 else 20000)
            turn(self.board, part)
            ms -= part
        for _ in range(8):  # the screen too
            turn(self.board)

    def keys(self, words):
        for word in words.split():
            self.press(word)
        return self

    def count(self, what):
        self.seen[what] = self.seen.get(what, 0) + 1

    # What must always be so.

    def _hold(self, fronts):
        """Pegs, current."""
        game = self.game
        for side in range(len(game.front)):
            rear, front = game.rear[side], game.front[side]
            assert rear <= front <= game.target, self.tell("pegs %d %d" % (rear, front))
            assert side < game.sides or not front, self.tell("a peg of nobody")
            if len(self.added) == 1 and self.added[0][0] == actions.PEG:
                moved = front != fronts[side]
                assert not moved or rear == fronts[side], self.tell("no leapfrog")
        won = any(front == game.target for front in game.front[: game.sides])
        assert won == bool(game.won), self.tell("won %d" % game.won)
        board = self.board_file
        dark = len(board.TRACK_PINS) * board.LEDS * board.IDLE_UA
        drawn = board.BASE_MA + (dark + self.most * board.CHANNEL_UA // 255) // 1000
        assert drawn <= board.LIMIT_MA, self.tell("%d mA" % drawn)
        self.most = 0

    def _replay(self):
        """A fresh game out of the journal is the same, and walks back and forth."""
        game, journal = Game(), Journal(self.at)
        journal.load(game, self.luck.below(4) == 0)  # now and then all of its pieces
        known = 3 if journal.whole and self.table.journal.whole else 2
        assert state(game)[:known] == state(self.game)[:known], self.tell("the journal's game")
        self.count("replay")
        before, steps = [], self.luck.below(6) + 1
        for _ in range(steps):
            if not game.log.at:
                break
            before.append(state(game))
            refusal = game.apply(bytes((actions.UNDO,)))
            assert refusal is None, self.tell("no undo: %s" % refusal)
        while before:
            refusal = game.apply(bytes((actions.REDO, 1)))
            assert refusal is None, self.tell("no redo: %s" % refusal)
            assert state(game) == before.pop(), self.tell("undone and redone: another state")

    def _back_and_forth(self):
        """UNDO some times and UNDO held give the same, all by keys."""
        log = self.game.log
        open_ = self.table.entry
        if not self.board.leds.powered or not self.table.journal.whole:
            return
        if open_.keys or open_.opened or log.at < len(log) or not log.at:
            return
        before = state(self.game)
        steps = min(self.luck.below(4) + 1, log.at)
        at = log.at
        for _ in range(steps):
            self.press("UNDO")
        assert log.at == at - steps, self.tell("%d undone of %d" % (at - log.at, steps))
        self.press("HOLD:UNDO")
        assert state(self.game) == before, self.tell("undone and redone: another state")
        self.count("back and forth")

    def _look(self):
        """The lights show the pegs of the game."""
        game = self.game
        table = self.table
        if table.entry.ghosts(table) or table.entry.pointers(table):
            return
        if not self.board.leds.powered or game.settings[settings.BRIGHTNESS] < 3:
            return
        self.show(-1)
        self.looking = True
        seen = self.board.watch()
        turned = self.board_file.ENDS and game.settings[settings.ENDS]
        tracks = panel.read(self.board_file, opposite=turned, **seen)["tracks"]
        self.looking = False
        assert len(tracks) == game.sides, self.tell("%d tracks" % len(tracks))
        for side, track in enumerate(tracks):
            front, rear = game.front[side], game.rear[side]
            assert track["front"] == front, self.tell("front %r, not %d" % (track, front))
            hidden = front == rear or (front - rear) % self.board_file.HOLES == 0
            told = track["rear"] or 0
            assert hidden or told == rear, self.tell("rear %r, not %d" % (track, rear))
        self.count("look")

    def _count_action(self, action):
        game = self.game
        kind = action[0]
        self.count("action")
        self.count(NAMES[kind])
        if kind in (actions.HAND, actions.CLAIM) and action[1] == CRIB:
            self.count("crib")
            self.ended = True
        if kind in (actions.DEAL, actions.NEW):
            self.ended = True
        if kind in (actions.PLAY, actions.GO) and game.round and game.round.turn is None:
            self.count("counted play")
        if kind == actions.CLAIM:
            if action[3] == LATE:
                self.count("late")
            elif action[3] != NOBODY:
                self.count("muggins")
        renege = game.settings[settings.RENEGE] and kind == actions.HAND and action[1] != CRIB
        if renege and game.false_go(action[1], game.hands[action[1]]):
            self.count("renege")
        if kind in (actions.UNDO, actions.REDO, actions.SET, actions.NEW):
            return
        if game.won:
            self.count("win")
            self.count("win at " + variants.GAMES[game.row][variants.NAME])
            if game.settings[settings.LOW_BALL]:
                self.count("low ball")
            if game.skunk():
                self.count("skunk")
            if game.match_winner() is not None:
                self.count("match")

    # A deal.

    def deal(self):
        """One deal, as sensible as luck has it."""
        self.ended = False
        mood = self.luck.below(10)
        slips = (0, 2, 2, 2, 5, 5, 5, 15, 30, 1000)[mood]
        budget = self.pressed + (self.luck.below(60) + 10 if mood == 9 else MOST_KEYS)
        while not self.ended and self.pressed < budget:
            if mood == 9:
                self.noise()
                continue
            if self.luck.below(30) == 0:
                self.menu()
            for key in self.line().split():
                if self.luck.below(100) < slips:
                    self.slip()
                    if self.luck.below(2):
                        break
                self.press(key)
            if self.luck.below(12) == 0:
                self._back_and_forth()

    def noise(self):
        """Any key there is, some held."""
        key = self.names[self.luck.below(len(self.names))]
        self.press("HOLD:" + key if self.luck.below(8) == 0 else key)

    def slip(self):
        """What happens at a table."""
        n = self.luck.below(12)
        if n < 4:
            self.noise()
        elif n < 6:
            for _ in range(self.luck.below(4) + 1):
                self.press("UNDO")
        elif n == 6:
            self.press("HOLD:UNDO")
        elif n == 7:
            self.press("POWER")
        elif n == 8:
            self.menu()
        elif n == 9:
            self.press("WAIT:%d" % (1000, 21000, 605000, 1850000)[self.luck.below(4)])
        elif n == 10:  # a slip some scores back
            back = self.luck.below(3) + 1
            self.keys("UNDO " * back + self.line() + " HOLD:UNDO")
        elif self.at_rest() or self.game.told == ASK:
            self.keys(self.pegged() + " UNDO " + self.player())
            if self.table.offer:
                self.count("wrong track")
                self.press("OK")

    def menu(self):
        if "MENU" in self.names:
            goes = "MENU " * (self.luck.below(15) + 1)
            self.keys(goes + cards.RANKS[self.luck.below(7)] + " OK UNDO")
        else:
            goes = "HOLD:OK " + "+5 " * self.luck.below(9)
            self.keys(goes + "+1 " * (self.luck.below(3) + 1) + "OK UNDO")

    def player(self):
        seats = min(self.game.seats, sum(1 for k in self.names if k[0] == "P"))
        return "P%d" % (self.luck.below(seats) + 1)

    def pegged(self):
        """Points to somebody."""
        n = self.luck.below(12) + 1
        if "K" in self.names:
            return "%s %s" % (points(n), self.player())
        return "+5 " * (n // 5) + "+1 " * (n % 5) + self.player()

    def line(self):
        """The keys that come next at a sensible table."""
        game = self.game
        if game.told == ASK:
            return ("OK", "OK", self.player() + " OK", self.pegged())[self.luck.below(4)]
        if not self.at_rest():
            return ("OK", "OK", "OK", "UNDO", "UNDO", self.player())[self.luck.below(6)]
        if game.won:
            return "OK OK"
        if "K" not in self.names:
            return self.pegged() if self.luck.below(6) else "OK OK"
        if not self._fits():
            self._deal_cards()
        if game.starter == NOBODY:
            return "OK %s OK" % named(self.starter)
        if game.playing():
            return self._play()
        if not game.shown and game.round is None and self.luck.below(4):
            return self.pegged()
        return self._show()

    def _play(self):
        game = self.game
        seat, count = game.round.turn, game.round.count
        able = [c for c in self._left(seat) if count + cards.pips(c) <= 31]
        if self.luck.below(40) == 0:
            return "OK " + self.pegged()
        if self.luck.below(30) == 0:
            return self.player()
        if not able or (count > 21 and self.luck.below(20) == 0):
            return "HOLD:GO" if self.luck.below(5) == 0 else "GO"
        keys = named(able[self.luck.below(len(able))])
        return keys if self.luck.below(2) else keys.split()[0]

    def _show(self):
        game, luck = self.game, self.luck
        seat = game.next_shown(game.last_shown)
        keys = "OK"
        if seat != CRIB and luck.below(5) == 0:
            keys = "P%d" % (seat + 1)
        elif seat == CRIB and luck.below(5) == 0:
            keys = "P%d P%d" % (game.dealer + 1, game.dealer + 1)
        hand = self.hands[seat]
        bare = luck.below(3) == 0
        keyed = [named(card) for card in (hand if seat == CRIB else self._left(seat))]
        if bare:
            keyed = [words.split()[0] for words in keyed]
        close = " ".join(keyed) + " OK"
        if game.settings[settings.CLAIMS]:
            claim = show.score(hand, game.starter, seat == CRIB) + (0, 0, 1, -2)[luck.below(4)]
            if game.settings[settings.CLOCK] and luck.below(8) == 0:
                keys += " WAIT:%d" % (1000 * game.settings[settings.CLOCK] + 1000)
            else:
                keys += " %s OK" % points(claim) if claim > 0 else " GO"
            if luck.below(3) == 0:
                keys += " " + self.player()
            if luck.below(4) == 0:
                close = "OK"
        return keys + " " + close

    # The cards that the players hold.

    def _left(self, seat):
        """The cards of a seat that it has not played; None if it played what it had not."""
        left = list(self.hands[seat])
        for card in self.game.cards_of(seat):
            same = [c for c in left if cards.rank(c) == cards.rank(card)]
            if not same or (card < cards.UNKNOWN and card not in same):
                return None
            left.remove(card if card in same else same[0])
        return left

    def _fits(self):
        """Do the cards dealt agree with those the board knows?"""
        game = self.game
        if self.hands is None:
            return False
        seats = list(range(game.seats)) + [CRIB]
        if any(len(self.hands[seat]) != game.size(seat) for seat in seats):
            return False
        if game.starter not in (NOBODY, self.starter):
            return False
        held = [card for hand in self.hands for card in hand]
        shown = [card for hand in game.hands for card in hand if card < cards.UNKNOWN]
        if any(card not in held for card in shown):
            return False
        return all(self._left(seat) is not None for seat in range(game.seats))

    def _deal_cards(self):
        """Hands for all, with what the board knows already in them."""
        game = self.game
        out = game.seen()
        pack = [card for card in range(52) if card not in out]
        self.hands = []
        for seat in range(CRIB + 1):
            hand = []
            for card in game.hands[seat] or game.cards_of(seat):
                if card >= cards.UNKNOWN:
                    card = [c for c in pack if cards.rank(c) == cards.rank(card)][0]
                    pack.remove(card)
                hand.append(card)
            self.hands.append(hand)
        for seat in list(range(game.seats)) + [CRIB]:
            hand = self.hands[seat]
            while len(hand) < game.size(seat):
                hand.append(pack.pop(self.luck.below(len(pack))))
        self.starter = game.starter
        if self.starter == NOBODY:
            self.starter = pack[self.luck.below(len(pack))]


def play(seed, deals):
    """So many deals over all boards, games and options: what was seen, by name."""
    luck = Luck(seed)
    seen = {}
    at = directory()
    tables = []
    for board in BOARDS:
        for row in menu.games(board):
            tables.append((board, variants.GAMES[row][variants.NAME]))
    at_each = min(TABLE, deals // len(tables))
    done = 0
    while done < deals:
        board, game = tables[done // at_each % len(tables)]
        saved.lay(at, {})
        player = Seeded(luck, seen, at, board, **chosen(luck, game, board))
        for _ in range(min(at_each, deals - done)):
            player.deal()
            done += 1
        seen["key"] = seen.get("key", 0) + player.pressed
        player._replay()
    return seen


def chosen(luck, game, board):
    """A setting of everything, the plain one as often as all others together."""
    wanted = {"game": game}
    for name, values, first in settings.ROWS[1:]:
        if name == "target":
            wanted[name] = (61, 61, 91, 0)[luck.below(4)]
        elif name == "match":
            wanted[name] = (3, 3, 5, 0)[luck.below(4)]
        elif name == "brightness":
            wanted[name] = (5, 5, 3, 1)[luck.below(4)]
        elif name == "sound":
            wanted[name] = int(luck.below(4) > 0)
        elif luck.below(2):
            wanted[name] = list(values)[luck.below(len(values))]
        else:
            wanted[name] = first
    return wanted
