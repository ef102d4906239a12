"""Sounds: a few short tones each, played as time goes by."""

# A refusal is the only one below 150 Hz.

TAP = ((1800, 12),)
PEG = ((900, 40), (1350, 60))
REFUSAL = ((110, 180),)
WIN = ((660, 120), (880, 120), (1100, 120), (1320, 260))


class Sounds:
    def __init__(self, buzzer):
        self._buzzer = buzzer
        self._tones = ()
        self._next = 0
        self._until = 0

    def play(self, tones, now):
        """Begin `tones`, (Hz, ms) each, at `now` ms; what still sounds is cut short."""
        self._tones = tones
        self._next = 0
        self._until = now

    def tick(self, now):
        if self._tones and (now - self._until) & 0x3FFFFFFF < 0x20000000:
            if self._next == len(self._tones):
                self._tones = ()
                self._buzzer.tone(0)
                return
            hz, ms = self._tones[self._next]
            self._buzzer.tone(hz)
            self._next += 1
            self._until = now + ms
