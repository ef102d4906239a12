"""Composes the board and runs it: first the lights of the saved game, then the rest."""

from time import ticks_ms

from machine import idle

from firmware.core.game import Game
from firmware.drivers import leds_pio
from firmware.journal import Journal
from firmware.ui.lights import Lights

CHOICE = "board.txt"  # names the board file, where it is not the reference board
REFERENCE = "continuous3"


def run():
    board = chosen()
    leds = leds_pio.Strands(board.TRACK_PINS, board.LEDS, board.POWER_PIN, board.ORDER)
    lights = Lights(board, leds)
    game, journal = Game(), Journal("journal")
    journal.load(game)
    lights.take(game, ticks_ms())
    leds.show(lights.update(ticks_ms()))
    app = compose(board, game, journal, lights, leds)
    while True:
        app.tick(ticks_ms())
        idle()  # until something happens, 1 ms at most


def chosen():
    """The board file that `deploy` chose."""
    try:
        with open(CHOICE) as choice:
            name = choice.read().strip()
    except OSError:  # no such file: nothing was chosen
        name = REFERENCE
    return getattr(__import__("firmware.boards." + name).boards, name)


def compose(board, game, journal, lights, leds):
    """The app over this board's parts; a screen that does not answer gets its null twin."""
    # Imported here because half of the time to first lights would go into these.
    from firmware.drivers import buzzer, matrix_pio, null, ssd1306
    from firmware.ui.app import App

    keys = matrix_pio.Matrix(board.ROW_PINS, board.COLUMN_PINS)
    oled = null.Screen()
    if board.OLED_ADDRESS is not None:
        i2c = ssd1306.bus(board.I2C, board.SDA_PIN, board.SCL_PIN)
        if ssd1306.probe(i2c, board.OLED_ADDRESS):
            oled = ssd1306.Screen(i2c, board.OLED_ADDRESS)
    tone = buzzer.Buzzer(board.BUZZER_PIN)
    return App(board, game, journal, lights, leds, keys, oled, tone)


if __name__ == "__main__":
    run()
