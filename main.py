"""Composes the board and runs it: first the lights of the saved game, then the rest."""

import gc
from time import ticks_ms

from machine import WDT, Pin, idle, mem32

from firmware.core.game import Game
from firmware.drivers import leds_pio
from firmware.journal import Journal
from firmware.ui.lights import Lights

CHOICE = "board.txt"  # names the board file, where it is not the reference board
REFERENCE = "continuous3"
HANG_MS = 1200  # longer than any erase; with the start, a hang costs less than 2 s
WATCHDOG = 0x40058000  # its control register, of which bit 30 arms it


def run():
    board = chosen()
    if held(board, "UNDO"):
        print("safe mode: UNDO was held, nothing runs")
        return
    leds = leds_pio.Strands(board.TRACK_PINS, board.LEDS, board.POWER_PIN, board.ORDER)
    lights = Lights(board, leds)
    game, journal = load()
    lights.take(game, ticks_ms())
    lights.update(ticks_ms())
    # Imported here because half of the time to first lights would go into these.
    from firmware.guard import keep
    from firmware.ui.app import App

    App.tidy = staticmethod(gc.collect)
    keys, oled, tone = parts(board)

    def start(fault):
        if fault is None:
            return App(board, game, journal, lights, leds, keys, oled, tone)
        app = App(board, *load(), Lights(board, leds), leds, keys, oled, tone)
        app.table.say("fault: %s" % type(fault).__name__)
        return app

    dog = WDT(timeout=HANG_MS)

    def pause():
        """Between two things that may take long."""
        dog.feed()
        keys.gather()

    Journal.rest = staticmethod(pause)

    def rest():
        dog.feed()
        idle()  # until something happens, 1 ms at most

    try:
        fault = keep(start, ticks_ms, rest)
        stop(oled, tone, fault)
    finally:
        # However the loop is left, the files can be reached for as long as it takes.
        mem32[WATCHDOG + 0x3000] = 1 << 30


def chosen():
    """The board file that `deploy` chose."""
    try:
        with open(CHOICE) as choice:
            name = choice.read().strip()
    except OSError:  # no such file: nothing was chosen
        name = REFERENCE
    return getattr(__import__("firmware.boards." + name).boards, name)


def held(board, name):
    """Is this key down? Asked once, before the matrix is scanned."""
    for row, names in enumerate(board.KEYMAP):
        if name in names:
            if board.ROW_PINS:
                Pin(board.ROW_PINS[row], Pin.OUT, value=0)
            return not Pin(board.COLUMN_PINS[names.index(name)], Pin.IN, Pin.PULL_UP)()
    return False


def load():
    """The saved game and its journal."""
    game, journal = Game(), Journal("journal")
    journal.load(game)
    return game, journal


def parts(board):
    """Keys, screen and buzzer; a screen that does not answer gets its null twin."""
    from firmware.drivers import buzzer, matrix_pio, ssd1306

    oled = None
    if board.OLED_ADDRESS is not None:
        i2c = ssd1306.bus(board.I2C, board.SDA_PIN, board.SCL_PIN)
        if ssd1306.probe(i2c, board.OLED_ADDRESS):
            oled = ssd1306.Screen(i2c, board.OLED_ADDRESS)
    if oled is None:
        from firmware.drivers import null

        oled = null.Screen()
    keys = matrix_pio.Matrix(board.ROW_PINS, board.COLUMN_PINS)
    return keys, oled, buzzer.Buzzer(board.BUZZER_PIN)


def stop(oled, tone, fault):
    """A second fault: say so and leave the board to whoever comes by USB."""
    tone.tone(0)
    words = ("stopped by", type(fault).__name__, "see crash.txt,", "plug in anew")
    for row in range(8):
        oled.write(row, words[row - 2][:16] if 2 <= row < 6 else "")


if __name__ == "__main__":
    run()
