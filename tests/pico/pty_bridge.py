"""The emulated Pico's USB as a serial port of this computer, for programs that want one."""

import contextlib
import os
import pty
import select
import tty

STEP_MS = 1  # of the chip's time, between two looks at the port


class Port:
    """.path is the port's name, as /dev/pts/3. It is open as long as this object is."""

    def __init__(self, pico):
        self.pico = pico
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.path = os.ttyname(self._theirs)
        self._told = len(pico.output)

    def serve(self, until):
        """Runs the Pico, with whatever passes through the port, until until() is true."""
        while not until() and not self.pico.cut:
            self.pico.run(STEP_MS)
            self._pass()
            if self.pico.mcu.core.waiting:  # for the program, which is not to be outrun
                select.select([self._ours], [], [], STEP_MS / 1000)

    def _pass(self):
        with contextlib.suppress(BlockingIOError):  # nobody sends
            if self.pico.usb.room:
                self.pico.usb.send(os.read(self._ours, self.pico.usb.room))
        with contextlib.suppress(BlockingIOError):  # nobody reads yet
            self._told += os.write(self._ours, self.pico.output[self._told :])

    def close(self):
        os.close(self._ours)
        os.close(self._theirs)
