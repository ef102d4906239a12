"""Actions: everything that changes a game, as bytes: a kind, then its arguments."""

# One form serves the log in memory and the journal on flash; host_tools/lines.py
# writes it as text, for the golden games.

NEW = 0  # the next game; after a match the next match
DEALER = 1  # seat, or NOBODY: the question is skipped
PEG = 2  # side, points
STARTER = 3  # card, 1 if his heels are to be pegged
HAND = 4  # seat, or CRIB; then the cards
DEAL = 5  # the deal passes to the left
SET = 6  # setting, value
UNDO = 7
REDO = 8  # how many undone actions to do again; MOST_REDONE: as far as they are legal
PLAY = 9  # seat, card
GO = 10  # seat, or NOBODY: nobody can play
CLAIM = 11  # seat, or CRIB; points claimed; who calls muggins, NOBODY or LATE; the cards
SUIT = 12  # the card played last, now with its suit
AMENDS = 13  # side, points: for a wrong track; what has been undone stays

NOBODY = 255
LATE = 254  # instead of a caller: the clock ran out
MOST_REDONE = 255
CRIB = 6  # where a seat is asked for: above the last seat
