"""classic2: two tracks of 60 holes, twice round to 121; six buttons, a buzzer, no screen."""

# Data only. Pins are GPIO numbers of a Raspberry Pi Pico, lengths are in mm.

NAME = "classic2"

# One WS2812 strand a track. Along a strand: the crib light, the start hole,
# holes 1 to HOLES, the game hole, the match holes.
TRACK_PINS = (2, 3)
LEDS = 68
CRIB, START, HOLES, GAME, MATCH, MATCHES = 0, 1, 60, 62, 63, 5
ORDER = "GRB"
POWER_PIN = 5
ENDS = True  # whether two sides can peg from opposite ends

# Plain buttons to ground.
ROW_PINS = ()
COLUMN_PINS = (11, 12, 13, 14, 15, 16)
KEYMAP = (("P1", "P2", "+1", "+5", "UNDO", "OK"),)

OLED_ADDRESS = None
BUZZER_PIN = 22

# What a frame may draw from USB, and what it is reckoned from.
LIMIT_MA = 450
BASE_MA = 30  # the Pico
IDLE_UA = 600  # one LED, dark
CHANNEL_UA = 12000  # one colour of one LED, full on

# The panel: each strand is cut into straight runs of (x, y of the first LED
# of the first track, step along x, LEDs); the other tracks lie below it.
PANEL = (266, 130)
RUNS = (
    (18, 18, 6.94, 34),
    (247, 56, -6.94, 34),
)
TRACK_STEP = 11
KEYS_AT = (83, 105)  # the first key's centre
KEY_STEP = 20
SCREEN_AT = None
