"""Spilikin: an electronic cribbage board.

CPython has no `micropython` module. This is its one stand-in, so that every
file below can say `from micropython import const` on either runtime.
"""

import sys

if sys.implementation.name == "cpython":
    import types

    _stand_in = types.ModuleType("micropython")
    _stand_in.const = _stand_in.native = _stand_in.viper = lambda x: x
    sys.modules.setdefault("micropython", _stand_in)
