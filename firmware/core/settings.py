"""What the menu can set: kept in the game's state, so logged and undone like the rest.

A setting is one byte. Its row is (name, values allowed, value at first).
"""

from firmware.core import variants

GAME, TARGET, MATCH, LOW_BALL, BRIGHTNESS, SOUND = range(6)

ROWS = (
    ("game", range(len(variants.GAMES)), 0),
    ("target", (0,) + variants.TARGETS, 0),  # 0: the game's own
    ("match", (0, 3, 5), 5),  # games to the match; 0: off
    ("lowball", (0, 1), 0),
    ("brightness", (1, 2, 3, 4, 5), 3),
    ("sound", (0, 1), 1),
)


def named(name):
    """The setting called `name`, as its number. ValueError if there is none."""
    for number, row in enumerate(ROWS):
        if row[0] == name:
            return number
    raise ValueError("no setting %s" % name)
