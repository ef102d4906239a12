"""The games the board knows, one row a game (rules: Games).

A row is (name, seats, sides, cards in a hand, cards in the crib, target in
holes). Seat s pegs on side s % sides, so partners sit opposite.
"""

NAME, SEATS, SIDES, HAND, CRIB, TARGET = range(6)

GAMES = (
    ("six-card", 2, 2, 4, 4, 121),
    ("three-handed", 3, 3, 4, 4, 121),
    ("four-handed", 4, 2, 4, 4, 121),
)

TARGETS = (61, 91, 121, 151, 181, 241)
