"""Words for the screen: 16 characters a row, four of them for the suits."""

from firmware.core import cards
from firmware.core.actions import CRIB

SUITS = "\x01\x02\x03\x04"  # the screen's own glyphs, clubs to spades
COLUMNS = 16

_SHORT = (("fifteen", "15s"), ("pair", "pr"), ("run", "run"), ("flush", "fl"), ("nobs", "J"))


def card(c):
    """A card as its rank and its suit's glyph; of a card without a suit the rank."""
    return cards.RANKS[cards.rank(c)] + SUITS[cards.suit(c) :][:1]


def owner(seat):
    """A seat's name, or the crib's."""
    return "crib" if seat == CRIB else "P%d" % (seat + 1)


def fit(*rows):
    """The first of the rows that the screen has room for, else the last."""
    for row in rows:
        if len(row) <= COLUMNS:
            break
    return row


def hand(seat, hand):
    """The row of a hand or a crib that is being keyed or has been shown."""
    names = [card(c) for c in hand]
    close = owner(seat)[:2] + " " + "".join(names)
    return fit(" ".join([owner(seat)] + names), close, close.replace("10", "T"))


def parts(explained):
    """What a hand scores: the points of each kind, and "=" the total."""
    total = 0
    words = []
    sums = {}
    for kind, _, points in explained:
        sums[kind] = sums.get(kind, 0) + points
        total += points
    for kind, short in _SHORT:
        if kind in sums:
            words.append(short + str(sums[kind]))
    if not words:
        return "nothing =0"
    words.append("=%d" % total)
    close = "".join(words)
    return fit(" ".join(words), close, close.replace("run", "r"))


def count(table):
    """The row of a counted play: the count, and the cards of it as far as they fit."""
    row = "%d:" % table.count
    names = [card(c) for c in table.stack]
    while len(row) + len(names) + sum(len(name) for name in names) > COLUMNS:
        del names[0]
    return " ".join([row] + names)


def earned(moves):
    """What a move of the play earned: whose, then each kind and its points."""
    if not moves:
        return ""
    row = who = "P%d" % (moves[0][0] + 1)
    total = 0
    for _, points, kind in moves:
        row += " %s %d" % (kind, points)
        total += points
    return fit(row, "%s +%d" % (who, total))
