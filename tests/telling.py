"""What a test found out, for who reads the report. Runs on CPython and on MicroPython."""

try:
    from atexit import register as _at_end  # until then pytest has the output to itself
except ImportError:

    def _at_end(do, what):
        do(what)


def tell(what):
    """Say it: on CPython below the report of pytest, on MicroPython at once."""
    _at_end(print, what)
