"""What the menu can set: kept in the game's state, so logged and undone like the rest."""

# A setting is one byte. Its row is (name, values allowed, value at first).

from firmware.core import variants

(GAME, TARGET, MATCH, LOW_BALL, COUNT, CLAIMS, CLOCK, WRONG_TRACK, RENEGE) = range(9)
(BRIGHTNESS, SOUND, PALETTE, ENDS) = range(9, 13)

# Claims: the owner's word stands; what was missed can be called; strictly.
WORD, MUGGINS, STRICT = 1, 2, 3

_SWITCH = (0, 1)

ROWS = (
    ("game", range(len(variants.GAMES)), 0),
    ("target", (0,) + variants.TARGETS, 0),  # 0: the game's own
    ("match", (0, 3, 5), 5),  # games to the match; 0: off
    ("lowball", _SWITCH, 0),
    ("count", _SWITCH, 0),  # the play is counted card by card
    ("claims", (0, WORD, MUGGINS, STRICT), 0),
    ("clock", (0, 15, 30, 60, 90), 0),  # seconds for a claim
    ("wrongtrack", _SWITCH, 0),
    ("renege", _SWITCH, 0),
    ("brightness", (1, 2, 3, 4, 5), 3),
    ("sound", _SWITCH, 1),
    ("palette", (0, 1), 0),
    ("ends", _SWITCH, 0),  # two sides peg from opposite ends
)
