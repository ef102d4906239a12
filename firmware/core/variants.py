"""The games the board knows, one row a game (rules: Games)."""

# A row is (name, seats, sides, cards in a hand, cards in the crib, target in
# holes, one count only in the play, points for last to the pone of the first
# deal, what the players do before the starter). Seat s pegs on side s % sides,
# so partners sit opposite and are never neighbours.

NAME, SEATS, SIDES, HAND, CRIB, TARGET, ONE_COUNT, FOR_LAST, PROMPT = range(9)

GAMES = (
    ("six-card", 2, 2, 4, 4, 121, False, 0, ""),
    ("five-card", 2, 2, 3, 4, 61, True, 3, ""),
    ("seven-card", 2, 2, 5, 5, 151, False, 0, ""),
    ("three-handed", 3, 3, 4, 4, 121, False, 0, ""),
    ("four-handed", 4, 2, 4, 4, 121, False, 0, ""),
    ("four-alone", 4, 4, 4, 4, 121, False, 0, ""),
    ("exchange", 4, 2, 4, 4, 121, False, 0, "pass a card over"),
    ("five-handed", 5, 5, 4, 4, 121, False, 0, ""),
    ("six-handed", 6, 6, 5, 5, 121, False, 0, ""),
    ("six-two-teams", 6, 2, 5, 5, 121, False, 0, ""),
    ("six-three-teams", 6, 3, 5, 5, 121, False, 0, ""),
)

TARGETS = (61, 91, 121, 151, 181, 241)
