"""The emulated chip's clock, which lets PIO go on while the processor stands still."""

# rp2040py gives PIO one instruction per processor instruction. When the processor sleeps, it
# jumps from alarm to alarm and PIO gets one instruction a jump: a WS2812 frame sent meanwhile
# falls to pieces, a key scan all but stops. Here such a jump never goes past the next thing a
# PIO state machine has to do.

from math import inf

from rp2040py.clock.simulation_clock import SimulationClock

CYCLE_NS = 8  # 125 MHz
_to_alarm = SimulationClock.nanos_to_next_alarm.__get__


class PacedClock(SimulationClock):
    """Set `.mcu` to the RP2040 it drives before anything runs."""

    mcu = None

    @property
    def nanos_to_next_alarm(self):
        """How far the idle loop may jump: to the next alarm or the next PIO instruction."""
        nanos = self._free()
        return 0 if nanos is inf else nanos

    def _free(self):
        nanos = _to_alarm(self) if self.has_scheduled_alarm else inf
        for pio in self.mcu.pio:
            if not pio.stopped:
                cycles = -((pio.cycle_fp - pio.next_due_fp) >> 8)  # rounded up
                if cycles * CYCLE_NS < nanos:
                    nanos = cycles * CYCLE_NS if cycles > 0 else CYCLE_NS
        return nanos

    def skip(self, nanos, interruptible):
        """Lets `nanos` pass with the processor waiting in a polling loop, not run step by step.

        Interrupts come due meanwhile; an `interruptible` wait ends at the first of them.
        """
        end = self.nanos + nanos
        core = self.mcu.core
        while self.nanos < end:
            step = min(self._free(), end - self.nanos)
            self.tick(step)
            for pio in self.mcu.pio:
                if not pio.stopped:
                    pio.advance(int(step / CYCLE_NS) or 1)
            if interruptible and core.interrupts_updated:
                return
