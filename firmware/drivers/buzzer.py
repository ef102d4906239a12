"""A passive piezo on a PWM pin."""

from machine import PWM, Pin


class Buzzer:
    """A piezo between GPIO `pin` and ground, silent at first."""

    def __init__(self, pin):
        self._pwm = PWM(Pin(pin))
        self.tone(0)

    def tone(self, hz):
        """Sound `hz` (10 or more) until told otherwise; 0 is silence."""
        if hz:
            self._pwm.freq(hz)
        self._pwm.duty_u16(32768 if hz else 0)
