"""Colours: the hue of each track and how bright each role is."""

# Roles are told apart by brightness and rhythm. The hues only help: Okabe and
# Ito's, which colour-blind eyes keep apart, in the order that a board fills them,
# or one warm white for all.

TRACKS = (
    (
        (230, 120, 0),  # orange
        (0, 110, 230),  # blue
        (0, 200, 90),  # bluish green
        (220, 60, 140),  # reddish purple
        (200, 190, 0),  # yellow
        (60, 180, 230),  # sky blue
    ),
    ((170, 120, 60),) * 6,
)
CRIB = (255, 170, 70)
MATCH = (255, 170, 70)

# Brightness in 16ths of the setting's own, which is in 255ths of full.
STEADY = 16
GHOST = 11
REAR = (2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 5, 5, 4, 4, 3, 3)  # breathing, a step each
SWEEP = 7
LIGHT = 6  # crib light, match pegs, pointers
BRIGHTNESS = (0, 30, 42, 60, 84, 115)  # by the setting, 1 to 5

# Marks are as faint as a LED can be, whatever the setting.
FINISH = 3
MARK = 1
