"""Composes the board and runs it: first the lights of the saved game, then the rest."""

from time import ticks_ms

from firmware.boards import continuous3 as board
from firmware.core.game import Game
from firmware.drivers import leds_pio
from firmware.journal import Journal
from firmware.ui.lights import Lights


def run():
    leds = leds_pio.Strands(board.TRACK_PINS, board.LEDS, board.POWER_PIN, board.ORDER)
    lights = Lights(board, leds)
    game, journal = Game(), Journal("journal")
    journal.load(game)
    lights.take(game, (), ticks_ms())
    leds.show(lights.update(ticks_ms()))
    app = compose(game, journal, lights, leds)
    while True:
        app.tick(ticks_ms())


def compose(game, journal, lights, leds):
    """The app over this board's parts; a screen that does not answer gets its null twin."""
    # Imported here because half of the time to first lights would go into these.
    from firmware.drivers import buzzer, matrix_pio, null, ssd1306
    from firmware.ui.app import App

    keys = matrix_pio.Matrix(board.ROW_PINS, board.COLUMN_PINS)
    i2c = ssd1306.bus(board.I2C, board.SDA_PIN, board.SCL_PIN)
    if ssd1306.probe(i2c, board.OLED_ADDRESS):
        oled = ssd1306.Screen(i2c, board.OLED_ADDRESS)
    else:
        oled = null.Screen()
    tone = buzzer.Buzzer(board.BUZZER_PIN)
    return App(board, game, journal, lights, leds, keys, oled, tone)


if __name__ == "__main__":
    run()
