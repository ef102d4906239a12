"""A player from a seed against what must always be so; see tests/seeded.py.

SPILIKIN_SEED is another seed than the usual one. CPython plays SPILIKIN_DEALS, or ten
thousand with SPILIKIN_FULL=1.
"""

import os
import sys

from firmware.core import variants
from tests import seeded
from tests.telling import tell

SEED = 121
# What even the shortest run comes to, and what a long one does.
OFTEN = "peg starter hand crib play go counted_play claim deal dealer new win undo redo set"
OFTEN += " refused power_cut replay back_and_forth look"
SELDOM = "match skunk low_ball muggins late renege wrong_track woken"


def deals():
    if sys.implementation.name == "micropython":
        return 300
    return int(os.getenv("SPILIKIN_DEALS") or (10000 if os.getenv("SPILIKIN_FULL") else 640))


def test_whatever_keys_come_the_game_stays_whole():
    seed, n = int(os.getenv("SPILIKIN_SEED") or SEED), deals()
    seen = seeded.play(seed, n)
    told = "seeded player: seed %d, %d deals, %d keys, %d actions"
    tell(told % (seed, n, seen["key"], seen["action"]))
    wanted = OFTEN.split()
    if n >= 640:
        wanted += SELDOM.split() + ["win_at_" + game[variants.NAME] for game in variants.GAMES]
    missed = [what for what in wanted if not seen.get(what.replace("_", " "))]
    assert not missed, "seed %d never came to: %r" % (seed, missed)
