"""WS2812 strands by the `neopixel` module, for chips without PIO. Sending blocks.

On MicroPython that is its own module, on CircuitPython Adafruit's: they differ in
the pin they take, in how the order of colours is said and in what sends.
"""

import sys
from array import array

from neopixel import NeoPixel

if sys.implementation.name == "circuitpython":
    from digitalio import DigitalInOut
    from microcontroller import pin as pins_by_name

    def _strand(pin, n, order):
        pin = getattr(pins_by_name, f"GPIO{pin}")
        strand = NeoPixel(pin, n, auto_write=False, pixel_order=order)
        return strand, strand.show

    def _switch(pin):
        switch = DigitalInOut(getattr(pins_by_name, f"GPIO{pin}"))
        switch.switch_to_output(True)
        return lambda on: setattr(switch, "value", on)

else:
    from machine import Pin

    def _strand(pin, n, order):
        strand = NeoPixel(Pin(pin), n)
        strand.ORDER = [order.index(colour) for colour in "RGB"]
        return strand, strand.write

    def _switch(pin):
        return Pin(pin, Pin.OUT, value=1)


class Strands:
    """As leds_pio.Strands: `n` LEDs on each of `pins` (GPIO numbers)."""

    def __init__(self, pins, n, power_pin=None, order="GRB"):
        self.n = n
        self.tracks = len(pins)
        self.pixels = [array("I", bytes(4 * n)) for _ in pins]
        self._strands = [_strand(pin, n, order) for pin in pins]
        self._power = None if power_pin is None else _switch(power_pin)

    def pack(self, r, g, b):
        """The word of a colour, 0 to 255 each."""
        return r << 16 | g << 8 | b

    def show(self, mask):
        """Send the tracks whose bits are set in `mask`: 4 ms or more each."""
        for track, (strand, send) in enumerate(self._strands):
            if mask >> track & 1:
                for i, word in enumerate(self.pixels[track]):
                    strand[i] = word >> 16, word >> 8 & 255, word & 255
                send()

    def busy(self):
        """Never: the wire is idle before show() comes back."""
        return False

    def power(self, on):
        """Switch the LEDs' power."""
        if self._power is not None:
            self._power(on)
