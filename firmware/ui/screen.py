"""What the screen says: eight rows, each sent only when its text has changed."""

# Rows 0 to 2 are one band of tall digits, the scores, for reading at two metres.

from micropython import const

from firmware.core.actions import NOBODY
from firmware.core.state import ASK, TOLD
from firmware.ui import text

_ROWS = const(8)
_TALL = const(3)  # rows of the band of scores
_TALL_SIDES = const(4)  # sides it has room for
_ALL = const(255)


class Screen:
    def __init__(self, oled):
        self._oled = oled
        self._shown = [None] * _ROWS
        self._due = 0  # a bit for each row that may have changed
        self._version = -1
        self._dark = False

    def update(self, table):
        """Look at one row that may have changed, and send it if it has."""
        if table.version != self._version:
            self._version = table.version
            self._due = _ALL
        for row in range(_ROWS):
            if self._due >> row & 1:
                now = "" if self._dark else self._row(table, row)[: text.COLUMNS]
                sent = now == self._shown[row]
                if not sent:
                    big = row < _TALL and table.game.sides <= _TALL_SIDES and not self._dark
                    tall = row if big else -1
                    sent = self._oled.write(row, now, tall) or not self._oled.ok
                if sent:  # else it is sent again
                    self._shown[row] = now
                    self._due &= ~(1 << row)
                return  # another takes up to a millisecond even where it is as it was

    def sleep(self, dark):
        """Blank the screen, or write it again."""
        self._dark = dark
        self._due = _ALL

    def _row(self, table, row):
        game = table.game
        if game.sides > _TALL_SIDES:
            if row < _TALL:
                return self._two_sides(game, 2 * row)
            if row == _TALL:
                return ""
        if row < _TALL:
            return " ".join("%3d" % game.front[side] for side in range(game.sides))
        if row == 3:
            return self._last_scores(game)
        if row == 4:
            return self._deal(game)
        if row == 5:
            return table.entry.line(table)
        if row == 6:
            return table.said or table.entry.parts(table)
        return table.entry.prompt(table)

    def _two_sides(self, game, side):
        """A row of a table of five or six: scores, and what each scored last if it fits."""
        for name, lasts in (("P%d ", True), ("%d:", True), ("P%d ", False)):
            cells = []
            for s in range(side, min(side + 2, game.sides)):
                last = game.front[s] - game.rear[s] if lasts else 0
                cell = name % (s + 1) + str(game.front[s])
                cells.append("%-7s" % (cell + "+%d" % last if last else cell))
            row = " ".join(cells).rstrip()
            if len(row) <= text.COLUMNS:
                break
        return row

    def _last_scores(self, game):
        """What each side scored last: the way from its rear peg to its front peg."""
        names = ["P%d" % (side + 1) if game.sides == 2 else "" for side in range(game.sides)]
        if game.seats > game.sides == 2:
            names = ["P1,3", "P2,4"]
        width = text.COLUMNS // game.sides
        row = ""
        for side, name in enumerate(names):
            last = game.front[side] - game.rear[side]
            row += "%-*s" % (width, name + (" +%d" % last if last else ""))
        return row.rstrip()

    def _deal(self, game):
        if game.won:
            return self._result(game)
        whose = "P%d deals" % (game.dealer + 1) if game.told == TOLD else ""
        if game.told == ASK or game.starter == NOBODY:
            return whose
        return "%-11s %s" % (whose, text.card(game.starter))

    def _result(self, game):
        if game.match_winner() is not None:
            return "P%d has the match" % (game.match_winner() + 1)
        winners = [str(side + 1) for side in range(game.sides) if game.won >> side & 1]
        if len(winners) > 1:  # a tie for the lowest track, at low ball
            return "P%s win" % ",".join(winners)
        how = ("wins", "wins, skunk", "double skunk")[game.skunk()]
        if any(game.short(side) == 1 for side in range(game.sides)):
            how = "wins, stink"  # a loser in the stink hole
        return "P%s %s" % (winners[0], how)
