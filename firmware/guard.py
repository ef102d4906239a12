"""Keeps the board going: a fault is written down and recovered from once."""

import sys

CRASH_FILE = "crash.txt"
_AGAIN_MS = 60000  # a second fault within this time stops the board


def keep(start, clock, rest):
    """Run `start(fault)`, which gives an app, and the app's ticks, until a second fault."""
    # `clock()` gives ms, `rest()` is called after each tick. A fault is written to
    # CRASH_FILE and the app started anew, with the fault; where another follows
    # within a minute, this returns it. What is no Exception, Ctrl-C, goes through.
    fault = None
    at = 0
    while True:
        try:
            app = start(fault)
            while True:
                app.tick(clock())
                rest()
        except Exception as error:  # noqa: BLE001 - whatever it is, the game has to go on
            write_down(error)
            if fault is not None and (clock() - at) & 0x3FFFFFFF < _AGAIN_MS:
                return error
            fault, at = error, clock()


def write_down(error):
    """Keep the traceback where `mpremote cat :crash.txt` finds it; the last one only."""
    try:
        with open(CRASH_FILE, "w") as file:
            sys.print_exception(error, file)
    except OSError:
        pass  # a full or read-only filesystem: the screen still names the fault
