"""Spilikin: an electronic cribbage board."""

# What CPython lacks, in one place, so that every file below can say
# `from micropython import const` and print an exception on either runtime.

import sys

if sys.implementation.name == "cpython":
    import traceback
    import types

    sys.print_exception = lambda error, file: traceback.print_exception(error, file=file)
    _stand_in = types.ModuleType("micropython")
    _stand_in.const = _stand_in.native = _stand_in.viper = lambda x: x
    sys.modules.setdefault("micropython", _stand_in)
