"""The screen: what an SSD1306 keeps of the bytes it is sent."""

# SSD1306 commands that take parameters, and how many.
_PARAMETERS = {0x21: 2, 0x22: 2} | dict.fromkeys(b"\x20\x81\x8d\xa8\xd3\xd5\xd9\xda\xdb", 1)


class Oled:
    """The memory of an SSD1306: .pages, 8 bytearrays of 128 columns (bit 0 uppermost), and .on.

    transfer(data) takes one I2C write, without the address. It knows page addressing alone.
    """

    def __init__(self):
        self.pages = [bytearray(128) for _ in range(8)]
        self.on = False
        self._column = self._page = 0
        self._pending = []

    def transfer(self, data):
        i = 0
        while i < len(data):
            control, i = data[i], i + 1
            # Bit 7: one byte follows, then another control byte; else all the rest is alike.
            end = i + 1 if control & 0x80 else len(data)
            for byte in data[i:end]:
                (self._data if control & 0x40 else self._command)(byte)
            i = end

    def _data(self, byte):
        self.pages[self._page][self._column] = byte
        self._column = self._column + 1 & 127

    def _command(self, byte):
        self._pending.append(byte)
        code, *values = self._pending
        if len(values) < _PARAMETERS.get(code, 0):
            return
        self._pending = []
        if code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif code < 0x10:
            self._column = self._column & 0x70 | code
        elif code < 0x20:
            self._column = self._column & 0x0F | (code & 7) << 4
        elif 0xB0 <= code < 0xB8:
            self._page = code & 7
