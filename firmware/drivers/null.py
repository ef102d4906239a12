"""The twins of parts that are not there: same calls, no effect. They run anywhere."""

from array import array


class Strands:
    """No lights: the words are kept and go nowhere."""

    def __init__(self, pins, n, power_pin=None, order="GRB"):
        self.n = n
        self.tracks = len(pins)
        self.pixels = [array("I", bytes(4 * n)) for _ in pins]

    def pack(self, r, g, b):
        return r << 16 | g << 8 | b

    def show(self, mask):
        pass

    def busy(self):
        return False

    def power(self, on):
        pass


class Screen:
    """No screen: given up from the start."""

    ok = False

    def __init__(self, i2c=None, address=None):
        pass

    def write(self, row, text, tall=-1):
        return False


class Buzzer:
    """No sound."""

    def __init__(self, pin=None):
        pass

    def tone(self, hz):
        pass
