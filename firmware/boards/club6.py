"""club6: six tracks of 120 holes for up to six players, 29 keys, a screen and a buzzer."""

# Data only. Pins are GPIO numbers of a Raspberry Pi Pico, lengths are in mm. The
# 768 LEDs want a 5 V supply of their own, of 2 A or more.

NAME = "club6"

# One WS2812 strand a track. Along a strand: the crib light, the start hole,
# holes 1 to HOLES, the game hole, the match holes.
TRACK_PINS = (2, 3, 4, 5, 6, 7)
LEDS = 128
CRIB, START, HOLES, GAME, MATCH, MATCHES = 0, 1, 120, 122, 123, 5
ORDER = "GRB"
POWER_PIN = 8
ENDS = False  # whether two sides can peg from opposite ends

# A 5 by 6 matrix, a diode at each key; "" is a crossing without one.
ROW_PINS = (9, 10, 11, 12, 13)
COLUMN_PINS = (14, 15, 16, 17, 18, 19)
KEYMAP = (
    ("A", "2", "3", "4", "5", "6"),
    ("7", "8", "9", "10", "J", "Q"),
    ("K", "C", "D", "H", "S", "GO"),
    ("P1", "P2", "P3", "P4", "P5", "P6"),
    ("MENU", "", "+1", "+5", "UNDO", "OK"),
)

I2C, SDA_PIN, SCL_PIN, OLED_ADDRESS = 0, 20, 21, 0x3C
BUZZER_PIN = 22

# What a frame may draw, and what it is reckoned from.
LIMIT_MA = 1800
BASE_MA = 45  # the Pico and the screen
IDLE_UA = 600  # one LED, dark
CHANNEL_UA = 12000  # one colour of one LED, full on

# The panel: each strand is cut into straight runs of (x, y of the first LED
# of the first track, step along x, LEDs); the other tracks lie below it.
PANEL = (250, 420)
RUNS = (
    (17.5, 14, 6.94, 32),
    (232.5, 86, -6.94, 32),
    (17.5, 158, 6.94, 32),
    (232.5, 230, -6.94, 32),
)
TRACK_STEP = 11
KEYS_AT = (120, 320)  # the first key's centre
KEY_STEP = 20
SCREEN_AT = (20, 320, 78, 42)  # x, y, width, height
