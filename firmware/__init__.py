"""Spilikin: an electronic cribbage board."""

# What CPython lacks, in one place, so that every file below can say
# `from micropython import const` and print an exception on either runtime.

import sys

if sys.implementation.name == "cpython":
    import traceback

    sys.print_exception = lambda error, file: traceback.print_exception(error, file=file)
    sys.modules["micropython"] = _it = type(sys)("micropython")
    _it.const = _it.native = _it.viper = lambda x: x
