"""continuous3: three tracks of 120 holes, 25 keys, a screen and a buzzer."""

# Data only. Pins are GPIO numbers of a Raspberry Pi Pico, lengths are in mm.

NAME = "continuous3"

# One WS2812 strand a track. Along a strand: the crib light, the start hole,
# holes 1 to HOLES, the game hole, the match holes.
TRACK_PINS = (2, 3, 4)
LEDS = 128
CRIB, START, HOLES, GAME, MATCH, MATCHES = 0, 1, 120, 122, 123, 5
ORDER = "GRB"
POWER_PIN = 5

# A 5 by 5 matrix, a diode at each key: rows are driven low one at a time,
# columns are read with pull-ups.
ROW_PINS = (6, 7, 8, 9, 10)
COLUMN_PINS = (11, 12, 13, 14, 15)
KEYMAP = (
    ("A", "2", "3", "4", "5"),
    ("6", "7", "8", "9", "10"),
    ("J", "Q", "K", "GO", "MENU"),
    ("C", "D", "H", "S", "UNDO"),
    ("P1", "P2", "P3", "P4", "OK"),
)

I2C, SDA_PIN, SCL_PIN, OLED_ADDRESS = 0, 20, 21, 0x3C
BUZZER_PIN = 22

# What a frame may draw from USB, and what it is reckoned from.
LIMIT_MA = 450
BASE_MA = 45  # the Pico and the screen
IDLE_UA = 600  # one LED, dark
CHANNEL_UA = 12000  # one colour of one LED, full on

# The panel: each strand is cut into straight runs of (x, y of the first LED
# of the first track, step along x, LEDs); the other tracks lie below it.
PANEL = (250, 250)
RUNS = (
    (17.5, 14, 6.94, 32),
    (232.5, 50, -6.94, 32),
    (17.5, 86, 6.94, 32),
    (232.5, 122, -6.94, 32),
)
TRACK_STEP = 11
KEYS_AT = (130, 165)  # the first key's centre
KEY_STEP = 18
SCREEN_AT = (20, 165, 78, 42)  # x, y, width, height
ENDS = False  # whether two sides can peg from opposite ends
