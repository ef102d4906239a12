"""What is wired to the Pico: LED strands, the key matrix, the screen's bus, buzzer and USB."""

# Each takes the RP2040 and pin numbers, and knows nothing of the game.

import random

from rp2040py.gpio_pin import GPIOPinState

HIGH, LOW = GPIOPinState.HIGH, GPIOPinState.LOW
LATCH_NS = 280_000  # a WS2812B takes its colours after the wire was low this long
DUTY = 0.4  # high for more of the bit than this: a one (a nought is 0.28, a one 0.56)
RECOVERY_NS = 8_000  # a column rises this long after its row let go, through the pull-up


class Strand:
    """One strand of WS2812, decoded from its wire.

    on_frame(ns, rgb): called as the LEDs latch, with the colours (3 bytes an LED, red first)
    of the whole strand; LEDs that a short frame did not reach keep theirs. .edges holds the
    times in ns of the last frame's edges, rising first.
    """

    def __init__(self, mcu, pin, leds, order, on_frame):
        self.clock = mcu.clock
        self.rgb = bytes(3 * leds)
        self.edges = []
        self._place = [order.index(colour) for colour in "RGB"]
        self._on_frame = on_frame
        self._times = []
        self._alarm = self.clock.create_alarm(self._quiet)
        mcu.gpio[pin].add_listener(self._edge)

    def dark(self):
        """The strand lost its power."""
        self.rgb = bytes(len(self.rgb))
        self._times = []

    def _edge(self, new, old):
        times = self._times
        # Only a wire that is driven carries bits.
        if new is (LOW if len(times) & 1 else HIGH):
            if not times:
                self._alarm.schedule(LATCH_NS)
            times.append(self.clock.nanos)

    def _quiet(self):
        if not self._times:
            return
        left = self._times[-1] + LATCH_NS - self.clock.nanos
        if left > 0:
            self._alarm.schedule(left)
            return
        edges, self._times = self._times, []
        self.edges = edges
        rises, falls = edges[::2], edges[1::2]
        if len(rises) < 2 or len(rises) != len(falls):
            return
        # The shortest bit is one that nothing held up: its length judges all of them.
        period = min(b - a for a, b in zip(rises, rises[1:], strict=False))
        bits = "".join(
            "1" if fall - rise > DUTY * period else "0"
            for rise, fall in zip(rises, falls, strict=True)
        )
        wire = int(bits, 2).to_bytes((len(bits) + 7) // 8, "big")[: len(bits) // 24 * 3]
        rgb = bytearray(len(wire))
        for colour, place in enumerate(self._place):
            rgb[colour::3] = wire[place::3]
        self.rgb = (bytes(rgb) + self.rgb[len(rgb) :])[: len(self.rgb)]
        self._on_frame(self.clock.nanos, self.rgb)


class Matrix:
    """Keys between row and column pins, a diode at each: a row driven low pulls the columns of
    its closed keys low. Without row pins each key is a button to ground on its column pin."""

    def __init__(self, mcu, rows, columns):
        self.mcu = mcu
        self.rows = rows
        self.columns = columns
        self.closed = set()
        self._rng = random.Random(1)
        self._unwatch = {}
        self._release = [
            mcu.clock.create_alarm(lambda column=column: self._let_go(column))
            for column in range(len(columns))
        ]

    def bounces(self, ms):
        """Offsets in ns at which a contact that bounces for `ms` changes; an even number."""
        times, at = [], 0.0
        while True:
            at += self._rng.uniform(0.05, 1.5)
            if at >= ms:
                return times[: len(times) // 2 * 2]
            times.append(at * 1e6)

    def set(self, row, column, closed):
        """Closes or opens the contact of one key, now."""
        (self.closed.add if closed else self.closed.discard)((row, column))
        # Rows are watched only while a key of theirs is down: scanning then costs nothing.
        watch = any(key[0] == row for key in self.closed)
        if self.rows and watch and row not in self._unwatch:
            self._unwatch[row] = self.mcu.gpio[self.rows[row]].add_listener(self._row)
        elif not watch and row in self._unwatch:
            self._unwatch.pop(row)()
        self._update(column)

    def _low(self, column):
        return any(
            key[1] == column
            and (not self.rows or self.mcu.gpio[self.rows[key[0]]].value is LOW)
            for key in self.closed
        )

    def _row(self, new, old):
        for column in {key[1] for key in self.closed}:
            self._update(column)

    def _update(self, column):
        if self._low(column):
            self._release[column].cancel()
            self.mcu.gpio[self.columns[column]].set_input_value(False)
        else:
            self._release[column].schedule(RECOVERY_NS)

    def _let_go(self, column):
        if not self._low(column):
            self.mcu.gpio[self.columns[column]].release_input()


class I2cBus:
    """An I2C bus with one device that only listens, each byte taking its nine bit times.

    on_transfer(data) is called at the stop. .present = False unplugs the device, .hung = True
    holds the clock line low so that nothing ever completes.
    """

    POLLED = 0x34  # IC_RAW_INTR_STAT, on which the SDK spins
    TX_EMPTY, STOP_DET = 0x10, 0x200

    def __init__(self, mcu, index, address, on_transfer):
        self.mcu = mcu
        self.i2c = i2c = mcu.i2c[index]
        self.address = address
        self.present = True
        self.hung = False
        self._on_transfer = on_transfer
        self._data = bytearray()
        self._done = mcu.clock.create_alarm(self._complete)
        self._due = None
        i2c.on_connect = self._connect
        i2c.on_write_byte = self._write
        i2c.on_stop = self._stop
        self._read, i2c.read_uint32 = i2c.read_uint32, self._poll

    def _later(self, then):
        self._then = then
        if self.hung:
            return
        cycles = 9 * (self.i2c.scl_low_period + self.i2c.scl_high_period)
        self._due = self.mcu.clock.nanos + cycles * 8
        self._done.schedule(cycles * 8)

    def _complete(self):
        self._due = None
        self._then()

    def _connect(self, address, mode):
        ack = self.present and address == self.address
        self._data.clear()
        self._later(lambda: self.i2c.complete_connect(ack))

    def _write(self, byte):
        self._data.append(byte)
        self._later(lambda: self.i2c.complete_write(True))

    def _stop(self):
        i2c = self.i2c
        # rp2040py leaves TX_EMPTY clear after a refused address, and the next write hangs.
        if i2c.abort_source and not i2c.int_raw & self.TX_EMPTY:
            i2c._set_interrupts(self.TX_EMPTY)
        data = bytes(self._data)
        self._data.clear()
        i2c.complete_stop()
        if data:
            self._on_transfer(data)

    def _poll(self, offset):
        if offset == self.POLLED and self._due is not None:
            wanted = self.STOP_DET if self.i2c._stop else self.TX_EMPTY
            if not self.i2c.int_raw & wanted:
                self.mcu.clock.skip(self._due - self.mcu.clock.nanos, interruptible=True)
        return self._read(offset)


class Buzzer:
    """The tones of a PWM pin: .tones is a list of (ns, Hz), 0 Hz for silence."""

    SETTLE_NS = 50_000  # a change of frequency is several register writes

    def __init__(self, mcu, pin):
        self.mcu = mcu
        self.pin = pin
        self.channel = mcu.pwm.channels[pin // 2 % 8]
        self.tones = []
        self._hz = 0
        self._settled = mcu.clock.create_alarm(self._look)
        self._write, self.channel.write_register = self.channel.write_register, self._changed

    def _changed(self, offset, value):
        self._write(offset, value)
        self._settled.schedule(self.SETTLE_NS)

    def _look(self):
        channel = self.channel
        level = channel.cc >> 16 * (self.pin & 1) & 0xFFFF
        sounding = channel.csr & 1 and 0 < level <= channel.top
        hz = round(125e6 / ((channel.div / 16 or 256) * (channel.top + 1))) if sounding else 0
        if hz != self._hz:
            self._hz = hz
            self.tones.append((self.mcu.clock.nanos, hz))


class Usb:
    """The computer on the USB port. on_data(bytes) gets what the board prints.

    rp2040py's host answers a port that listens with empty packets without end, which keeps the
    processor busy for a third of its time; a computer with nothing to say says nothing. And it
    never starts a frame: MicroPython keeps what it printed before the port was opened for 16
    of them, and may sleep over a byte until the next one. So here they come for a while after
    the port was opened and after anything is sent.
    """

    FRAME_NS, FRAMES = 1_000_000, 50
    SOF, SOF_RD = 1 << 17, 0x48  # the interrupt, and the register whose reading ends it

    def __init__(self, mcu, cdc, on_data):
        self.cdc = cdc
        self.usb = usb = cdc.usb
        self._armed = None
        self._frames = 0
        self._next = mcu.clock.create_alarm(self._frame)
        self._answer, usb.on_endpoint_read = usb.on_endpoint_read, self._listening
        self._read, usb.read_uint32 = usb.read_uint32, self._register
        cdc.on_serial_data = on_data
        cdc.on_device_connected = self._start_frames

    @property
    def room(self):
        """How many bytes can be sent now: a board that does not read them leaves none."""
        return self.cdc.tx_fifo.size - self.cdc.tx_fifo.item_count

    def send(self, data):
        for byte in data:
            self.cdc.send_serial_byte(byte)
        self._start_frames()
        if self._armed is not None:
            size, self._armed = self._armed, None
            self._answer(self.cdc._out_endpoint, size)

    def _listening(self, endpoint, size):
        if endpoint == self.cdc._out_endpoint and self.cdc.tx_fifo.empty:
            self._armed = size
        else:
            self._answer(endpoint, size)

    def _start_frames(self):
        if not self._frames:
            self._next.schedule(self.FRAME_NS)
        self._frames = self.FRAMES

    def _frame(self):
        self._interrupt(True)
        self._frames -= 1
        if self._frames:
            self._next.schedule(self.FRAME_NS)

    def _register(self, offset):
        if offset == self.SOF_RD:
            self._interrupt(False)
        return self._read(offset)

    def _interrupt(self, on):
        raw = self.usb._int_raw
        self.usb._int_raw = raw | self.SOF if on else raw & ~self.SOF
        self.usb.check_interrupts()
