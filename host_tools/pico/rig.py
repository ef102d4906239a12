"""An emulated Pico with the board's parts soldered to it."""

#     pico = Pico(board, files=image.firmware())
#     pico.run(500)
#     pico.press("5")
#     pico.run(100)
#     pico.tracks()[0], pico.rows()
#
# Time is the chip's own, in ns since power came on, and the same in every run. Boot once, then
# `case()` runs a function in a fork of the process: it finds the Pico as it stands and cannot
# disturb it.

import multiprocessing
import os
import traceback
from functools import partial

from . import image as images
from . import text

images.needed("rp2040py", "rp2040py[fs]")  # compiled before anything of it is imported

from rp2040py.boards import BoardSpec  # noqa: E402
from rp2040py.device import MicroPythonDevice  # noqa: E402
from rp2040py.execute_batch import execute_batch  # noqa: E402
from rp2040py.memory_map import FLASH_START_ADDRESS  # noqa: E402
from rp2040py.rp2040 import RP2040  # noqa: E402

from .clock import PacedClock  # noqa: E402
from .flash import Flash  # noqa: E402
from .oled import Oled  # noqa: E402
from .wires import HIGH, Buzzer, I2cBus, Matrix, Strand, Usb  # noqa: E402

MS = 1_000_000
REFUSAL_HZ = 150  # a tone lower than this is a refusal


class Engine:
    """What execute_batch() looks at before every instruction; slots are found sooner."""

    __slots__ = ("clock", "rp2040", "stopped")

    def stop(self):
        self.stopped = True


class Pico:
    """A Pico from power-on, nothing run yet.

    board: a module of firmware.boards. files: {path: bytes or str} for its filesystem, or
    image: the bytes of a littlefs image (flash_image() gives one). uf2: a path; if None, the
    one image.uf2() finds. erase_ms: how long the flash takes for a sector.

    .frames: list of (ns, track, rgb), one as each track latches, and all dark as their power
    goes. .output: bytes printed on USB, .usb the terminal there. Raises Missing.
    """

    def __init__(self, board, uf2=None, files=None, image=None, erase_ms=45):
        self.board = board
        self.output = bytearray()
        self.frames = []
        self.cut = False
        self.clock = PacedClock()

        def chip(clock):
            self.clock.mcu = RP2040(self.clock)
            return self.clock.mcu

        path = images.uf2() if uf2 is None else uf2
        self._device = MicroPythonDevice(board=BoardSpec(mcu=chip, image=path))
        self.mcu = mcu = self.clock.mcu
        self._engine = Engine()
        self._engine.rp2040, self._engine.clock = mcu, self.clock
        self.usb = Usb(mcu, self._device.cdc, self.output.extend)
        place = images.layout()
        self._fs = slice(
            place.fs_start, place.fs_start + place.fs_blocksize * place.fs_blockcount
        )
        mcu.flash[self._fs] = images.build(files or {}) if image is None else image

        self.flash = Flash(mcu, erase_ms)
        self.flash.on_cut = self._power_off
        self._strands = [
            Strand(mcu, pin, board.LEDS, board.ORDER, partial(self._latch, track))
            for track, pin in enumerate(board.TRACK_PINS)
        ]
        self.powered = not self._has("POWER_PIN")
        if not self.powered:
            mcu.gpio[board.POWER_PIN].add_listener(self._power)
        self.matrix = Matrix(mcu, getattr(board, "ROW_PINS", ()), board.COLUMN_PINS)
        self._keys = {
            name: (row, column)
            for row, names in enumerate(board.KEYMAP)
            for column, name in enumerate(names)
        }
        self.oled = Oled()
        self.bus = self.buzzer = None
        if self._has("OLED_ADDRESS"):
            self.bus = I2cBus(mcu, board.I2C, board.OLED_ADDRESS, self.oled.transfer)
        if self._has("BUZZER_PIN"):
            self.buzzer = Buzzer(mcu, board.BUZZER_PIN)

        mcu.core.pc = FLASH_START_ADDRESS
        self._stop = self.clock.create_alarm(self._engine.stop)

    def _has(self, part):
        return getattr(self.board, part, None) is not None

    # Time

    @property
    def now_ns(self):
        return self.clock.nanos

    def run(self, ms):
        self.run_to(self.now_ns + ms * MS)

    def run_to(self, ns):
        """Runs until the chip's time is `ns`, or the power is cut."""
        if self.cut or ns <= self.now_ns:
            return
        self._stop.schedule(ns - self.now_ns)
        engine = self._engine
        engine.stopped = False
        while not engine.stopped:
            execute_batch(engine, 1)

    def run_until(self, predicate, limit_ms, step_ms=1):
        """Runs until predicate(pico) is true, looking every `step_ms`; False: it never was."""
        end = self.now_ns + limit_ms * MS
        while not predicate(self):
            if self.now_ns >= end or self.cut:
                return False
            self.run_to(min(end, self.now_ns + step_ms * MS))
        return True

    # Keys

    def down(self, name, at_ns=None, bounce_ms=0):
        """Closes a key at `at_ns` (default: now); its contact may bounce for `bounce_ms`."""
        self._contact(name, True, at_ns, bounce_ms)

    def up(self, name, at_ns=None, bounce_ms=0):
        self._contact(name, False, at_ns, bounce_ms)

    def press(self, name, hold_ms=60, at_ns=None, bounce_ms=0):
        """Schedules a key down and up; runs nothing. Returns when it goes down, in ns."""
        at_ns = self.now_ns if at_ns is None else at_ns
        self.down(name, at_ns, bounce_ms)
        self.up(name, at_ns + hold_ms * MS, bounce_ms)
        return at_ns

    def _contact(self, name, closed, at_ns, bounce_ms):
        if name not in self._keys:
            raise KeyError(f"{self.board.NAME} has no key {name}")
        row, column = self._keys[name]
        at_ns = self.now_ns if at_ns is None else at_ns
        for n, offset in enumerate([0, *self.matrix.bounces(bounce_ms)]):
            state = closed == (n % 2 == 0)
            set_it = partial(self.matrix.set, row, column, state)
            self.clock.create_alarm(set_it).schedule(max(0, at_ns + offset - self.now_ns))

    # What the panel shows

    def _latch(self, track, ns, rgb):
        if self.powered:
            self.frames.append((ns, track, rgb))

    def _power(self, new, old):
        # The pin high is power; not driven, its pull-down keeps the LEDs off.
        was, self.powered = self.powered, new is HIGH
        if was != self.powered:
            for track, strand in enumerate(self._strands):
                strand.dark()
                if was:
                    self.frames.append((self.now_ns, track, strand.rgb))

    def tracks(self):
        """The colours each track shows now: rgb bytes, three an LED."""
        return [strand.rgb for strand in self._strands]

    def edges(self, track):
        """The times in ns of the edges of a track's last frame, rising first."""
        return self._strands[track].edges

    def rows(self):
        """The screen as 8 strings, suits \\x01 to \\x04; a tall band as its text in row 0."""
        return text.rows(self.oled.pages) if self.oled.on else [""] * 8

    @property
    def buzzes(self):
        """How many refusals have sounded."""
        low, count = False, 0
        for _, hz in self.buzzer.tones if self.buzzer else ():
            count += 0 < hz < REFUSAL_HZ and not low
            low = 0 < hz < REFUSAL_HZ
        return count

    # Flash

    def flash_image(self):
        """The filesystem as it is in flash now: bytes for Pico(image=…) or image.read()."""
        return bytes(self.mcu.flash[self._fs])

    def cut_power(self, after):
        """The power goes in the middle of the `after`-th flash command from now on."""
        self.flash.cut_after = after

    def _power_off(self):
        self.cut = True
        self._engine.stop()

    # Cases

    def case(self, function):
        """function(pico) in a fork of this process; its result, pickled across."""
        return self.cases([function])[0]

    def cases(self, functions):
        """The results of each function(pico), as many forks at a time as there are cores.

        What a function raises is raised here, its traceback as the cause.
        """
        if self.bus:
            text.shapes()  # asked for once here, not in every fork
        fork = multiprocessing.get_context("fork")
        results, running = [], []
        for function in functions:
            if len(running) == os.cpu_count():
                results.append(running.pop(0).recv())
            ours, theirs = fork.Pipe(duplex=False)
            fork.Process(target=self._case, args=(function, theirs)).start()
            theirs.close()
            running.append(ours)
        results += [pipe.recv() for pipe in running]
        for _, error, trace in results:
            if error:
                raise error from RuntimeError(trace)
        return [result for result, _, _ in results]

    def _case(self, function, pipe):
        try:
            pipe.send((function(self), None, None))
        except BaseException as error:  # noqa: BLE001 - handed to the parent, which raises it
            pipe.send((None, error, traceback.format_exc()))
