"""The flash chip: how often it is erased and programmed, how long it takes, power cuts."""

# rp2040py applies every command at once. A W25Q16JV is busy for a while after it, during which
# the boot ROM polls its status and the processor does nothing else.

ERASE, PROGRAM = 0x20, 0x02
BLOCK_ERASE = 0xD8
READ_STATUS = 0x05
BUSY = 1
PROGRAM_MS = 0.7  # a page; 0.4 to 3 on a real chip


class Flash:
    """Watches and times the flash commands of an RP2040.

    erase_ms: one sector, 45 typical, 400 at worst. .erases and .programs count commands,
    .log has (ns, "erase" or "program", address), .data what each of them programs: b"" for
    an erase. With .cut_after = n the n-th command from then on is left half done and
    .on_cut() is called: the power went.
    """

    def __init__(self, mcu, erase_ms):
        self.mcu = mcu
        self.erase_ms = erase_ms
        self.log = []
        self.data = []
        self.cut_after = None
        self.on_cut = lambda: None
        self._busy_until = 0
        ssi = mcu.ssi
        self._apply, ssi._apply_command = ssi._apply_command, self._command
        self._shift, ssi._shift_byte = ssi._shift_byte, self._byte

    @property
    def erases(self):
        return sum(kind == "erase" for _, kind, _ in self.log)

    @property
    def programs(self):
        return sum(kind == "program" for _, kind, _ in self.log)

    def _command(self):
        ssi = self.mcu.ssi
        sent = ssi._tx_buffer
        code = sent[0] if sent else 0
        if code not in (ERASE, BLOCK_ERASE, PROGRAM) or not ssi._write_enabled:
            self._apply()
            return
        erase = code != PROGRAM
        address = ssi._address_from_buffer()
        self.log.append((self.mcu.clock.nanos, "erase" if erase else "program", address))
        self.data.append(b"" if erase else bytes(sent[4:]))
        took = self.erase_ms if erase else PROGRAM_MS
        self._busy_until = self.mcu.clock.nanos + took * 1e6
        if self.cut_after is not None:
            self.cut_after -= 1
            if self.cut_after == 0:
                self._half(erase, address, sent)
                self.on_cut()
                return
        self._apply()

    def _half(self, erase, address, sent):
        flash = self.mcu.flash
        if erase:
            address &= ~0xFFF
            flash[address : address + 2048] = b"\xff" * 2048
        else:
            for i, byte in enumerate(sent[4 : 4 + (len(sent) - 4) // 2]):
                flash[address + i] &= byte

    def _byte(self, out):
        value = self._shift(out)
        sent = self.mcu.ssi._tx_buffer
        if len(sent) > 1 and sent[0] == READ_STATUS:
            left = self._busy_until - self.mcu.clock.nanos
            if left > 0:
                # PIO, DMA and timers go on; the processor polls this with interrupts off.
                self.mcu.clock.skip(left, interruptible=False)
                value |= BUSY
        return value
